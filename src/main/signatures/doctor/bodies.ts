import { parseJson } from "../../../shared/json/parse.ts";
import {
  type BodyChange,
  JSON_AXES,
  type JsonChange,
  type JsonStyle,
  type SignatureChange,
} from "../../../shared/signature-doctor.ts";
import { withoutEnds } from "../../../shared/text-ends.ts";
import { restyled } from "./json-text.ts";
import type { Option } from "./types.ts";

/** A larger body is not taken for text: what JSON may have been before is not tried. */
const TEXT_BYTES_AT_MOST = 1_048_576;
/** Beyond this, only one thing at a time is changed in JSON. */
const COMBINED_BYTES_AT_MOST = 65_536;
const COMBINATIONS_AT_MOST = 800;
const MEMBERS_AT_MOST = 30;

export type BodyOption = Option<Uint8Array>;

/**
 * What may have been signed instead of the bytes that came, cheapest first. Made one by one: most searches end early.
 *
 * @param decoded the body without its content encoding; null where it has none
 */
export function* bodiesOf(body: Uint8Array, decoded: Uint8Array | null): Generator<BodyOption> {
  yield { cost: 0, changes: [], value: body };
  const seen = new Set<string>([keyOf(body)]);
  const fresh = (value: Uint8Array): boolean => {
    const key = keyOf(value);
    return seen.has(key) ? false : Boolean(seen.add(key));
  };
  for (const option of simpleChanges(body, decoded)) if (fresh(option.value)) yield option;
  const base = decoded ?? body;
  if (base.byteLength > TEXT_BYTES_AT_MOST) return;
  const before: readonly SignatureChange[] = decoded === null ? [] : [{ change: "body", how: "decoded" }];
  const text = Buffer.from(base).toString("utf8");
  for (const option of jsonChanges(text)) {
    const changes = [...before, ...option.changes];
    const value = Buffer.from(option.value);
    if (fresh(value)) yield { cost: option.cost + before.length, changes, value };
    const ended = Buffer.from(`${option.value}\n`);
    if (option.changes.length === 1 && fresh(ended))
      yield { cost: 2, changes: [...changes, { change: "body", how: "newline-added" }], value: ended };
  }
}

/** Long bodies are told apart by their ends and length: enough not to try the same one twice. */
function keyOf(bytes: Uint8Array): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (buffer.length <= 4_096) return buffer.toString("latin1");
  return `${buffer.length}:${buffer.toString("latin1", 0, 2_048)}:${buffer.toString("latin1", buffer.length - 2_048)}:${sampled(buffer)}`;
}

function sampled(buffer: Buffer): number {
  let sum = 0;
  for (let index = 0; index < buffer.length; index += 7) sum = (Math.imul(sum, 31) + (buffer[index] ?? 0)) | 0;
  return sum;
}

function* simpleChanges(body: Uint8Array, decoded: Uint8Array | null): Generator<BodyOption> {
  const option = (how: BodyChange, value: Uint8Array | string, cost = 1): BodyOption => ({
    cost,
    changes: [{ change: "body", how }],
    value: typeof value === "string" ? Buffer.from(value) : value,
  });
  if (decoded !== null) yield option("decoded", decoded);
  yield option("empty", new Uint8Array());
  yield option("newline-added", Buffer.concat([body, Buffer.from("\n")]));
  yield option("crlf-added", Buffer.concat([body, Buffer.from("\r\n")]));
  yield option("bom-added", Buffer.concat([BOM, body]));
  if (Buffer.from(body.subarray(0, 3)).equals(BOM)) yield option("bom-removed", body.subarray(3));
  if (body.byteLength > TEXT_BYTES_AT_MOST) return;
  const latin1 = Buffer.from(body).toString("latin1");
  const bytes = (text: string) => Buffer.from(text, "latin1");
  yield option("newline-removed", bytes(latin1.replace(/\r?\n$/, "")));
  yield option("trimmed", bytes(withoutEnds(latin1, "\t\n\r ")));
  yield option("to-lf", bytes(latin1.replaceAll("\r\n", "\n")));
  yield option("to-crlf", bytes(latin1.replaceAll(/\r?\n/g, "\r\n")));
  const text = Buffer.from(body).toString("utf8");
  yield option("double-utf8", Buffer.from(latin1, "utf8"));
  yield option("latin1", bytes(text));
  yield option("nfc", text.normalize("NFC"));
  yield option("nfd", text.normalize("NFD"));
  yield option("base64", Buffer.from(body).toString("base64"));
  yield option("json-string", JSON.stringify(text));
  yield* formChanges(text);
  yield* memberChanges(text);
}

const BOM = Buffer.from([0xef, 0xbb, 0xbf]);

/** Forms: the body of one, decoded; the value of a single field that holds the payload; JSON written as one. */
function* formChanges(text: string): Generator<BodyOption> {
  const option = (how: BodyChange, value: string): BodyOption => ({
    cost: 1,
    changes: [{ change: "body", how }],
    value: Buffer.from(value),
  });
  try {
    yield option("form-decoded", decodeURIComponent(text.replaceAll("+", " ")));
  } catch {
    // Not percent-encoded.
  }
  if (/^[0-9A-Za-z_.-]{1,40}=/.test(text)) {
    for (const [, value] of new URLSearchParams(text)) if (value.length > 1) yield option("form-decoded", value);
  }
  const parsed = parseJson(text);
  if (!parsed.ok) return;
  if (parsed.root.kind === "string") yield option("json-unwrapped", parsed.root.value);
  if (parsed.root.kind !== "object") return;
  const form = new URLSearchParams();
  for (const { key, value } of parsed.root.members)
    form.append(key, value.kind === "string" ? value.value : text.slice(value.start, value.end));
  yield option("form", form.toString());
}

/** Senders that sign the data and not the envelope around it. */
function* memberChanges(text: string): Generator<BodyOption> {
  const parsed = parseJson(text);
  if (!parsed.ok || parsed.root.kind !== "object") return;
  for (const { key, value } of parsed.root.members.slice(0, MEMBERS_AT_MOST)) {
    const raw = text.slice(value.start, value.end);
    const changes = [{ change: "member", key } as const];
    yield { cost: 1, changes, value: Buffer.from(raw) };
    if (value.kind === "string") yield { cost: 1, changes, value: Buffer.from(value.value) };
    for (const spacing of ["compact", "spaced"] as const) {
      const written = restyled(raw, { spacing });
      if (written !== null && written !== raw)
        yield { cost: 2, changes: [...changes, { change: "json", how: spacing }], value: Buffer.from(written) };
    }
  }
}

/** JSON read and written again, with every combination of what makes a difference to this text. */
function* jsonChanges(text: string): Generator<Option<string>> {
  const bare = text.startsWith("\uFEFF") ? text.slice(1) : text;
  const plain = restyled(bare, {});
  if (plain === null) return;
  const compact = restyled(bare, { spacing: "compact" });
  const axes = (Object.keys(JSON_AXES) as (keyof typeof JSON_AXES)[]).map((axis) =>
    JSON_AXES[axis]
      .filter((how) => {
        const styled = restyled(bare, { [axis]: how } as JsonStyle);
        return styled !== null && styled !== plain && (axis !== "order" || styled !== compact);
      })
      .map((how): readonly [keyof JsonStyle, JsonChange] => [axis, how]),
  );
  // Sorting writes everything anew; the spacing is then the one that the text has, if it is one that we know.
  const own = JSON_AXES.spacing.find((spacing) => restyled(bare, { spacing }) === plain);
  const combinations = combine(axes).toSorted((left, right) => left.length - right.length);
  const atMost = bare.length > COMBINED_BYTES_AT_MOST ? 1 : 6;
  for (const combination of combinations.slice(0, COMBINATIONS_AT_MOST)) {
    if (combination.length === 0 || combination.length > atMost) continue;
    const style = Object.fromEntries(combination) as JsonStyle;
    const styled = restyled(
      bare,
      style.spacing === undefined && own !== undefined && "order" in style ? { ...style, spacing: own } : style,
    );
    if (styled === null) continue;
    yield {
      cost: combination.length === 1 ? 1 : 2,
      changes: combination.map(([, how]) => ({ change: "json", how }) as const),
      value: styled,
    };
  }
}

type Combination = readonly (readonly [keyof JsonStyle, JsonChange])[];

/** All combinations that take one change of each axis, or none. */
function combine(axes: readonly Combination[]): readonly Combination[] {
  return axes.reduce<readonly Combination[]>(
    (all, axis) => all.flatMap((some) => [some, ...axis.map((each) => [...some, each])]),
    [[]],
  );
}
