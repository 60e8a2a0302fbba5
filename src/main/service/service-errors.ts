import { type JsonNode, member } from "../../shared/json/parse.ts";

/** Bounds on what goes into the row; the body itself is kept whole. */
const LONGEST_MESSAGE = 1_000;
const MOST_FIELDS = 50;
const MOST_MESSAGES = 20;

const MESSAGE_KEYS = ["message", "msg", "error", "detail", "title", "description"];
const FIELD_KEYS = ["field", "param", "path", "property", "attribute", "name", "key"];

export type FieldErrors = Readonly<Record<string, readonly string[]>>;

/** What an error answer says in words: `message`, or one of the keys other services use for it; null for none. */
export function readMessage(root: JsonNode): string | null {
  return wordsIn(root, MESSAGE_KEYS) ?? wordsIn(member(root, "error"), MESSAGE_KEYS);
}

/**
 * The messages of a 422 by field. Documented is `{"field": ["…"]}`; lists of texts, lists of objects that name
 * their field, single texts, null and `[]` for none are all read, and anything else is shown as it stands.
 *
 * @param text what `node` was parsed from
 */
export function readErrors(node: JsonNode | undefined, text: string): FieldErrors {
  const found = new Map<string, string[]>();
  const add = (field: string, messages: readonly string[]): void => {
    const before = found.get(field) ?? [];
    if (messages.length === 0 || (before.length === 0 && found.size >= MOST_FIELDS)) return;
    found.set(field, [...before, ...messages].slice(0, MOST_MESSAGES));
  };
  if (node?.kind === "object") {
    for (const each of node.members.slice(0, MOST_FIELDS)) add(clip(each.key), messagesOf(each.value, text));
  } else if (node?.kind === "array") {
    for (const item of node.items.slice(0, MOST_FIELDS * MOST_MESSAGES))
      add(wordsIn(item, FIELD_KEYS) ?? "", messagesOf(item, text));
  } else if (node !== undefined) add("", messagesOf(node, text));
  return Object.fromEntries(found);
}

/** One level of a list is opened, no more: nesting by a stranger must not become recursion. */
function messagesOf(node: JsonNode, text: string): string[] {
  if (node.kind === "array")
    return node.items.slice(0, MOST_MESSAGES).flatMap((item) => (item.kind === "null" ? [] : [messageOf(item, text)]));
  return node.kind === "null" ? [] : [messageOf(node, text)];
}

function messageOf(node: JsonNode, text: string): string {
  if (node.kind === "string") return clip(node.value);
  return wordsIn(node, MESSAGE_KEYS) ?? clip(text.slice(node.start, node.end));
}

function wordsIn(node: JsonNode | undefined, keys: readonly string[]): string | null {
  for (const key of keys) {
    const value = member(node, key);
    if (value?.kind === "string" && value.value !== "") return clip(value.value);
  }
  return null;
}

/** Cut at a length, and never through a surrogate pair. */
export function clip(text: string): string {
  return text.length <= LONGEST_MESSAGE ? text : `${text.slice(0, LONGEST_MESSAGE).replace(/[\ud800-\udbff]$/, "")}…`;
}
