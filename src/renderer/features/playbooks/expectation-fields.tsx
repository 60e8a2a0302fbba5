import { expectedVerdict, type PlaybookExpectation, saidValue, type ValueCheck } from "../../../shared/playbook.ts";
import { SAID_WORDS, VERDICT_WORDS } from "../../../shared/text/explain-playbook.ts";
import { Field } from "../../ui/field.tsx";
import { optionsOf } from "../../ui/options.ts";
import { Select } from "../../ui/select.tsx";
import { SuggestInput } from "../../ui/suggest-input.tsx";
import { TextInput } from "../../ui/text-input.tsx";
import type { Example } from "./seen-fields.tsx";
import { NumberField, NumbersField, SecondsField } from "./step-fields.tsx";

interface FieldsProps {
  readonly value: PlaybookExpectation;
  readonly example: Example;
  readonly onChange: (value: PlaybookExpectation) => void;
}

/** The values of one expectation. */
export function ExpectationFields(props: FieldsProps) {
  return (
    <div className="grid grid-cols-[repeat(auto-fill,minmax(150px,1fr))] gap-2">
      <Fields {...props} />
    </div>
  );
}

function Fields({ value, example, onChange }: FieldsProps) {
  switch (value.about) {
    case "outcome":
      return (
        <Select
          label="How it ends"
          value={value.is}
          onValueChange={(is) => onChange({ ...value, is })}
          options={optionsOf({ success: "it succeeds", failure: "it ends with an error" })}
        />
      );
    case "status":
      return (
        <NumbersField
          label="One of these"
          numbers={value.oneOf}
          onChange={(oneOf) => onChange({ ...value, oneOf: [...oneOf] })}
        />
      );
    case "answer":
    case "field": {
      const values = value.about === "answer" ? example.answer : example.webhook;
      return (
        <>
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
        </>
      );
    }
    case "said":
      return (
        <>
          <Field label="What">
            <Select
              value={value.value}
              onValueChange={(next) => onChange({ ...value, value: next })}
              options={saidValue.options.map((each) => ({ value: each, label: SAID_WORDS[each] }))}
            />
          </Field>
          <CheckFields check={value.check} onChange={(check) => onChange({ ...value, check })} />
        </>
      );
    case "verdict":
      return (
        <Select
          label="The verdict"
          value={value.is}
          onValueChange={(is) => onChange({ ...value, is })}
          options={expectedVerdict.options.map((each) => ({ value: each, label: VERDICT_WORDS[each] }))}
        />
      );
    case "webhooks":
      return (
        <>
          <Field label="How">
            <Select
              value={value.how}
              onValueChange={(how) => onChange({ ...value, how })}
              options={optionsOf({ exactly: "exactly", "at-least": "at least" })}
            />
          </Field>
          <NumberField label="Webhooks" value={value.count} onChange={(count) => onChange({ ...value, count })} />
          <SecondsField
            label="Within seconds"
            ms={value.withinMs}
            onChange={(withinMs) => onChange({ ...value, withinMs })}
          />
        </>
      );
    case "signature":
      return (
        <Select
          label="The signature"
          value={value.is}
          onValueChange={(is) => onChange({ ...value, is })}
          options={optionsOf({ valid: "valid", invalid: "invalid", missing: "missing", unreadable: "unreadable" })}
        />
      );
    case "retries":
      return (
        <>
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
        </>
      );
    case "stopped":
      return (
        <SecondsField
          label="Within seconds"
          ms={value.withinMs}
          onChange={(withinMs) => onChange({ ...value, withinMs })}
        />
      );
  }
}

const CHECKS = optionsOf<ValueCheck["is"]>({
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
