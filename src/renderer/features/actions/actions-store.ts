import type { CallDetail } from "../../../shared/events.ts";
import { EMPTY_FORM_MEMORY, type FormMemory } from "../../../shared/form-memory.ts";
import type { Operation } from "../../../shared/outcomes.ts";
import type { EventId } from "../../../shared/primitives.ts";
import { holdsRemoved, type RemovedTexts, removedFields, withoutFields } from "../../../shared/removed-texts.ts";
import type { RunSummary } from "../../../shared/run.ts";
import { settle } from "../../core/bridge.ts";
import { commandsStore } from "../../core/commands.ts";
import { preferencesStore } from "../../core/preferences.ts";
import { defineStore } from "../../core/store.ts";
import { eventLogStore, rowWithId } from "../event-log/index.ts";
import type { FormCall, Sent } from "./answer/form-call.ts";
import { valuesOfBody } from "./form/filled.ts";
import { actionOf, FORMS, OPERATIONS, type Values } from "./form/forms.ts";
import { repeatCall, sentText } from "./repeat-call.ts";

/** One form of one profile: what is typed into it and what came of it belong to both. */
export type FormKey = `${Operation}:${string}`;

export function formKey(operation: Operation, profileId: string): FormKey {
  return `${operation}:${profileId}`;
}

/** What was typed and not sent yet; it survives a change of tab or profile. */
export interface Draft {
  /** null until something is typed: the form then shows its first values. */
  readonly values: Values | null;
  readonly editsBody: boolean;
  /** null as long as the body follows the fields. */
  readonly body: string | null;
  /** Grows each time the form is filled from elsewhere: what it showed until then gives way. */
  readonly filled: number;
}

export const EMPTY_DRAFT: Draft = { values: null, editsBody: false, body: null, filled: 0 };

/** A form's draft; before anything is typed, the body that was written by hand the last time. */
export function draftOf({ drafts, memories }: Pick<ActionsState, "drafts" | "memories">, key: FormKey): Draft {
  const [operation, profileId] = partsOf(key);
  const body = operation === "link" ? null : (memories[profileId]?.bodies[operation] ?? null);
  return drafts[key] ?? (body === null ? EMPTY_DRAFT : { ...EMPTY_DRAFT, editsBody: true, body });
}

export interface ActionsState {
  /** What each profile's forms remember, by its id; absent until it was asked for. */
  readonly memories: Readonly<Partial<Record<string, FormMemory>>>;
  readonly drafts: Readonly<Partial<Record<FormKey, Draft>>>;
  /** The latest sending of each form. */
  readonly calls: Readonly<Partial<Record<FormKey, FormCall>>>;
  /** Asks main what a profile's forms remember; a refusal leaves them with what they had. */
  readonly load: (profileId: string) => Promise<void>;
  readonly draft: (key: FormKey, change: Partial<Draft>) => void;
  /**
   * Puts values into a form, or the body that a call had: into its fields where they make it to the letter. What was
   * typed there can be had back.
   */
  readonly fill: (operation: Operation, profileId: string, content: Values | string) => void;
  /** Sends a form. While its last sending is under way this does nothing: there is no double submit. */
  readonly send: (operation: Operation, profileId: string, sent: Sent) => Promise<void>;
  /**
   * Sends a recorded call once more. Where it is the one that stands beside a form, what comes of it takes its place: an
   * old "Webhook: missing" there would contradict it.
   */
  readonly repeat: (detail: CallDetail) => ReturnType<typeof repeatCall>;
  readonly cancel: (key: FormKey) => Promise<void>;
  /** What `forgetTexts` would empty in the forms of these profiles. */
  readonly heldBy: (gone: RemovedTexts, profileIds: readonly string[]) => Promise<readonly HeldByForm[]>;
  /**
   * These texts were removed for good: no form's field holds them any more, nor what came of sending them, or of a
   * sending whose event is gone.
   */
  readonly forgetTexts: (gone: RemovedTexts) => Promise<void>;
  /** The form itself has refused it: that is shown, and no more what came of the last sending, which contradicts it. */
  readonly refuse: (key: FormKey, sent: Sent) => void;
}

/** What a form holds of what is removed for good: in which fields, and whether in a body written by hand. */
export interface HeldByForm {
  readonly form: FormKey;
  readonly fields: readonly string[];
  readonly body: boolean;
}

function heldIn({ body }: Pick<Draft, "body">, values: Values, gone: RemovedTexts): Omit<HeldByForm, "form"> {
  return { fields: removedFields(values, gone), body: body !== null && holdsRemoved(gone)(body) };
}

/** Between the last key and keeping what was typed. */
const KEEP_AFTER_MS = 400;

export function partsOf(key: FormKey): readonly [Operation, string] {
  const colon = key.indexOf(":");
  return [key.slice(0, colon) as Operation, key.slice(colon + 1)];
}

function wholeValues(operation: Operation, values: Values): Record<string, string> {
  return Object.fromEntries(FORMS[operation].fields.map(({ name }) => [name, values[name] ?? ""]));
}

export const actionsStore = defineStore<ActionsState>(({ bridge, toasts, set, get, other, tryTo }) => {
  const setCall = (key: FormKey, next: FormCall) => set(({ calls }) => ({ calls: { ...calls, [key]: next } }));

  bridge.on("runs.changed", ({ runs }) => takeRuns(runs));
  bridge.on("journal.changed", ({ reset }) => {
    if (reset) void dropGone();
  });

  /**
   * What came of a sending goes with its event: a customer who was removed would stay beside the form, with ways that
   * lead nowhere. One that was cleared can still be brought back.
   */
  async function dropGone(): Promise<void> {
    const ended = Object.entries(get().calls).flatMap(([key, each]) =>
      each?.state === "ended" ? [{ key, id: each.event.summary.id }] : [],
    );
    const looks = ended.map(async (each) => ({ ...each, found: await settle(bridge.journal.detail({ id: each.id })) }));
    const gone = new Map<string, EventId>();
    for (const { key, id, found } of await Promise.all(looks))
      if (!found.ok && found.code === "no-event") gone.set(key, id);
    if (gone.size === 0) return;
    // Unless it was sent anew meanwhile.
    const isGone = ([key, call]: [string, FormCall | undefined]) =>
      call?.state === "ended" && gone.get(key) === call.event.summary.id;
    set(({ calls }) => ({ calls: Object.fromEntries(Object.entries(calls).filter((each) => !isGone(each))) }));
  }

  function takeRuns(runs: readonly RunSummary[]): void {
    for (const [key, each] of Object.entries(get().calls)) {
      if (each?.state !== "ended") continue;
      const run = runs.findLast(({ id }) => id === each.event.summary.id);
      if (run !== undefined) setCall(key as FormKey, { ...each, run });
    }
  }

  /** The latest sending of this form has ended with this call. */
  async function ended(
    key: FormKey,
    started: Pick<FormCall, "requestId" | "sent">,
    event: CallDetail,
    former: readonly EventId[] = [],
  ): Promise<void> {
    const { requestId, sent } = started;
    setCall(key, { requestId, sent, state: "ended", event, run: null, former });
    const { values, change } = other(preferencesStore);
    change({ sentLast: { ...values.sentLast, [key]: event.summary.id } });
    // The webhook may have come before the answer, and what was told of it then found no call to go to.
    const run = event.expectation === undefined ? null : await settle(bridge.runs.get({ id: event.summary.id }));
    // And what was told since then is newer than this.
    const now = get().calls[key];
    if (run?.ok === true && now?.state === "ended" && now.run === null) takeRuns([run.value.summary]);
  }

  async function load(profileId: string): Promise<void> {
    const result = await tryTo("read what the forms remember", bridge.forms.get({ id: profileId }));
    const memory = result.ok ? result.value : (get().memories[profileId] ?? EMPTY_FORM_MEMORY);
    const isFirst = get().memories[profileId] === undefined;
    set(({ memories }) => ({ memories: { ...memories, [profileId]: memory } }));
    if (isFirst) await Promise.all(OPERATIONS.map((operation) => bringBack(operation, profileId)));
  }

  /** The answer that stood beside a form when Linkdesk was ended, unless its call has gone from the log. */
  async function bringBack(operation: Operation, profileId: string): Promise<void> {
    const key = formKey(operation, profileId);
    // Asked of main: at the start the window may not have them yet.
    const preferences = await settle(bridge.preferences.get(null));
    const id = preferences.ok ? preferences.value.sentLast[key] : undefined;
    const found = id === undefined ? null : await settle(bridge.journal.detail({ id }));
    if (found === null || !found.ok || found.value.kind !== "call" || found.value.summary.outcome === null) return;
    const event = found.value;
    const text = await sentText(bridge, event);
    if (!text.ok || get().calls[key] !== undefined) return;
    const fields =
      operation === "link" ? { linkId: event.summary.facts.linkId ?? "" } : valuesOfBody(operation, text.value);
    const sent = { values: fields ?? {}, rawBody: fields === null ? text.value : null };
    const call = { state: "ended", event, run: event.summary.run ?? null, broughtBack: true } as const;
    setCall(key, { requestId: crypto.randomUUID(), sent, ...call });
  }

  /** What is typed goes to main a moment later, so that it is there after an end: by its form. */
  const keeping = new Map<FormKey, ReturnType<typeof setTimeout>>();

  function keepLater(key: FormKey): void {
    clearTimeout(keeping.get(key));
    const [operation, id] = partsOf(key);
    const keep = () => {
      keeping.delete(key);
      const draft = get().drafts[key];
      if (draft === undefined) return;
      const values = draft.values === null ? {} : { [operation]: wholeValues(operation, draft.values) };
      const bodies = operation === "link" ? {} : { [operation]: draft.editsBody ? draft.body : null };
      // Whatever hinders it, nothing is lost that is in sight.
      void settle(bridge.forms.keep({ id, values, bodies }));
    };
    keeping.set(key, setTimeout(keep, KEEP_AFTER_MS));
  }

  function shownIn(key: FormKey): Values {
    const [operation, profileId] = partsOf(key);
    return get().drafts[key]?.values ?? get().memories[profileId]?.last[operation] ?? {};
  }

  return {
    memories: {},
    drafts: {},
    calls: {},
    load,

    async start() {
      // So that the first paint shows the values of last time and not, for a moment, the sandbox's examples.
      const profiles = await settle(bridge.profiles.list(null));
      if (profiles.ok) await load(profiles.value.selectedId);
    },

    draft(key, change) {
      set(({ calls, ...state }) => {
        const call = calls[key];
        // What was to be set right is not what stands there now.
        const isOver = call?.state === "refused" && call.code === "form";
        return {
          drafts: { ...state.drafts, [key]: { ...draftOf(state, key), ...change } },
          ...(isOver ? { calls: { ...calls, [key]: undefined } } : {}),
        };
      });
      keepLater(key);
    },

    fill(operation, profileId, content) {
      const key = formKey(operation, profileId);
      const values = typeof content === "string" ? valuesOfBody(operation, content) : content;
      const before = draftOf(get(), key);
      const filled = before.filled + 1;
      const draft = values === null && typeof content === "string" ? { editsBody: true, body: content } : { values };
      set(({ drafts }) => ({ drafts: { ...drafts, [key]: { ...EMPTY_DRAFT, ...draft, filled } } }));
      keepLater(key);
      if (before.values === null && before.body === null) return;
      toasts.done("Filled in what the call had", () => {
        get().draft(key, { ...before, filled: draftOf(get(), key).filled + 1 });
      });
    },

    async send(operation, profileId, sent) {
      const key = formKey(operation, profileId);
      if (get().calls[key]?.state === "busy") return;
      const shownBefore = other(eventLogStore).selectedId;
      const started = { requestId: crypto.randomUUID(), sent };
      setCall(key, { ...started, state: "busy", startedAt: performance.now(), cancelling: false });
      const action = actionOf(operation, sent.values, sent.rawBody);
      const result = await settle(bridge.calls.send({ requestId: started.requestId, profileId, action }));
      if (!result.ok) setCall(key, { ...started, state: "refused", code: result.code, message: result.message });
      else if (result.value.event.kind === "call") {
        const { event } = result.value;
        const told = ended(key, started, event);
        // What came of it stands in the inspector, too, unless somebody keeps something there, or has gone elsewhere since.
        const { selectedId, window, showSent, offerSent } = other(eventLogStore);
        const isKept = rowWithId(window.rows, selectedId)?.pinned === true;
        if (isKept && selectedId === shownBefore) offerSent(event.summary.id);
        else if (selectedId === shownBefore) {
          showSent(event.summary.id);
          // The verdict is what one waits for, whichever tab was looked at before.
          other(commandsStore).run("inspector-overview");
        }
        await told;
      } else {
        const message = "Linkdesk took the answer for something that is not a call.";
        setCall(key, { ...started, state: "refused", code: "internal", message });
      }
      // Main has recorded what was sent: the forms offer it from now on.
      await load(profileId);
    },

    async repeat(detail) {
      const result = await repeatCall(bridge, detail);
      if (!result.ok || result.value.event.kind !== "call") return result;
      for (const [key, call] of Object.entries(get().calls))
        if (call?.state === "ended") {
          // Also the one that stood there before it was sent again: it stays selected, and the key may be pressed again.
          const stood = [...(call.former ?? []), call.event.summary.id];
          if (stood.includes(detail.summary.id)) await ended(key as FormKey, call, result.value.event, stood);
        }
      return result;
    },

    async heldBy(gone, profileIds) {
      await Promise.all(profileIds.filter((id) => get().memories[id] === undefined).map(load));
      const keys = profileIds.flatMap((id) => OPERATIONS.map((operation) => formKey(operation, id)));
      return keys.flatMap((key) => {
        const held = heldIn(draftOf(get(), key), shownIn(key), gone);
        return held.fields.length > 0 || held.body ? [{ form: key, ...held }] : [];
      });
    },

    async forgetTexts(gone) {
      // What is on its way to be kept may hold one of them: it goes again, without it.
      const waiting = [...keeping.keys()];
      for (const timer of keeping.values()) clearTimeout(timer);
      keeping.clear();
      const { drafts, calls, memories } = get();
      const changed: FormKey[] = [];
      const left = Object.entries(drafts).flatMap(([key, draft]) => {
        if (draft === undefined) return [];
        const { fields, body } = heldIn(draft, draft.values ?? {}, gone);
        if (fields.length === 0 && !body) return [[key, draft] as const];
        changed.push(key as FormKey);
        const values = draft.values === null ? null : withoutFields(draft.values, fields);
        return [[key, { ...draft, values, filled: draft.filled + 1, ...(body ? { body: null } : {}) }] as const];
      });
      const isFree = ({ values, rawBody }: Sent) => {
        const { fields, body } = heldIn({ body: rawBody }, values, gone);
        return fields.length === 0 && !body;
      };
      set({
        drafts: Object.fromEntries(left),
        calls: Object.fromEntries(
          Object.entries(calls).filter(([, each]) => each?.state === "busy" || (each && isFree(each.sent))),
        ),
      });
      for (const key of [...waiting, ...changed]) keepLater(key);
      await Promise.all([dropGone(), ...Object.keys(memories).map(load)]);
    },

    refuse(key, sent) {
      if (get().calls[key]?.state === "busy") return;
      const message = "Nothing was sent: what is marked above has to be set right first.";
      setCall(key, { requestId: crypto.randomUUID(), sent, state: "refused", code: "form", message });
    },

    async cancel(key) {
      const current = get().calls[key];
      if (current?.state !== "busy" || current.cancelling) return;
      setCall(key, { ...current, cancelling: true });
      await tryTo("cancel the call", bridge.calls.cancel({ requestId: current.requestId }));
    },
  };
});
