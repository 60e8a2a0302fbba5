import { Check } from "lucide-react";
import { useStores } from "../../core/environment.ts";
import { Button } from "../../ui/button.tsx";
import { eventLogStore } from "../event-log/index.ts";
import { type Draft, readingsStore } from "./readings-store.ts";
import { SaidValues } from "./said-values.tsx";
import { TrialResult } from "./trial-result.tsx";

/** A corrected reading before it is saved: what it says of this webhook and of the others in the log. */
export function DraftBar({
  draft,
  saving,
  units,
}: {
  readonly draft: Draft;
  readonly saving: boolean;
  /** How many units make one of the currency, where the profile says so. */
  readonly units: number | null;
}) {
  const stores = useStores();
  const { trial } = draft;
  const fitsNone = trial.state === "tried" && trial.trial.fit === 0 && trial.trial.contradict > 0;
  return (
    <section
      className="flex flex-col gap-2 min-h-0 p-3 border border-accent-line rounded bg-accent-fill"
      aria-label="Corrected reading"
    >
      <h3 className="m-0 text-plain type-body-strong">So corrected, it says</h3>
      {/* Where there is little room this is what scrolls: how to save it stays in sight. */}
      <div
        className="flex flex-col gap-2 min-h-0 overflow-auto -outline-offset-2"
        role="group"
        aria-label="What it says"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, also by key
        tabIndex={0}
      >
        {trial.state === "tried" && trial.here !== null ? <SaidValues webhook={trial.here} id units={units} /> : null}
        <TrialResult trial={trial} units={units} onShow={(id) => void stores.get(eventLogStore).show(id)} />
      </div>
      {fitsNone ? (
        <p className="flex-none text-plain" role="status">
          No webhook of the log fits it: most likely something is pointed at wrongly.
        </p>
      ) : null}
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
    </section>
  );
}
