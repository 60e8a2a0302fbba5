import { ArrowRight, Check, Clock, Link2, PenLine } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { type CallDetail } from "../../../shared/events.ts";
import { capital } from "../../../shared/measures.ts";
import {
  decidingTie,
  type Expectation,
  onlyWrongSignature,
  type RunDetail,
  type RunSummary,
  type Tie,
  type VerdictCode,
} from "../../../shared/run.ts";
import { amountText } from "../../../shared/text/amount-text.ts";
import { fieldText, isOtherUnit } from "../../../shared/text/explain-tie.ts";
import { OwnOnly, useLog, useStore, useStores, useToasts } from "../../core/environment.ts";
import { Button } from "../../ui/button.tsx";
import { Callout } from "../../ui/callout.tsx";
import { Fact, Facts } from "../../ui/facts.tsx";
import { Section } from "../../ui/layout.tsx";
import { OpaqueText } from "../../ui/opaque-text.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { actionsStore, reasonItIsOff } from "../actions/index.ts";
import { MissingChecklist, RightAddress, useDiagnosis } from "../diagnosis/index.ts";
import { eventLogStore } from "../event-log/index.ts";
import { profilesStore, useUnits, viewOf } from "../profiles/index.ts";
import { ReadingQuestion, readingsStore } from "../readings/index.ts";
import { SignatureReason } from "../signature/index.ts";
import { Comparison } from "./comparison.tsx";
import { Reasons } from "./reasons.tsx";
import { goToWebhook } from "./run-commands.ts";
import { AlsoFits, RunDeliveries } from "./run-deliveries.tsx";
import { type OpenedRun, runsStore, type Tied } from "./runs-store.ts";
import { SideBySide } from "./side-by-side.tsx";
import { VerdictCard } from "./verdict-card.tsx";
import { Waterfall } from "./waterfall/waterfall.tsx";

interface RunOfCallProps {
  readonly call: CallDetail;
  /** How the call itself ended, in words: stands right under the verdict. */
  readonly children: ReactNode;
}

/** Verdicts that leave open why the webhook has not come. */
const UNSEEN: ReadonlySet<VerdictCode> = new Set(["missing", "not-seen"]);

/** Whether a run's page has the possible causes. */
export function hasCauses(verdict: VerdictCode, ties: readonly Tie[]): boolean {
  return UNSEEN.has(verdict) || verdict === "not-sure" || (verdict === "waiting" && ties.some(isOnOtherPath));
}

/** Verdicts that are shown to somebody together with what was sent. */
const WRONG: ReadonlySet<VerdictCode> = new Set(["mismatch", "unexpected", "duplicate"]);

/** A simulation as a picture: the verdict, its course, what was expected and what came. */
export function RunOfCall({ call, children }: RunOfCallProps) {
  const stores = useStores();
  const { id } = call.summary;
  const opened = useStore(runsStore, (state) => state.opened);
  const units = useUnits()(call.summary.profile.id);
  useEffect(() => {
    void stores.get(runsStore).open(id);
  }, [stores, id]);

  // The row knows the verdict already: nothing jumps while the rest is read.
  const ready = opened.state === "ready" && opened.id === id ? opened : null;
  const run = ready?.detail ?? null;
  const summary = run?.summary ?? call.summary.run;
  const verdict = summary?.verdict.code;
  const strays = (run?.ties ?? []).filter(isOnOtherPath).map(({ deliveryId }) => deliveryId);
  const isLookedInto = verdict !== undefined && hasCauses(verdict, run?.ties ?? []);
  // A file of another's log says nothing of what is here.
  const isOwn = useLog() === "own";
  const causes = useDiagnosis(isLookedInto && isOwn ? id : null);
  return (
    <>
      {summary === undefined ? null : (
        <VerdictCard
          run={summary}
          detail={run}
          outcome={call.summary.outcome}
          units={units}
          actions={
            <>
              <Actions run={summary} detail={run} />
              {WRONG.has(summary.verdict.code) && run !== null ? (
                <SideBySide call={call} run={run} units={units} />
              ) : null}
              <OwnOnly>
                {summary.verdict.code === "late" && summary.verdict.spans === undefined ? (
                  <AllowMoreTime profileId={call.summary.profile.id} />
                ) : null}
                <SimulateAgain call={call} />
              </OwnOnly>
            </>
          }
        >
          {summary.verdict.code === "unconfirmed" ? (
            <OwnOnly>
              <ReadingQuestion deliveryId={summary.verdict.deliveryId} units={units} />
            </OwnOnly>
          ) : null}
          <RightAddress view={causes} strays={strays} runId={id} />
        </VerdictCard>
      )}
      {summary !== undefined && UNSEEN.has(summary.verdict.code) && run !== null ? <AlsoFits run={run} /> : null}
      {summary?.verdict.code === "mismatch" && onlyWrongSignature(summary.verdict.fields) !== null && ready !== null ? (
        <WhySignature opened={ready} />
      ) : null}
      {/* Between the verdict and the picture stands what helps with a verdict: for one that is missing, what to test. */}
      {children}
      {isLookedInto && verdict !== "not-sure" ? (
        <OwnOnly>
          <MissingChecklist view={causes} />
        </OwnOnly>
      ) : null}
      {ready === null ? <RunTrouble opened={opened} /> : <Opened call={call} opened={ready} units={units} />}
      {/* What did come says more than what may have kept it from coming: here that is looked at last. */}
      {summary?.verdict.code === "not-sure" ? (
        <OwnOnly>
          <MissingChecklist view={causes} />
        </OwnOnly>
      ) : null}
    </>
  );
}

function isOnOtherPath({ role, reasons }: Tie): boolean {
  return role === "astray" && reasons.some(({ code }) => code === "other-path");
}

/** All but the signature is right: what is wrong with it stands at once where the verdict says so. */
function WhySignature({ opened }: Pick<OpenedProps, "opened">) {
  const main = decidingTie(opened.detail.ties);
  const webhook = main === null ? undefined : opened.deliveries.get(main.deliveryId);
  return webhook === undefined ? null : <SignatureReason detail={webhook} />;
}

interface OpenedProps {
  readonly call: CallDetail;
  readonly opened: Extract<OpenedRun, { state: "ready" }>;
  readonly units: number | null;
}

function Opened({ call, opened, units }: OpenedProps) {
  const run = opened.detail;
  const main = decidingTie(run.ties);
  const other = main === null ? null : (opened.deliveries.get(main.deliveryId)?.summary.profile ?? null);
  return (
    <>
      {other === null || other.id === call.summary.profile.id ? null : (
        <Callout tone="odd" title="Its webhook was taken for another profile’s">
          This simulation is of “
          <OpaqueText text={call.summary.profile.name} limit={60} />
          ”. Its webhook was read and checked as “<OpaqueText text={other.name} limit={60} />” says: that profile was in
          use when it came, or its signature holds by that one’s secret.
        </Callout>
      )}
      <Section title="Course">
        <Waterfall call={call} run={run} deliveries={opened.deliveries} />
      </Section>
      {main === null ? (
        // Of a call that failed no webhook is to be known by anything.
        run.summary.verdict.code === "refused" ? null : (
          <Awaited expectation={run.expectation} units={units} />
        )
      ) : (
        <>
          {main.fields.length === 0 ? null : (
            <Section title="Expected and actual">
              <Comparison fields={main.fields} units={units} />
            </Section>
          )}
          <Reasons tie={main} units={units} />
        </>
      )}
      <RunDeliveries run={run} deliveries={opened.deliveries} />
      {UNSEEN.has(run.summary.verdict.code) ? null : <AlsoFits run={run} />}
    </>
  );
}

function Actions({ run, detail }: { readonly run: RunSummary; readonly detail: RunDetail | null }) {
  const stores = useStores();
  const main = decidingTie(detail?.ties ?? []);
  const isOpen = run.verdict.code === "not-sure";
  const unit = main?.fields.find(isOtherUnit);
  // What is counted for another simulation may be this one's: then there is something to look at all the same.
  const shown = main?.deliveryId ?? (isOpen ? detail?.alsoFits[0]?.deliveryId : undefined);
  if (main === null && (run.verdict.code === "nothing-came" || run.verdict.code === "refused")) return null;
  return (
    <>
      {shown === undefined ? null : (
        <Button size="small" icon={<ArrowRight />} onClick={() => goToWebhook(stores, shown, run.verdict)}>
          Go to webhook
        </Button>
      )}
      {/* A file of another's log is not tied anew. */}
      <OwnOnly>
        {unit === undefined || main === null ? null : (
          <Button
            size="small"
            icon={<PenLine />}
            onClick={() => {
              void stores.get(eventLogStore).show(main.deliveryId);
              stores.get(readingsStore).askUnit(main.deliveryId, unit);
            }}
          >
            Correct the unit…
          </Button>
        )}
        {isOpen && main !== null && detail?.ties.length === 1 ? (
          <Button
            size="small"
            variant="quiet"
            icon={<Check />}
            onClick={() => void stores.get(runsStore).confirm(tiedAs(main), run.id)}
          >
            It is the one
          </Button>
        ) : null}
        <Button
          size="small"
          variant={main === null ? "secondary" : "quiet"}
          // Beside two more a sign has no room: the last would stand alone on a line.
          icon={main === null ? <Link2 /> : undefined}
          onClick={() => stores.get(runsStore).choose({ what: "delivery", runId: run.id })}
        >
          {main === null ? "Choose its webhook…" : "Choose another…"}
        </Button>
      </OwnOnly>
    </>
  );
}

/** To where the profile says how long a simulation waits. */
function AllowMoreTime({ profileId }: { readonly profileId: string }) {
  const stores = useStores();
  const isThere = useStore(profilesStore, viewOf(profileId)) !== undefined;
  if (!isThere) return null;
  return (
    <Button
      size="small"
      variant="quiet"
      icon={<Clock />}
      onClick={() => stores.get(profilesStore).edit(profileId, "runs")}
    >
      Allow more time…
    </Button>
  );
}

/** Sends the same simulation once more, and goes to what comes of it. */
function SimulateAgain({ call }: { readonly call: CallDetail }) {
  const stores = useStores();
  const toasts = useToasts();
  const [busy, setBusy] = useState(false);
  const { operation, profile: stamp } = call.summary;
  const mode = useStore(profilesStore, viewOf(stamp.id))?.profile.mode;
  if (operation !== "credit" && operation !== "charge") return null;
  const off = mode === undefined ? "Its profile no longer exists." : (reasonItIsOff(operation, mode)?.sentence ?? null);

  async function send() {
    setBusy(true);
    const sent = await stores.get(actionsStore).repeat(call);
    setBusy(false);
    toasts.outcome("simulate it again", sent);
    if (sent.ok) stores.get(eventLogStore).showSent(sent.value.event.summary.id);
  }

  return (
    <Button
      size="small"
      variant="quiet"
      busy={busy}
      disabled={off !== null}
      title={off ?? undefined}
      onClick={() => void send()}
    >
      Simulate again
    </Button>
  );
}

/** A tie as its row has it, so that it can be taken back. */
function tiedAs({ deliveryId, runId, role, certainty, after, by }: Tie): Tied {
  return { id: deliveryId, tie: { deliveryId, runId, role, certainty, after, byHand: by === "hand" } };
}

const FIELDS = ["amount", "currency", "user", "from", "to", "remark", "tag"] as const;

/** What the webhook is known by, while none is there to compare it with. */
function Awaited({ expectation, units }: { readonly expectation: Expectation; readonly units: number | null }) {
  const known = FIELDS.flatMap((field) => {
    const value = expectation[field];
    return value === null ? [] : [{ field, value }];
  });
  return (
    <Section
      title={expectation.awaits === "nothing" ? "A webhook would carry" : "The webhook is known by"}
      hint="Wherever in its body these values stand."
    >
      {known.length === 0 ? (
        <p>The request said none of the values that a webhook could be known by.</p>
      ) : (
        <Facts>
          {known.map(({ field, value }) => (
            <Fact key={field} name={capital(fieldText(field))} data>
              <OpaqueText text={field === "amount" ? amountText(value, "", units) : value} limit={200} />
            </Fact>
          ))}
        </Facts>
      )}
    </Section>
  );
}

/** What stands in the place of a run that cannot be shown: nothing is hidden, and there is a way on. */
export function RunTrouble({ opened }: { readonly opened: OpenedRun }) {
  const stores = useStores();
  switch (opened.state) {
    case "gone":
      return (
        <Callout tone="neutral" title="Linkdesk does not follow this simulation">
          <OpaqueText text={opened.message} limit={1_200} />
        </Callout>
      );
    case "failed":
      return (
        <Callout
          tone="bad"
          title="The simulation could not be read"
          live
          actions={<Button onClick={() => void stores.get(runsStore).retry()}>Try again</Button>}
        >
          <OpaqueText text={opened.message} limit={1_200} />
        </Callout>
      );
    default:
      return <Reading />;
  }
}

/** Reading takes a few milliseconds: only what takes longer is spoken of. */
function Reading() {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), 200);
    return () => clearTimeout(timer);
  }, []);
  return slow ? (
    <p className="flex items-center gap-2 text-muted" role="status">
      <Spinner /> Reading the simulation
    </p>
  ) : null;
}
