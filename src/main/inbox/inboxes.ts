import { randomUUID } from "node:crypto";
import type { AnswerChoice } from "../../shared/answer-script.ts";
import type { ProfileStamp } from "../../shared/events.ts";
import { INBOXES_AT_MOST, type InboxMemory, type InboxStatuses, type KnownInbox } from "../../shared/inbox.ts";
import type { EventId } from "../../shared/primitives.ts";
import { readInvitation } from "../../shared/relay.ts";
import type { Clock } from "../clock.ts";
import type { Journal } from "../journal/index.ts";
import type { AnsweredElsewhere } from "../listener/index.ts";
import type { Network } from "../network/index.ts";
import { oneAtATime } from "../one-at-a-time.ts";
import { Refusal } from "../refusal.ts";
import { join } from "./join.ts";
import { type Receiving, type ReceivingInbox, startReceiving } from "./receiving.ts";
import { type NewDelivery, relayedDelivery } from "./relayed-delivery.ts";

/** Milliseconds between two statuses, while many webhooks come. */
const STATUS_INTERVAL_MS = 100;

export interface InboxesOptions {
  readonly memory: { get(): InboxMemory; set(memory: InboxMemory): void };
  /** Tokens of memberships, in the vault. */
  readonly tokens: {
    get(membership: string): Promise<string | null>;
    /** @throws Refusal when it could not be saved */
    set(membership: string, token: string | null): Promise<void>;
  };
  readonly profile: (id: string) => ProfileStamp | null;
  /** Whether a profile's webhooks come by relays alone. Without it they come to the listener as well. */
  readonly isOnly?: (profileId: string) => boolean;
  readonly network: Network;
  readonly journal: Pick<Journal, "append" | "finishDelivery" | "relayPlace" | "relayHeard">;
  /** Adds the check of its signature, and masks its secrets. */
  readonly check: (delivery: NewDelivery) => NewDelivery | Promise<NewDelivery>;
  /** Whether webhooks of this profile are to be handed on, and who is told of each that is. */
  readonly handsOn: (profileId: string) => boolean;
  readonly onKept: (id: EventId, profileId: string) => void;
  /** What a sender is answered by the answer script of a profile. Without it, or with null, it is the relay's own answer. */
  readonly choose?: (profileId: string, request: AnsweredElsewhere) => AnswerChoice | null;
  readonly clock: Clock;
  readonly random: () => number;
  readonly onStatus: (status: InboxStatuses) => void;
}

/** The inboxes of relays that this Linkdesk may receive from. */
export type Inboxes = ReturnType<typeof createInboxes>;

export function createInboxes(options: InboxesOptions) {
  const { memory, tokens, network, clock } = options;
  const receiving = new Map<string, Receiving>();
  const inTurn = oneAtATime();
  let timer: NodeJS.Timeout | null = null;
  let closed = false;

  const known = (): readonly KnownInbox[] => memory.get().inboxes;
  const remember = (inboxes: readonly KnownInbox[]): void => memory.set({ inboxes: [...inboxes] });

  function status(): InboxStatuses {
    return {
      inboxes: known().map((each) => {
        const own = receiving.get(each.inbox.id);
        const isOwn = own?.known.membership === each.membership;
        return {
          ...each,
          state: isOwn ? own.state() : { name: "off" },
          answer: isOwn ? own.answer() : null,
          keepDays: isOwn ? own.keepDays() : null,
          webhooks: isOwn ? own.webhooks() : 0,
        };
      }),
    };
  }

  function changed(): void {
    timer ??= setTimeout(() => {
      timer = null;
      options.onStatus(status());
    }, STATUS_INTERVAL_MS).unref();
  }

  async function begin(each: ReceivingInbox): Promise<void> {
    const { profileId, relay } = each;
    let { inbox } = each;
    const started = await startReceiving({
      known: each,
      token: () => tokens.get(each.membership),
      network,
      journal: options.journal,
      clock,
      random: options.random,
      choose: ({ head: { method, target, headers }, body }) =>
        options.choose?.(profileId, { method, target, headers, body }) ?? null,
      async deliver(webhook, ahead, settled) {
        const profile = options.profile(profileId);
        if (profile === null) throw new Error("The profile is gone.");
        const handsOn = webhook.head.completeness === "whole" && options.handsOn(profileId);
        return options.check(
          relayedDelivery(webhook, { profile, relay, inbox, receivedAt: clock.now(), ahead, handsOn, settled }),
        );
      },
      kept(id, { summary }) {
        changed();
        if (summary.forward !== undefined) options.onKept(id, profileId);
      },
      changed,
      renamed(stamp) {
        inbox = stamp;
        remember(known().map((one) => (one.inbox.id === stamp.id ? { ...one, inbox: stamp } : one)));
      },
      isOnly: () => options.isOnly?.(profileId) ?? false,
    });
    receiving.set(inbox.id, started);
    changed();
  }

  /** Ends what is not wanted any more, and begins what is. */
  async function follow(): Promise<void> {
    const wanted = new Map<string, ReceivingInbox>();
    for (const each of known()) {
      const { profileId } = each;
      // Of two memberships that have the same inbox one is enough: it is the same webhooks.
      if (profileId !== null && options.profile(profileId) !== null && !wanted.has(each.inbox.id))
        wanted.set(each.inbox.id, { ...each, profileId });
    }
    for (const [id, own] of receiving) {
      const next = wanted.get(id);
      if (next?.membership === own.known.membership && next.profileId === own.known.profileId) wanted.delete(id);
      else {
        receiving.delete(id);
        await own.stop(true);
      }
    }
    if (!closed) for (const each of wanted.values()) await begin(each);
    changed();
  }

  const followed = async (): Promise<InboxStatuses> => {
    await inTurn(follow);
    return status();
  };

  return {
    status,
    /** Uses an invitation, and lets a profile receive from its inbox if it is one. @throws Refusal */
    async join(text: string, profileId: string): Promise<InboxStatuses> {
      const invitation = readInvitation(text);
      if (invitation === null)
        throw new Refusal("no-invitation", "This is no invitation: it is an address that ends in /join# and a code.");
      const { token, member, inboxes } = await join(network, invitation);
      // What is not read again at the next start would take all others along.
      if (known().length + inboxes.length > INBOXES_AT_MOST)
        throw new Refusal(
          "not-joined",
          `More than ${INBOXES_AT_MOST} inboxes cannot be kept. Leave some of the others first.`,
        );
      const membership = randomUUID();
      await tokens.set(membership, token);
      const [only] = inboxes;
      const first = inboxes.length === 1 ? only : undefined;
      const isTaken = known().some((each) => each.inbox.id === first?.id && each.profileId !== null);
      remember([
        ...known(),
        ...inboxes.map((inbox) => ({
          membership,
          relay: invitation.relay,
          member,
          inbox,
          profileId: inbox === first && !isTaken ? profileId : null,
        })),
      ]);
      return followed();
    },
    /** Which profile receives from an inbox; null: none does. */
    async receive(membership: string, inbox: string, profileId: string | null): Promise<InboxStatuses> {
      remember(
        known().map((each) => {
          if (each.inbox.id !== inbox) return each;
          return { ...each, profileId: each.membership === membership ? profileId : null };
        }),
      );
      return followed();
    },
    /**
     * Answers the senders of an inbox from here, where nobody else does; or leaves that to the relay again.
     *
     * @param from whose hold it may be taken over from, where somebody else does
     */
    holdAnswer(inbox: string, hold: boolean, from: string | null): InboxStatuses {
      receiving.get(inbox)?.holdAnswer(hold, from);
      return status();
    },
    /** Forgets a membership with its inboxes; the token is of no use any more. */
    async leave(membership: string): Promise<InboxStatuses> {
      remember(known().filter((each) => each.membership !== membership));
      await tokens.set(membership, null);
      return followed();
    },
    tryNow(): InboxStatuses {
      for (const [id, own] of receiving)
        if (own.state().name === "failed")
          void inTurn(async () => {
            receiving.delete(id);
            await own.stop(false);
            await begin(own.known);
          });
        else own.poke();
      return status();
    },
    /** Receives from what was received from before. Resolves once the log says so. */
    start: (): Promise<void> => inTurn(follow),
    /** The machine was asleep. */
    woke(): void {
      for (const own of receiving.values()) own.poke();
    },
    /** Profiles have come or gone. */
    profilesChanged(): void {
      for (const own of receiving.values()) own.profileChanged();
      const hasChanged = [...receiving.values()].some((own) => options.profile(own.known.profileId) === null);
      const isBack = known().some(
        ({ profileId, inbox }) => profileId !== null && !receiving.has(inbox.id) && options.profile(profileId) !== null,
      );
      if (hasChanged || isBack) void inTurn(follow);
    },
    async close(): Promise<void> {
      closed = true;
      await inTurn(async () => {
        await Promise.all([...receiving.values()].map((own) => own.stop(false)));
      });
      if (timer !== null) clearTimeout(timer);
    },
  };
}
