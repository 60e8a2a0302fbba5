import type { InboxStatus, InboxStatuses } from "../../../../shared/inbox.ts";
import type { Result } from "../../../../shared/primitives.ts";
import { settle } from "../../../core/bridge.ts";
import { defineStore } from "../../../core/store.ts";
import { profilesStore } from "../../profiles/index.ts";

export interface RelayStore {
  /** null until main has been asked, which is not done at the start: most have no relay. */
  readonly inboxes: readonly InboxStatus[] | null;
  readonly load: () => Promise<void>;
  /** What was pasted and not used yet; it stays when the panel is closed. */
  readonly invitation: string;
  readonly setInvitation: (text: string) => void;
  /** Uses it; a refusal is returned for the field to show. */
  readonly join: () => Promise<Result<InboxStatuses>>;
  readonly receive: (inbox: InboxStatus, profileId: string | null) => Promise<void>;
  /** Whether a profile's webhooks come by relays alone, or to this machine's listener as well. */
  readonly setRelayOnly: (profileId: string, relayOnly: boolean) => Promise<void>;
  /** `from`: whose it is taken over from, where somebody else has it. */
  readonly holdAnswer: (inbox: InboxStatus, hold: boolean, from?: string) => Promise<void>;
  readonly leave: (membership: string) => Promise<void>;
  readonly tryNow: () => Promise<void>;
}

export const relayStore = defineStore<RelayStore>(({ bridge, set, get, other, tryTo }) => {
  bridge.on("inbox.changed", ({ inboxes }) => set({ inboxes }));

  async function take(what: string, call: Promise<Result<InboxStatuses>>): Promise<void> {
    const result = await tryTo(what, call);
    if (result.ok) set({ inboxes: result.value.inboxes });
  }

  return {
    inboxes: null,
    load: () => take("read what is received from relays", bridge.inbox.status(null)),
    invitation: "",
    setInvitation: (invitation) => set({ invitation }),
    async join() {
      const profileId = other(profilesStore).selectedId ?? "";
      const result = await settle(bridge.inbox.join({ invitation: get().invitation, profileId }));
      if (result.ok) set({ inboxes: result.value.inboxes, invitation: "" });
      return result;
    },
    receive: ({ membership, inbox }, profileId) =>
      take("change what is received", bridge.inbox.receive({ membership, inbox: inbox.id, profileId })),
    async setRelayOnly(profileId, relayOnly) {
      await tryTo("change where webhooks come from", other(profilesStore).amend(profileId, { relayOnly }));
    },
    holdAnswer: ({ inbox }, hold, from) =>
      take("change who answers", bridge.inbox.holdAnswer({ inbox: inbox.id, hold, from: from ?? null })),
    leave: (membership) => take("leave the relay", bridge.inbox.leave({ membership })),
    tryNow: () => take("try again", bridge.inbox.tryNow(null)),
  };
});
