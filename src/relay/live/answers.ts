import { type PlannedAnswer, planChoice, type SentAnswer } from "../../main/listener/index.ts";
import type { AnswerChoice } from "../../shared/answer-script.ts";
import { MEBIBYTE } from "../../shared/primitives.ts";
import type { AnsweredEnd, AnswerHolder, SettledAnswer } from "../../shared/relay.ts";
import type { Metrics } from "../metrics.ts";
import type { Inbox } from "../people/registry.ts";
import type { LiveBus } from "./bus.ts";
import { createHolders, type HoldingDesktop } from "./holders.ts";

type DesktopHears = SettledAnswer | AnsweredEnd;

/** How an asked webhook was answered is remembered for so long, for desktops that were away for a moment. */
const REMEMBERED_MS = 600_000;
const REMEMBERED_BYTES = 8 * MEBIBYTE;

/** One webhook for whose answer a desktop is asked. */
export interface Ask {
  readonly asked: { readonly hold: string; readonly member: string };
  /** The webhook is on disk: the desktop's time to answer begins. */
  committed(): void;
  /** The webhook could not be kept: no desktop's answer is waited for. */
  drop(): void;
  /** Resolves once it is known what is answered: what the desktop has said, or `fallback`. */
  settle(fallback: PlannedAnswer, take: (plan: PlannedAnswer) => SentAnswer | null): Promise<void>;
  ended(end: Omit<AnsweredEnd, "type" | "id">): void;
}

/**
 * Answers that desktops give. The webhook itself is the question: the desktop that holds the answer receives it as all
 * do, from whichever relay it is connected to, and what it says comes over the bus to the relay that has the sender.
 */
export type LiveAnswers = ReturnType<typeof createLiveAnswers>;

interface LiveAnswersOptions {
  readonly bus: LiveBus;
  readonly metrics: Metrics;
  /** Another desktop holds it, or none. */
  readonly changed: (inbox: string) => void;
  /** For all desktops of the inbox that are connected here. */
  readonly tell: (inbox: string, said: DesktopHears) => void;
}

export function createLiveAnswers({ bus, metrics, changed, tell }: LiveAnswersOptions) {
  const holders = createHolders(bus, changed);
  const asks = new Map<string, { readonly hold: string; readonly hear: (answer: AnswerChoice | null) => void }>();
  const remembered: { readonly inbox: string; readonly said: DesktopHears; readonly bytes: number; at: number }[] = [];
  let rememberedBytes = 0;

  function remember(inbox: string, said: DesktopHears): void {
    const now = performance.now();
    const bytes = 1_000 + (said.type === "settled" ? (said.answer?.body.length ?? 0) : 0);
    remembered.push({ inbox, said, bytes, at: now });
    rememberedBytes += bytes;
    for (let oldest = remembered[0]; oldest !== undefined; [oldest] = remembered) {
      if (rememberedBytes <= REMEMBERED_BYTES && now - oldest.at < REMEMBERED_MS) break;
      remembered.shift();
      rememberedBytes -= oldest.bytes;
    }
  }

  bus.listen((message) => {
    if (message.type === "answer") {
      const ask = asks.get(message.id);
      if (ask?.hold === message.hold) ask.hear(message.answer);
    } else if (message.type === "settled" || message.type === "answered") {
      const { inbox, ...said } = message;
      remember(inbox, said);
      tell(inbox, said);
    }
  });

  return {
    /** For a webhook that is about to be kept; null where nobody holds the inbox's answer. */
    ask(inbox: Inbox, id: string): Ask | null {
      const { holder } = holders.of(inbox.id) ?? {};
      if (holder === undefined || inbox.answerWaitMs === 0) return null;
      const { hold, member } = holder;
      const { promise, resolve } = Promise.withResolvers<AnswerChoice | null>();
      let timer: NodeJS.Timeout | null = null;
      let isSettled = false;
      const done = (): void => {
        if (timer !== null) clearTimeout(timer);
        asks.delete(id);
      };
      asks.set(id, { hold, hear: resolve });
      const settled = (by: SettledAnswer["by"], sent: SentAnswer | null, purpose: SettledAnswer["purpose"]): void => {
        isSettled = true;
        const answer =
          sent === null
            ? null
            : {
                status: sent.status,
                headers: sent.headers,
                body: Buffer.from(sent.content, "latin1").toString("base64"),
              };
        bus.publish({ type: "settled", inbox: inbox.id, id, by, answer, purpose });
      };
      return {
        asked: { hold, member },
        committed() {
          timer = setTimeout(() => resolve(null), inbox.answerWaitMs);
        },
        drop: done,
        async settle(fallback, take) {
          const choice = await promise;
          done();
          if (isSettled) return;
          metrics.count(choice === null ? "relay_answers_late_total" : "relay_answers_given_total");
          const plan = choice === null ? fallback : planChoice(choice);
          settled(choice === null ? "default" : "holder", take(plan), plan.purpose);
        },
        ended(end) {
          done();
          // The sender was gone before anybody had said anything.
          if (!isSettled) settled("default", null, null);
          bus.publish({ type: "answered", inbox: inbox.id, id, ...end });
        },
      };
    },
    holder: (inbox: string): AnswerHolder | null => holders.of(inbox)?.holder ?? null,
    take: holders.take,
    giveBack: holders.giveBack,
    /** What a desktop says; only from the one that holds the answer it counts. */
    answer(inbox: string, desktop: HoldingDesktop, id: string, answer: AnswerChoice | null): void {
      const hold = holders.of(inbox);
      if (hold?.desktop === desktop) bus.publish({ type: "answer", inbox, hold: hold.holder.hold, id, answer });
    },
    /** How the last webhooks that were asked for were answered. */
    recall: (inbox: string): readonly DesktopHears[] =>
      remembered.flatMap((each) => (each.inbox === inbox ? [each.said] : [])),
    close(): void {
      holders.close();
      bus.close();
    },
  };
}
