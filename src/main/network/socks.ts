import { once } from "node:events";
import { isIP, type Socket } from "node:net";
import type { ProxyFault } from "../../shared/outcomes.ts";
import { ConnectFailure } from "./route.ts";

const REPLIES: Readonly<Record<number, string>> = {
  1: "general failure",
  2: "not allowed by its rules",
  3: "network unreachable",
  4: "host unreachable",
  5: "connection refused",
  6: "time to live expired",
};

/**
 * Asks a SOCKS5 proxy for a connection (RFC 1928; name and password as in RFC 1929). The name of the host goes to
 * the proxy, which resolves it: behind such a proxy this machine often cannot.
 *
 * @throws ConnectFailure with the proxy's reason
 */
export async function openSocks(
  socket: Socket,
  host: string,
  port: number,
  credentials: { readonly username: string; readonly password: string } | null,
  name: string,
): Promise<Socket> {
  const fail = (fault: ProxyFault, message: string) => new ConnectFailure(message, { proxy: { name, fault } });
  const spoken = "The other side does not speak SOCKS5.";
  const { take, giveBack } = reader(socket);
  socket.write(credentials === null ? Uint8Array.of(5, 1, 0) : Uint8Array.of(5, 2, 0, 2));
  const [version, method] = await take(2);
  if (version !== 5) throw fail("unreachable", spoken);
  if (method === 2 && credentials !== null) {
    const [username, password] = [Buffer.from(credentials.username), Buffer.from(credentials.password)];
    if (username.length > 255 || password.length > 255) throw fail("authentication", "Name or password is too long.");
    socket.write(Buffer.concat([Buffer.of(1, username.length), username, Buffer.of(password.length), password]));
    const [, status] = await take(2);
    if (status !== 0) throw fail("authentication", "The proxy refused name and password.");
  } else if (method !== 0) throw fail("authentication", "The proxy wants a name and password.");

  socket.write(Buffer.concat([Buffer.of(5, 1, 0), address(host), Buffer.of(port >> 8, port & 0xff)]));
  const reply = await take(4);
  if (reply[0] !== 5) throw fail("unreachable", spoken);
  const code = reply[1] ?? 1;
  if (code !== 0) throw fail("refused", `The proxy answered: ${REPLIES[code] ?? `code ${code}`}.`);
  // The address it bound follows, of no use here, but its bytes must go before the service's.
  const length = reply[3] === 1 ? 4 : reply[3] === 4 ? 16 : ((await take(1))[0] ?? 0);
  await take(length + 2);
  giveBack();
  return socket;
}

function address(host: string): Uint8Array {
  if (isIP(host) === 4) return Buffer.of(1, ...host.split(".").map(Number));
  if (isIP(host) === 6) return Buffer.of(4, ...ipv6Bytes(host));
  const name = Buffer.from(host);
  return Buffer.concat([Buffer.of(3, name.length), name]);
}

/** The sixteen bytes of an address as `URL` writes it: hexadecimal groups, at most one `::`. */
function ipv6Bytes(host: string): number[] {
  const [head = [], tail = []] = host.split("::").map((part) => part.split(":").filter((group) => group !== ""));
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => "0");
  return [...head, ...zeros, ...tail]
    .map((group) => Number.parseInt(group, 16))
    .flatMap((word) => [word >> 8, word & 0xff]);
}

/**
 * Reads exact counts of bytes. All that is there is taken off the socket at once: asked for more than there is, a
 * stream says over and over that it is readable.
 */
function reader(socket: Socket) {
  let held: Buffer = Buffer.alloc(0);
  return {
    async take(count: number): Promise<Uint8Array> {
      while (held.length < count) {
        const chunk: unknown = socket.read();
        if (chunk instanceof Uint8Array) held = Buffer.concat([held, chunk]);
        else await more(socket);
      }
      const bytes = held.subarray(0, count);
      held = held.subarray(count);
      return bytes;
    },
    /** What was read beyond the last byte taken goes back to the socket. */
    giveBack(): void {
      if (held.length > 0) socket.unshift(held);
    },
  };
}

async function more(socket: Socket): Promise<void> {
  const listening = new AbortController();
  const options = { signal: listening.signal };
  try {
    await Promise.race([
      once(socket, "readable", options),
      once(socket, "end", options),
      once(socket, "close", options),
    ]);
  } finally {
    listening.abort();
  }
  if (socket.readableEnded || socket.destroyed) throw new Error("The proxy closed the connection.");
}
