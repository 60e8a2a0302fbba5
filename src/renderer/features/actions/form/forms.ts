import type { Action, CallField } from "../../../../shared/call-fields.ts";
import { type Operation, operation } from "../../../../shared/outcomes.ts";
import { assertNever } from "../../../../shared/primitives.ts";

/** What a field names: decides its suggestions, its keyboard and its check. */
export type FieldKind = "link-id" | "amount" | "currency" | "reference" | "remark";

/** A field on screen; the contract's own names. */
export type FieldName = Exclude<CallField, "raw">;

export interface FieldSpec {
  readonly name: FieldName;
  /** The visible label, which is the accessible name too: people and tests find the field by it. */
  readonly label: string;
  readonly kind: FieldKind;
  /** What is to be typed, while nothing is, where the label does not say it. */
  readonly placeholder?: string;
  /** Short enough to stand beside the field before it. */
  readonly short?: true;
}

export interface FormSpec {
  readonly tab: string;
  readonly submit: string;
  /** What it does, for somebody who is new here. */
  readonly about: string;
  readonly fields: readonly FieldSpec[];
}

/** What a form holds while it is filled in: texts as typed, nothing trimmed. */
export type Values = Readonly<Partial<Record<FieldName, string>>>;

const AMOUNT: FieldSpec = { name: "amount", label: "Amount", kind: "amount" };
const CURRENCY: FieldSpec = { name: "currency", label: "Currency", kind: "currency", short: true };

/** The three forms, in the order of their tabs (service interface, section 4). */
export const FORMS: Readonly<Record<Operation, FormSpec>> = {
  link: {
    tab: "Look up link",
    submit: "Look up link",
    about: "Reads a linked account by its ID.",
    fields: [{ name: "linkId", label: "Link ID", kind: "link-id" }],
  },
  credit: {
    tab: "Credit",
    submit: "Simulate credit",
    about: "Simulates money received by a user; its webhook follows.",
    fields: [AMOUNT, CURRENCY, { name: "userReference", label: "User reference", kind: "reference" }],
  },
  charge: {
    tab: "Charge",
    submit: "Simulate charge",
    about: "Simulates a charge from one user to another; its webhook follows.",
    fields: [
      AMOUNT,
      CURRENCY,
      { name: "from", label: "From", kind: "reference", placeholder: "Payer’s reference" },
      { name: "to", label: "To", kind: "reference", placeholder: "Payee’s reference" },
      { name: "remark", label: "Remark", kind: "remark" },
    ],
  },
};

export const OPERATIONS = operation.options;

/** What to send, as the contract wants it: the fields as typed, or a body of the user's own instead of them. */
export function actionOf(operation: Operation, values: Values, rawBody: string | null): Action {
  const { linkId = "", amount = "", currency = "", userReference = "", from = "", to = "", remark = "" } = values;
  switch (operation) {
    case "link":
      return { operation, linkId };
    case "credit":
      return { operation, body: rawBody === null ? { amount, currency, userReference } : { raw: rawBody } };
    case "charge":
      return { operation, body: rawBody === null ? { amount, currency, from, to, remark } : { raw: rawBody } };
    default:
      return assertNever(operation);
  }
}
