import { machineClock } from "../../src/main/clock.ts";
import { createInboxes, type Inboxes, type InboxesOptions } from "../../src/main/inbox/index.ts";
import { createNetwork } from "../../src/main/network/index.ts";
import { type InboxMemory, NO_INBOXES } from "../../src/shared/inbox.ts";

/** What settings and vault keep of relays: it outlives a desktop that is closed and opened again. */
export interface KnownRelays {
  inboxes: InboxMemory;
  readonly tokens: Map<string, string>;
}

export function knownRelays(inboxes: InboxMemory = NO_INBOXES): KnownRelays {
  return { inboxes, tokens: new Map() };
}

interface Parts extends Partial<Pick<InboxesOptions, "network" | "choose" | "isOnly" | "profile">> {
  readonly known?: KnownRelays;
}

/** A Linkdesk that receives from relays, without its window: its own log, and what it knows of relays in memory. */
export function openRelayDesktop(
  journal: InboxesOptions["journal"],
  { known = knownRelays(), ...more }: Parts = {},
): Inboxes {
  const { tokens } = known;
  return createInboxes({
    memory: { get: () => known.inboxes, set: (next) => void (known.inboxes = next) },
    tokens: {
      get: async (membership) => tokens.get(membership) ?? null,
      set: async (membership, token) =>
        void (token === null ? tokens.delete(membership) : tokens.set(membership, token)),
    },
    profile: (id) => ({ id, name: "Test", mode: "test" }),
    network: createNetwork({ environment: {}, resolveProxy: async () => null }),
    journal,
    check: (delivery) => delivery,
    handsOn: () => false,
    onKept: () => {},
    clock: machineClock,
    random: () => 0,
    onStatus: () => {},
    ...more,
  });
}
