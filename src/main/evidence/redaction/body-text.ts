import { decodeString, scanJson } from "../../../shared/json/scan.ts";
import { pathStep } from "../../../shared/payload-path.ts";

/** A value at a place of a text. */
export interface TextValue {
  readonly text: string;
  readonly kind: "string" | "number" | "text";
  /** The nearest name above it; empty where it has none. */
  readonly key: string;
  /** Where it stands, with every number of a list as `[*]`: values of all items are at one place. */
  readonly place: string;
  /** The same with the numbers, as readings write it. */
  readonly path: string;
}

/** What is to stand in its place; the same text for nothing else. */
export type Replace = (value: TextValue) => string;

/** Texts within texts, each of them JSON or a form again, are followed so deep. */
const LAYERS_AT_MOST = 4;
/** Values, tags, objects and lists of a body that are gone through, and of the last two so many within each other. */
const STEPS_AT_MOST = 100_000;
const DEPTH_AT_MOST = 500;

/** There is more in a body than is gone through. */
class TooMuch extends Error {}

/** Counts what a body has in it. @throws TooMuch */
type Step = () => void;

/** So many steps as the text has of this sign: an expression finds all of its places before the first one is looked at. */
function stepsOf(text: string, sign: string, step: Step): void {
  for (let at = text.indexOf(sign); at !== -1; at = text.indexOf(sign, at + 1)) step();
}

/**
 * Goes through all values of a body by what it is, JSON, a form, XML or plain text, and puts it together again.
 *
 * @returns null where there is too much in it: ten mebibytes of brackets took two gigabytes and most of a minute
 */
export function rewriteText(
  text: string,
  replace: Replace,
  at: Pick<TextValue, "place" | "path" | "key">,
): string | null {
  let left = STEPS_AT_MOST;
  const step = (): void => {
    left -= 1;
    if (left < 0) throw new TooMuch();
  };
  try {
    return rewriteLayer(text, replace, at, 0, step);
  } catch (error) {
    if (error instanceof TooMuch) return null;
    throw error;
  }
}

function rewriteLayer(
  text: string,
  replace: Replace,
  at: Pick<TextValue, "place" | "path" | "key">,
  layer: number,
  step: Step,
): string {
  if (text === "") return text;
  const first = /^\s*(.)/s.exec(text.slice(0, 1_000))?.[1] ?? "";
  if (layer < LAYERS_AT_MOST) {
    const json = first === "{" || first === "[" || layer === 0 ? rewriteJson(text, replace, at, layer, step) : null;
    if (json !== null) return json;
    if (first === "<") return rewriteMarkup(text, replace, at, step);
    if (/^[^\s=&]{1,200}=[^\s]*$/.test(text)) return rewriteForm(text, replace, at, layer, step);
  }
  return replace({ text, kind: "text", ...at });
}

const ANY = "[*]";
const PATHS_AT_MOST = 5_000;
const steps = new Map<string, Map<string, string>>();
let stepsMade = 0;

/** The same text for the same step: webhooks of a log have a few shapes, and what is looked up by a path is found sooner. */
function stepTo(path: string, key: string): string {
  let next = steps.get(path);
  if (next === undefined) {
    if (stepsMade >= PATHS_AT_MOST) {
      steps.clear();
      stepsMade = 0;
    }
    next = new Map();
    steps.set(path, next);
  }
  let made = next.get(key);
  if (made === undefined) {
    made = key === ANY ? path + ANY : pathStep(path, key);
    if (key.length <= 100 && path.length <= 500 && next.size < PATHS_AT_MOST) {
      next.set(key, made);
      stepsMade += 1;
    }
  }
  return made;
}

interface Level {
  readonly place: string;
  readonly path: string;
  readonly name: string;
  /** The number of the next item; null within an object. */
  next: number | null;
  key: string;
}

/** null for what is no JSON. Every character that is no value stays as it is. */
function rewriteJson(
  text: string,
  replace: Replace,
  at: Pick<TextValue, "place" | "path" | "key">,
  layer: number,
  step: Step,
): string | null {
  const parts: string[] = [];
  const levels: Level[] = [];
  let from = 0;
  const here = (): Pick<TextValue, "place" | "path" | "key"> => {
    const level = levels.at(-1);
    if (level === undefined) return at;
    if (level.next === null) {
      const path = stepTo(level.path, level.key);
      // Outside of lists the two are the same.
      return { place: level.place === level.path ? path : stepTo(level.place, level.key), path, key: level.key };
    }
    const path = `${level.path}[${level.next}]`;
    level.next += 1;
    return { place: stepTo(level.place, ANY), path, key: level.name };
  };
  const put = (start: number, end: number, replacement: string): void => {
    parts.push(text.slice(from, start), replacement);
    from = end;
  };
  const fault = scanJson(text, {
    open(kind) {
      step();
      if (levels.length === DEPTH_AT_MOST) throw new TooMuch();
      const { place, path, key } = here();
      levels.push({ place, path, name: key, next: kind === "array" ? 0 : null, key: "" });
    },
    key(start, end, escaped) {
      step();
      const level = levels.at(-1);
      const key = escaped ? decodeString(text, start, end, true) : text.slice(start + 1, end - 1);
      if (level !== undefined) level.key = key;
      // A key may be somebody's address: `{"ada@example.com": 3}`.
      const replaced = replace({
        text: key,
        kind: "text",
        key: "",
        place: level?.place ?? "",
        path: `${level?.path ?? ""} (key)`,
      });
      if (replaced !== key) put(start, end, JSON.stringify(replaced));
    },
    scalar(kind, start, end, escaped) {
      step();
      const place = here();
      if (kind !== "string" && kind !== "number") return;
      const value =
        kind === "number"
          ? text.slice(start, end)
          : escaped
            ? decodeString(text, start, end, true)
            : text.slice(start + 1, end - 1);
      const replaced =
        kind === "string" && layer < LAYERS_AT_MOST && /^\s*[{[<]/.test(value)
          ? rewriteLayer(value, replace, place, layer + 1, step)
          : replace({ text: value, kind, ...place });
      if (replaced !== value) put(start, end, kind === "number" ? replaced : JSON.stringify(replaced));
    },
    close() {
      levels.pop();
    },
  });
  if (fault !== null) return null;
  parts.push(text.slice(from));
  return parts.join("");
}

/** `a=b&c=d`, as a body or behind the `?` of an address: decoded to be looked at, encoded again where it was changed. */
function rewriteForm(
  text: string,
  replace: Replace,
  at: Pick<TextValue, "place" | "path" | "key">,
  layer: number,
  step: Step,
): string {
  stepsOf(text, "&", step);
  return text.replaceAll(/([^=&]*)(=?)([^&]*)/g, (pair, name: string, equals: string, value: string) => {
    if (pair === "") return pair;
    const key = decoded(name);
    const placed = { place: pathStep(at.place, key), path: pathStep(at.path, key), key };
    const after = changed(value, (each) =>
      /^\s*[{[<]/.test(each)
        ? rewriteLayer(each, replace, placed, layer + 1, step)
        : replace({ text: each, kind: "text", ...placed }),
    );
    const before = changed(name, (each) =>
      replace({ text: each, kind: "text", key: "", place: at.place, path: `${at.path} (key)` }),
    );
    return before + equals + after;
  });
}

function changed(encoded: string, change: (text: string) => string): string {
  if (encoded === "") return encoded;
  const before = decoded(encoded);
  const after = change(before);
  return after === before ? encoded : encodeURIComponent(after);
}

function decoded(text: string): string {
  if (!/[%+]/.test(text)) return text;
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return text;
  }
}

const REFERENCES: Readonly<Record<string, string>> = {
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&apos;": "'",
  "&amp;": "&",
};

/** XML and HTML: what stands between tags, under the name of the tag, and attributes. */
function rewriteMarkup(
  text: string,
  replace: Replace,
  at: Pick<TextValue, "place" | "path" | "key">,
  step: Step,
): string {
  const value = (written: string, key: string): string => {
    if (written.trim() === "") return written;
    const before = written.replaceAll(/&(?:lt|gt|quot|apos|amp);/g, (each) => REFERENCES[each] ?? each);
    const place = pathStep(at.place, key);
    const after = replace({ text: before, kind: "text", key, place, path: place });
    if (after === before) return written;
    return after.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
  };
  let tag = at.key;
  stepsOf(text, "<", step);
  return text.replaceAll(/<([^<>]*)>|([^<>]+)/g, (whole, within: string | undefined, between: string | undefined) => {
    if (between !== undefined) return value(between, tag);
    const name = /^[?!/]?([^\s/>]{1,200})/.exec(within ?? "")?.[1] ?? "";
    if (within?.startsWith("/") !== true) tag = name.replace(/^.{0,100}:/, "");
    stepsOf(within ?? "", "=", step);
    const attributes = (within ?? "").replaceAll(
      /([^\s="'<>]{1,200})=(?:"([^"]*)"|'([^']*)')/g,
      (pair, attribute: string, double: string | undefined, single: string | undefined) => {
        const given = double ?? single ?? "";
        const after = value(given, attribute);
        return after === given ? pair : `${attribute}="${after}"`;
      },
    );
    return attributes === within ? whole : `<${attributes}>`;
  });
}

/** The path of an address segment by segment, and its query as a form. */
export function rewriteAddress(text: string, replace: Replace): string {
  const query = text.indexOf("?");
  const path = query === -1 ? text : text.slice(0, query);
  const segments = path.replaceAll(/[^/]+/g, (segment) =>
    changed(segment, (each) => replace({ text: each, kind: "text", key: "", place: "", path: "" })),
  );
  if (query === -1) return segments;
  return `${segments}?${rewriteForm(text.slice(query + 1), replace, { place: "?", path: "?", key: "" }, 0, () => {})}`;
}
