import { type ReactNode, useState } from "react";
import { Field } from "../../ui/field.tsx";
import { wholeNumber } from "../../ui/form-text.ts";
import { TextInput } from "../../ui/text-input.tsx";

interface NumberSettingProps {
  readonly label: string;
  readonly unit?: string;
  readonly hint?: string;
  readonly value: number;
  readonly least: number;
  readonly most: number;
  readonly onChange: (value: number) => void;
}

/** A whole number that counts as soon as the field is left, or Enter is pressed. */
export function NumberSetting({ label, unit, hint, value, least, most, onChange }: NumberSettingProps) {
  const [text, setText] = useState<string | null>(null);
  const number = text === null ? value : wholeNumber(text);
  const wrong = !(number >= least && number <= most);

  function commit() {
    if (text === null || wrong) return;
    setText(null);
    if (number !== value) onChange(number);
  }

  return (
    <Field
      label={label}
      aside={unit}
      hint={hint}
      error={wrong ? `A whole number from ${least} to ${most}.` : undefined}
    >
      <TextInput
        data
        inputMode="numeric"
        value={text ?? String(value)}
        onChange={(event) => setText(event.target.value)}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === "Enter") commit();
        }}
      />
    </Field>
  );
}

interface TextSettingProps {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly placeholder?: string;
  readonly optional?: boolean;
  readonly value: string;
  /** What is wrong with a text, as a sentence; null for nothing. */
  readonly problem: (text: string) => string | null;
  readonly onChange: (text: string) => void;
}

/** A line of text that counts as soon as the field is left, or Enter is pressed. */
export function TextSetting({ label, hint, placeholder, optional, value, problem, onChange }: TextSettingProps) {
  const [text, setText] = useState<string | null>(null);
  const wrong = text === null ? null : problem(text.trim());

  function commit() {
    if (text === null || wrong !== null) return;
    setText(null);
    if (text.trim() !== value) onChange(text.trim());
  }

  return (
    <Field label={label} hint={hint} optional={optional ?? false} error={wrong ?? undefined}>
      <TextInput
        data
        {...(placeholder === undefined ? {} : { placeholder })}
        value={text ?? value}
        onChange={(event) => setText(event.target.value)}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === "Enter") commit();
        }}
      />
    </Field>
  );
}
