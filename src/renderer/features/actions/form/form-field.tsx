import { type Control, useController } from "react-hook-form";
import { fieldProblems } from "../../../../shared/call-fields.ts";
import { linkIdIn } from "../../../../shared/http-address.ts";
import { countText, lowered } from "../../../../shared/measures.ts";
import type { Operation } from "../../../../shared/outcomes.ts";
import { moneyText } from "../../../../shared/text/amount-text.ts";
import { visibleText } from "../../../../shared/visible-text.ts";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/field.tsx";
import { SuggestInput, type SuggestionGroup } from "../../../ui/suggest-input.tsx";
import { currencyHint } from "./currency-hint.tsx";
import { actionOf, type FieldName, type FieldSpec } from "./forms.ts";
import { unseenNote } from "./unseen.ts";

export type FormTexts = Record<FieldName, string>;

export interface FormFieldProps {
  readonly operation: Operation;
  readonly spec: FieldSpec;
  readonly control: Control<FormTexts>;
  readonly groups: readonly SuggestionGroup[];
  /** What the service or main said about the value that is in the field now. */
  readonly message: string | undefined;
  /** The money that an amount stands for, such as `500.00`; null when that is not known. */
  readonly money: (amount: string) => string | null;
  /** The amount that is meant by one that cannot go out, such as `7,500` or `75.00`; null where nobody can know. */
  readonly meant: (typed: string) => string | null;
  /** What one unit is, as far as the profile says: "100 to one NGN"; null where it does not. */
  readonly unit: string | null;
  /** What will be sent instead of what stands in it; null: it is sent as typed. */
  readonly change: string | null;
  readonly onEdit: () => void;
  readonly className: string | undefined;
}

/** One field of a form: label, free text with values on offer, and the sentence that belongs beside it. */
export function FormField({
  operation,
  spec,
  control,
  groups,
  message,
  money,
  meant: meantBy,
  unit,
  change,
  onEdit,
  className,
}: FormFieldProps) {
  const { field, fieldState } = useController({
    control,
    name: spec.name,
    rules: {
      validate: (_, texts) => fieldProblems(actionOf(operation, texts, null))[spec.name] ?? true,
    },
  });
  const value = field.value ?? "";
  const words = spec.kind === "remark" || spec.kind === "currency";
  const unseen = unseenNote(value);
  const type = (text: string) => {
    field.onChange(text);
    onEdit();
  };
  const meant = spec.kind === "amount" ? meantBy(value) : spec.kind === "link-id" ? linkIdIn(value) : null;
  const use =
    meant === null ? undefined : (
      <Button size="small" className="self-start" onClick={() => type(meant)}>
        Use {visibleText(meant)} {spec.kind === "amount" ? money(meant) : null}
      </Button>
    );
  const hint =
    spec.kind === "amount" ? (
      <AmountHint money={money(value)} unit={unit} doubt={amountDoubt(value)} />
    ) : use !== undefined ? (
      // An id may be any text, so that this one is not refused.
      <span className="flex flex-col gap-1">
        <span className="text-odd">This is a whole address. It is sent as it is.</span>
        {use}
      </span>
    ) : unseen === null ? (
      spec.kind === "currency" ? (
        currencyHint(value)
      ) : (
        (change ?? undefined)
      )
    ) : (
      // What is said of a short field stands below the one beside it.
      <span className="text-odd">{spec.kind === "currency" ? `${spec.label} ${lowered(unseen)}` : unseen}</span>
    );
  return (
    <Field
      label={spec.label}
      error={fieldState.error?.message ?? message}
      hint={hint}
      className={className}
      remedy={use}
    >
      <SuggestInput
        value={value}
        onValueChange={type}
        onBlur={field.onBlur}
        inputRef={field.ref}
        groups={groups}
        placeholder={spec.placeholder}
        data={!words}
        inputMode={spec.kind === "amount" ? "numeric" : "text"}
      />
    </Field>
  );
}

const LONGEST_CURRENCY = 12;

/** How `money` of a field is made: units divided by what the profile says, with the currency as typed. */
export function moneyHint(amount: string, currency: string, unitsPerCurrency: number | null): string | null {
  const money = moneyText(amount, unitsPerCurrency);
  return money === null ? null : `${money} ${visibleText(currency.slice(0, LONGEST_CURRENCY))}`;
}

/** What one unit is, in words; null where the profile does not say. */
export function unitText(currency: string, unitsPerCurrency: number | null): string | null {
  if (unitsPerCurrency === null) return null;
  const name = visibleText(currency.slice(0, LONGEST_CURRENCY));
  return `${countText(unitsPerCurrency)} to one ${name === "" ? "of the currency" : name}`;
}

/** What is odd about an amount that goes out as typed all the same; null where nothing is. */
function amountDoubt(amount: string): string | null {
  if (/^\s*-?0+\s*$/.test(amount)) return "Nothing at all";
  return /^\s*-/.test(amount) ? "Less than nothing" : null;
}

/** The specification says "units" and no more; only the profile can know how many make one of the currency. */
function AmountHint({
  money,
  unit,
  doubt,
}: {
  readonly money: string | null;
  readonly unit: string | null;
  readonly doubt: string | null;
}) {
  return (
    <>
      {doubt === null ? null : <span className="text-odd">{doubt}: most services refuse it. </span>}
      {unit === null ? "In units as the service means them, sent as typed." : `In units, ${unit}, sent as typed.`}{" "}
      {money === null ? null : (
        <bdi className="inline-block max-w-full text-plain tabular-nums wrap-anywhere">{money}</bdi>
      )}
    </>
  );
}
