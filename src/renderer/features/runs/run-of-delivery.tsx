import { ArrowUpRight, Check, GitCompareArrows, Link2, RotateCcw, Unlink } from "lucide-react";
import { useEffect } from "react";
import { type DeliverySummary } from "../../../shared/events.ts";
import { capital, whenText } from "../../../shared/measures.ts";
import { type Expectation } from "../../../shared/run.ts";
import { amountText } from "../../../shared/text/amount-text.ts";
import { explainCertainty, tieText } from "../../../shared/text/explain-tie.ts";
import { tieSign, tieTone } from "../../../shared/text/run-words.ts";
import { OwnOnly, useLog, useStore, useStores } from "../../core/environment.ts";
import { Button } from "../../ui/button.tsx";
import { Chip } from "../../ui/chip.tsx";
import { Section } from "../../ui/layout.tsx";
import { OpaqueText } from "../../ui/opaque-text.tsx";
import { RunSign } from "../../ui/run-sign.tsx";
import { compareStore } from "../compare/index.ts";
import { eventLogStore } from "../event-log/index.ts";
import { useUnits } from "../profiles/index.ts";
import { Comparison } from "./comparison.tsx";
import { Reasons } from "./reasons.tsx";
import { RunTrouble } from "./run-of-call.tsx";
import { runsStore } from "./runs-store.ts";

/** The simulation that a webhook belongs to, why, and the way back to it; or that it belongs to none. */
export function RunOfDelivery({ delivery }: { readonly delivery: DeliverySummary }) {
  const unitsOf = useUnits();
  const stores = useStores();
  const log = useLog();
  const opened = useStore(runsStore, (state) => state.opened);
  const { tie } = delivery;
  const runId = tie?.runId ?? null;
  useEffect(() => {
    void stores.get(runsStore).open(runId);
  }, [stores, runId]);

  const run = opened.state === "ready" && opened.id === runId ? opened.detail : null;
  const full = run?.ties.find(({ deliveryId }) => deliveryId === delivery.id);
  return (
    <>
      <Section title="Simulation">
        {tie === undefined || runId === null || tie.role === null ? (
          <p className="text-secondary">
            {tie?.byHand === true
              ? "You said that this webhook belongs to no simulation."
              : log === "opened"
                ? "The file has no simulation that fits this webhook."
                : "No simulation of Linkdesk fits this webhook."}
          </p>
        ) : (
          <>
            <div className="flex flex-wrap items-center gap-2">
              <Chip
                tone={tieTone(tie.role, tie)}
                icon={<RunSign sign={tieSign(tie.role, tie)} />}
                title={tie.certainty === null ? "" : explainCertainty(tie.certainty).sentence}
              >
                {capital(tieText(tie) ?? "")}
              </Chip>
              {run === null ? null : (
                <span className="text-muted type-data-small">sent {whenText(run.summary.startedAt)}</span>
              )}
            </div>
            {run === null ? null : (
              <p className="type-body-strong wrap-anywhere">
                <OpaqueText text={simulationText(run.expectation, unitsOf(delivery.profile?.id))} limit={300} />
              </p>
            )}
          </>
        )}
        <div className="flex flex-wrap gap-2">
          {runId === null ? null : (
            <Button size="small" icon={<ArrowUpRight />} onClick={() => void stores.get(eventLogStore).show(runId)}>
              Go to the simulation
            </Button>
          )}
          {tie?.role === "mismatch" && runId !== null ? (
            <Button
              size="small"
              icon={<GitCompareArrows />}
              onClick={() => void stores.get(compareStore).compare(runId, delivery.id, log)}
            >
              Compare with the request
            </Button>
          ) : null}
          <OwnOnly>
            <Decisions delivery={delivery} />
          </OwnOnly>
        </div>
      </Section>
      {full === undefined || full.fields.length === 0 ? null : (
        <Section title="Expected and actual">
          <Comparison fields={full.fields} units={unitsOf(delivery.profile?.id)} />
        </Section>
      )}
      {full === undefined ? null : <Reasons tie={full} units={unitsOf(delivery.profile?.id)} />}
      {runId !== null && run === null ? <RunTrouble opened={opened} /> : null}
    </>
  );
}

/** What can be decided by hand. */
function Decisions({ delivery }: { readonly delivery: DeliverySummary }) {
  const stores = useStores();
  const { tie } = delivery;
  const runId = tie?.runId ?? null;
  const tied = runId !== null;
  return (
    <>
      {tied && tie?.role === "possible" ? (
        <Button size="small" icon={<Check />} onClick={() => void stores.get(runsStore).confirm(delivery, runId)}>
          It belongs here
        </Button>
      ) : null}
      <Button
        size="small"
        variant={tied ? "quiet" : "secondary"}
        icon={<Link2 />}
        onClick={() => stores.get(runsStore).choose({ what: "run", delivery })}
      >
        {tied ? "Belongs to another simulation…" : "Choose its simulation…"}
      </Button>
      {tied ? (
        <Button
          size="small"
          variant="quiet"
          icon={<Unlink />}
          onClick={() => void stores.get(runsStore).untie(delivery)}
        >
          Belongs to none
        </Button>
      ) : null}
      {tie?.byHand === true ? (
        <Button
          size="small"
          variant="quiet"
          icon={<RotateCcw />}
          onClick={() => void stores.get(runsStore).decideAgain(delivery)}
        >
          Decide again
        </Button>
      ) : null}
    </>
  );
}

/** Which simulation a run is, in the words of its row: "Credit of 50 000 NGN to ref_ada". */
function simulationText({ operation, amount, currency, user, from, to }: Expectation, units: number | null): string {
  const money = amount === null ? "" : ` of ${amountText(amount, currency ?? "", units)}`;
  const people = operation === "credit" ? part("to", user) : `${part("from", from)}${part("to", to)}`;
  return `${operation === "credit" ? "Credit" : "Charge"}${money}${people}`;
}

function part(word: string, reference: string | null): string {
  return reference === null ? "" : ` ${word} ${reference}`;
}
