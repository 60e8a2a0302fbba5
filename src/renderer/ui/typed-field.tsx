import { useState } from "react";
import { Field } from "./field.tsx";
import { TextInput } from "./text-input.tsx";

interface TypedFieldProps<Value> {
  readonly label: string;
  readonly hint?: string;
  readonly text: string;
  readonly read: (text: string) => Value | null;
  /** What is said of a text that is none. */
  readonly wrong: string;
  readonly inputMode?: "numeric";
  readonly onChange: (value: Value) => void;
}

/** What is typed stays as typed, also while it is no value yet: then the field says so, and the last value holds. */
export function TypedField<Value>({ label, hint, text, read, wrong, onChange, ...rest }: TypedFieldProps<Value>) {
  const [typed, setTyped] = useState<string | null>(null);
  const shown = typed ?? text;
  return (
    <Field label={label} {...(hint === undefined ? {} : { hint })} error={read(shown) === null ? wrong : undefined}>
      <TextInput
        data
        {...rest}
        value={shown}
        onBlur={() => {
          if (typed !== null && read(typed) !== null) setTyped(null);
        }}
        onChange={(event) => {
          setTyped(event.target.value);
          const value = read(event.target.value);
          if (value !== null) onChange(value);
        }}
      />
    </Field>
  );
}
