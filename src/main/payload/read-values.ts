import { type HeaderList, joinedHeader } from "../../shared/primitives.ts";
import { contentEncodingOf } from "./content-encoding.ts";
import { readForm } from "./form-values.ts";
import { readJson } from "./json-values.ts";
import { layoutOf, type Payload } from "./layout.ts";
import { nameItems } from "./patterns.ts";
import { bodyText } from "./text.ts";
import {
  type Carrier,
  collectNodes,
  type Format,
  HEADER_ROOT,
  isValue,
  mayCarry,
  type PayloadNode,
  QUERY_ROOT,
  TEXT_AT_MOST,
  TreeBuilder,
  WRAPS_AT_MOST,
} from "./tree.ts";
import { purposeSaid } from "./word-meanings.ts";
import { keyWords } from "./words.ts";
import { readXml } from "./xml-values.ts";

/** What arrived of one webhook, as far as a reading is concerned. */
export interface WebhookSource {
  readonly body: Uint8Array;
  readonly headers: HeaderList;
  /** As it stood on the request line. */
  readonly target: string;
}

/** Headers in which senders name the event, or give it an id. */
const EVENT_HEADER =
  /(?:^|-)(?:event|topic|action)(?:-(?:type|name|key|id))?$|^(?:(?:x-)?(?:webhook|message|svix|idempotency|notification)-(?:id|key|type)|ce[-_](?:id|type))$/i;
const HEADERS_AT_MOST = 20;
/** No charset takes more than four bytes for a character: what is longer has too long a text, and none is made of it. */
const BYTES_AT_MOST = 4 * TEXT_AT_MOST;

/** Reads all values of a webhook. Bounded in everything, and the same for the same source. */
export function readValues({ body, headers, target }: WebhookSource): Payload {
  const tree = new TreeBuilder();
  const root = tree.root("object");
  const query = readQuery(target, tree);
  const named = tree.root("object", HEADER_ROOT);
  for (const [name, value] of headers) {
    if (named.children.length >= HEADERS_AT_MOST) break;
    const part = EVENT_HEADER.exec(name)?.[0] ?? (isEventInHeader(name, value) ? "event" : undefined);
    if (part === undefined || value === "") continue;
    const node = tree.add(named, name.toLowerCase(), "string", value);
    // What stands before is the sender's own name: `X-Links-Topic`.
    if (node !== null) node.words = keyWords(part.replace(/^ce(?=[-_])/i, "event"));
  }
  const mayBeRead = body.byteLength <= BYTES_AT_MOST;
  const whole = mayBeRead
    ? bodyText(body, headers, BYTES_AT_MOST)
    : { text: "", isEncoded: contentEncodingOf(headers) !== "" };
  const bare = whole.text.charCodeAt(0) === 0xfeff ? whole.text.slice(1) : whole.text;
  const isTooLong = !mayBeRead || bare.length > TEXT_AT_MOST;
  if (isTooLong) tree.incomplete = "too-long";
  const format = isTooLong ? "text" : readBody(bare, joinedHeader(headers, "content-type"), root, tree);
  nameItems(root);
  const incomplete = whole.isEncoded && format === "text" ? "not-decoded" : tree.incomplete;
  const nodes: PayloadNode[] = [];
  for (const part of [named, query, root]) collectNodes(part, nodes);
  // Where there is no body, its root is an object without members.
  const values = nodes.filter(isValue);
  return { body: root, query, headers: named, values, nodes, layout: layoutOf(nodes), format, incomplete };
}

/** The name of an event in a header of whatever name: `X-Peer-Notice: peer.charge.completed`, `X-Scope: store/order/paid`. */
function isEventInHeader(name: string, value: string): boolean {
  const isOwn = /^x-/i.test(name) && !/^x-forwarded-/i.test(name);
  return isOwn && /^[a-z]+(?:[._:/-][a-z]+)+$/i.test(value) && purposeSaid(value, null) !== null;
}

/** Reads a body in whatever format it is: what its Content-Type says comes second. */
function readBody(text: string, contentType: string | null, root: PayloadNode, tree: TreeBuilder): Format {
  const first = /^\s*(\S?)/.exec(text.slice(0, 1_000))?.[1] ?? "";
  if (first === "" && text.trim() === "") return "empty";
  const boundary = /^\s*multipart\/form-data\s*;.*boundary="?([^";\s]{1,100})/i.exec(contentType ?? "")?.[1];
  if (boundary !== undefined) {
    const form = fieldsOf(text, boundary);
    if (
      form !== "" &&
      within(
        tree.tryReading(root, () => readForm(form, root, tree)),
        tree,
        0,
      )
    )
      return "form";
  }
  if (
    first !== "<" &&
    within(
      tree.tryReading(root, () => readJson(text, root, tree)),
      tree,
      0,
    )
  )
    return "json";
  if (
    first === "<" &&
    within(
      tree.tryReading(root, () => readXml(text, root, tree)),
      tree,
      0,
    )
  )
    return "xml";
  const lines = first === "{" ? jsonLines(text) : null;
  if (
    lines !== null &&
    within(
      tree.tryReading(root, () => readJson(lines, root, tree)),
      tree,
      0,
    )
  )
    return "json";
  const carried = fromBase64(text.trim()) ?? (/^%(?:7b|5b|3c)/i.test(text) ? fromPercent(text) : null);
  if (carried !== null) {
    const format = readCarried(carried, root, tree, 0);
    if (format !== null) return format;
  }
  const isForm =
    /^\s*application\/x-www-form-urlencoded\b/i.test(contentType ?? "") || /^[^\s=&{}<>"]{1,200}=/.test(text);
  if (
    isForm &&
    within(
      tree.tryReading(root, () => readForm(text, root, tree)),
      tree,
      0,
    )
  )
    return "form";
  tree.become(root, "string", text);
  return "text";
}

/** Looks into the texts of what was read, once it is known to be what it seemed to be. */
function within(carriers: readonly Carrier[] | null, tree: TreeBuilder, wraps: number): boolean {
  if (carriers === null) return false;
  if (wraps < WRAPS_AT_MOST)
    for (const { node, text } of carriers) {
      const carried = /^\s*[{[<]/.test(text.slice(0, 100)) ? text : fromBase64(text);
      if (carried !== null) readCarried(carried, node, tree, wraps + 1);
    }
  return true;
}

function readCarried(text: string, node: PayloadNode, tree: TreeBuilder, wraps: number): "json" | "xml" | null {
  if (/^\s*</.test(text.slice(0, 100))) {
    return within(
      tree.tryReading(node, () => readXml(text, node, tree)),
      tree,
      wraps,
    )
      ? "xml"
      : null;
  }
  if (!/^\s*[{[]/.test(text.slice(0, 100))) return null;
  return within(
    tree.tryReading(node, () => readJson(text, node, tree)),
    tree,
    wraps,
  )
    ? "json"
    : null;
}

/** Parameters of a request's target; a webhook may be a GET. */
function readQuery(target: string, tree: TreeBuilder): PayloadNode {
  const root = tree.root("object", QUERY_ROOT);
  const mark = target.indexOf("?");
  if (mark !== -1) within(readForm(target.slice(mark + 1), root, tree), tree, 0);
  return root;
}

const BASE64 = /^[\w+/-]{12,}={0,2}$/;

/** What Base64 of either alphabet carries, or a signed token in its middle part (RFC 7515, 3.1); null for none. */
function fromBase64(text: string): string | null {
  const token = /^[\w-]{2,4000}\.(?=[eW])/.exec(text.slice(0, 4_100))?.[0];
  const end = token === undefined ? -1 : text.indexOf(".", token.length);
  const encoded = token === undefined ? text : text.slice(token.length, end === -1 ? undefined : end);
  if (!mayCarry(encoded)) return null;
  const bare = /\s/.test(encoded) ? encoded.replaceAll(/[\r\n]/g, "") : encoded;
  return BASE64.test(bare) ? Buffer.from(bare, "base64").toString() : null;
}

function fromPercent(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll("+", " ").replace(/=$/, ""));
  } catch {
    return null;
  }
}

const LINES_AT_MOST = 1_000;

/** JSON texts on lines of their own as one list; null where there are not several. */
function jsonLines(text: string): string | null {
  const lines = text.split("\n", LINES_AT_MOST).filter((line) => line.trim() !== "");
  return lines.length > 1 && lines.every((line) => /^\s*\{.*\}\s*$/.test(line)) ? `[${lines.join(",")}]` : null;
}

/** The fields of a multipart form (RFC 7578) as a form of the usual kind. Files are left out. */
function fieldsOf(text: string, boundary: string): string {
  return text
    .split(`--${boundary}`, LINES_AT_MOST)
    .flatMap((part) => {
      const blank = part.indexOf("\r\n\r\n");
      const name = /\bname="([^"\r\n]{1,500})"/.exec(part.slice(0, Math.max(blank, 0)))?.[1];
      if (name === undefined || /\bfilename=/i.test(part.slice(0, blank))) return [];
      return [`${encodeURIComponent(name)}=${encodeURIComponent(part.slice(blank + 4).replace(/\r\n$/, ""))}`];
    })
    .join("&");
}
