import { machineClock } from "../../src/main/clock.ts";
import { createInboxes, type Inboxes, type InboxesOptions } from "../../src/main/inbox/index.ts";
import { createNetwork } from "../../src/main/network/index.ts";
import { type InboxMemory, NO_INBOXES } from "../../src/shared/inbox.ts";

/** A Linkdesk that receives from relays, without its window: its own log, and what it knows of relays in memory. */
export function openRelayDesktop(
  journal: InboxesOptions["journal"],
  more: Partial<Pick<InboxesOptions, "network" | "choose">> = {},
): Inboxes {
  const tokens = new Map<string, string>();
  let memory: InboxMemory = NO_INBOXES;
  return createInboxes({
    memory: { get: () => memory, set: (next) => void (memory = next) },
    tokens: {
      get: async (membership) => tokens.get(membership) ?? null,
      set: async (membership, token) => void tokens.set(membership, token ?? ""),
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
