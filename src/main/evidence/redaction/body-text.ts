import { decodeString, scanJson } from "../../../shared/json/scan.ts";
import { bodyPlace, queryPlace, type TextPlace } from "./text-place.ts";

/** A value at a place of a text. */
export interface TextValue {
  readonly text: string;
  readonly kind: "string" | "number" | "text";
  readonly at: TextPlace;
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
export function rewriteText(text: string, replace: Replace): string | null {
  let left = STEPS_AT_MOST;
  const step = (): void => {
    left -= 1;
    if (left < 0) throw new TooMuch();
  };
  try {
    return rewriteLayer(text, replace, bodyPlace(), 0, step);
  } catch (error) {
    if (error instanceof TooMuch) return null;
    throw error;
  }
}

function rewriteLayer(text: string, replace: Replace, at: TextPlace, layer: number, step: Step): string {
  if (text === "") return text;
  const first = /^\s*(.)/s.exec(text.slice(0, 1_000))?.[1] ?? "";
  if (layer < LAYERS_AT_MOST) {
    const json = first === "{" || first === "[" || layer === 0 ? rewriteJson(text, replace, at, layer, step) : null;
    if (json !== null) return json;
    if (first === "<") return rewriteMarkup(text, replace, at, step);
    if (/^[^\s=&]{1,200}=[^\s]*$/.test(text)) return rewriteForm(text, replace, at, layer, step);
  }
  return replace({ text, kind: "text", at });
}

interface Level {
  readonly place: TextPlace;
  /** The number of the next item; null within an object. */
  next: number | null;
  /** The member that was named last. */
  member: TextPlace;
}

/** null for what is no JSON. Every character that is no value stays as it is. */
function rewriteJson(text: string, replace: Replace, at: TextPlace, layer: number, step: Step): string | null {
  const parts: string[] = [];
  const levels: Level[] = [];
  let from = 0;
  const here = (): TextPlace => {
    const level = levels.at(-1);
    if (level === undefined) return at;
    if (level.next === null) return level.member;
    level.next += 1;
    return level.place.item(level.next - 1);
  };
  const put = (start: number, end: number, replacement: string): void => {
    parts.push(text.slice(from, start), replacement);
    from = end;
  };
  const fault = scanJson(text, {
    open(kind) {
      step();
      if (levels.length === DEPTH_AT_MOST) throw new TooMuch();
      const place = here();
      levels.push({ place, next: kind === "array" ? 0 : null, member: place });
    },
    key(start, end, escaped) {
      step();
      const level = levels.at(-1);
      if (level === undefined) return;
      level.member = level.place.member(
        escaped ? decodeString(text, start, end, true) : text.slice(start + 1, end - 1),
      );
      const { key } = level.member;
      // A key may be somebody's address: `{"ada@example.com": 3}`.
      const replaced = replace({ text: key, kind: "text", at: level.place.names });
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
        kind === "string" && layer < LAYERS_AT_MOST && mayHoldMore(value)
          ? rewriteLayer(value, replace, place, layer + 1, step)
          : replace({ text: value, kind, at: place });
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

/** Whether a text may be JSON or markup itself. */
function mayHoldMore(text: string): boolean {
  return /^\s*[{[<]/.test(text);
}

/** `a=b&c=d`, as a body or behind the `?` of an address: decoded to be looked at, encoded again where it was changed. */
function rewriteForm(text: string, replace: Replace, at: TextPlace, layer: number, step: Step): string {
  stepsOf(text, "&", step);
  return text.replaceAll(/([^=&]*)(=?)([^&]*)/g, (pair, name: string, equals: string, value: string) => {
    if (pair === "") return pair;
    const placed = at.member(decoded(name));
    const after = changed(value, (each) =>
      mayHoldMore(each)
        ? rewriteLayer(each, replace, placed, layer + 1, step)
        : replace({ text: each, kind: "text", at: placed }),
    );
    const before = changed(name, (each) => replace({ text: each, kind: "text", at: at.names }));
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
function rewriteMarkup(text: string, replace: Replace, at: TextPlace, step: Step): string {
  const value = (written: string, key: string): string => {
    if (written.trim() === "") return written;
    const before = written.replaceAll(/&(?:lt|gt|quot|apos|amp);/g, (each) => REFERENCES[each] ?? each);
    const after = replace({ text: before, kind: "text", at: at.member(key) });
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
    changed(segment, (each) => replace({ text: each, kind: "text", at: bodyPlace() })),
  );
  if (query === -1) return segments;
  return `${segments}?${rewriteForm(text.slice(query + 1), replace, queryPlace(), 0, () => {})}`;
}
