import { type ReactNode, useState } from "react";
import { Field } from "../../ui/field.tsx";
import { wholeNumber } from "../../ui/form-text.ts";
import { TextInput } from "../../ui/text-input.tsx";

interface TextSettingProps {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly aside?: ReactNode;
  readonly placeholder?: string;
  readonly inputMode?: "numeric";
  readonly optional?: boolean;
  readonly value: string;
  /** What is wrong with a text, as a sentence; null for nothing. */
  readonly problem: (text: string) => string | null;
  readonly onChange: (text: string) => void;
}

/** A line of text that counts as soon as the field is left, or Enter is pressed. */
export function TextSetting(props: TextSettingProps) {
  const { label, hint, aside, optional = false, value, problem, onChange, ...rest } = props;
  const [text, setText] = useState<string | null>(null);
  const wrong = text === null ? null : problem(text.trim());

  function commit() {
    if (text === null || wrong !== null) return;
    setText(null);
    if (text.trim() !== value) onChange(text.trim());
  }

  return (
    <Field label={label} hint={hint} aside={aside} optional={optional} error={wrong ?? undefined}>
      <TextInput
        data
        {...rest}
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

interface NumberSettingProps {
  readonly label: string;
  readonly unit?: string;
  readonly hint?: string;
  readonly value: number;
  readonly least: number;
  readonly most: number;
  readonly onChange: (value: number) => void;
}

/** The same for a whole number. */
export function NumberSetting({ unit, value, least, most, onChange, ...rest }: NumberSettingProps) {
  const isRight = (number: number) => number >= least && number <= most;
  return (
    <TextSetting
      {...rest}
      aside={unit}
      inputMode="numeric"
      value={String(value)}
      problem={(text) => (isRight(wholeNumber(text)) ? null : `A whole number from ${least} to ${most}.`)}
      onChange={(text) => onChange(wholeNumber(text))}
    />
  );
}
