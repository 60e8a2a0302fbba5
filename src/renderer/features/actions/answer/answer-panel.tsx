import { ArrowRight, CircleAlert, CircleCheck, FileText, Info, ListTree, MoveRight, TriangleAlert } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { type CallDetail } from "../../../../shared/events.ts";
import { durationText, pluralText, whenText } from "../../../../shared/measures.ts";
import { type Operation, type Tone } from "../../../../shared/outcomes.ts";
import { assertNever } from "../../../../shared/primitives.ts";
import { type Mode } from "../../../../shared/profile.ts";
import { type RunSummary } from "../../../../shared/run.ts";
import { toneWithRun } from "../../../../shared/text/event-tone.ts";
import { authenticationIn, explainOutcome } from "../../../../shared/text/explain-outcome.ts";
import { explainRun, verdictText } from "../../../../shared/text/explain-run.ts";
import { verdictSign } from "../../../../shared/text/run-words.ts";
import { settle } from "../../../core/bridge.ts";
import { commandsStore } from "../../../core/commands.ts";
import { useBridge, useStore, useStores, useToasts } from "../../../core/environment.ts";
import { Button } from "../../../ui/button.tsx";
import { Chip } from "../../../ui/chip.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { Countdown } from "../../../ui/countdown.tsx";
import { OpaqueText } from "../../../ui/opaque-text.tsx";
import { RunSign } from "../../../ui/run-sign.tsx";
import { bringIntoSight } from "../../../ui/use-in-sight.ts";
import { RightAddress, useDiagnosis } from "../../diagnosis/index.ts";
import { eventLogStore } from "../../event-log/index.ts";
import { LinkOfCall } from "../../link-picture/index.ts";
import { listenerStore } from "../../listener/index.ts";
import { EditKey, useUnits } from "../../profiles/index.ts";
import { BriefQuestion } from "../../readings/index.ts";
import { type Values } from "../form/forms.ts";
import { type FieldErrors, type FormCall, type fieldMessages, isOfOtherValues, unplacedErrors } from "./form-call.ts";
import { InFlight } from "./in-flight.tsx";

export interface AnswerPanelProps {
  readonly operation: Operation;
  readonly mode: Mode;
  /** The form cannot be sent at all, and says so itself. */
  readonly off: boolean;
  readonly call: FormCall | undefined;
  /** What the form has now: an answer stands beside it until the next one. */
  readonly values: Values;
  /** The body that stands in the fields' place and says something else than they; null where there is none. */
  readonly ownBody: string | null;
  /** What is said beside its fields. */
  readonly messages: ReturnType<typeof fieldMessages>;
  readonly onCancel: () => void;
}

/** What came of the form above: nothing yet, under way, an answer, or why there is none. */
export function AnswerPanel({ operation, mode, off, call, values, ownBody, messages, onCancel }: AnswerPanelProps) {
  const panel = useRef<HTMLElement>(null);
  const state = call?.state;
  const isNews = call?.state !== "ended" || call.broughtBack !== true;
  const shown = useRef(state);
  useEffect(() => {
    // What has just come must not stay below the edge of a small window: how it ended, and no more, since the fields above
    // move with it.
    const [result = panel.current] = [...(panel.current?.querySelectorAll("[data-result]") ?? [])].slice(-1);
    if (shown.current !== state && isNews) bringIntoSight(result);
    shown.current = state;
  }, [state, isNews]);
  return (
    <section ref={panel} className="flex flex-col gap-3 min-w-0 scroll-m-4" aria-label="Answer">
      {call?.state === "busy" ? <InFlight call={call} onCancel={onCancel} /> : null}
      {/* Always there, so that what changes in it is announced; not an <output>, which holds words and no cards. */}
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role */}
      <div role="status" className="empty:hidden">
        <Words
          operation={operation}
          mode={mode}
          off={off}
          call={call}
          values={values}
          ownBody={ownBody}
          messages={messages}
        />
      </div>
      {call?.state === "ended" ? <After call={call} operation={operation} /> : null}
    </section>
  );
}

function Words({ operation, mode, off, call, values, ownBody, messages }: Omit<AnswerPanelProps, "onCancel">) {
  if (call === undefined) return off ? null : <NothingYet operation={operation} mode={mode} />;
  switch (call.state) {
    case "busy":
      return null;
    case "refused":
      return (
        <Card tone="bad" title="Not sent">
          <p>{call.message}</p>
        </Card>
      );
    case "ended":
      return (
        <Ended
          call={call}
          operation={operation}
          isFormer={isOfOtherValues(operation, call, values, ownBody)}
          messages={messages}
        />
      );
    default:
      return assertNever(call);
  }
}

interface EndedProps {
  readonly operation: Operation;
  readonly call: Extract<FormCall, { state: "ended" }>;
}

function Ended({
  operation,
  call,
  isFormer,
  messages,
}: EndedProps & Pick<AnswerPanelProps, "messages"> & { readonly isFormer: boolean }) {
  const { event } = call;
  const units = useUnits()(event.summary.profile.id);
  const { outcome, profile } = event.summary;
  if (outcome === null) return null;
  const { mode } = profile;
  const {
    tone,
    title: answered,
    sentence,
    nextStep,
  } = explainOutcome(outcome, operation, {
    mode,
    url: event.url,
    authentication: authenticationIn(event.request.headers),
    verdict: call.run?.verdict,
    sentBody: call.sent.rawBody ?? undefined,
    besideFields: Object.values(messages),
  });
  // The card is drawn by what weighs more, the answer or its webhook: its title says the same as its colour.
  const drawn = toneWithRun(tone, call.run);
  const title = call.run === null || drawn === tone ? answered : explainRun(call.run, units).title;
  // The sentence quotes what the service said and objected to, without full stops and up to a length: here is what
  // it left out.
  const message = outcome.code === "success" && outcome.message !== null ? outcome.message : "";
  const errors = unplacedErrors(operation, call).filter(
    ({ messages }) => !sentence.includes(messages.join(" ").replace(/\.$/, "")),
  );
  return (
    <Card tone={drawn} title={title} aside={<Facts event={event} tone={tone} />}>
      {isFormer ? <Former operation={operation} event={event} /> : null}
      <OpaqueText as="p" text={sentence} limit={1_600} />
      {sentence.includes(message) || answered.toLowerCase() === message.toLowerCase() ? null : (
        <p>
          The service says: “<OpaqueText text={message} />”
        </p>
      )}
      {errors.length === 0 ? null : <Errors errors={errors} />}
      {event.expectation?.tag == null ? null : (
        <p>
          Sent with the remark “<OpaqueText text={event.summary.facts.remark ?? ""} limit={300} />
          ”.
        </p>
      )}
      {call.run === null || call.run.verdict.code === "refused" ? null : <AnswerRun run={call.run} units={units} />}
      {nextStep === "" || (call.run !== null && outcome.code === "success") ? null : (
        <p className="flex gap-2 text-secondary">
          <ArrowRight size={14} className="mt-0.75" aria-hidden="true" />
          <OpaqueText text={nextStep} />
        </p>
      )}
      <EditKey profileId={profile.id} outcome={outcome} className="self-start" />
    </Card>
  );
}

/** Beside other values than its own an answer says what it is about. */
function Former({ operation, event }: { readonly operation: Operation; readonly event: CallDetail }) {
  return (
    <p className="text-secondary type-small">
      {operation === "link" ? (
        <>
          This is about link ID <OpaqueText as="code" text={event.summary.facts.linkId ?? ""} limit={80} />, not the one
          above.
        </>
      ) : (
        "This is about what was sent before, not the values above."
      )}
    </p>
  );
}

const MOST_ERRORS = 50;

function Errors({ errors }: { readonly errors: readonly FieldErrors[] }) {
  const rest = errors.length - MOST_ERRORS;
  return (
    <ul className="flex flex-col gap-1 p-2 rounded-small bg-sunken type-small">
      {errors.slice(0, MOST_ERRORS).map(({ field, messages }) => (
        <li key={field}>
          <OpaqueText as="code" text={field === "" ? "(no field)" : field} limit={80} />{" "}
          <OpaqueText text={messages.join(" ")} />
        </li>
      ))}
      {rest > 0 ? <li>and {pluralText(rest, "more", "more")}: the inspector has the whole answer</li> : null}
    </ul>
  );
}

function Facts({ event, tone }: { readonly event: CallDetail; readonly tone: Tone }) {
  const { status, duration, at } = event.summary;
  return (
    <>
      {status === null ? null : (
        <Chip tone={tone} data>
          {status}
        </Chip>
      )}
      {duration === null ? null : <Chip data>{durationText(duration)}</Chip>}
      <time className="type-data-small">{whenText(at).replace(/\.\d+$/, "")}</time>
    </>
  );
}

function After({ call, operation }: EndedProps) {
  const units = useUnits()(call.event.summary.profile.id);
  const found = operation === "link" && call.event.summary.outcome?.code === "success";
  return (
    <>
      {found ? <LinkOfCall call={call.event} form="short" /> : null}
      {call.run?.verdict.code === "unconfirmed" ? (
        <BriefQuestion deliveryId={call.run.verdict.deliveryId} units={units} isNews={call.broughtBack !== true} />
      ) : null}
      {call.run === null || call.run.counts.astray === 0 ? null : <StrayOfForm run={call.run} />}
      <AnswerActions event={call.event} />
    </>
  );
}

/** Its webhook came to another path: the right address, or the way to it, here as well. */
function StrayOfForm({ run: { id, verdict } }: { readonly run: RunSummary }) {
  const isOpen = verdict.code === "missing" || verdict.code === "waiting";
  const view = useDiagnosis(isOpen ? id : null);
  const rows = useStore(eventLogStore, (state) => state.window.rows);
  const strays = rows.flatMap((event) => (event.kind === "delivery" && event.tie?.runId === id ? [event.id] : []));
  return <RightAddress view={view} strays={strays} runId={id} />;
}

const ICONS = { good: CircleCheck, odd: TriangleAlert, bad: CircleAlert, neutral: Info } as const;

interface CardProps {
  readonly tone: Tone;
  readonly title: string;
  readonly aside?: ReactNode;
  readonly children?: ReactNode;
}

function Card({ tone, title, aside, children }: CardProps) {
  const Icon = ICONS[tone];
  return (
    <div className="overflow-hidden border border-tone-line rounded bg-raised" data-tone={tone}>
      <div
        className="grid grid-cols-[16px_minmax(0,1fr)] gap-x-2 gap-y-1 items-start py-2 px-3 bg-tone-fill text-tone"
        data-result=""
      >
        <Icon size={16} className="mt-0.5" aria-hidden="true" />
        <span className="type-body-strong wrap-anywhere">{title}</span>
        {aside === undefined ? null : (
          <span className="flex flex-wrap col-start-2 items-center gap-x-1.5 gap-y-1 [&>span]:bg-raised">{aside}</span>
        )}
      </div>
      <div className="flex flex-col gap-2 px-3 pt-2.5 pb-3 wrap-anywhere empty:hidden">{children}</div>
    </div>
  );
}

/** What can be done with an answer: find it in the log, take the call along. */
function AnswerActions({ event }: { readonly event: CallDetail }) {
  const stores = useStores();
  const bridge = useBridge();
  const toasts = useToasts();
  const { id, outcome, status } = event.summary;

  async function showAnswer() {
    if (await stores.get(eventLogStore).show(id)) stores.get(commandsStore).run("inspector-answer");
  }

  async function curl(): Promise<string | null> {
    const result = toasts.outcome("copy as cURL", await settle(bridge.calls.curl({ id })));
    return result.ok ? result.value.text : null;
  }

  return (
    <div className="flex flex-wrap gap-2">
      <Button size="small" icon={<ListTree />} onClick={() => void stores.get(eventLogStore).show(id)}>
        Show in log
      </Button>
      {/* Of an error no more than a sentence or two is quoted above. */}
      {status === null || outcome?.code === "success" ? null : (
        <Button size="small" icon={<FileText />} onClick={() => void showAnswer()}>
          Show its answer
        </Button>
      )}
      <CopyButton text={curl} label="Copy as cURL" withText />
    </div>
  );
}

/**
 * What has become of the webhook so far, in a line under the answer; the inspector has the whole picture. Which values are
 * wrong stands here as well: a pinned event keeps the inspector.
 */
function AnswerRun({ run, units }: { readonly run: RunSummary; readonly units: number | null }) {
  const { verdict } = run;
  const { tone, title, sentence } = explainRun(run, units);
  // Nothing counts down to what could not be seen if it came.
  const isUnseen = verdict.code === "waiting" && verdict.downtime !== null;
  return (
    <>
      <p
        className="flex gap-2 text-tone type-body-strong [&>svg]:mt-0.75"
        data-result=""
        data-tone={tone}
        title={title}
      >
        <RunSign sign={verdictSign(verdict)} size={14} />
        <span>
          Webhook: {verdictText(verdict)}
          {verdict.code === "waiting" && !isUnseen ? (
            // Read out once and not with every second.
            <span aria-hidden="true">
              {" "}
              <Countdown until={verdict.until} from={run.startedAt} />
            </span>
          ) : null}
        </span>
      </p>
      {verdict.code === "mismatch" ? <OpaqueText as="p" text={sentence} limit={600} /> : null}
    </>
  );
}

const SANDBOX_HINTS: Readonly<Record<Operation, string>> = {
  link: "Press Look up link: the sandbox answers with a link, drawn as a picture.",
  credit: "Press Simulate credit: the call and the webhook that follows appear in the log.",
  charge: "Press Simulate charge: the call and the webhook that follows appear in the log.",
};

/** Before the first press. On the sandbox it says which one: nothing has to be filled in first. */
function NothingYet({ operation, mode }: { readonly operation: Operation; readonly mode: Mode }) {
  const listening = useStore(listenerStore, ({ status }) => status.state === "listening");
  // Beside a note that nothing listens, no webhook is promised.
  if (operation !== "link" && !listening) return null;
  if (mode !== "sandbox") return <p className="text-muted type-small">The answer appears here.</p>;
  return (
    <p className="flex gap-2 text-secondary type-small">
      <MoveRight size={14} className="mt-px text-accent" aria-hidden="true" />
      <span>{SANDBOX_HINTS[operation]}</span>
    </p>
  );
}
