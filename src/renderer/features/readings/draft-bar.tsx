import { Check } from "lucide-react";
import type { EventId } from "../../../shared/primitives.ts";
import { useStores } from "../../core/environment.ts";
import { Button } from "../../ui/button.tsx";
import { Chip } from "../../ui/chip.tsx";
import { eventLogStore } from "../event-log/index.ts";
import { type Draft, readingsStore } from "./readings-store.ts";
import { SaidValues } from "./said-values.tsx";
import { TrialCount, TrialExamples, TrialResult } from "./trial-result.tsx";

interface DraftBarProps {
  readonly draft: Draft;
  readonly saving: boolean;
  /** How many units make one of the currency, where the profile says so. */
  readonly units: number | null;
  /** Above the tree that is pointed in, which marks what it says: that is folded, and the tree has the room. */
  readonly brief?: boolean;
}

/** A corrected reading before it is saved: what it says of this webhook and of the others in the log. */
export function DraftBar({ draft, saving, units, brief = false }: DraftBarProps) {
  const stores = useStores();
  const { trial } = draft;
  const fitsNone = trial.state === "tried" && trial.trial.fit === 0 && trial.trial.contradict > 0;
  const said =
    trial.state === "tried" && trial.here !== null ? <SaidValues webhook={trial.here} id units={units} /> : null;
  const onShow = (id: EventId) => void stores.get(eventLogStore).show(id);
  const warning = fitsNone ? (
    <p className="flex-none text-plain" role="status">
      No webhook of the log fits it: most likely something is pointed at wrongly.
    </p>
  ) : null;
  const choices = (
    <div className="flex flex-none flex-wrap gap-2">
      <Button
        size="small"
        variant={fitsNone ? "danger" : "primary"}
        icon={<Check />}
        busy={saving}
        onClick={() => void stores.get(readingsStore).confirm(draft.deliveryId)}
      >
        {fitsNone ? "Save it all the same" : "Yes, save this reading"}
      </Button>
      <Button size="small" disabled={saving} onClick={() => stores.get(readingsStore).dropDraft()}>
        Discard
      </Button>
    </div>
  );
  if (brief)
    return (
      <section
        className="flex flex-none flex-col gap-1.5 py-2 px-3 border-b border-accent-line bg-accent-fill"
        aria-label="Corrected reading"
      >
        <div className="flex flex-wrap gap-x-2 gap-y-1 items-center">
          <Chip tone="odd">not saved yet</Chip>
          <TrialCount trial={trial} />
        </div>
        {warning}
        {choices}
        {said === null ? null : (
          <details>
            <summary className="text-secondary type-small cursor-pointer">So corrected, it says</summary>
            <div
              className="flex flex-col gap-2 max-h-40 mt-1.5 overflow-auto"
              role="group"
              aria-label="What it says"
              // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, also by key
              tabIndex={0}
            >
              {said}
              <TrialExamples trial={trial} units={units} onShow={onShow} />
            </div>
          </details>
        )}
      </section>
    );
  return (
    <section
      className="flex flex-col gap-2 p-3 border border-accent-line rounded bg-accent-fill"
      aria-label="Corrected reading"
    >
      <h3 className="m-0 text-plain type-body-strong">So corrected, it says</h3>
      {said}
      <TrialResult trial={trial} units={units} onShow={onShow} />
      {warning}
      {choices}
    </section>
  );
}
