import { useState } from "react";
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
