/** What the sandbox sends: whole numbers of any length as `bigint`, and numbers whose spelling counts as `Spelled`. */
export type JsonValue =
  | string
  | boolean
  | null
  | bigint
  | Spelled
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };

const spelling = Symbol("spelling");
/** A number that must arrive as it is written here, such as `10.00`; `JSON.stringify` would shorten it. */
export interface Spelled {
  readonly [spelling]: string;
}

export function spelled(text: string): Spelled {
  return { [spelling]: text };
}

/** JSON text without spaces, keys in the order given. */
export function jsonText(value: JsonValue): string {
  if (typeof value === "bigint") return value.toString();
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (isList(value)) return `[${value.map(jsonText).join(",")}]`;
  if (isSpelled(value)) return value[spelling];
  return `{${Object.entries(value)
    .map(([key, each]) => `${JSON.stringify(key)}:${jsonText(each)}`)
    .join(",")}}`;
}

/** The same as the fields of a form: `transaction[user][name]=Ada`. What is null is left out. */
export function formText(value: JsonValue): string {
  return new URLSearchParams(fieldsOf(value, "")).toString();
}

function fieldsOf(value: JsonValue, path: string): [string, string][] {
  if (value === null) return [];
  if (typeof value !== "object") return [[path, String(value)]];
  if (isSpelled(value)) return [[path, value[spelling]]];
  return Object.entries(value).flatMap(([key, each]) => fieldsOf(each, path === "" ? key : `${path}[${key}]`));
}

function isSpelled(value: object): value is Spelled {
  return spelling in value;
}

/** `Array.isArray` does not narrow a readonly array. */
function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}
