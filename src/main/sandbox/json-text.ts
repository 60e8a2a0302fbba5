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

function isSpelled(value: object): value is Spelled {
  return spelling in value;
}

/** `Array.isArray` does not narrow a readonly array. */
function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}
