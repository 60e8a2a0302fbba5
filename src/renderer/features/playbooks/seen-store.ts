import type { Input } from "../../../shared/contract.ts";
import { type Playbook, playbook } from "../../../shared/playbook.ts";
import { type PlaybookResult, type ResultLine } from "../../../shared/playbook-result.ts";
import { settle } from "../../core/bridge.ts";
import { defineStore } from "../../core/store.ts";

/** Calls that stand for steps, and the values that they were made with. */
export type Seen = Pick<Input<"playbooks", "preview">, "calls" | "values">;

export interface SeenState {
  /** What the playbook that is edited can be held against; null: nothing was seen of it yet. */
  readonly seen: Seen | null;
  /** What the expectations of each step say of what was seen, by the step's id. */
  readonly preview: ReadonlyMap<string, readonly ResultLine[]>;
  /** A draft's events: they stand for its steps until it was run. `id`: null while it is not saved. */
  readonly keep: (id: string | null, seen: Seen | null) => void;
  /** Chooses what there is: the result, or else the events that the playbook was made from. */
  readonly use: (id: string | null, result: PlaybookResult | null) => void;
  /** Holds the playbook as it is edited against what was seen; sends nothing. */
  readonly look: (draft: Playbook | null) => Promise<void>;
}

const NOTHING: ReadonlyMap<string, readonly ResultLine[]> = new Map();

export const seenStore = defineStore<SeenState>(({ bridge, set, get }) => {
  const kept = new Map<string | null, Seen>();
  /** The draft that is wanted next while an answer is on its way: only the newest matters. */
  let wanted: Playbook | null = null;
  let isLooking = false;

  return {
    seen: null,
    preview: NOTHING,
    keep(id, seen) {
      if (seen === null) kept.delete(id);
      else kept.set(id, seen);
    },
    use(id, result) {
      set({ seen: result === null ? (kept.get(id) ?? null) : seenIn(result), preview: NOTHING });
    },
    async look(draft) {
      wanted = draft;
      if (isLooking) return;
      isLooking = true;
      while (wanted !== null) {
        const checked = playbook.safeParse(wanted);
        wanted = null;
        const { seen } = get();
        const found =
          seen === null || !checked.success
            ? null
            : await settle(
                bridge.playbooks.preview({
                  playbook: checked.data,
                  calls: [...seen.calls],
                  values: { ...seen.values },
                }),
              );
        if (wanted !== null) continue;
        set({
          preview:
            found?.ok === true ? new Map(found.value.steps.map(({ stepId, lines }) => [stepId, lines])) : NOTHING,
        });
      }
      isLooking = false;
    },
  };
});

/** The calls of a result's first row. */
function seenIn({ head, steps }: PlaybookResult): Seen {
  const calls = steps.flatMap(({ row, stepId, callId }) => (row === 0 && callId !== null ? [{ stepId, callId }] : []));
  return { calls, values: { ...head.rows[0] } };
}
