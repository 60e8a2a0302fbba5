import type { Socket } from "node:net";
import type { ReplayMark } from "../../shared/replay.ts";

/**
 * Connections from us to our own listener: so a delivery that we sent ourselves is known for one without a byte of it
 * being changed.
 */
export type OwnConnections = ReturnType<typeof createOwnConnections>;

export function createOwnConnections() {
  const marks = new Map<string, ReplayMark>();
  // A listener on `::` sees IPv4 addresses in their IPv6 form (RFC 4291, section 2.5.5.2).
  const keyOf = (address: string, port: number): string => `${address.replace(/^::ffff:/i, "")} ${port}`;
  return {
    /** Notes a connection until it closes. */
    note(socket: Socket, mark: ReplayMark): void {
      const { localAddress, localPort } = socket;
      if (localAddress === undefined || localPort === undefined) return;
      const key = keyOf(localAddress, localPort);
      marks.set(key, mark);
      socket.once("close", () => marks.delete(key));
    },
    /** The mark of the connection that comes from this end; null for anybody else's. */
    markOf(remoteAddress: string, remotePort: number): ReplayMark | null {
      // Asked with every request, and there is hardly ever one.
      return marks.size === 0 ? null : (marks.get(keyOf(remoteAddress, remotePort)) ?? null);
    },
  };
}
