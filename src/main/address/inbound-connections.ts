import { connect, createServer, type Socket } from "node:net";
import type { AddressWay, ArrivedThrough } from "../../shared/address.ts";
import { firstHeader, type HeaderList } from "../../shared/primitives.ts";
import type { Front } from "./way.ts";

/** Connections that lead from the public address to the listener: by their ports it knows what came from outside. */
export type InboundConnections = ReturnType<typeof createInboundConnections>;

export function createInboundConnections() {
  const marks = new Map<string, ArrivedThrough>();
  let named: { readonly host: string; readonly through: ArrivedThrough } | null = null;
  // A listener on `::` sees IPv4 addresses in their IPv6 form (RFC 4291, section 2.5.5.2).
  const keyOf = (address: string, port: number): string => `${address.replace(/^::ffff:/i, "")} ${port}`;

  function open(listener: URL, way: AddressWay, peer: string | null): Socket {
    const host = listener.hostname.replace(/^\[|\]$/g, "");
    const socket = connect({ host, port: Number(listener.port || "80"), allowHalfOpen: true, noDelay: true });
    socket.once("connect", () => {
      const { localAddress, localPort } = socket;
      if (localAddress === undefined || localPort === undefined) return;
      const key = keyOf(localAddress, localPort);
      marks.set(key, { way, peer });
      socket.once("close", () => marks.delete(key));
    });
    return socket;
  }

  return {
    /** @param listener its webhook address @param peer who began it at the other end, where that is known */
    open,
    async openFront(listener: () => URL | null, way: AddressWay): Promise<Front> {
      const server = createServer({ allowHalfOpen: true, noDelay: true }, (outer) => {
        const target = listener();
        if (target === null) outer.destroy();
        else join(outer, open(target, way, null));
      });
      const open_ = new Set<Socket>();
      server.on("connection", (socket: Socket) => {
        open_.add(socket);
        socket.once("close", () => open_.delete(socket));
      });
      await new Promise<void>((resolve, reject) => {
        server.once("error", reject);
        server.listen(0, "127.0.0.1", resolve);
      });
      const address = server.address();
      return {
        port: typeof address === "object" && address !== null ? address.port : 0,
        close() {
          server.close();
          for (const socket of open_) socket.destroy();
        },
      };
    },
    /** For an address that somebody else leads here, straight to the listener: known by its name in `Host`. */
    setHost(host: string | null, way: AddressWay): void {
      named = host === null ? null : { host: host.toLowerCase(), through: { way, peer: null } };
    },
    throughOf(remoteAddress: string, remotePort: number, headers: HeaderList): ArrivedThrough | null {
      // Asked with every request, and mostly there is no public address.
      const marked = marks.size === 0 ? undefined : marks.get(keyOf(remoteAddress, remotePort));
      if (marked !== undefined) return marked;
      if (named === null) return null;
      const host = firstHeader(headers, "host")?.toLowerCase();
      return host === named.host ? named.through : null;
    },
  };
}

/** Every byte from either side to the other, the end of one side and an abrupt end included. */
export function join(one: Pick<Socket, "pipe" | "on" | "destroy">, other: Socket): void {
  one.pipe(other as never);
  other.pipe(one as never);
  const end = (): void => {
    one.destroy();
    other.destroy();
  };
  for (const side of [one, other]) side.on("error", end).on("close", end);
}
