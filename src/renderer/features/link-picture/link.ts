import { type JsonMember, type JsonNode, type JsonObject, member } from "../../../shared/json/parse.ts";
import type { Instant } from "../../../shared/primitives.ts";

/**
 * A link answer as a picture needs it (specification, sections 2.1 to 2.4). The specification does not say which
 * fields may be absent or null, so each one says for itself; nothing that came is dropped.
 */

/** One specified text field. `other`: of a type that was not specified, with its JSON text. */
export type LinkField =
  | { readonly state: "absent" | "null" | "empty" }
  | { readonly state: "text"; readonly text: string }
  | { readonly state: "other"; readonly raw: string };

/** One specified object. */
export type LinkPart<View> =
  | { readonly state: "absent" | "null" }
  | { readonly state: "other"; readonly raw: string }
  | { readonly state: "object"; readonly value: View };

/** Something the specification does not know. `repeated`: an earlier value of a key that came again. */
export interface UnknownField {
  /** Where it stands: the keys from the root of the answer down to it. */
  readonly path: readonly string[];
  readonly raw: string;
  readonly repeated: boolean;
}

export interface LinkUser {
  readonly name: LinkField;
  readonly identifier: LinkField;
  /** Seen: `username`, `email`; the list is open. */
  readonly identifierType: LinkField;
  readonly email: LinkField;
  readonly reference: LinkField;
  readonly createdAt: LinkField;
  readonly updatedAt: LinkField;
}

export interface LinkBusiness {
  readonly id: LinkField;
  readonly name: LinkField;
  readonly logo: LinkField;
  readonly logoColour: LinkField;
  readonly identifierType: LinkField;
}

export interface LinkPeer {
  readonly user: LinkPart<LinkUser>;
  readonly business: LinkPart<LinkBusiness>;
}

export interface LinkView {
  readonly id: LinkField;
  readonly user: LinkPart<LinkUser>;
  readonly peer: LinkPart<LinkPeer>;
  readonly createdAt: LinkField;
  readonly updatedAt: LinkField;
  /** In the order of the answer, whatever their level. */
  readonly unknown: readonly UnknownField[];
}

/**
 * Reads a link answer.
 *
 * @param root the parsed answer
 * @param text the text it was parsed from, for the parts that are shown as they came
 * @returns null when there is no object under `link`
 */
export function readLink(root: JsonNode, text: string): LinkView | null {
  const link = member(root, "link");
  if (root.kind !== "object" || link?.kind !== "object") return null;
  const unknown: (UnknownField & { readonly at: number })[] = [];

  /** Reads one object: hands out its fields by name and keeps account of what nobody asked for. */
  function level<View>(node: JsonObject, path: readonly string[], build: (read: Reader) => View): View {
    // Of a key that comes twice the last value counts, as `JSON.parse` would have it. Looked up in a map: a hostile
    // answer may have a million keys.
    const last = new Map(node.members.map((each) => [each.key, each.value]));
    const asked = new Set<string>();
    const find = (key: string): JsonNode | undefined => {
      asked.add(key);
      return last.get(key);
    };
    const view = build({
      field: (key) => fieldOf(find(key), text),
      part: (key, inner) => partOf(find(key), text, (child) => level(child, [...path, key], inner)),
    });
    for (const each of node.members) {
      const repeated = last.get(each.key) !== each.value;
      if (repeated || !asked.has(each.key)) unknown.push(unknownOf(each, path, text, repeated));
    }
    return view;
  }

  const view = level(root, [], ({ part }) => part("link", readLinkObject));
  if (view.state !== "object") return null;
  unknown.sort((a, b) => a.at - b.at);
  return { ...view.value, unknown: unknown.map(({ path, raw, repeated }) => ({ path, raw, repeated })) };
}

interface Reader {
  readonly field: (key: string) => LinkField;
  readonly part: <View>(key: string, build: (read: Reader) => View) => LinkPart<View>;
}

function readLinkObject({ field, part }: Reader): Omit<LinkView, "unknown"> {
  return {
    id: field("id"),
    user: part("user", readUser),
    peer: part("peer", (peer) => ({
      user: peer.part("user", readUser),
      business: peer.part("business", readBusiness),
    })),
    createdAt: field("created_at"),
    updatedAt: field("updated_at"),
  };
}

function readUser({ field }: Reader): LinkUser {
  return {
    name: field("name"),
    identifier: field("identifier"),
    identifierType: field("identifier_type"),
    email: field("email"),
    reference: field("reference"),
    createdAt: field("created_at"),
    updatedAt: field("updated_at"),
  };
}

function readBusiness({ field }: Reader): LinkBusiness {
  return {
    id: field("id"),
    name: field("name"),
    logo: field("logo"),
    logoColour: field("logo_colour"),
    identifierType: field("identifier_type"),
  };
}

function fieldOf(node: JsonNode | undefined, text: string): LinkField {
  if (node === undefined) return { state: "absent" };
  if (node.kind === "null") return { state: "null" };
  if (node.kind !== "string") return { state: "other", raw: rawOf(node, text) };
  return node.value === "" ? { state: "empty" } : { state: "text", text: node.value };
}

function partOf<View>(node: JsonNode | undefined, text: string, build: (object: JsonObject) => View): LinkPart<View> {
  if (node === undefined) return { state: "absent" };
  if (node.kind === "null") return { state: "null" };
  if (node.kind !== "object") return { state: "other", raw: rawOf(node, text) };
  return { state: "object", value: build(node) };
}

function unknownOf(each: JsonMember, path: readonly string[], text: string, repeated: boolean) {
  return { path: [...path, each.key], raw: rawOf(each.value, text), repeated, at: each.keySpan.start };
}

function rawOf(node: JsonNode, text: string): string {
  return text.slice(node.start, node.end);
}

/** The colour of a business when it has the specified form, `#RRGGBB`; null for anything else. */
export function hexColour(field: LinkField): string | null {
  return field.state === "text" && /^#[0-9a-fA-F]{6}$/.test(field.text) ? field.text : null;
}

/**
 * The moment that a timestamp names (ISO 8601, UTC, up to microseconds; further digits are cut), for telling local
 * and relative time. null when the text is not such a timestamp; what is shown as sent is always the text itself.
 */
export function timestampInstant(text: string): Instant | null {
  const parts = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})(?:\.(\d{1,9}))?Z$/.exec(text);
  if (parts === null) return null;
  const milliseconds = Date.parse(`${parts[1]}Z`);
  // Date.parse takes 30 February for 1 March: a date that does not read back the same is none.
  if (Number.isNaN(milliseconds) || milliseconds < 0) return null;
  if (new Date(milliseconds).toISOString().slice(0, 19) !== parts[1]) return null;
  return milliseconds * 1_000 + Number((parts[2] ?? "").padEnd(6, "0").slice(0, 6));
}
