import { Plus, Trash2 } from "lucide-react";
import {
  type ExpectingStep,
  isOfWebhooks,
  type PlaybookExpectation,
  type PlaybookStep,
} from "../../../shared/playbook.ts";
import { type ResultLine } from "../../../shared/playbook-result.ts";
import { expectationText } from "../../../shared/text/explain-playbook.ts";
import { useStore } from "../../core/environment.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { Menu, MenuItem } from "../../ui/menu.tsx";
import { OpaqueText } from "../../ui/opaque-text.tsx";
import { ExpectationFields } from "./expectation-fields.tsx";
import { SeenFields, useExample } from "./seen-fields.tsx";
import { seenStore } from "./seen-store.ts";
import { StateChip } from "./states.tsx";

interface ExpectationsPartProps {
  readonly step: ExpectingStep;
  /** All of the playbook: what a step waits for comes of another one. */
  readonly steps: readonly PlaybookStep[];
  readonly onChange: (expect: readonly PlaybookExpectation[]) => void;
}

/** What is expected of a call, each with its values and with what it says of what was seen, and what may be added. */
export function ExpectationsPart({ step, steps, onChange }: ExpectationsPartProps) {
  const example = useExample(steps, step.id);
  const lines = useStore(seenStore, ({ preview }) => preview.get(step.id));
  const { expect } = step;
  const isLookUp = step.does === "call" && step.action.operation === "link";
  const offered = Object.values(NEW).filter(({ value }) => !isLookUp || !isOfWebhooks(value));
  return (
    <fieldset className="flex flex-col gap-2 m-0 p-0 border-0">
      <legend className="p-0 mb-1 type-small-strong">
        {step.does === "until" ? "What is waited for, of the simulation before" : "Expected"}
      </legend>
      {expect.length === 0 ? (
        <p className="text-odd type-small">Without an expectation this step is never green.</p>
      ) : null}
      <ul className="flex flex-col gap-2 p-0 m-0 list-none">
        {expect.map((each, place) => (
          // Expectations have no names: their places tell them apart.
          <li key={place} className="flex flex-col gap-2 p-2 rounded bg-sunken">
            <div className="flex items-center gap-2">
              <span className="flex-1 min-w-0 wrap-anywhere">
                <OpaqueText text={expectationText(each)} limit={200} />
              </span>
              <Preview line={lines?.[place]} />
              <IconButton
                size="small"
                label={`Remove: ${expectationText(each)}`}
                icon={<Trash2 />}
                onClick={() => onChange(expect.toSpliced(place, 1))}
              />
            </div>
            <ExpectationFields
              value={each}
              example={example}
              onChange={(next) => onChange(expect.toSpliced(place, 1, next))}
            />
          </li>
        ))}
      </ul>
      <SeenFields step={step} example={example} onChange={onChange} />
      <span>
        <Menu
          trigger={
            <Button size="small" icon={<Plus />}>
              Expect something
            </Button>
          }
        >
          {offered.map(({ label, value }) => (
            <MenuItem key={label} onSelect={() => onChange([...expect, value])}>
              {label}
            </MenuItem>
          ))}
        </Menu>
      </span>
    </fieldset>
  );
}

/** What the expectation would have said of what was seen. */
function Preview({ line }: { readonly line: ResultLine | undefined }) {
  if (line === undefined) return null;
  return (
    <span className="flex flex-none items-center gap-2 max-w-[45%]" title={line.because ?? undefined}>
      {line.got === null || line.state === "passed" ? null : (
        <span className="min-w-0 truncate text-secondary type-small">
          was <OpaqueText text={line.got} limit={60} />
        </span>
      )}
      <StateChip state={line.state} />
    </span>
  );
}

const NEW: {
  readonly [About in PlaybookExpectation["about"]]: {
    readonly label: string;
    readonly value: Extract<PlaybookExpectation, { readonly about: About }>;
  };
} = {
  outcome: { label: "How the call ends", value: { about: "outcome", is: "success" } },
  status: { label: "The status", value: { about: "status", oneOf: [200] } },
  answer: {
    label: "A field of the answer",
    value: { about: "answer", path: "", check: { is: "equals", value: "" } },
  },
  verdict: { label: "The verdict", value: { about: "verdict", is: "matched" } },
  webhooks: {
    label: "How many webhooks",
    value: { about: "webhooks", how: "exactly", count: 1, withinMs: 5_000 },
  },
  said: {
    label: "What the webhook says: amount, currency, people",
    value: { about: "said", value: "amount", check: { is: "equals", value: "" } },
  },
  field: {
    label: "A field of the webhook",
    value: { about: "field", path: "", check: { is: "equals", value: "" } },
  },
  signature: { label: "The signature", value: { about: "signature", is: "valid" } },
  retries: {
    label: "That the sender tries again",
    value: { about: "retries", count: 2, afterMs: 0, withinMs: 10_000 },
  },
  stopped: { label: "That it stops after a 2xx", value: { about: "stopped", withinMs: 5_000 } },
};
