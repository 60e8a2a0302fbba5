/**
 * How a place in a payload is written: `transaction.items[3].amount`, `["odd key"].value`. The short form of JSONPath
 * (RFC 9535) without its `$`, since that is how people name a field; with `$` it is read just as well.
 *
 * Places of a reading may also say `[*]`, any item of a list, and `[Name="Amount"]`, the item that has this member. An
 * attribute of XML is a key that begins with `@`. `?name` is a parameter of the request's target, `header name` a header.
 */

const BARE_KEY = /^[@\p{L}_][\p{L}\p{N}_-]*$/u;

/** The text of a path; an empty one, the payload itself, is `$`. */
export function pathText(steps: readonly (string | number)[]): string {
  return steps.length === 0 ? "$" : steps.reduce<string>((path, step) => pathStep(path, step), "");
}

/** A path one step longer. `path` is empty for the first step. */
export function pathStep(path: string, step: string | number): string {
  if (typeof step === "number") return `${path}[${step}]`;
  if (!BARE_KEY.test(step)) return `${path}[${JSON.stringify(step)}]`;
  return path === "" || path === "?" ? `${path}${step}` : `${path}.${step}`;
}

/** One step of a place: a key, a number in a list, any item of it, or the item whose member `name` is `is`. */
export type PlaceStep = string | number | { readonly any: true } | { readonly name: string; readonly is: string };

export interface Place {
  readonly source: "body" | "query" | "header";
  /** Of a header its name in small letters. */
  readonly steps: readonly PlaceStep[];
}

const STEP =
  /(?:^|(?<!^)\.)([^.[\]"']+)|\[([0-9]{1,15})\]|\[("(?:[^"\\]|\\.)*")\]|\[('[^']*')\]|(\[\*\])|\[([^[\]="']+)=("(?:[^"\\]|\\.)*")\]/gy;

/** Reads a place of a reading; null when it cannot be understood. */
export function readPlace(text: string): Place | null {
  const header = /^header ([!#$%&'*+.^_`|~0-9A-Za-z-]+)$/.exec(text.trim())?.[1];
  if (header !== undefined) return { source: "header", steps: [header.toLowerCase()] };
  const isQuery = text.trim().startsWith("?");
  const rest = isQuery ? text.trim().slice(1) : text.trim().replace(/^\$(?=[.[]|$)\.?/, "");
  const steps: PlaceStep[] = [];
  STEP.lastIndex = 0;
  while (STEP.lastIndex < rest.length) {
    const found = STEP.exec(rest);
    if (found === null) return null;
    const [, bare, index, quoted, single, any, name, is] = found;
    if (bare !== undefined) steps.push(bare);
    else if (index !== undefined) steps.push(Number(index));
    else if (single !== undefined) steps.push(single.slice(1, -1));
    else if (any !== undefined) steps.push({ any: true });
    else {
      const key = unquoted(quoted ?? is ?? "");
      if (key === null) return null;
      steps.push(name === undefined ? key : { name, is: key });
    }
  }
  return { source: isQuery ? "query" : "body", steps };
}

/** The steps of a path in a body that somebody typed; null when it cannot be understood, or means several places. */
export function readPath(text: string): readonly (string | number)[] | null {
  const place = readPlace(text);
  if (place === null || place.source !== "body") return null;
  const steps = place.steps.filter((step) => typeof step !== "object");
  return steps.length === place.steps.length ? steps : null;
}

function unquoted(text: string): string | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "string" ? value : null;
  } catch {
    return null;
  }
}

/** Whether a text names a place in a webhook. */
export function isPlacePath(text: string): boolean {
  return readPlace(text) !== null;
}
