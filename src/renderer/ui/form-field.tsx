import type { ReactNode } from "react";
import { type FieldPathByValue, type FieldValues, useController, useFormContext } from "react-hook-form";
import { Field } from "./field.tsx";
import { TextArea, TextInput } from "./text-input.tsx";

interface FormFieldProps<Values extends FieldValues> {
  /** Where it stands in the form around it (react-hook-form's `FormProvider`). */
  readonly name: FieldPathByValue<Values, string>;
  readonly label: string;
  readonly hint?: ReactNode;
  /** What sets what is wrong right with one press. */
  readonly remedy?: ReactNode;
  readonly aside?: ReactNode;
  readonly optional?: boolean;
  readonly data?: boolean;
  readonly placeholder?: string;
  readonly inputMode?: "numeric" | "url";
  readonly rows?: number;
}

/**
 * A field's value and its complaint, shown once it has been left: a list that grows is checked at once, and a
 * complaint about a line that is still empty would disappear, and move what is below it, while that is being pressed.
 */
function useText<Values extends FieldValues>(name: FieldPathByValue<Values, string>) {
  const { control } = useFormContext<Values>();
  const { field, fieldState, formState } = useController<Values, FieldPathByValue<Values, string>>({ name, control });
  // Asked for in any case: what is asked for is what changes are told of.
  const { error, isTouched } = fieldState;
  const { isSubmitted } = formState;
  const value: string = field.value;
  return { field: { ...field, value }, error: isTouched || isSubmitted ? error?.message : undefined };
}

/** A labelled text of a form: one line, or so many as `rows` says. */
export function FormText<Values extends FieldValues>({
  name,
  label,
  hint,
  remedy,
  aside,
  optional = false,
  rows,
  ...rest
}: FormFieldProps<Values>) {
  const { field, error } = useText<Values>(name);
  return (
    <Field label={label} hint={hint} remedy={remedy} aside={aside} optional={optional} error={error}>
      {rows === undefined ? <TextInput {...rest} {...field} /> : <TextArea {...rest} {...field} rows={rows} />}
    </Field>
  );
}
