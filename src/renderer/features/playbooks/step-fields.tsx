import type { ReactNode } from "react";
import type { PlaybookStep } from "../../../shared/playbook.ts";
import { answerFault, webhookFault } from "../../../shared/sandbox.ts";
import { ANSWER_FAULTS, WEBHOOK_FAULTS } from "../../../shared/text/fault-words.ts";
import { Field } from "../../ui/field.tsx";
import { Select } from "../../ui/select.tsx";
import { TextArea, TextInput } from "../../ui/text-input.tsx";
import { TypedField } from "../../ui/typed-field.tsx";
import { currencyHint } from "../actions/index.ts";

interface StepFieldsProps {
  readonly step: PlaybookStep;
  readonly onChange: (step: PlaybookStep) => void;
}

/** The values of one step; a name in braces is a parameter's. */
export function StepFields({ step, onChange }: StepFieldsProps) {
  switch (step.does) {
    case "call":
      return <ActionFields step={step} onChange={onChange} />;
    case "wait":
      return (
        <Row>
          <SecondsField label="Seconds" ms={step.ms} onChange={(ms) => onChange({ ...step, ms })} />
        </Row>
      );
    case "until":
      return null;
    case "answer":
      return (
        <Row>
          <NumbersField
            label="Statuses, in turn"
            hint="The last one stays."
            numbers={step.statuses}
            onChange={(statuses) => onChange({ ...step, statuses: [...statuses] })}
          />
        </Row>
      );
    case "sandbox":
      return (
        <Row>
          <Field label="Answers">
            <Select
              value={step.answerFault}
              onValueChange={(next) => onChange({ ...step, answerFault: next })}
              options={ANSWERS}
            />
          </Field>
          <Field label="Webhooks">
            <Select
              value={step.webhookFault}
              onValueChange={(next) => onChange({ ...step, webhookFault: next })}
              options={WEBHOOKS}
            />
          </Field>
        </Row>
      );
    case "ask":
      return (
        <Field label="Question">
          <TextInput value={step.question} onChange={(event) => onChange({ ...step, question: event.target.value })} />
        </Field>
      );
  }
}

const ANSWERS = answerFault.options.map((value) => ({ value, label: ANSWER_FAULTS[value].label }));
const WEBHOOKS = webhookFault.options.map((value) => ({ value, label: WEBHOOK_FAULTS[value].label }));

function Row({ children }: { readonly children: ReactNode }) {
  return <div className="grid grid-cols-[repeat(auto-fill,minmax(160px,1fr))] gap-3">{children}</div>;
}

const LABELS: Readonly<Record<string, string>> = {
  amount: "Amount",
  currency: "Currency",
  userReference: "User reference",
  from: "From",
  to: "To",
  remark: "Remark",
};

type Call = Extract<PlaybookStep, { readonly does: "call" }>;

function ActionFields({ step, onChange }: { readonly step: Call; readonly onChange: (step: PlaybookStep) => void }) {
  const { action } = step;
  if (action.operation === "link")
    return (
      <Field label="Link ID">
        <TextInput
          data
          value={action.linkId}
          onChange={(event) => onChange({ ...step, action: { ...action, linkId: event.target.value } })}
        />
      </Field>
    );
  const { body } = action;
  if ("raw" in body)
    return (
      <Field label="Body">
        <TextArea
          data
          value={body.raw}
          onChange={(event) => onChange({ ...step, action: { ...action, body: { raw: event.target.value } } })}
        />
      </Field>
    );
  const put = (name: string, value: string) =>
    onChange({ ...step, action: { ...action, body: { ...body, [name]: value } } } as PlaybookStep);
  return (
    <Row>
      {Object.entries(body).map(([name, value]) => (
        <Field
          key={name}
          label={LABELS[name] ?? name}
          // Which currency a parameter stands for is not known here.
          hint={name === "currency" && !value.includes("{") ? currencyHint(value) : undefined}
        >
          <TextInput data value={value} onChange={(event) => put(name, event.target.value)} />
        </Field>
      ))}
    </Row>
  );
}

export function SecondsField({
  label,
  ms,
  onChange,
}: {
  readonly label: string;
  readonly ms: number;
  readonly onChange: (ms: number) => void;
}) {
  return (
    <TypedField
      label={label}
      text={String(ms / 1_000)}
      wrong="Enter seconds, such as 5 or 0.5."
      read={(text) => (/^[0-9]{1,5}(\.[0-9]{1,3})?$/.test(text.trim()) ? Math.round(Number(text) * 1_000) : null)}
      onChange={onChange}
    />
  );
}

export function NumberField({
  label,
  value,
  onChange,
}: {
  readonly label: string;
  readonly value: number;
  readonly onChange: (value: number) => void;
}) {
  return (
    <TypedField
      label={label}
      text={String(value)}
      wrong="Enter a whole number."
      read={(text) => (/^[0-9]{1,3}$/.test(text.trim()) ? Number(text) : null)}
      onChange={onChange}
    />
  );
}

interface NumbersFieldProps {
  readonly label: string;
  readonly hint?: string;
  readonly numbers: readonly number[];
  readonly onChange: (numbers: readonly number[]) => void;
}

export function NumbersField({ label, hint, numbers, onChange }: NumbersFieldProps) {
  return (
    <TypedField
      label={label}
      {...(hint === undefined ? {} : { hint })}
      text={numbers.join(", ")}
      wrong="Enter statuses such as 200, parted by commas."
      read={(text) => (/^\s*[1-5][0-9]{2}\s*(,\s*[1-5][0-9]{2}\s*)*$/.test(text) ? text.split(",").map(Number) : null)}
      onChange={onChange}
    />
  );
}
