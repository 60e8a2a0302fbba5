import type { CallSummary, EventDetail } from "../../../shared/events.ts";
import { countText, listText, lowered, pluralText } from "../../../shared/measures.ts";
import type { Tone } from "../../../shared/outcomes.ts";
import type { EventId } from "../../../shared/primitives.ts";
import type { Verdict } from "../../../shared/run.ts";
import { graverTone } from "../../../shared/text/event-tone.ts";
import { explainOutcome } from "../../../shared/text/explain-outcome.ts";
import { verdictName, verdictTone } from "../../../shared/text/explain-run.ts";
import { settle } from "../../core/bridge.ts";
import { defineStore } from "../../core/store.ts";
import { actionsStore, byOtherProfile } from "../actions/index.ts";
import { eventLogStore } from "../event-log/index.ts";
import { profilesStore } from "../profiles/index.ts";

/** How a call ended, with its webhook: as it is counted, and in full. */
export interface Ending {
  readonly name: string;
  readonly words: string;
  readonly tone: Tone;
}

/** A call of a series and what it was sent again as; null: how it ended is not known yet, or never was. */
export interface Repeated {
  readonly from: EventId;
  readonly sent: EventId;
  readonly before: Ending | null;
  readonly after: Ending | null;
}

interface RepeatState {
  /** Calls that are being sent again: how many of them were, and whether the last one's webhook is awaited now. */
  readonly progress: { readonly done: number; readonly of: number; readonly awaiting: boolean } | null;
  /** The calls of the last series, and those that they were sent again as. */
  readonly last: { readonly calls: readonly EventId[]; readonly sent: readonly EventId[] };
  /** How each of the last series ended, before and again. */
  readonly series: readonly Repeated[];
  /** Selects the calls of the last series that ended otherwise than before, each with what it was sent again as. */
  readonly showDiffering: () => void;
  /** Selects what the last series has sent, and brings it into sight. */
  readonly showSent: () => void;
  /**
   * Sends calls again in the order given, each when the one before it has ended and its webhook has come, or has not for
   * two seconds. Stops at one that cannot be sent.
   */
  readonly sendAll: (calls: readonly EventId[]) => Promise<void>;
  /** Sends no more of them; the one that is under way goes on. */
  readonly stop: () => void;
}

/** Sent at once, webhooks of calls that are alike could not be told apart; and a service that is slow holds nobody up. */
const PATIENCE_MS = 2_000;

/** Whether it ended otherwise than before, as far as that is known of both. */
export function differs({ before, after }: Repeated): boolean {
  return before !== null && after !== null && before.words !== after.words;
}

/** Grave only where one ended worse than before; of what went wrong as it did before nothing is to be cheered. */
function toneOf(series: readonly Repeated[]): Tone {
  const tones = series.flatMap(({ before, after }) => {
    if (after === null) return [];
    const isWorse =
      before === null || (before.tone !== after.tone && graverTone(before.tone, after.tone) === after.tone);
    return isWorse ? [after.tone] : [];
  });
  const worst = tones.reduce(graverTone, "good");
  return worst === "good" && series.some(({ after }) => after !== null && after.tone !== "good") ? "neutral" : worst;
}

/** "8 ended as before and 2 differently", and how many are still awaited; null while that is not known of any. */
export function beforeAndAfterText(series: readonly Repeated[]): string | null {
  const known = series.filter(({ before, after }) => before !== null && after !== null);
  const others = known.filter(differs).length;
  const same = known.length - others;
  if (known.length === 0) return null;
  const awaited = series.filter(({ after }) => after === null).length;
  const rest = awaited === 0 ? "" : `, ${countText(awaited)} still awaited`;
  if (series.length === 1) return others === 0 ? "ended as before" : "ended differently than before";
  if (same === series.length) return "all ended as before";
  if (others === 0) return `${countText(same)} ended as before${rest}`;
  if (same === 0) return `${countText(others)} ended differently than before${rest}`;
  return `${countText(same)} ended as before and ${countText(others)} differently${rest}`;
}

/** Why some may have ended in doubt that did not before; null where none has. */
export function doubtText(series: readonly Repeated[]): string | null {
  return series.length > 1 && series.some((each) => differs(each) && each.after?.name === "not sure")
    ? "Each went out two seconds after the one before at the latest: a webhook that takes longer may fit two of them."
    : null;
}

/** Nothing has ended while its run waits, though the answer was an error: the service may have acted on it all the same. */
function endingOf({ outcome, operation }: CallSummary, verdict: Verdict | null): Ending | null {
  if (outcome === null || verdict?.code === "waiting") return null;
  const { title, tone } = explainOutcome(outcome, operation);
  // Whoever looks up what is not to be there has been answered.
  if (operation === "link" && outcome.code === "status" && outcome.status === 404 && outcome.body === "json")
    return { name: "not found", words: lowered(title), tone };
  if (tone === "bad") {
    const nothingCame = verdict === null || verdict.code === "refused" || verdict.code === "missing";
    const came = nothingCame ? "" : `; ${verdictName(verdict)}`;
    return { name: "failed", words: `failed: ${lowered(title)}${came}`, tone };
  }
  if (operation === "link") return { name: "answered", words: lowered(title), tone };
  if (verdict === null) return null;
  const name = verdictName(verdict);
  return { name, words: name, tone: verdictTone(verdict) };
}

export const repeatStore = defineStore<RepeatState>(({ bridge, toasts, set, get, other }) => {
  let isStopped = false;
  /** The call whose webhook the next one waits for. */
  let awaited: { readonly id: EventId; readonly goOn: () => void } | null = null;
  /** Those of the series that were sent, by which their verdicts find them. */
  let calls = new Map<EventId, CallSummary>();
  /** What was said of the series, without what became of it; null while it is being sent, and when all is said. */
  let said: string | null = null;

  bridge.on("runs.changed", ({ runs }) => {
    for (const { id, verdict } of runs) judged(id, verdict);
    if (said !== null && isOver()) tell(said);
  });

  function judged(id: EventId, verdict: Verdict): void {
    const call = calls.get(id);
    if (call === undefined) return;
    setAfter(id, endingOf(call, verdict));
  }

  function setAfter(id: EventId, after: Ending | null): void {
    set({ series: get().series.map((each) => (each.sent === id ? { ...each, after } : each)) });
    if (after !== null && awaited?.id === id) awaited.goOn();
  }

  async function untilEnded(id: EventId): Promise<void> {
    if (get().series.every((each) => each.sent !== id || each.after !== null)) return;
    await new Promise<void>((resolve) => {
      awaited = { id, goOn: resolve };
      setTimeout(resolve, PATIENCE_MS);
    });
    awaited = null;
  }

  const isOver = () => get().series.every(({ after }) => after !== null);

  function tell(words: string): void {
    const { series } = get();
    const isKnown = isOver();
    said = isKnown ? null : words;
    const ends = series.flatMap(({ after }) => after ?? []);
    // That look-ups were answered is what the words begin with; beside others they are counted, so that these add up.
    const names = ends.every(({ name }) => name === "answered") ? [] : ends.map(({ name }) => name);
    const counts = [...new Set(names)].map(
      (name) => `${countText(names.filter((each) => each === name).length)} ${name}`,
    );
    const compared = isKnown ? beforeAndAfterText(series) : null;
    const parts = [...(counts.length === 0 ? [] : [listText(counts)]), ...(compared === null ? [] : [compared])];
    const result = parts.length === 0 ? words : `${words}: ${parts.join("; ")}`;
    const others = series.filter(differs).length;
    toasts.offer(
      // The message stays while webhooks come: numbers in it would be untrue before it goes.
      isKnown ? result : `${words}, verdicts follow`,
      compared !== null && others > 0
        ? { label: "Show what differs", run: () => get().showDiffering() }
        : { label: "Show them", run: () => get().showSent() },
      toneOf(series),
    );
  }

  /** The webhook may have come before the answer: then what was told of it found no simulation here. */
  async function watch(from: CallSummary, sent: CallSummary): Promise<void> {
    calls.set(sent.id, sent);
    const before = endingOf(from, from.run?.verdict ?? null);
    const withoutRun = endingOf(sent, null);
    const isOfRun = sent.operation !== "link";
    const after = isOfRun ? null : withoutRun;
    set({ series: [...get().series, { from: from.id, sent: sent.id, before, after }] });
    if (!isOfRun) return;
    const run = await settle(bridge.runs.get({ id: sent.id }));
    if (run.ok) judged(sent.id, run.value.summary.verdict);
    else if (withoutRun === null) set({ series: get().series.filter((each) => each.sent !== sent.id) });
    else setAfter(sent.id, withoutRun);
  }

  /** Sends it; null for what is no call any more. */
  async function send(id: EventId) {
    const detail = await settle(bridge.journal.detail({ id }));
    if (!detail.ok) return detail;
    if (detail.value.kind !== "call") return { ok: true, value: null } as const;
    const from = detail.value.summary;
    const result = await other(actionsStore).repeat(detail.value);
    return result.ok ? ({ ok: true, value: { from, event: result.value.event } } as const) : result;
  }

  return {
    progress: null,
    last: { calls: [], sent: [] },
    series: [],
    showSent: () => void other(eventLogStore).showAll(get().last.sent),
    showDiffering: () =>
      void other(eventLogStore).showAll(
        get()
          .series.filter(differs)
          .flatMap(({ from, sent }) => [from, sent])
          .toSorted((one, two) => one - two),
      ),
    stop: () => {
      isStopped = true;
      awaited?.goOn();
    },
    async sendAll(ids) {
      if (get().progress !== null) return;
      isStopped = false;
      calls = new Map();
      said = null;
      set({ series: [] });
      const events: EventDetail[] = [];
      let done = 0;
      let failure: string | null = null;
      for (const id of ids) {
        if (isStopped || failure !== null) break;
        set({ progress: { done, of: ids.length, awaiting: false } });
        const sent = await send(id);
        if (!sent.ok) failure = sent.message;
        else {
          done += 1;
          if (sent.value === null) continue;
          const { event, from } = sent.value;
          events.push(event);
          if (event.kind !== "call") continue;
          await watch(from, event.summary);
          if (done === ids.length) break;
          set({ progress: { done, of: ids.length, awaiting: true } });
          await untilEnded(event.summary.id);
        }
      }
      set({ progress: null, last: { calls: ids, sent: events.map(({ summary }) => summary.id) } });
      const words = `${pluralText(done, "call", "calls")} sent again`;
      const by = byOtherProfile(events, other(profilesStore).selectedId);
      if (failure !== null) toasts.failed(`Stopped after ${words}${by}`, failure);
      else tell(isStopped ? `Stopped: ${words} of ${ids.length}${by}` : `${words}${by}`);
    },
  };
});
