import type { Output, PlaybookOffer, PlaybookRunning } from "../../../shared/contract.ts";
import { readTable } from "../../../shared/csv.ts";
import { PLAYBOOK_FILE_LIMIT, type Playbook, type PlaybookStep, playbook } from "../../../shared/playbook.ts";
import { type PlaybookResult, type ResultBrief } from "../../../shared/playbook-result.ts";
import type { EventId } from "../../../shared/primitives.ts";
import { settle } from "../../core/bridge.ts";
import { panelStore } from "../../core/panels.ts";
import { defineStore } from "../../core/store.ts";
import { seenStore } from "./seen-store.ts";

export type Listed = Output<"playbooks", "list">["playbooks"][number];
export type Part = "run" | "edit" | "results";

/** Steps to go through; null: all of them. */
type StartOnly = readonly { readonly row: number; readonly stepId: string }[] | null;

/** Steps back that are kept of an edit. */
const UNDO_AT_MOST = 100;

export interface PlaybooksState {
  /** null until it was asked for. */
  readonly list: readonly Listed[] | null;
  readonly unreadable: readonly string[];
  readonly problem: string | null;
  /** The one that is shown; null with a draft: it is not saved yet. */
  readonly selectedId: string | null;
  readonly part: Part;
  /** What is edited, and how it was before; null: nothing is. */
  readonly draft: Playbook | null;
  readonly former: readonly Playbook[];
  /** Why the draft cannot be saved. */
  readonly draftProblem: string | null;
  readonly values: Readonly<Record<string, string>>;
  /** A table pasted or opened: run once for each of its rows. Empty: the values above, once. */
  readonly table: string;
  readonly bail: boolean;
  readonly startProblem: string | null;
  readonly running: PlaybookRunning | null;
  readonly results: readonly ResultBrief[];
  readonly result: PlaybookResult | null;
  /** Files that were opened, from here or from outside, and are asked about one after the other. */
  readonly offers: readonly PlaybookOffer[];
  readonly load: () => Promise<void>;
  readonly select: (id: string, part?: Part) => void;
  readonly show: (part: Part) => void;
  /** Opens what these events would be, to be saved. */
  readonly draftOf: (ids: readonly EventId[]) => Promise<void>;
  readonly edit: (id: string) => void;
  readonly change: (next: Playbook) => void;
  readonly undo: () => void;
  readonly discard: () => void;
  readonly save: () => Promise<void>;
  readonly duplicate: (id: string) => Promise<void>;
  readonly remove: (id: string) => Promise<void>;
  readonly setValue: (name: string, value: string) => void;
  readonly setTable: (text: string) => void;
  readonly setBail: (bail: boolean) => void;
  /** Runs it, or again `only` these steps of the result that is shown, with that result's rows. */
  readonly start: (only?: StartOnly) => Promise<void>;
  readonly startFailed: () => Promise<void>;
  readonly showResult: (id: string) => Promise<void>;
  /** The result to compare the one that is shown with; null: none. */
  readonly earlier: PlaybookResult | null;
  readonly compareWith: (id: string | null) => Promise<void>;
  readonly read: (file: Blob & { readonly name: string }) => Promise<void>;
  readonly takeOffer: (offered: Playbook) => Promise<void>;
  readonly dropOffer: () => void;
}

const NOTHING_SHOWN = { results: [], result: null, earlier: null, startProblem: null, table: "" } as const;
const NOT_A_PLAYBOOK = { ok: false, message: "This file is larger than 2 MB: it is no playbook." } as const;
const NO_DRAFT = { draft: null, former: [], draftProblem: null } as const;

export const playbooksStore = defineStore<PlaybooksState>(({ bridge, toasts, set, get, other, tryTo }) => {
  bridge.on("playbooks.running", (running) => {
    const before = get().running;
    const { id } = running.result.head;
    if (get().result?.head.id === id) set({ result: running.result });
    // One that is over may be changed by what comes later while another one runs.
    if (before !== null && before.state !== "ended" && before.result.head.id !== id && running.state === "ended")
      return;
    set({ running });
    if (running.state !== "ended" || before?.state === "ended") return;
    void get().load();
    if (get().selectedId === running.result.head.playbookId) void loadResults(running.result.head.id);
  });

  bridge.on("playbooks.offered", (offer) => set(({ offers }) => ({ offers: [...offers, offer] })));

  const listed = (id: string | null): Listed | undefined => get().list?.find((each) => each.id === id);

  async function loadResults(show: string | null): Promise<void> {
    const id = get().selectedId;
    if (id === null) return;
    const results = await settle(bridge.playbooks.results({ id }));
    if (!results.ok || get().selectedId !== id) return;
    set({ results: results.value.results });
    const shown = show ?? results.value.results[0]?.id;
    if (shown !== undefined) await get().showResult(shown);
  }

  async function read(resultId: string): Promise<PlaybookResult | null> {
    const { selectedId } = get();
    if (selectedId === null) return null;
    const result = await settle(bridge.playbooks.result({ playbookId: selectedId, resultId }));
    return result.ok && get().selectedId === selectedId ? result.value : null;
  }

  /** Begins to edit: against the result that is shown, or what the playbook was made from. */
  function begin(id: string | null, draft: Playbook, result: PlaybookResult | null): void {
    set({ ...NO_DRAFT, selectedId: id, part: "edit", draft });
    other(seenStore).use(id, result);
    void other(seenStore).look(draft);
  }

  async function keep(id: string | null, value: Playbook): Promise<string | null> {
    const saved = await settle(bridge.playbooks.save({ id, playbook: value }));
    if (!saved.ok) {
      set({ draftProblem: saved.message });
      return null;
    }
    set(NO_DRAFT);
    await get().load();
    return saved.value.id;
  }

  return {
    list: null,
    unreadable: [],
    problem: null,
    selectedId: null,
    part: "run",
    ...NO_DRAFT,
    ...NOTHING_SHOWN,
    values: {},
    bail: false,
    running: null,
    offers: [],
    async start(only: StartOnly = null) {
      const { selectedId: id, table, values, bail, result } = get();
      if (id === null) return;
      set({ startProblem: null });
      let rows: readonly Readonly<Record<string, string>>[] = [values];
      if (only !== null && result !== null) rows = result.head.rows;
      else if (table.trim() !== "") {
        const read = readTable(table);
        if (!read.ok) return set({ startProblem: read.message });
        rows = read.rows.map((row) => ({ ...values, ...row }));
      }
      const started = await settle(bridge.playbooks.start({ id, rows: rows.map((row) => ({ ...row })), only, bail }));
      set({ startProblem: started.ok ? null : started.message, part: "run", earlier: null });
    },
    async startFailed() {
      const { result } = get();
      if (result !== null) await get().start(notPassed(result));
    },
    async load() {
      const list = await settle(bridge.playbooks.list(null));
      if (!list.ok) return set({ problem: list.message });
      set({ list: list.value.playbooks, unreadable: list.value.unreadable, problem: null });
      const { selectedId, draft } = get();
      if (draft === null && listed(selectedId) === undefined) {
        const [first] = list.value.playbooks;
        if (first !== undefined) get().select(first.id);
      }
    },
    select(id, part = "run") {
      const found = listed(id);
      const defaults = found?.playbook.parameters.map(({ name, default: value }) => [name, value]) ?? [];
      set({ ...NO_DRAFT, ...NOTHING_SHOWN, selectedId: id, part, values: Object.fromEntries(defaults) });
      void loadResults(null);
    },
    show: (part) => set({ part }),
    async draftOf(ids) {
      const made = await tryTo("make a playbook of this", bridge.playbooks.draft({ ids: [...ids] }));
      if (!made.ok) return;
      const { playbook: draft, calls } = made.value;
      const values = Object.fromEntries(draft.parameters.map(({ name, default: value }) => [name, value]));
      set(NOTHING_SHOWN);
      other(seenStore).keep(null, { calls, values });
      begin(null, draft, null);
      other(panelStore).open("playbooks");
    },
    edit(id) {
      const found = listed(id);
      if (found !== undefined) begin(id, found.playbook, get().selectedId === id ? get().result : null);
    },
    change(next) {
      const { draft, former } = get();
      if (draft === null) return;
      set({ draft: next, former: [...former, draft].slice(-UNDO_AT_MOST), draftProblem: null });
      void other(seenStore).look(next);
    },
    undo() {
      const { former } = get();
      const last = former.at(-1);
      if (last === undefined) return;
      set({ draft: last, former: former.slice(0, -1), draftProblem: null });
      void other(seenStore).look(last);
    },
    discard() {
      const { selectedId, list } = get();
      set({ ...NO_DRAFT, part: "run" });
      const [first] = list ?? [];
      if (selectedId !== null) return;
      if (first !== undefined) get().select(first.id);
      // It was made of events of the log: back to them.
      other(panelStore).close();
    },
    async save() {
      const { draft, selectedId } = get();
      if (draft === null) return;
      const checked = playbook.safeParse(draft);
      if (!checked.success) {
        const [issue] = checked.error.issues;
        return set({
          draftProblem: issue === undefined ? "This playbook is not complete." : placed(issue, draft.steps),
        });
      }
      const id = await keep(selectedId, checked.data);
      if (id === null) return;
      const { seen, keep: keepSeen } = other(seenStore);
      if (selectedId === null) keepSeen(id, seen);
      toasts.done(`“${checked.data.name}” was saved`);
      get().select(id);
    },
    async duplicate(id) {
      const found = listed(id);
      if (found === undefined) return;
      const own = await keep(null, { ...found.playbook, name: `${found.playbook.name} (copy)`.slice(0, 120) });
      if (own !== null) get().edit(own);
    },
    async remove(id) {
      const found = listed(id);
      const removed = await tryTo("remove the playbook", bridge.playbooks.remove({ id }));
      if (!removed.ok || found === undefined) return;
      set({ ...NO_DRAFT, selectedId: null });
      await get().load();
      toasts.done(`“${found.playbook.name}” was removed`, () => {
        void keep(id, found.playbook).then(() => get().select(id));
      });
    },
    setValue: (name, value) => set((state) => ({ values: { ...state.values, [name]: value } })),
    setTable: (table) => set({ table, startProblem: null }),
    setBail: (bail) => set({ bail }),
    async showResult(resultId) {
      const result = await read(resultId);
      if (result === null) return;
      set({ result });
      if (get().earlier?.head.id === resultId) set({ earlier: null });
    },
    async compareWith(resultId) {
      set({ earlier: resultId === null ? null : await read(resultId) });
    },
    async read(file) {
      // Bytes are at least as many as characters; a larger file is not even taken into memory.
      const read =
        file.size > PLAYBOOK_FILE_LIMIT
          ? NOT_A_PLAYBOOK
          : await settle(bridge.playbooks.read({ file: file.name, text: await file.text().catch(() => "") }));
      const offer = read.ok ? read.value : { readable: false as const, file: file.name, reason: read.message };
      set(({ offers }) => ({ offers: [...offers, offer] }));
    },
    async takeOffer(offered) {
      const saved = await tryTo("import the playbook", bridge.playbooks.save({ id: null, playbook: offered }));
      if (!saved.ok) return;
      await get().load();
      toasts.done(`${offered.name} was imported`);
      other(panelStore).open("playbooks");
      // What is being edited stays in sight until it is saved or discarded.
      if (get().draft === null) get().select(saved.value.id);
    },
    dropOffer: () => set(({ offers }) => ({ offers: offers.slice(1) })),
  };
});

/** What did not pass: of a run that was broken off also what it never came to. */
function notPassed({ head, steps, end }: PlaybookResult): NonNullable<StartOnly> {
  const isWell = (row: number, stepId: string): boolean => {
    const found = steps.find((step) => step.row === row && step.stepId === stepId);
    if (found === undefined) return end?.how === "finished";
    return found.lines.every(({ state }) => state === "passed" || (state === "skipped" && end?.how === "finished"));
  };
  return head.rows.flatMap((_, row) =>
    head.playbook.steps.flatMap(({ id: stepId }) => (isWell(row, stepId) ? [] : [{ row, stepId }])),
  );
}

/** What is wrong, and in which step. */
function placed(
  issue: { readonly path: readonly PropertyKey[]; readonly message: string },
  steps: readonly PlaybookStep[],
): string {
  const [first, place] = issue.path;
  return first === "steps" && typeof place === "number" && steps[place] !== undefined
    ? `Step ${place + 1}: ${issue.message}`
    : issue.message;
}
