import { callBody } from "../../../../shared/call-body.ts";
import { member, parseJson } from "../../../../shared/json/parse.ts";
import type { Operation } from "../../../../shared/outcomes.ts";
import { withoutTags } from "../../../../shared/run-tag.ts";
import { actionOf, FORMS, type Values } from "./forms.ts";

/** How the service calls a form's field, where it is not the field's own name. */
const SERVICE_NAMES: Readonly<Partial<Record<keyof Values, string>>> = { userReference: "user_reference" };

/**
 * The fields that a body was made of; null for one that the fields could not make to the letter, such as a body that
 * somebody has edited.
 */
export function valuesOfBody(operation: Operation, body: string): Values | null {
  const parsed = parseJson(body);
  if (!parsed.ok) return null;
  const values: Record<string, string> = {};
  for (const { name } of FORMS[operation].fields) {
    const node = member(parsed.root, SERVICE_NAMES[name] ?? name);
    if (node?.kind === "string") values[name] = node.value;
    else if (node?.kind === "number") values[name] = node.text;
  }
  if (callBody(actionOf(operation, values, null)) !== body) return null;
  // The tag was put there by the program, and names the call that was.
  return values["remark"] === undefined ? values : { ...values, remark: withoutTags(values["remark"]) };
}
