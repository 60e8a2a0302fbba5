import { Plus, Trash2 } from "lucide-react";
import { useEffect, useState } from "react";
import type { Output } from "../../../shared/contract.ts";
import {
  type CallStep,
  expectedVerdict,
  type PlaybookExpectation,
  type PlaybookResult,
  saidValue,
  type ValueCheck,
} from "../../../shared/playbook.ts";
import { expectationText, SAID_WORDS, VERDICT_WORDS } from "../../../shared/text/explain-playbook.ts";
import { settle } from "../../core/bridge.ts";
import { useBridge, useStore } from "../../core/environment.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Menu, MenuItem } from "../../ui/menu.tsx";
import { OpaqueText } from "../../ui/opaque-text.tsx";
import { Select } from "../../ui/select.tsx";
import { SuggestInput } from "../../ui/suggest-input.tsx";
import { TextInput } from "../../ui/text-input.tsx";
import { playbooksStore } from "./playbooks-store.ts";
import { NumberField, NumbersField, SecondsField } from "./step-fields.tsx";

interface ExpectationsPartProps {
  readonly step: CallStep;
  readonly onChange: (expect: readonly PlaybookExpectation[]) => void;
}

type Example = Output<"playbooks", "example">;
const NO_EXAMPLE: Example = { answer: [], webhook: [] };

/** What a step had the last time it ran: its fields are there to be chosen from. */
function useExample(stepId: string): Example {
  const bridge = useBridge();
  const result: PlaybookResult | null = useStore(playbooksStore, (state) => state.result);
  const [example, setExample] = useState(NO_EXAMPLE);
  const playbookId = result?.head.playbookId ?? null;
  const resultId = result?.head.id ?? null;
  useEffect(() => {
    if (playbookId === null || resultId === null) return;
    let isWanted = true;
    void settle(bridge.playbooks.example({ playbookId, resultId, stepId })).then((found) => {
      if (isWanted && found.ok) setExample(found.value);
    });
    return () => {
      isWanted = false;
    };
  }, [bridge, playbookId, resultId, stepId]);
  return example;
}

/** What is expected of a call, each with its values, and what may be added. */
export function ExpectationsPart({ step, onChange }: ExpectationsPartProps) {
  const example = useExample(step.id);
  const { expect } = step;
  const isLookUp = step.action.operation === "link";
  const offered = NEW.filter(({ of }) => of === "any" || !isLookUp);
  return (
    <fieldset className="flex flex-col gap-2 m-0 p-0 border-0">
      <legend className="p-0 mb-1 type-small-strong">Expected</legend>
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

const NEW: readonly { readonly label: string; readonly of: "any" | "webhook"; readonly value: PlaybookExpectation }[] =
  [
    { label: "How the call ends", of: "any", value: { about: "outcome", is: "success" } },
    { label: "The status", of: "any", value: { about: "status", oneOf: [200] } },
    {
      label: "A field of the answer",
      of: "any",
      value: { about: "answer", path: "", check: { is: "equals", value: "" } },
    },
    { label: "The verdict", of: "webhook", value: { about: "verdict", is: "matched" } },
    {
      label: "How many webhooks",
      of: "webhook",
      value: { about: "webhooks", how: "exactly", count: 1, withinMs: 5_000 },
    },
    {
      label: "What the webhook says: amount, currency, people",
      of: "webhook",
      value: { about: "said", value: "amount", check: { is: "equals", value: "" } },
    },
    {
      label: "A field of the webhook",
      of: "webhook",
      value: { about: "field", path: "", check: { is: "equals", value: "" } },
    },
    { label: "The signature", of: "webhook", value: { about: "signature", is: "valid" } },
    {
      label: "That the sender tries again",
      of: "webhook",
      value: { about: "retries", count: 2, afterMs: 0, withinMs: 10_000 },
    },
    { label: "That it stops after a 2xx", of: "webhook", value: { about: "stopped", withinMs: 5_000 } },
  ];

const options = <Value extends string>(values: Readonly<Record<Value, string>>) =>
  (Object.entries(values) as [Value, string][]).map(([value, label]) => ({ value, label }));

interface FieldsProps {
  readonly value: PlaybookExpectation;
  readonly example: Example;
  readonly onChange: (value: PlaybookExpectation) => void;
}

function ExpectationFields({ value, example, onChange }: FieldsProps) {
  const row = "grid grid-cols-[repeat(auto-fill,minmax(150px,1fr))] gap-2";
  switch (value.about) {
    case "outcome":
      return (
        <div className={row}>
          <Select
            label="How it ends"
            value={value.is}
            onValueChange={(is) => onChange({ ...value, is })}
            options={options({ success: "it succeeds", failure: "it fails" })}
          />
        </div>
      );
    case "status":
      return (
        <div className={row}>
          <NumbersField
            label="One of these"
            numbers={value.oneOf}
            onChange={(oneOf) => onChange({ ...value, oneOf: [...oneOf] })}
          />
        </div>
      );
    case "answer":
    case "field": {
      const values = value.about === "answer" ? example.answer : example.webhook;
      return (
        <div className={row}>
          <Field label="Field" hint={values.length === 0 ? "Run it once: then its fields are on offer." : undefined}>
            <SuggestInput
              data
              value={value.path}
              onValueChange={(path) => {
                const seen = values.find((each) => each.path === path)?.text;
                const isNew = value.check.is === "equals" && value.check.value === "" && seen !== undefined;
                onChange({ ...value, path, ...(isNew ? { check: { is: "equals", value: seen } } : {}) });
              }}
              groups={[{ items: values.map(({ path, text }) => ({ value: path, label: text.slice(0, 60) })) }]}
            />
          </Field>
          <CheckFields check={value.check} onChange={(check) => onChange({ ...value, check })} />
        </div>
      );
    }
    case "said":
      return (
        <div className={row}>
          <Field label="What">
            <Select
              value={value.value}
              onValueChange={(next) => onChange({ ...value, value: next })}
              options={saidValue.options.map((each) => ({ value: each, label: SAID_WORDS[each] }))}
            />
          </Field>
          <CheckFields check={value.check} onChange={(check) => onChange({ ...value, check })} />
        </div>
      );
    case "verdict":
      return (
        <div className={row}>
          <Select
            label="The verdict"
            value={value.is}
            onValueChange={(is) => onChange({ ...value, is })}
            options={expectedVerdict.options.map((each) => ({ value: each, label: VERDICT_WORDS[each] }))}
          />
        </div>
      );
    case "webhooks":
      return (
        <div className={row}>
          <Field label="How">
            <Select
              value={value.how}
              onValueChange={(how) => onChange({ ...value, how })}
              options={options({ exactly: "exactly", "at-least": "at least" })}
            />
          </Field>
          <NumberField label="Webhooks" value={value.count} onChange={(count) => onChange({ ...value, count })} />
          <SecondsField
            label="Within seconds"
            ms={value.withinMs}
            onChange={(withinMs) => onChange({ ...value, withinMs })}
          />
        </div>
      );
    case "signature":
      return (
        <div className={row}>
          <Select
            label="The signature"
            value={value.is}
            onValueChange={(is) => onChange({ ...value, is })}
            options={options({ valid: "valid", invalid: "invalid", missing: "missing" })}
          />
        </div>
      );
    case "retries":
      return (
        <div className={row}>
          <NumberField label="Times" value={value.count} onChange={(count) => onChange({ ...value, count })} />
          <SecondsField
            label="Seconds between"
            ms={value.afterMs}
            onChange={(afterMs) => onChange({ ...value, afterMs })}
          />
          <SecondsField
            label="Within seconds"
            ms={value.withinMs}
            onChange={(withinMs) => onChange({ ...value, withinMs })}
          />
        </div>
      );
    case "stopped":
      return (
        <div className={row}>
          <SecondsField
            label="Within seconds"
            ms={value.withinMs}
            onChange={(withinMs) => onChange({ ...value, withinMs })}
          />
        </div>
      );
  }
}

const CHECKS = options<ValueCheck["is"]>({
  equals: "is",
  contains: "contains",
  "one-of": "is one of",
  matches: "matches (* any text, ? one character)",
  any: "is there, with any value",
  changed: "is another than before",
  absent: "is not there",
});

function CheckFields({
  check,
  onChange,
}: {
  readonly check: ValueCheck;
  readonly onChange: (check: ValueCheck) => void;
}) {
  const text =
    "value" in check
      ? check.value
      : "pattern" in check
        ? check.pattern
        : "values" in check
          ? check.values.join(" | ")
          : null;
  return (
    <>
      <Field label="How">
        <Select value={check.is} onValueChange={(is) => onChange(checkOf(is, text ?? ""))} options={CHECKS} />
      </Field>
      {text === null ? null : (
        <Field label="Value" {...(check.is === "one-of" ? { hint: "Parted by |." } : {})}>
          <TextInput data value={text} onChange={(event) => onChange(checkOf(check.is, event.target.value))} />
        </Field>
      )}
    </>
  );
}

function checkOf(is: ValueCheck["is"], text: string): ValueCheck {
  switch (is) {
    case "equals":
    case "contains":
      return { is, value: text };
    case "matches":
      return { is, pattern: text };
    case "one-of":
      return { is, values: text.split("|").map((each) => each.trim()) };
    default:
      return { is };
  }
}
