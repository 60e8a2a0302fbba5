import type { HmacSettings, TemplatePlace, ValueSource } from "../../shared/signature.ts";
import { uses } from "../../shared/signature.ts";
import type { SignatureProblem } from "../../shared/signature-check.ts";
import { DIGEST_BYTES, decodeText } from "./encoding.ts";
import { headerValues, type SignedMessage } from "./message.ts";

// No scheme comes near these; they bound what a stranger's header can cost.
const VALUE_LENGTH_AT_MOST = 8_192;
const SIGNATURES_AT_MOST = 20;

/** What a message says about its own signature. */
export interface ReadSignature {
  /** Each as long as a digest. */
  readonly signatures: readonly Buffer[];
  /** What is hashed before and after the body. */
  readonly before: Buffer;
  readonly after: Buffer;
  /** The moment it was signed at, as milliseconds since the epoch; null where the scheme has none. */
  readonly signedAt: number | null;
}

/** Takes the signature header apart. `missing`: there is none. */
export function readSignature(
  message: SignedMessage,
  settings: HmacSettings,
): ReadSignature | SignatureProblem | "missing" {
  const values = headerValues(message.headers, settings.header);
  const [value] = values;
  if (value === undefined) return "missing";
  if (values.length > 1) return { code: "repeated", header: settings.header, count: values.length };
  if (value.length > VALUE_LENGTH_AT_MOST) return { code: "too-long", length: value.length };

  const parts = partsOf(value, settings.separator);
  const marked = parts.filter((part) => part.startsWith(settings.prefix)).slice(0, SIGNATURES_AT_MOST);
  if (marked.length === 0) return { code: "no-such-part" };
  const expectedBytes = DIGEST_BYTES[settings.algorithm];
  const signatures = marked
    .map((part) => decodeText(part.slice(settings.prefix.length), settings.encoding))
    .filter((bytes) => bytes?.length === expectedBytes) as Buffer[];
  if (signatures.length === 0) return { code: "malformed", expectedBytes };

  const id = found(message, settings.id, parts);
  if (typeof id === "object" && id !== null) return id;
  if (id === null && uses(settings.content, "id")) return { code: "id-missing" };
  const timestamp = found(message, settings.timestamp, parts);
  if (typeof timestamp === "object" && timestamp !== null) return timestamp;
  const timed = uses(settings.content, "timestamp") || settings.toleranceSeconds !== null;
  if (timestamp === null && timed) return { code: "timestamp-missing" };
  if (timed && !/^[0-9]{1,16}$/.test(timestamp ?? "")) return { code: "timestamp-malformed" };

  const places = { id: id ?? "", timestamp: timestamp ?? "", method: message.method, path: message.path };
  const [before, after] = aroundBody(settings, places);
  const unit = settings.timestampUnit === "seconds" ? 1_000 : 1;
  return { signatures, before, after, signedAt: timed ? Number(timestamp) * unit : null };
}

export function partsOf(value: string, separator: string): readonly string[] {
  return separator === "" ? [value] : value.split(separator).map((part) => part.trim());
}

/** Where the id and the timestamp are said to stand; null for what is not there. */
export function valuesOf(
  message: SignedMessage,
  settings: HmacSettings,
): { readonly id: string | null; readonly timestamp: string | null } {
  const value = (headerValues(message.headers, settings.header)[0] ?? "").slice(0, VALUE_LENGTH_AT_MOST);
  const parts = partsOf(value, settings.separator);
  const text = (source: ValueSource | null): string | null => {
    const read = found(message, source, parts);
    return typeof read === "string" ? read : null;
  };
  return { id: text(settings.id), timestamp: text(settings.timestamp) };
}

function found(
  message: SignedMessage,
  source: ValueSource | null,
  parts: readonly string[],
): string | null | SignatureProblem {
  if (source === null) return null;
  if (source.from === "part") {
    const part = parts.find((each) => each.startsWith(source.prefix));
    return part === undefined ? null : part.slice(source.prefix.length);
  }
  const values = headerValues(message.headers, source.name);
  const [value = null] = values;
  if (values.length > 1) return { code: "repeated", header: source.name, count: values.length };
  return value === null || value.length > VALUE_LENGTH_AT_MOST ? null : value;
}

/**
 * The template without its body, filled in. Values of headers are written back as the bytes they came as (Latin-1);
 * the template's own characters are plain ASCII or, typed by the user, UTF-8.
 */
export function aroundBody(
  { content }: Pick<HmacSettings, "content">,
  places: Readonly<Record<Exclude<TemplatePlace, "body">, string>>,
): readonly [before: Buffer, after: Buffer] {
  if (content.kind === "body") return [NOTHING, NOTHING];
  const [before = "", after = ""] = content.template.split("{body}");
  const filled = (text: string) =>
    Buffer.concat(
      text
        .split(/(\{(?:id|timestamp|method|path)\})/)
        .map((piece) =>
          piece.startsWith("{") && piece.slice(1, -1) in places
            ? Buffer.from(places[piece.slice(1, -1) as keyof typeof places], "latin1")
            : Buffer.from(piece, "utf8"),
        ),
    );
  return [filled(before), filled(after)];
}

const NOTHING = Buffer.alloc(0);
