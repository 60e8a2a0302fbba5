import type { Store } from "../storage/store.ts";
import type { Reader } from "./reader.ts";

export interface ConnectedDesktop {
  readonly inbox: { readonly id: string };
  reader: Reader | null;
}

/** The desktops that are connected, by their inbox. Those of an inbox are told when there may be more in it. */
export function createConnected<Desktop extends ConnectedDesktop>(store: Store) {
  const byInbox = new Map<string, { readonly some: Set<Desktop>; readonly unfollow: () => void }>();
  const of = (inbox: string): Iterable<Desktop> => byInbox.get(inbox)?.some ?? [];

  function wake(inbox: string): void {
    for (const { reader } of of(inbox)) reader?.wake();
  }

  return {
    of,
    all: (): readonly Desktop[] => [...byInbox.values()].flatMap(({ some }) => [...some]),
    /** Until what is returned is called. */
    add(desktop: Desktop): () => void {
      const { id } = desktop.inbox;
      const known = byInbox.get(id) ?? { some: new Set<Desktop>(), unfollow: store.follow(id, () => wake(id)) };
      byInbox.set(id, known);
      known.some.add(desktop);
      return () => {
        known.some.delete(desktop);
        if (known.some.size > 0) return;
        known.unfollow();
        byInbox.delete(id);
      };
    },
  };
}
