import type { ReactNode } from "react";

export interface Option<Value extends string, Label extends ReactNode = string> {
  readonly value: Value;
  readonly label: Label;
  /** A line under the label. */
  readonly description?: string;
}

/** Options in the order of their words, one for each value: the type check asks for the words of a new one. */
export function optionsOf<Value extends string, Label extends ReactNode = string>(
  words: Readonly<Record<Value, string | Omit<Option<Value, Label>, "value">>>,
): readonly Option<Value, Label>[] {
  return (Object.keys(words) as Value[]).map((value) => {
    const said: unknown = words[value];
    return { value, ...(typeof said === "string" ? { label: said } : (said as object)) } as Option<Value, Label>;
  });
}
