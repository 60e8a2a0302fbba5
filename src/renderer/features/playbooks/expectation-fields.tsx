import { expectedVerdict, type PlaybookExpectation, saidValue, type ValueCheck } from "../../../shared/playbook.ts";
import { SAID_WORDS, VERDICT_WORDS } from "../../../shared/text/explain-playbook.ts";
import { Field } from "../../ui/field.tsx";
import { Select } from "../../ui/select.tsx";
import { SuggestInput } from "../../ui/suggest-input.tsx";
import { TextInput } from "../../ui/text-input.tsx";
import type { Example } from "./seen-fields.tsx";
import { NumberField, NumbersField, SecondsField } from "./step-fields.tsx";

const options = <Value extends string>(values: Readonly<Record<Value, string>>) =>
  (Object.entries(values) as [Value, string][]).map(([value, label]) => ({ value, label }));

interface FieldsProps {
  readonly value: PlaybookExpectation;
  readonly example: Example;
  readonly onChange: (value: PlaybookExpectation) => void;
}

/** The values of one expectation. */
export function ExpectationFields({ value, example, onChange }: FieldsProps) {
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
          <Field label="Field" hint={values.length === 0 ? "Once it was run, its fields are on offer." : undefined}>
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
            options={options({ valid: "valid", invalid: "invalid", missing: "missing", unreadable: "unreadable" })}
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
