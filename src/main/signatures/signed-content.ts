import { isUtf8 } from "node:buffer";
import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import { type JsonNode, member, parseJson } from "../../shared/json/parse.ts";
import { isLoopback } from "../../shared/listener.ts";
import type { SignedSettings, TemplatePlace } from "../../shared/signature.ts";
import { headerValues, type SignedMessage } from "./message.ts";

const NOTHING = Buffer.alloc(0);
const PLACE = /(\{[^{}]*\})/;

/** What the signature header, or a header of its own, gave for these. */
export interface Stamps {
  readonly id: string;
  readonly timestamp: string;
}

/** What is hashed before and after the body, and whether the body is hashed at all. */
export interface AroundBody {
  readonly before: Buffer;
  readonly after: Buffer;
  readonly hasBody: boolean;
}

/**
 * The template without its body, filled in. Values of headers are written back as the bytes they came as (Latin-1);
 * what stands in the body or in the template itself is UTF-8.
 */
export function aroundBody(
  { content }: Pick<SignedSettings, "content">,
  message: SignedMessage,
  stamps: Stamps,
): AroundBody {
  if (content.kind === "body") return { before: NOTHING, after: NOTHING, hasBody: true };
  const [before = "", after] = content.template.split("{body}");
  const read = placeReader(message, stamps);
  const filled = (text: string) =>
    Buffer.concat(text.split(PLACE).map((piece) => (piece.startsWith("{") ? read(piece) : null) ?? Buffer.from(piece)));
  return { before: filled(before), after: after === undefined ? NOTHING : filled(after), hasBody: after !== undefined };
}

/** The text of the body's field with the signature; null where there is none. */
export function fieldValue({ body }: SignedMessage, path: string): string | null {
  return textAt(parsedBody(body), path);
}

/**
 * A JSON body with a text at a path: in the place of what stands there, else as a new member, with objects around it as
 * the path says. Nothing else of it changes. null for what is no JSON, or has something else on the way.
 */
export function withField(body: Uint8Array, path: string, value: string): Uint8Array | null {
  const text = Buffer.from(body).toString("utf8");
  const root = isUtf8(body) ? parsedBody(body) : null;
  if (root === null) return null;
  const steps = path.split(".");
  let node = root;
  for (const [index, step] of steps.entries()) {
    const next = childOf(node, step);
    if (next !== undefined) {
      node = next;
      continue;
    }
    if (node.kind !== "object") return null;
    const added = steps
      .slice(index + 1)
      .reduceRight((inner, key) => `{${JSON.stringify(key)}:${inner}}`, JSON.stringify(value));
    const rest = node.members.length === 0 ? "" : ",";
    const at = node.start + 1;
    return Buffer.from(`${text.slice(0, at)}${JSON.stringify(step)}:${added}${rest}${text.slice(at)}`);
  }
  return Buffer.from(text.slice(0, node.start) + JSON.stringify(value) + text.slice(node.end));
}

/** Fills places, and reads the body no more than once for all of them. */
function placeReader(message: SignedMessage, { id, timestamp }: Stamps): (place: string) => Buffer | null {
  const { method, path, headers, body } = message;
  let root: JsonNode | null | undefined;
  return (place) => {
    const [kind = "", argument = ""] = place.slice(1, -1).split(/:(.*)/s);
    switch (kind as TemplatePlace | "header" | "query" | "field") {
      case "id":
        return Buffer.from(id, "latin1");
      case "timestamp":
        return Buffer.from(timestamp, "latin1");
      case "method":
        return Buffer.from(method, "latin1");
      case "path":
        return Buffer.from(path, "latin1");
      case "url":
        return Buffer.from(calledAddress(message), "latin1");
      case "header":
        return Buffer.from(headerValues(headers, argument)[0] ?? "", "latin1");
      case "query":
        return Buffer.from(queryOf(path).get(argument) ?? "");
      case "params":
        return Buffer.from(sortedParameters(body));
      case "crc32":
        return Buffer.from(String(crc32(body)));
      case "sha256":
        return Buffer.from(createHash("sha256").update(body).digest("hex"));
      case "field":
        root = root === undefined ? parsedBody(body) : root;
        return Buffer.from(textAt(root, argument) ?? "");
      case "body":
        return NOTHING;
      default:
        return null;
    }
  };
}

/** The address that was called, by what the request and a tunnel or proxy on its way say of it. */
export function calledAddress({ path, headers }: SignedMessage): string {
  const first = (name: string) => headerValues(headers, name)[0]?.split(",")[0]?.trim();
  const host = first("x-forwarded-host") ?? first("x-original-host") ?? first("host") ?? "";
  const isLocal = isLoopback(host.replace(/:\d+$/, ""));
  return `${first("x-forwarded-proto") ?? (isLocal ? "http" : "https")}://${host}${path}`;
}

function queryOf(path: string): URLSearchParams {
  const start = path.indexOf("?");
  return new URLSearchParams(start === -1 ? "" : path.slice(start + 1));
}

/** The fields of a form, sorted by name, each name followed by its value and nothing between them. */
function sortedParameters(body: Uint8Array): string {
  const parameters = [...new URLSearchParams(Buffer.from(body).toString("utf8"))];
  // By code units, as the senders' own libraries sort.
  return parameters
    .toSorted(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0))
    .map(([name, value]) => name + value)
    .join("");
}

function parsedBody(body: Uint8Array): JsonNode | null {
  const parsed = parseJson(Buffer.from(body).toString("utf8"));
  return parsed.ok ? parsed.root : null;
}

/** A value by its path, such as `items.0.id`, as it is written; null for none and for what has parts of its own. */
function textAt(root: JsonNode | null, path: string): string | null {
  let node: JsonNode | undefined = root ?? undefined;
  for (const step of path.split(".")) node = childOf(node, step);
  if (node === undefined || node.kind === "null" || node.kind === "object" || node.kind === "array") return null;
  if (node.kind === "string") return node.value;
  return node.kind === "number" ? node.text : node.kind;
}

function childOf(node: JsonNode | undefined, step: string): JsonNode | undefined {
  return node?.kind === "array" ? node.items[Number(step)] : member(node, step);
}
