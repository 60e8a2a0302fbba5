import type { WebSocket } from "ws";
import { type MemberSaid, memberSaid, type RelaySaid } from "../../shared/relay.ts";

export function say(socket: WebSocket, message: RelaySaid): void {
  if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(message));
}

/** Ends a connection, whether or not the other side closes it as well. */
export function end(socket: WebSocket, code: number, reason: string): void {
  if (socket.readyState !== socket.OPEN) return;
  socket.close(code, reason);
  setTimeout(() => socket.terminate(), 2_000).unref();
}

/** null for what is no message of a desktop. */
export function read(data: unknown): MemberSaid | null {
  try {
    const parsed = memberSaid.safeParse(JSON.parse(String(data)));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
