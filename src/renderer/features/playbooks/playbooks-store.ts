import type { Output, PlaybookOffer, PlaybookRunning } from "../../../shared/contract.ts";
import { readTable } from "../../../shared/csv.ts";
import {
  type Playbook,
  type PlaybookResult,
  type PlaybookStep,
  playbook,
  type ResultBrief,
} from "../../../shared/playbook.ts";
import type { EventId } from "../../../shared/primitives.ts";
import { settle } from "../../core/bridge.ts";
import { panelStore } from "../../core/panels.ts";
import { defineStore } from "../../core/store.ts";

export type Listed = Output<"playbooks", "list">["playbooks"][number];
export type Part = "run" | "edit" | "results";

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
  readonly offer: Extract<PlaybookOffer, { readable: true }> | null;
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
  /** `only`: the steps of the result shown that did not pass. */
  readonly start: (onlyFailed?: boolean) => Promise<void>;
  readonly showResult: (id: string) => Promise<void>;
  readonly read: (file: File) => Promise<void>;
  readonly takeOffer: () => Promise<void>;
  readonly dropOffer: () => void;
}

const NOTHING_SHOWN = { results: [], result: null, startProblem: null, table: "" } as const;
const NO_DRAFT = { draft: null, former: [], draftProblem: null } as const;

export const playbooksStore = defineStore<PlaybooksState>(({ bridge, toasts, set, get, other, tryTo }) => {
  bridge.on("playbooks.running", (running) => {
    const before = get().running;
    set({ running });
    if (get().result?.head.id === running.result.head.id) set({ result: running.result });
    if (running.state !== "ended" || before?.state === "ended") return;
    void get().load();
    if (get().selectedId === running.result.head.playbookId) void loadResults(running.result.head.id);
  });

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
    offer: null,
    async start(onlyFailed = false) {
      const { selectedId: id, table, values, bail, result } = get();
      if (id === null) return;
      set({ startProblem: null });
      let rows: readonly Readonly<Record<string, string>>[] = [values];
      if (onlyFailed && result !== null) rows = result.head.rows;
      else if (table.trim() !== "") {
        const read = readTable(table);
        if (!read.ok) return set({ startProblem: read.message });
        rows = read.rows.map((row) => ({ ...values, ...row }));
      }
      const failed = result?.steps.filter(({ lines }) =>
        lines.some(({ state }) => state !== "passed" && state !== "skipped"),
      );
      const only = onlyFailed && failed !== undefined ? failed.map(({ row, stepId }) => ({ row, stepId })) : null;
      const started = await settle(bridge.playbooks.start({ id, rows: rows.map((row) => ({ ...row })), only, bail }));
      if (!started.ok) set({ startProblem: started.message, part: "run" });
      else set({ part: "run" });
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
      set({ ...NO_DRAFT, ...NOTHING_SHOWN, selectedId: null, part: "edit", draft: made.value.playbook });
      other(panelStore).open("playbooks");
    },
    edit(id) {
      const found = listed(id);
      if (found !== undefined) set({ ...NO_DRAFT, selectedId: id, part: "edit", draft: found.playbook });
    },
    change(next) {
      const { draft, former } = get();
      if (draft === null) return;
      set({ draft: next, former: [...former, draft].slice(-UNDO_AT_MOST), draftProblem: null });
    },
    undo() {
      const { former } = get();
      const last = former.at(-1);
      if (last !== undefined) set({ draft: last, former: former.slice(0, -1), draftProblem: null });
    },
    discard() {
      const { selectedId, list } = get();
      set({ ...NO_DRAFT, part: "run" });
      const [first] = list ?? [];
      if (selectedId === null && first !== undefined) get().select(first.id);
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
      toasts.done(`${checked.data.name} was saved`);
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
      toasts.done(`${found.playbook.name} was removed`, () => {
        void keep(id, found.playbook).then(() => get().select(id));
      });
    },
    setValue: (name, value) => set((state) => ({ values: { ...state.values, [name]: value } })),
    setTable: (table) => set({ table, startProblem: null }),
    setBail: (bail) => set({ bail }),
    async showResult(resultId) {
      const { selectedId } = get();
      if (selectedId === null) return;
      const result = await settle(bridge.playbooks.result({ playbookId: selectedId, resultId }));
      if (result.ok && get().selectedId === selectedId) set({ result: result.value });
    },
    async read(file) {
      const read = await tryTo("read the file", bridge.playbooks.read({ file: file.name, text: await file.text() }));
      if (!read.ok) return;
      if (read.value.readable) set({ offer: read.value });
      else toasts.failed(`Could not open ${file.name}`, read.value.reason);
    },
    async takeOffer() {
      const { offer } = get();
      set({ offer: null });
      if (offer === null) return;
      const id = await keep(null, offer.playbook);
      if (id === null) return;
      toasts.done(`${offer.playbook.name} was imported`);
      get().select(id);
    },
    dropOffer: () => set({ offer: null }),
  };
});

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
