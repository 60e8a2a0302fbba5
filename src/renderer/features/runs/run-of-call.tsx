import { ArrowRight, Link2 } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import type { CallDetail } from "../../../shared/events.ts";
import type { RunDetail, RunSummary, Tie, VerdictCode } from "../../../shared/run.ts";
import { useApp, useAppStore } from "../../app/slice.ts";
import { Button } from "../../ui/button.tsx";
import { Section } from "../../ui/column.tsx";
import { MissingChecklist } from "../diagnosis/index.ts";
import { Awaited } from "./awaited.tsx";
import { Comparison } from "./comparison.tsx";
import { Reasons } from "./reasons.tsx";
import { RunDeliveries } from "./run-deliveries.tsx";
import { RunTrouble } from "./run-trouble.tsx";
import type { OpenedRun } from "./slice.ts";
import { VerdictCard } from "./verdict-card.tsx";
import { Waterfall } from "./waterfall.tsx";

interface RunOfCallProps {
  readonly call: CallDetail;
  /** How the call itself ended, in words: stands right under the verdict. */
  readonly children: ReactNode;
}

/** Verdicts that leave open why the webhook has not come. */
const UNSEEN: ReadonlySet<VerdictCode> = new Set(["missing", "not-seen", "not-sure"]);

/** A simulation as a picture: the verdict, its course, what was expected and what came. */
export function RunOfCall({ call, children }: RunOfCallProps) {
  const store = useAppStore();
  const { id } = call.summary;
  const opened = useApp((state) => state.runs.opened);
  useEffect(() => {
    void store.getState().runs.open(id);
  }, [store, id]);

  // The row knows the verdict already: nothing jumps while the rest is read.
  const summary = opened.state === "ready" && opened.id === id ? opened.detail.summary : call.summary.run;
  return (
    <>
      {summary === undefined ? null : (
        <VerdictCard run={summary} actions={<Actions run={summary} ties={tiesOf(opened, id)} />} />
      )}
      {/* Between the verdict and the picture stands what helps with a verdict: for one that is missing, what to test. */}
      {children}
      {summary !== undefined && UNSEEN.has(summary.verdict.code) ? <MissingChecklist runId={id} /> : null}
      {opened.state === "ready" && opened.id === id ? (
        <Opened call={call} run={opened.detail} opened={opened} />
      ) : (
        <RunTrouble opened={opened} />
      )}
    </>
  );
}

interface OpenedProps {
  readonly call: CallDetail;
  readonly run: RunDetail;
  readonly opened: Extract<OpenedRun, { state: "ready" }>;
}

function Opened({ call, run, opened }: OpenedProps) {
  const main = decidingTie(run.ties);
  return (
    <>
      <Section title="Course">
        <Waterfall call={call} run={run} deliveries={opened.deliveries} />
      </Section>
      {main === null ? (
        <Awaited expectation={run.expectation} />
      ) : (
        <>
          {main.fields.length === 0 ? null : (
            <Section title="Expected and actual">
              <Comparison fields={main.fields} />
            </Section>
          )}
          <Reasons tie={main} />
        </>
      )}
      <RunDeliveries run={run} deliveries={opened.deliveries} />
    </>
  );
}

/** The webhook that decides the verdict, else the one that comes nearest to it. */
export function decidingTie(ties: readonly Tie[]): Tie | null {
  const deciding = ties.find(({ role }) => role === "match" || role === "late" || role === "mismatch");
  return deciding ?? ties[0] ?? null;
}

function tiesOf(opened: OpenedRun, id: number): readonly Tie[] {
  return opened.state === "ready" && opened.id === id ? opened.detail.ties : [];
}

function Actions({ run, ties }: { readonly run: RunSummary; readonly ties: readonly Tie[] }) {
  const store = useAppStore();
  const main = decidingTie(ties);
  if (main === null && (run.verdict.code === "nothing-came" || run.verdict.code === "refused")) return null;
  return (
    <>
      {main === null ? null : (
        <Button size="small" icon={<ArrowRight />} onClick={() => void store.getState().eventLog.show(main.deliveryId)}>
          Go to webhook
        </Button>
      )}
      <Button
        size="small"
        variant={main === null ? "secondary" : "quiet"}
        icon={<Link2 />}
        onClick={() => store.getState().runs.choose({ what: "delivery", runId: run.id })}
      >
        {main === null ? "Choose its webhook…" : "Choose another…"}
      </Button>
    </>
  );
}
