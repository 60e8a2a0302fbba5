import type { HeaderList } from "../../shared/primitives.ts";
import { Refusal } from "../refusal.ts";

/** A content coding that can be taken off (RFC 9110 section 8.4.1, RFC 7932, RFC 8878). */
export type Coding = "gzip" | "deflate" | "br" | "zstd";

/** More than a sender has a reason to stack. Each layer is work, and a header may name thousands. */
const MAX_CODINGS = 8;

/** All `Content-Encoding` fields of a message as one value, in order (RFC 9110 section 5.3); "" when there is none. */
export function contentEncodingOf(headers: HeaderList): string {
  return headers
    .filter(([name]) => name.toLowerCase() === "content-encoding")
    .map(([, value]) => value)
    .join(", ");
}

/**
 * The codings of a `Content-Encoding` value in the order in which they were applied. `identity` and empty list
 * elements stand for nothing.
 *
 * @throws Refusal `unknown-encoding` for a name that is not known here, or too many of them.
 */
export function codingsOf(contentEncoding: string): readonly Coding[] {
  const codings: Coding[] = [];
  for (const element of contentEncoding.split(",")) {
    const name = element.trim().toLowerCase();
    if (name === "" || name === "identity") continue;
    if (codings.length === MAX_CODINGS)
      throw new Refusal("unknown-encoding", `The body is encoded more than ${MAX_CODINGS} times over.`);
    codings.push(codingNamed(name));
  }
  return codings;
}

function codingNamed(name: string): Coding {
  switch (name) {
    case "gzip":
    case "x-gzip":
      return "gzip";
    case "deflate":
    case "br":
    case "zstd":
      return name;
    default:
      throw new Refusal("unknown-encoding", `Linkdesk cannot decode the content encoding “${shortened(name)}”.`);
  }
}

/** The name comes from outside and ends up in a sentence. */
function shortened(name: string): string {
  return name.length > 40 ? `${name.slice(0, 40)}…` : name;
}
