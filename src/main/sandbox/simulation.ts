import { type JsonNode, member, parseJson, stringOf } from "../../shared/json/parse.ts";
import { utf8Text } from "../../shared/utf8.ts";
import { findUser } from "./links.ts";

/** A simulation that was asked for, checked. */
export type Simulation =
  | {
      readonly operation: "credit";
      readonly amount: bigint;
      readonly currency: string;
      readonly userReference: string;
    }
  | {
      readonly operation: "charge";
      readonly amount: bigint;
      readonly currency: string;
      readonly from: string;
      readonly to: string;
      readonly remark: string;
    };

export type FieldErrors = Readonly<Record<string, readonly string[]>>;

type Checked =
  | { readonly ok: true; readonly simulation: Simulation }
  | { readonly ok: false; readonly errors: FieldErrors };

/** Reads the body of a simulation (service interface, sections 4.2 and 4.3) and says everything that is wrong with it. */
export function readSimulation(operation: Simulation["operation"], body: Uint8Array): Checked {
  const root = rootOf(body);
  if (typeof root === "string") return { ok: false, errors: { body: [root] } };

  const errors: Record<string, string[]> = {};
  function wrong(field: string, sentence: string): void {
    errors[field] = [...(errors[field] ?? []), sentence];
  }

  function amount(): bigint {
    const node = member(root as JsonNode, "amount");
    if (node === undefined || node.kind === "null") wrong("amount", "The amount field is required.");
    else if (node.kind !== "number" || !/^-?[0-9]+$/.test(node.text)) wrong("amount", "The amount must be an integer.");
    else if (BigInt(node.text) < 1n) wrong("amount", "The amount must be at least 1.");
    else return BigInt(node.text);
    return 0n;
  }

  function text(field: string): string {
    const node = member(root as JsonNode, field);
    const value = stringOf(node);
    if (node === undefined || node.kind === "null" || value === "")
      wrong(field, `The ${words(field)} field is required.`);
    else if (value === undefined) wrong(field, `The ${words(field)} must be a string.`);
    return value ?? "";
  }

  function currency(): string {
    const value = text("currency");
    if (value !== "" && !/^[A-Z]{3}$/.test(value))
      wrong("currency", "The currency must be a code of three capital letters.");
    return value;
  }

  function reference(field: string): string {
    const value = text(field);
    if (value !== "" && findUser(value) === null) wrong(field, `The selected ${words(field)} is not an indexed user.`);
    return value;
  }

  const simulation: Simulation =
    operation === "credit"
      ? { operation, amount: amount(), currency: currency(), userReference: reference("user_reference") }
      : {
          operation,
          amount: amount(),
          currency: currency(),
          from: reference("from"),
          to: reference("to"),
          remark: text("remark"),
        };
  return Object.keys(errors).length === 0 ? { ok: true, simulation } : { ok: false, errors };
}

/** The root node, or what is wrong with the body as a whole. */
function rootOf(body: Uint8Array): JsonNode | string {
  const text = utf8Text(body);
  if (text === null) return "The body is not UTF-8.";
  const parsed = parseJson(text);
  if (!parsed.ok) return `The body is not JSON: ${parsed.message}`;
  return parsed.root.kind === "object" ? parsed.root : "The body must be a JSON object.";
}

function words(field: string): string {
  return field.replaceAll("_", " ");
}
