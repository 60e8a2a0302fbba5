import { randomUUID } from "node:crypto";
import type { AnswerChoice } from "../../shared/answer-script.ts";
import type { InboxAnswer } from "../../shared/inbox.ts";
import type { EventId, Microseconds } from "../../shared/primitives.ts";
import {
  type AnsweredEnd,
  type AnswerHolder,
  type MemberSaid,
  type RelayedWebhook,
  type RelaySaid,
  SAID_BYTES,
  type SettledAnswer,
} from "../../shared/relay.ts";
import type { Clock } from "../clock.ts";
import type { Journal } from "../journal/index.ts";

/** Beyond the inbox's own time for an answer, in microseconds: what is not told by then is not told any more. */
const SETTLED_WITHIN: Microseconds = 2_000_000;
/** Webhooks of which something is remembered, until the rest of it comes. */
const REMEMBERED = 2_000;

/** What is known of a sender's answer, where a desktop was asked for it. */
export interface Settled {
  /** null: it is not known here. */
  readonly said: SettledAnswer | null;
  /** It was this desktop that was asked. */
  readonly isHere: boolean;
}

interface LiveAnswerOptions {
  readonly journal: Pick<Journal, "finishDelivery">;
  readonly clock: Clock;
  /** By the answer script of the profile that receives; null: the inbox's own answer. */
  readonly choose: (webhook: RelayedWebhook) => AnswerChoice | null;
  readonly say: (message: MemberSaid) => void;
  readonly changed: () => void;
  /** Somebody else's desktop has taken it over from this one. */
  readonly taken: (member: string) => void;
}

/** The desktop's half of an inbox's live answer: which desktop holds it, and what became of what was asked. */
export function createLiveAnswer({ journal, clock, choose, say, changed, taken }: LiveAnswerOptions) {
  /** Ours; null while it is not wanted here. */
  let hold: string | null = null;
  /** Ours, until somebody else had it. */
  let lost: string | null = null;
  let terms: { readonly waitMs: number; readonly status: number } | null = null;
  let holder: AnswerHolder | null = null;
  const settled = createMemory<SettledAnswer>();
  const waiting = new Map<string, (said: SettledAnswer | null) => void>();
  /** Rows that wait for how it went, and how it went where the row is not there yet. */
  const rows = createMemory<EventId>();
  const ends = createMemory<AnsweredEnd>();

  function finish(id: EventId, { answerState, duration, committed, answerStarted, answerEnded }: AnsweredEnd): void {
    const end = { answerState, duration, committed, answerStarted, answerEnded };
    // Should this fail, the row says that it is being answered. The webhook itself is safe.
    journal.finishDelivery(id, end).catch(() => {});
  }

  function heldBy(next: AnswerHolder | null): void {
    holder = next;
    if (hold !== null && next === null && terms !== null && terms.waitMs > 0) say({ type: "take", hold });
    else if (hold !== null && next?.hold !== hold) {
      if (next?.tookFrom?.hold === hold) taken(next.member);
      lost = hold;
      hold = null;
    }
    changed();
  }

  function shown({ hold: theirs, member, since, tookFrom }: AnswerHolder): InboxAnswer["holder"] {
    const from = tookFrom === undefined ? null : { member: tookFrom.member, isHere: tookFrom.hold === lost };
    return { hold: theirs, member, since, isHere: theirs === hold, tookFrom: from };
  }

  function answer(webhook: RelayedWebhook): void {
    const { id } = webhook.head;
    const said: MemberSaid = { type: "answer", id, answer: choose(webhook) };
    // Longer than a relay takes: it gives the inbox's own answer, and says so.
    say(Buffer.byteLength(JSON.stringify(said)) < SAID_BYTES ? said : { ...said, answer: null });
  }

  return {
    state: (): InboxAnswer | null =>
      terms === null ? null : { ...terms, holder: holder === null ? null : shown(holder) },
    /**
     * Asks the relay for it; who holds it then is told.
     *
     * @param from the hold that it may be taken over from
     */
    take(from: string | null): void {
      hold ??= randomUUID();
      say({ type: "take", hold, ...(from === null ? {} : { from }) });
    },
    giveBack(): void {
      hold = null;
      say({ type: "give-back" });
    },
    hear(message: Extract<RelaySaid, { type: "hello" | "inbox" | "holder" | "settled" | "answered" }>): void {
      switch (message.type) {
        case "hello":
          terms = { waitMs: message.answerWaitMs, status: message.status };
          // After a new connection it goes on, if nobody else has taken it.
          if (hold !== null && message.holder?.hold === hold) say({ type: "take", hold });
          heldBy(message.holder);
          return;
        case "inbox":
          terms = { waitMs: message.answerWaitMs, status: message.status };
          changed();
          return;
        case "holder":
          heldBy(message.holder);
          return;
        case "settled":
          settled.put(message.id, message);
          waiting.get(message.id)?.(message);
          return;
        case "answered": {
          const row = rows.take(message.id);
          if (row === undefined) ends.put(message.id, message);
          else finish(row, message);
        }
      }
    },
    /**
     * A webhook as it comes: gives the answer if this desktop holds it. Resolves with what is answered, after some seconds
     * at most; undefined where no desktop was asked.
     */
    async comes(webhook: RelayedWebhook, ahead: Microseconds): Promise<Settled | undefined> {
      const { id, asked, at } = webhook.head;
      if (asked === undefined) return undefined;
      const isHere = asked.hold === hold;
      const known = settled.get(id);
      const left = at + ahead + (terms?.waitMs ?? 0) * 1_000 + SETTLED_WITHIN - clock.now();
      if (known !== undefined || left <= 0) return { said: known ?? null, isHere };
      const { promise, resolve } = Promise.withResolvers<SettledAnswer | null>();
      const timer = setTimeout(() => resolve(null), left / 1_000);
      waiting.set(id, resolve);
      if (isHere) answer(webhook);
      const said = await promise;
      clearTimeout(timer);
      waiting.delete(id);
      return { said, isHere };
    },
    /** It is in the log. */
    kept({ head: { id, asked } }: RelayedWebhook, row: EventId): void {
      if (asked === undefined) return;
      settled.take(id);
      const end = ends.take(id);
      if (end === undefined) rows.put(id, row);
      else finish(row, end);
    },
    /** The connection is gone. */
    disconnected(): void {
      terms = null;
      holder = null;
      for (const resolve of waiting.values()) resolve(null);
    },
  };
}

/** By the webhook's id; the oldest are forgotten. */
function createMemory<Value>() {
  const all = new Map<string, Value>();
  return {
    get: (id: string): Value | undefined => all.get(id),
    put(id: string, value: Value): void {
      all.set(id, value);
      const [oldest] = all.size > REMEMBERED ? all.keys() : [];
      if (oldest !== undefined) all.delete(oldest);
    },
    take(id: string): Value | undefined {
      const value = all.get(id);
      all.delete(id);
      return value;
    },
  };
}
