import { clockText } from "../../../shared/measures.ts";
import {
  SANDBOX_ASSUMPTIONS,
  type SandboxAttempt,
  type SandboxBehaviour,
  type SandboxSettings,
  webhookFault,
} from "../../../shared/sandbox.ts";
import { ANSWER_FAULTS, WEBHOOK_FAULTS } from "../../../shared/text/fault-words.ts";
import { useStore, useStores } from "../../core/environment.ts";
import { Button } from "../../ui/button.tsx";
import { Callout } from "../../ui/callout.tsx";
import { Chip, StatusDot } from "../../ui/chip.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Section } from "../../ui/layout.tsx";
import { ANSWER_GROUPS, backToNormal, bentText } from "./behaviour-words.ts";
import { DeliveryPart } from "./delivery-part.tsx";
import { FaultList } from "./fault-list.tsx";
import styles from "./sandbox-dialog.module.css";
import { sandboxStore } from "./sandbox-store.ts";
import { NumberSetting } from "./setting-fields.tsx";

const WEBHOOK_GROUPS = [{ title: "Webhook", faults: webhookFault.options }] as const;
const LONGEST_MS = 600_000;

/** How the built-in sandbox behaves. Every choice counts at once. */
export function SandboxDialog({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const stores = useStores();
  const status = useStore(sandboxStore, (state) => state.status);
  const { settings } = status;
  const { behaviour } = settings;
  const bent = bentText(behaviour);

  function change(next: SandboxSettings) {
    void stores.get(sandboxStore).configure(next);
  }
  function bend(part: Partial<SandboxBehaviour>) {
    change({ ...settings, behaviour: { ...behaviour, ...part } });
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Sandbox"
      description="A peer linking service on this machine. Make it behave badly, and see what that looks like."
      size="large"
      fixedHeight
      footer={
        <>
          <output className="flex-1 text-muted type-small">
            {bent === null ? "It behaves as specified." : `Changed on purpose: ${bent}.`} Changes count at once.
          </output>
          <Button disabled={bent === null} onClick={() => change(backToNormal(settings))}>
            Back to normal
          </Button>
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-6">
        {status.problem === null ? (
          <div className="flex items-center gap-2 min-h-6">
            <StatusDot tone={status.state === "running" ? "good" : "neutral"} />
            <span>{status.state === "running" ? "Running on" : "Not running"}</span>
            {status.url === null ? null : (
              <>
                <code>{status.url}</code>
                <CopyButton label="Copy sandbox address" text={status.url} />
              </>
            )}
          </div>
        ) : (
          <Callout tone="bad" title="The sandbox is not running">
            {status.problem}
          </Callout>
        )}
        <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)] gap-6">
          <Section title="The answer" aside={<Assumed />}>
            <FaultList
              label="How calls are answered"
              value={behaviour.answerFault}
              onValueChange={(answerFault) => bend({ answerFault })}
              groups={ANSWER_GROUPS}
              words={ANSWER_FAULTS}
            />
            <NumberSetting
              label="Answer delay"
              unit="ms"
              hint="Waited before every answer"
              value={behaviour.answerDelayMs}
              least={0}
              most={LONGEST_MS}
              onChange={(answerDelayMs) => bend({ answerDelayMs })}
            />
          </Section>
          <Section title="The webhook" aside={<Assumed />}>
            <FaultList
              label="What happens to the webhook"
              value={behaviour.webhookFault}
              onValueChange={(webhookFault) => bend({ webhookFault })}
              groups={WEBHOOK_GROUPS}
              words={WEBHOOK_FAULTS}
            />
            <DeliveryPart status={status} bend={bend} change={change} />
          </Section>
        </div>
        <Section title="Last webhooks" hint="As their sender saw them.">
          <Attempts attempts={status.attempts} />
        </Section>
        <Section
          title="Assumptions beyond the specification"
          hint="The specification leaves these points open. A real service may do otherwise."
        >
          <ul className="flex flex-col gap-1 pl-4.5 text-secondary list-disc">
            {SANDBOX_ASSUMPTIONS.map((assumption) => (
              <li key={assumption}>{assumption}</li>
            ))}
          </ul>
        </Section>
      </div>
    </Dialog>
  );
}

function Assumed() {
  return <Chip>assumed, not specified</Chip>;
}

/** What the sandbox's sender saw when it delivered webhooks, newest first. */
function Attempts({ attempts }: { readonly attempts: readonly SandboxAttempt[] }) {
  if (attempts.length === 0) return <p className="text-muted">No webhook has been sent yet.</p>;
  return (
    <ul
      className="max-h-45 overflow-auto border border-line rounded"
      aria-label="Last attempts to deliver a webhook"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, also by key
      tabIndex={0}
    >
      {attempts.toReversed().map((each) => (
        <li key={`${each.at}-${each.attempt}-${each.operation}`} className={styles.line}>
          <span className="text-muted type-data-small truncate">{clockText(each.at)}</span>
          <span>
            {each.operation === "credit" ? "Credit" : "Charge"}
            {each.attempt === 1 ? "" : `, attempt ${each.attempt}`}
          </span>
          <span className="text-muted type-data-small truncate">{each.url}</span>
          {each.status === null ? (
            <Chip tone="bad">{each.problem ?? "no answer"}</Chip>
          ) : (
            <Chip tone={each.status === 200 ? "good" : "bad"} data>
              {each.status}
            </Chip>
          )}
        </li>
      ))}
    </ul>
  );
}
