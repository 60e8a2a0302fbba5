import type { WebSocket } from "ws";
import { RELAY_CLOSES } from "../../shared/relay.ts";
import { end } from "./socket.ts";

/** How often each side shows that it is running, and how long it may be silent. */
export const HEARTBEAT_MS = 10_000;
const SILENCE_MS = 35_000;
/** How often it is looked whether a member was put out, or its inbox changed. */
const LOOK_MS = 5_000;

export interface WatchedDesktop {
  readonly socket: WebSocket;
  /** When it was heard last, and since when it owes an acknowledgement; in monotonic milliseconds. */
  readonly heardAt: () => number;
  readonly owingSince: () => number | null;
}

interface Watching<Desktop extends WatchedDesktop> {
  readonly all: () => readonly Desktop[];
  /** Shows it that the relay is running. */
  readonly beat: (desktop: Desktop) => void;
  readonly look: (desktop: Desktop) => void;
}

/** Looks after the desktops that are connected, until what is returned is called. */
export function watchDesktops<Desktop extends WatchedDesktop>({ all, beat, look }: Watching<Desktop>): () => void {
  const heartbeat = setInterval(() => {
    const now = performance.now();
    for (const desktop of all()) {
      const { socket, heardAt, owingSince } = desktop;
      // One that shows it is running and takes nothing is no better than one that is gone.
      if (now - heardAt() > SILENCE_MS || now - (owingSince() ?? now) > 4 * SILENCE_MS) {
        end(socket, RELAY_CLOSES.silent, "Nothing was heard or acknowledged for too long.");
        socket.terminate();
      } else beat(desktop);
    }
  }, HEARTBEAT_MS);
  const looking = setInterval(() => {
    for (const desktop of all()) look(desktop);
  }, LOOK_MS);
  return () => {
    clearInterval(heartbeat);
    clearInterval(looking);
  };
}
