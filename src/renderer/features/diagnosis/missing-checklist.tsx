import { Check as CheckIcon, CircleDashed, RefreshCw, X } from "lucide-react";
import { useState } from "react";
import type { Check, CheckCode, CheckState, Diagnosis } from "../../../shared/diagnosis.ts";
import { type EventId } from "../../../shared/primitives.ts";
import { visibleText } from "../../../shared/visible-text.ts";
import { useStores } from "../../core/environment.ts";
import { panelStore } from "../../core/panels.ts";
import { Button } from "../../ui/button.tsx";
import { Failure } from "../../ui/callout.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Busy } from "../../ui/layout.tsx";
import { OpaqueText } from "../../ui/opaque-text.tsx";
import { TextArea } from "../../ui/text-input.tsx";
import { eventLogStore } from "../event-log/index.ts";
import { AddressField } from "./address-field.tsx";
import { conclusionOf } from "./conclusion.ts";
import styles from "./missing-checklist.module.css";
import { TestProposed } from "./test-proposed.tsx";
import type { DiagnosisView } from "./use-diagnosis.ts";

const TITLES: Readonly<Record<CheckCode, string>> = {
  "on-purpose": "Was it done on purpose?",
  call: "Was the call accepted?",
  listener: "Was the listener up?",
  relay: "Does the relay bring its webhooks?",
  address: "Is the address on the dashboard the right one?",
  "public-address": "Does that address lead here?",
  elsewhere: "Did something go astray?",
  untied: "Is it there, but not recognised?",
};

/** Why a webhook has not come, cause by cause: what was found, what is not known yet, and what to ask next. */
export function MissingChecklist({ view }: { readonly view: DiagnosisView }) {
  const { found, failure, work } = view;
  return (
    <section className="flex flex-col gap-3" aria-label="Possible causes" aria-busy={work !== null}>
      <div className="flex items-center justify-between gap-2">
        <h3 className="type-heading">Possible causes</h3>
        <Button size="small" icon={<RefreshCw />} busy={work === "checking"} onClick={() => void view.check()}>
          Look again
        </Button>
      </div>
      <Failure title="The causes could not be looked into" text={failure} />
      {found === null && failure === null ? <Busy>Looking into it</Busy> : null}
      {found === null ? null : <Found found={found} view={view} />}
    </section>
  );
}

function Found({ found, view }: { readonly found: Diagnosis; readonly view: DiagnosisView }) {
  const [address, setAddress] = useState<string | null>(null);
  const conclusion = conclusionOf(found);
  return (
    <>
      <ul className="flex flex-col">
        {found.checks.map((check) => (
          <CheckRow key={check.code} check={check} found={found} view={view} address={address} onAddress={setAddress} />
        ))}
      </ul>
      <div className="flex flex-col gap-2 pt-3 border-t border-line">
        <div className="flex items-center justify-between gap-2">
          <h4 className="type-body-strong">What to ask next</h4>
          <CopyButton label="Copy the question" withText text={found.question} />
        </div>
        {conclusion === null ? null : <p>{conclusion}</p>}
        {/* As long as what stands in it: one that scrolls would take the wheel from the list it stands in. */}
        <TextArea
          data
          readOnly
          rows={10}
          className="field-sizing-content resize-none"
          aria-label="The question, ready to be sent"
          value={found.question}
        />
      </div>
    </>
  );
}

interface CheckRowProps {
  readonly check: Check;
  readonly found: Diagnosis;
  readonly view: DiagnosisView;
  /** An address that is typed and not compared yet. */
  readonly address: string | null;
  readonly onAddress: (address: string | null) => void;
}

/** What was found out about the address before says nothing of the one that stands in the field. */
const NOT_COMPARED: Readonly<Partial<Record<CheckCode, string>>> = {
  address: "This address has not been compared yet.",
  "public-address": "This address has not been tested yet: compare it first.",
};

function CheckRow({ check: checked, found, view, address, onAddress }: CheckRowProps) {
  const edited = address !== null && address !== found.address;
  const unknown = edited ? NOT_COMPARED[checked.code] : undefined;
  const check: Check =
    unknown === undefined
      ? checked
      : { code: checked.code, state: "not-tested", sentence: unknown, nextStep: "", events: [] };
  return (
    <li className="flex gap-3 py-3 border-t border-line">
      <CheckMark state={check.state} />
      <div className="flex flex-1 flex-col gap-1 min-w-0">
        <div className="type-body-strong">{TITLES[check.code]}</div>
        {/* Above what is said of it, which goes while another one is typed: the field stays where it is. */}
        {check.code === "address" ? (
          <AddressField key={found.profileId} found={found} view={view} text={address} onText={onAddress} />
        ) : null}
        <OpaqueText as="p" className="wrap-anywhere" text={check.sentence} limit={1_200} />
        {check.nextStep === "" ? null : (
          <OpaqueText as="p" className="text-secondary wrap-anywhere" text={check.nextStep} limit={600} />
        )}
        {check.addressToSet === undefined ? null : (
          <div className={styles.long}>
            <CopyButton label={`Copy ${visibleText(check.addressToSet)}`} withText text={check.addressToSet} />
          </div>
        )}
        <TestProposed check={check} view={view} />
        {check.otherwise === undefined ? null : <Otherwise {...check.otherwise} view={view} />}
        {check.code === "public-address" ? <ProveButton found={found} view={view} edited={edited} /> : null}
        <Rows events={check.events} />
      </div>
    </li>
  );
}

/** What can be done here instead of on the dashboard. */
function Otherwise({
  sentence,
  path,
  view,
}: NonNullable<Check["otherwise"]> & { readonly view: Pick<DiagnosisView, "setPath"> }) {
  return (
    <>
      <p className="text-secondary">{sentence}</p>
      <div className={styles.long}>
        <Button size="small" onClick={() => void view.setPath(path)}>
          {`Change the path here to ${visibleText(path)}`}
        </Button>
      </div>
    </>
  );
}

function ProveButton({
  found,
  view,
  edited,
}: {
  readonly found: Diagnosis;
  readonly view: DiagnosisView;
  /** Another address is typed: the one that would be tested is not the one that is seen. */
  readonly edited: boolean;
}) {
  return (
    <div className="flex flex-wrap items-center gap-2 pt-1">
      <Button
        size="small"
        busy={view.work === "proving"}
        // A look of our own comes at any time: it must not take a press away.
        disabled={
          found.address === "" || edited || view.work === "saving" || view.work === "proving" || view.work === "trying"
        }
        onClick={() => void view.prove()}
      >
        {found.proof === null || edited ? "Test the address" : "Test it again"}
      </Button>
      {view.work === "proving" ? (
        <span className="text-muted type-small" role="status">
          Waiting for our own request to arrive
        </span>
      ) : null}
    </div>
  );
}

function Rows({ events }: { readonly events: readonly EventId[] }) {
  const stores = useStores();
  if (events.length === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-2 pt-1">
      {events.map((id) => (
        <Button
          key={id}
          size="small"
          onClick={() => {
            stores.get(panelStore).close();
            void stores.get(eventLogStore).show(id);
          }}
        >
          {events.length === 1 ? "Show it" : `Show No. ${id}`}
        </Button>
      ))}
    </div>
  );
}

const LOOKS = {
  fine: { label: "Fine", icon: CheckIcon },
  problem: { label: "Problem", icon: X },
  "not-tested": { label: "Not known yet", icon: CircleDashed },
} as const;

/** How one check came out. */
function CheckMark({ state }: { readonly state: CheckState }) {
  const { label, icon: Icon } = LOOKS[state];
  return (
    <span className={styles.mark} data-state={state} title={label}>
      <Icon size={14} role="img" aria-label={label} />
    </span>
  );
}
