import type { Instant } from "../../../shared/primitives.ts";
import type { SignedSettings, TimestampUnit, ValueSource } from "../../../shared/signature.ts";
import type { SignatureChange } from "../../../shared/signature-doctor.ts";
import { headerValues, type SignedMessage } from "../message.ts";
import { partsOf, signatureValues } from "../read-signature.ts";
import { aroundBody } from "../signed-content.ts";
import { momentOf, unitOf } from "../timestamps.ts";
import type { Option } from "./types.ts";

/** What stands around the body in what was signed. */
export interface Content {
  readonly before: Buffer;
  readonly after: Buffer;
  /** Whether the body is signed: not where a template takes single values of it. */
  readonly hasBody: boolean;
  /** How the profile would have to say so; null where it cannot. */
  readonly settings: Pick<SignedSettings, "content" | "id" | "timestamp" | "timestampUnit"> | null;
}

export interface Found {
  readonly source: ValueSource;
  readonly value: string;
}

const SEPARATORS = [".", ":", "", "|", "\n", "_", "-", ";", " ", ","] as const;
const SOURCES_AT_MOST = 4;

/** The templates to try, cheapest first: the one that is set, then the raw body and what other services use. */
export function contentsOf(
  message: SignedMessage,
  set: SignedSettings,
  arrivedAt: Instant,
): readonly Option<Content>[] {
  const settings = { ...set, separator: separatorIn(message, set) };
  const timestamps = timestampsIn(message, settings);
  const ids = idsIn(message);
  const hosts = hostsIn(message);
  const options: Option<Content>[] = [];
  const seen = new Set<string>();

  function add(
    cost: number,
    template: string,
    id: Found | null,
    timestamp: Found | null,
    unit?: "seconds" | "milliseconds",
    host = "",
  ): void {
    const stamps = { id: id?.value ?? "", timestamp: timestamp?.value ?? "" };
    const address = /\{https?\}/.test(template);
    const filled = template.replace(/\{(https?)\}/, (_, scheme: string) => `${scheme}://${host}`);
    const content =
      template === "{body}" ? ({ kind: "body" } as const) : ({ kind: "template", template: filled } as const);
    const { before, after, hasBody } = aroundBody({ content }, message, stamps);
    const key = `${before.toString("latin1")}\0${after.toString("latin1")}`;
    if (seen.has(key)) return;
    seen.add(key);
    const own = unit === undefined ? [] : ([{ change: "timestamp-unit", unit }] as const);
    const same = sameContent(settings, content, id, timestamp);
    const changes: readonly SignatureChange[] = same
      ? own
      : [{ change: "content", template: shown(template), address }, ...own];
    const fits = unit === undefined;
    options.push({
      cost: same && unit === undefined ? 0 : cost,
      changes,
      value: {
        before,
        after,
        hasBody,
        settings: fits
          ? {
              content,
              id: template.includes("{id}") ? (id?.source ?? null) : null,
              timestamp: template.includes("{timestamp}") ? (timestamp?.source ?? null) : null,
              timestampUnit: unitFor(timestamp?.value ?? "", settings, arrivedAt),
            }
          : null,
      },
    });
  }

  const configured = settings.content.kind === "body" ? "{body}" : settings.content.template;
  const ownTimestamp = timestamps.find(({ source }) => sameSource(source, settings.timestamp)) ?? null;
  const ownId = valueAt(message, settings, settings.id);
  add(0, configured, ownId, ownTimestamp);
  add(1, "{body}", null, null);
  // The set template with what other headers say, and with the timestamp in the other unit.
  for (const timestamp of timestamps) {
    for (const id of ids.length === 0 ? [null] : ids) add(1, configured, id, timestamp);
    for (const [unit, value] of otherUnits(timestamp.value))
      add(1, configured, ownId, { source: timestamp.source, value }, unit);
  }
  for (const id of ids) add(1, configured, id, ownTimestamp);
  for (const timestamp of timestamps) {
    const values = [[undefined, timestamp.value] as const, ...otherUnits(timestamp.value)];
    for (const [unit, value] of values) {
      const found = { source: timestamp.source, value };
      for (const separator of SEPARATORS) {
        const cost =
          (separator === "." || separator === "" || separator === ":" ? 1 : 2) + (unit === undefined ? 0 : 1);
        add(cost, `{timestamp}${separator}{body}`, null, found, unit);
        add(cost, `{body}${separator}{timestamp}`, null, found, unit);
        add(cost, `{timestamp}${separator}{method}${separator}{path}${separator}{body}`, null, found, unit);
        add(cost, `{method}${separator}{path}${separator}{timestamp}${separator}{body}`, null, found, unit);
        for (const id of ids) {
          add(cost, `{id}${separator}{timestamp}${separator}{body}`, id, found, unit);
          add(cost, `{timestamp}${separator}{id}${separator}{body}`, id, found, unit);
        }
      }
      add(1, "v0:{timestamp}:{body}", null, found, unit);
    }
  }
  for (const separator of SEPARATORS) {
    const cost = separator === "" || separator === "\n" || separator === "." ? 1 : 2;
    add(cost, `{method}${separator}{path}${separator}{body}`, null, null);
    add(cost, `{path}${separator}{body}`, null, null);
    add(cost, `{body}${separator}{path}`, null, null);
    for (const host of hosts)
      for (const scheme of ["https", "http"]) {
        const address = `{${scheme}}{path}`;
        add(cost, `${address}${separator}{body}`, null, null, undefined, host);
        add(cost, `{method}${separator}${address}${separator}{body}`, null, null, undefined, host);
        if (separator !== "") continue;
        add(cost, `{body}${address}`, null, null, undefined, host);
        for (const timestamp of timestamps)
          add(cost, `{method}${address}{body}{timestamp}`, null, timestamp, undefined, host);
      }
    for (const id of ids) {
      add(cost, `{id}${separator}{body}`, id, null);
      add(cost, `{body}${separator}{id}`, id, null);
    }
  }
  return options.toSorted((left, right) => left.cost - right.cost);
}

function sameContent(
  settings: SignedSettings,
  content: SignedSettings["content"],
  id: Found | null,
  timestamp: Found | null,
): boolean {
  if (JSON.stringify(content) !== JSON.stringify(settings.content)) return false;
  if (content.kind === "body") return true;
  const sameId = !content.template.includes("{id}") || sameSource(id?.source ?? null, settings.id);
  return (
    sameId && (!content.template.includes("{timestamp}") || sameSource(timestamp?.source ?? null, settings.timestamp))
  );
}

function sameSource(one: ValueSource | null, other: ValueSource | null): boolean {
  if (one === null || other === null) return one === other;
  if (one.from === "header") return other.from === "header" && one.name.toLowerCase() === other.name.toLowerCase();
  return other.from === "part" && one.prefix === other.prefix;
}

/** `{https}{path}` is the whole address, for reading. */
function shown(template: string): string {
  return template.replace(/\{https?\}\{path\}/, "{address}");
}

/** The unit in which a timestamp is near its arrival; else, of digits, the one of which there are so many. */
export function unitFor(text: string, { timestampUnit }: SignedSettings, arrivedAt: Instant): TimestampUnit {
  const near = unitOf(text, arrivedAt);
  if (near !== null) return near;
  if (/^\d+$/.test(text)) return Number(text) >= LEAST_MILLISECONDS ? "milliseconds" : "seconds";
  return momentOf(text, "iso") === null ? timestampUnit : "iso";
}

/** As seconds that would be the year 5138, as milliseconds it is 1973. */
const LEAST_MILLISECONDS = 100_000_000_000;

function otherUnits(value: string): readonly (readonly ["seconds" | "milliseconds", string])[] {
  if (!/^\d+$/.test(value)) return [];
  if (value.length >= 13) return [["seconds", value.slice(0, -3)]];
  return [["milliseconds", `${value}000`]];
}

/** Everything that reads as a moment: in headers of its own, and in parts of what may be the signature header. */
export function timestampsIn(message: SignedMessage, settings: SignedSettings): readonly Found[] {
  const found: Found[] = [];
  const own = valueAt(message, settings, settings.timestamp);
  if (own !== null) found.push(own);
  const signed = message.headers.filter(([name]) => /sign|hmac|hash/i.test(name)).map(([, value]) => value);
  for (const value of [...headerValues(message.headers, settings.header), ...signed.slice(0, SOURCES_AT_MOST)])
    for (const [, prefix = "", text = ""] of value
      .slice(0, 1_024)
      .matchAll(/(?:^|[\s;,&|])([0-9A-Za-z_-]{1,20}=)(\d{9,16})(?=$|[\s;,&|])/g))
      found.push({ source: { from: "part", prefix }, value: text });
  for (const [name, value] of message.headers) {
    const text = value.trim();
    const named = /time|date/i.test(name) && text.length <= 40;
    const moment = /^\d{9,16}$/.test(text) || momentOf(text, "iso") !== null || named;
    if (moment && !/^content-length$/i.test(name)) found.push({ source: { from: "header", name }, value: text });
  }
  const unique = found.filter(
    (each, index) => found.findIndex((other) => sameSource(each.source, other.source)) === index,
  );
  return unique.slice(0, SOURCES_AT_MOST);
}

/** The host that was called, and those that a tunnel or proxy says were called before it. */
function hostsIn({ headers }: SignedMessage): readonly string[] {
  const named = ["host", "x-forwarded-host", "x-original-host"].flatMap((name) => headerValues(headers, name));
  const forwarded = headerValues(headers, "forwarded").flatMap((value) => /host="?([^";,\s]+)/i.exec(value)?.[1] ?? []);
  return [...new Set([...named, ...forwarded])]
    .filter((host) => /^[^\s{}]{1,150}$/.test(host))
    .slice(0, SOURCES_AT_MOST);
}

function idsIn({ headers }: SignedMessage): readonly Found[] {
  return headers
    .filter(([name, value]) => /(^|[-_])id$|nonce/i.test(name) && value.length > 0 && value.length <= 200)
    .slice(0, SOURCES_AT_MOST)
    .map(([name, value]) => ({ source: { from: "header", name }, value: value.trim() }));
}

function valueAt(message: SignedMessage, settings: SignedSettings, source: ValueSource | null): Found | null {
  if (source === null) return null;
  if (source.from === "header") {
    const value = headerValues(message.headers, source.name)[0];
    return value === undefined ? null : { source, value: value.slice(0, 1_024) };
  }
  const parts = partsOf((signatureValues(message, settings)[0] ?? "").slice(0, 8_192), settings.separator);
  const part = parts.find((each) => each.startsWith(source.prefix));
  return part === undefined ? null : { source, value: part.slice(source.prefix.length) };
}

/** What senders set the parts of a header apart by. A profile can hold any. */
export const PART_SEPARATORS = [",", ";", " ", "&", "|"] as const;
const VALUE_LENGTH_AT_MOST = 8_192;

/**
 * What sets the parts of the signature header apart: what the profile says, unless more of what it looks for begins a
 * part where the header is taken apart in another way.
 */
export function separatorIn(message: SignedMessage, settings: SignedSettings): string {
  const value = (signatureValues(message, settings)[0] ?? "").slice(0, VALUE_LENGTH_AT_MOST);
  const inParts = [settings.id, settings.timestamp].flatMap((source) =>
    source?.from === "part" ? [source.prefix] : [],
  );
  const fronts = [settings.prefix, ...inParts].filter((front) => front !== "");
  const found = (separator: string): number => {
    const parts = partsOf(value, separator);
    // Behind what stands in front of it, a value that goes on into the next one was not taken apart.
    return fronts.filter((front) =>
      parts.some((part) => part.startsWith(front) && !/[\s;,&|]/.test(part.slice(front.length))),
    ).length;
  };
  return PART_SEPARATORS.filter((each) => value.includes(each)).reduce<string>(
    (best, each) => (found(each) > found(best) ? each : best),
    settings.separator,
  );
}
