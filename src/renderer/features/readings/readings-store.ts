import type { DeliveryReading } from "../../../shared/contract.ts";
import {
  type AmountUnit,
  blankReading,
  type Correction,
  correctionOf,
  correctReading,
  explainedBy,
  learnForm,
  learnWord,
  placeOfValue,
  type UnknownWord,
  unitOfAmount,
  type ValueRole,
} from "../../../shared/correct-reading.ts";
import type { EventId, Result } from "../../../shared/primitives.ts";
import {
  type OutcomeMeaning,
  type PayloadValue,
  type PurposeMeaning,
  type Reading,
  UNNAMED,
} from "../../../shared/reading.ts";
import type { ComparedField, Expectation } from "../../../shared/run.ts";
import { amendedIds } from "../../core/amended-ids.ts";
import { settle } from "../../core/bridge.ts";
import { defineStore } from "../../core/store.ts";
import { UNDO } from "../../core/toasts.ts";
import { answerText } from "../../text/explain-reading.ts";
import { type Trial, tryOut } from "./trial.ts";
import type { WordLine } from "./words-table.tsx";

/** How one webhook is read, as far as it is known here. */
export type LoadedReading =
  | { readonly state: "loading" }
  | { readonly state: "failed"; readonly message: string }
  | { readonly state: "ready"; readonly says: DeliveryReading };

/** A reading that was corrected by pointing and is not saved yet. */
export interface Draft {
  readonly deliveryId: EventId;
  readonly profileId: string;
  readonly reading: Reading;
  readonly trial: Trial;
}

/** What has to be said beside the pointing. */
export type Asked =
  | {
      readonly about: "unit";
      readonly deliveryId: EventId;
      readonly path: string;
      readonly text: string;
      readonly expected: string | null;
    }
  | {
      readonly about: "purpose" | "outcome";
      readonly deliveryId: EventId;
      readonly path: string;
      readonly text: string;
    };

export type AskedWords = Extract<Asked, { about: "purpose" | "outcome" }>;

export interface SeenWords {
  readonly lines: readonly WordLine[];
  /** Why the log could not be searched for others. */
  readonly trouble: string | null;
}

export interface Judging {
  readonly done: number;
  readonly of: number;
}

/** Which reading was changed, and in which profile. */
interface Changed {
  readonly profileId: string;
  readonly readingId: string;
  readonly name: string;
}

export interface ReadingsState {
  readonly loaded: ReadonlyMap<EventId, LoadedReading>;
  readonly draft: Draft | null;
  readonly asked: Asked | null;
  /** The delivery whose reading is being saved. */
  readonly saving: EventId | null;
  /** Deliveries that somebody has answered for, until the log of their profile is judged by it. */
  readonly answered: ReadonlyMap<EventId, string>;
  /** Profiles whose log is judged anew. */
  readonly judging: ReadonlyMap<string, Judging>;
  /** Keeps a webhook's reading up to date until the returned function is called. */
  readonly watch: (id: EventId) => () => void;
  readonly reload: (id: EventId) => Promise<void>;
  /** Yes, it is read correctly; or so, once it was corrected. */
  readonly confirm: (id: EventId) => Promise<void>;
  /** Says what a new word means. */
  readonly answer: (id: EventId, word: UnknownWord, means: OutcomeMeaning | PurposeMeaning) => Promise<void>;
  /** Says what a value is; asks for what does not follow from it. */
  readonly point: (id: EventId, value: PayloadValue, role: ValueRole) => Promise<void>;
  /** The value is not what it is taken for. */
  readonly pointAway: (id: EventId, value: PayloadValue) => void;
  /** Asks in which unit the amount of a webhook stands that says another one than its simulation. */
  readonly askUnit: (id: EventId, amount: ComparedField) => void;
  readonly sayUnit: (unit: AmountUnit) => void;
  readonly sayWords: (words: Extract<Correction, { is: "purpose" | "outcome" }>["words"]) => void;
  /** The words seen in the log at the place that is asked about, with what they are said to mean so far. */
  readonly wordsAt: (asked: AskedWords) => Promise<SeenWords>;
  readonly dismiss: () => void;
  readonly dropDraft: () => void;
  /** The last change of a reading, as long as it can be taken back. */
  readonly changed: Changed | null;
  /** Whether its message still offers that: only then a key does it, too. */
  readonly undoOffered: boolean;
  /** Takes it back. */
  readonly undo: () => Promise<void>;
  readonly remove: (profileId: string, reading: Reading) => Promise<void>;
  /** The sentence that says why it was refused, or null. */
  readonly update: (profileId: string, reading: Reading) => Promise<string | null>;
}

export const readingsStore = defineStore<ReadingsState>(({ bridge, toasts, set, get, tryTo }) => {
  const watched = new Map<EventId, number>();
  /** Asked for and not answered yet: who looks away and back again meanwhile does not ask twice. */
  const underWay = new Set<EventId>();
  let tries = 0;

  bridge.on("journal.changed", (push) => {
    const changed = new Set(amendedIds(push));
    for (const id of watched.keys()) if (push.reset || changed.has(id)) void load(id);
  });
  bridge.on("profiles.changed", () => {
    for (const id of watched.keys()) void load(id);
  });
  bridge.on("readings.progress", ({ profileId, done, of }) => {
    const judging = new Map(get().judging);
    if (done >= of) judging.delete(profileId);
    else judging.set(profileId, { done, of });
    set({ judging });
    if (done < of) return;
    for (const id of watched.keys()) void load(id);
    for (const [id, answered] of get().answered) if (answered === profileId) void load(id).then(() => ask(id));
  });

  function ask(id: EventId): void {
    set(({ answered }) => ({ answered: new Map([...answered].filter(([key]) => key !== id)) }));
  }

  function put(id: EventId, next: LoadedReading): void {
    if (watched.has(id)) set(({ loaded }) => ({ loaded: new Map(loaded).set(id, next) }));
  }

  async function load(id: EventId): Promise<void> {
    underWay.add(id);
    const result = await settle(bridge.readings.of({ deliveryId: id }));
    underWay.delete(id);
    put(id, result.ok ? { state: "ready", says: result.value } : { state: "failed", message: result.message });
  }

  function saysOf(id: EventId): DeliveryReading | null {
    const found = get().loaded.get(id);
    return found?.state === "ready" ? found.says : null;
  }

  /** What is being corrected: the draft of this webhook, else how it is read now. */
  function readingOf(id: EventId, says: DeliveryReading): Reading {
    const { draft } = get();
    if (draft?.deliveryId === id) return draft.reading;
    return says.reading ?? blankReading(says.webhook.kind);
  }

  /** What the simulation of a webhook asked for; null where it belongs to none. */
  async function expectedOf(id: EventId): Promise<Expectation | null> {
    const detail = await settle(bridge.journal.detail({ id }));
    const runId = detail.ok && detail.value.kind === "delivery" ? detail.value.summary.tie?.runId : undefined;
    if (runId === undefined || runId === null) return null;
    const run = await settle(bridge.runs.get({ id: runId }));
    return run.ok ? run.value.expectation : null;
  }

  function change(id: EventId, corrected: (reading: Reading) => Reading): void {
    const says = saysOf(id);
    if (says === null || says.profileId === null) return;
    const reading = corrected(readingOf(id, says));
    const draft: Draft = { deliveryId: id, profileId: says.profileId, reading, trial: { state: "trying" } };
    set({ draft, asked: null });
    tries += 1;
    const mine = tries;
    void tryOut(bridge, draft).then((trial) => {
      if (mine === tries && get().draft === draft) set({ draft: { ...draft, trial } });
    });
  }

  /** @param words what the user has said by it, for the message that offers to take it back */
  async function save(id: EventId, reading: Reading, words: string): Promise<void> {
    set(({ answered }) => ({ saving: id, answered: new Map(answered).set(id, saysOf(id)?.profileId ?? "") }));
    const result = await tryTo("save the reading", bridge.readings.confirm({ deliveryId: id, reading }));
    set({ saving: null });
    if (!result.ok) return ask(id);
    const { readingId, view } = result.value;
    set({ draft: null });
    told(`${words}, from now on`, {
      profileId: view.profile.id,
      readingId,
      name: reading.name,
    });
    await load(id);
  }

  /** Says that a reading was changed. In the profile that can be taken back after its message has gone, too. */
  function told(words: string, changed: Changed): void {
    set({ changed, undoOffered: true });
    toasts.offer(words, {
      label: UNDO,
      run: () => void takeBack(changed),
      gone() {
        if (get().changed === changed) set({ undoOffered: false });
      },
    });
  }

  /** Takes a change back, says what that comes to, and offers the change again. */
  async function takeBack(change: Changed): Promise<void> {
    const { profileId, readingId, name } = change;
    const result = await tryTo("take the reading back", bridge.readings.restore({ profileId, readingId }));
    if (!result.ok) return;
    if (get().changed === change) set({ changed: null, undoOffered: false });
    const isThere = result.value.profile.readings.some(({ id }) => id === readingId);
    const words = isThere
      ? `The reading “${name}” is what it was before`
      : `The reading “${name}” is not confirmed any more, and its verdicts are judged anew`;
    toasts.offer(words, { label: "Redo", run: () => void redo(change) });
  }

  async function redo(change: Changed): Promise<void> {
    const { profileId, readingId, name } = change;
    const result = await tryTo("change the reading again", bridge.readings.restore({ profileId, readingId }));
    if (result.ok) told(`The reading “${name}” is changed again`, change);
  }

  return {
    changed: null,
    undoOffered: false,
    loaded: new Map(),
    draft: null,
    asked: null,
    saving: null,
    answered: new Map(),
    judging: new Map(),
    watch(id) {
      const before = watched.get(id) ?? 0;
      watched.set(id, before + 1);
      if (before === 0) {
        put(id, { state: "loading" });
        if (!underWay.has(id)) void load(id);
      }
      return () => {
        const left = (watched.get(id) ?? 1) - 1;
        if (left > 0) {
          watched.set(id, left);
          return;
        }
        watched.delete(id);
        set(({ loaded }) => ({ loaded: new Map([...loaded].filter(([key]) => key !== id)) }));
      };
    },
    reload: load,
    async confirm(id) {
      const says = saysOf(id);
      if (says === null || get().saving !== null) return;
      const forms = says.webhook.newWords.filter(({ about }) => about === "amount");
      const reading = forms.reduce(learnForm, readingOf(id, says));
      const likeThese = reading.name === UNNAMED ? "this one" : `“${reading.name}”`;
      await save(id, reading, `Webhooks like ${likeThese} are judged by this`);
    },
    async answer(id, word, means) {
      const says = saysOf(id);
      if (!says?.reading || get().saving !== null) return;
      const learned = explainedBy(word, means, says.webhook).reduce(
        (reading, each) => learnWord(reading, each, means, placeOfValue(each, says.values)),
        readingOf(id, says),
      );
      await save(id, learned, answerText(word, means));
    },
    async point(id, value, role) {
      const says = saysOf(id);
      if (says === null) return;
      const path = placeOfValue(value, says.values);
      const { text } = value;
      if (role === "purpose" || role === "outcome") {
        set({ asked: { about: role, deliveryId: id, path, text } });
        return;
      }
      const expected = await expectedOf(id);
      if (role === "amount" && unitOfAmount(text, expected?.amount ?? null)?.scale !== 0) {
        set({ asked: { about: "unit", deliveryId: id, path, text, expected: expected?.amount ?? null } });
        return;
      }
      change(id, (reading) => correctReading(reading, correctionOf(role, path, text, expected)));
    },
    pointAway: (id, value) =>
      change(id, (reading) => {
        const path = placeOfValue(value, saysOf(id)?.values ?? []);
        return correctReading(reading, { is: "nothing", path });
      }),
    askUnit(id, { path, actual, expected }) {
      if (path === null || actual === null) return;
      set({ asked: { about: "unit", deliveryId: id, path, text: actual, expected } });
    },
    sayUnit(unit) {
      const { asked } = get();
      if (asked?.about === "unit")
        change(asked.deliveryId, (reading) => correctReading(reading, { is: "amount", path: asked.path, ...unit }));
    },
    sayWords(words) {
      const { asked } = get();
      if (asked !== null && asked.about !== "unit")
        change(asked.deliveryId, (reading) =>
          correctReading(reading, { is: asked.about, path: asked.path, words } as Correction),
        );
    },
    async wordsAt({ deliveryId, about, path, text }) {
      const says = saysOf(deliveryId);
      const reading = says === null ? blankReading("") : readingOf(deliveryId, says);
      const place = reading[about].places.find((each) => each.path === path);
      const known = new Map<string, WordLine["means"]>(place?.words.map((word) => [word.text, word.means]));
      const line = (word: string, times: number): WordLine => ({ text: word, times, means: known.get(word) ?? null });
      if (says === null || says.profileId === null) return { lines: [line(text, 1)], trouble: null };
      const pointed = correctReading(reading, { is: about, path, words: [] });
      const trial = await tryOut(bridge, { profileId: says.profileId, reading: pointed, deliveryId: null });
      const seen = trial.state === "tried" ? trial.trial.words : [];
      const counts = new Map(
        seen.filter((word) => word.about === about && word.path === path).map((word) => [word.text, word.times]),
      );
      const texts = new Set([text, ...counts.keys(), ...known.keys()]);
      return {
        lines: [...texts].map((word) => line(word, counts.get(word) ?? (word === text ? 1 : 0))),
        trouble: trial.state === "failed" ? trial.message : null,
      };
    },
    dismiss: () => set({ asked: null }),
    dropDraft: () => set({ draft: null, asked: null }),
    async undo() {
      const { changed } = get();
      if (changed !== null) await takeBack(changed);
    },
    async remove(profileId, reading) {
      const result = await tryTo("delete the reading", bridge.readings.remove({ profileId, readingId: reading.id }));
      if (result.ok)
        told(`Deleted the reading “${reading.name}”`, { profileId, readingId: reading.id, name: reading.name });
    },
    async update(profileId, reading) {
      const result: Result<unknown> = await settle(bridge.readings.update({ profileId, reading }));
      if (!result.ok) return result.message;
      told(`Saved the reading “${reading.name}”`, { profileId, readingId: reading.id, name: reading.name });
      return null;
    },
  };
});

/** "38 %": rows are counted from the first to the last, those in between that are gone with them. */
export function judgingText({ done, of }: Judging): string {
  return `${of === 0 ? 100 : Math.floor((100 * done) / of)}\u202f%`;
}
