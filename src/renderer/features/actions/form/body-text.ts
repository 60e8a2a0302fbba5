import { callBody } from "../../../../shared/call-body.ts";
import type { Operation } from "../../../../shared/outcomes.ts";
import { formatJson } from "../../../text/json-format.ts";
import { actionOf, type Values } from "./forms.ts";

/** The JSON body that stands for a form's fields, laid out for editing; empty for a look-up, which sends none. */
export function bodyTextOf(operation: Operation, values: Values): string {
  const body = callBody(actionOf(operation, values, null)) ?? "";
  const formatted = formatJson(body);
  return formatted.ok ? formatted.text : body;
}
