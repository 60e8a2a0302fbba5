import type { DeliveryDetail, EventDetail } from "../../shared/events.ts";
import { schemeOf } from "../../shared/header-rules.ts";
import { type HeaderList, SECRET_MASK } from "../../shared/primitives.ts";
import { alwaysSecret, type Profile } from "../../shared/profile.ts";
import type { NewEvent } from "../journal/index.ts";
import { createRedactor, tokenOf } from "../redactor/index.ts";

type NewDelivery = Extract<NewEvent, { readonly kind: "delivery" }>;

/** What keeps the user's secrets out of what others send here. */
export interface Masking {
  /**
   * A delivery as it may be recorded, once its signature was checked. Masked are: the header that always has the secret
   * as its value, whatever came in it; every known secret in any header; and in what we sent here ourselves the headers
   * that carry nothing but a secret. What arrives before the vault is open waits for it. Never throws.
   */
  recorded(event: NewDelivery): NewDelivery | Promise<NewDelivery>;
  /** An event as it may be shown: what was recorded before somebody said that it is a secret is masked too. */
  shown<Detail extends EventDetail>(detail: Detail): Detail;
  /** The header fields of a delivery as they came, for as long as that is remembered; else as they were recorded. */
  arrived(detail: DeliveryDetail): HeaderList;
  /** The known secrets that no text has in it by chance: for masking what others repeat. */
  telling(): readonly string[];
}

interface Dependencies {
  /** Every secret known since the start; the same list until there are more. */
  readonly secrets: () => readonly string[];
  /** Resolves when those on disk are among them; null once they are. */
  readonly opening?: () => Promise<void> | null;
  readonly profile: (id: string) => Profile | null;
}

export function createMasking({ secrets, opening = () => null, profile }: Dependencies): Masking {
  const memory = createMemory();
  let list: readonly string[] = [];
  let mask: MaskValue = maskerOf(list);

  function masker(): MaskValue {
    const now = secrets();
    if (now !== list) {
      list = now;
      mask = maskerOf(now);
    }
    return mask;
  }

  function fixedHeader({ signature, summary }: NewDelivery): { header: string; prefix: string } | null {
    const set = signature?.settings ?? (summary.profile === null ? null : profile(summary.profile.id)?.signature);
    return set?.kind === "static" ? { header: set.header.toLowerCase(), prefix: set.prefix } : null;
  }

  function recorded(event: NewDelivery): NewDelivery {
    const { request, summary } = event;
    const known = masker();
    const fixed = fixedHeader(event);
    // Every request comes this way, mostly with nothing to be done.
    if (known === MASKS_NOTHING && fixed === null && summary.replay === undefined) return event;
    const masked = (fields: HeaderList): HeaderList =>
      changed(fields, (name, value) => {
        if (fixed !== null && name.toLowerCase() === fixed.header) return maskedWhole(value, fixed.prefix);
        if (summary.replay !== undefined && alwaysSecret(name)) return maskedWhole(value, "");
        return known(value);
      });
    const headers = masked(request.headers);
    const trailers = masked(request.trailers);
    // Of what is no HTTP the bytes are kept, header lines and all.
    const bytes = summary.completeness === "malformed" ? withoutSecrets(event.requestBody, list) : event.requestBody;
    if (headers === request.headers && trailers === request.trailers && bytes === event.requestBody) return event;
    if (headers !== request.headers) memory.keep(event, request.headers);
    return {
      ...event,
      summary: { ...summary, size: bytes.length },
      request: { ...request, headers, trailers, size: bytes.length },
      requestBody: bytes,
    };
  }

  return {
    recorded(event) {
      const opened = opening();
      return opened === null ? recorded(event) : opened.then(() => recorded(event));
    },
    shown(detail) {
      if (detail.kind !== "delivery") return detail;
      const known = masker();
      const { request } = detail;
      const headers = changed(request.headers, (_, value) => known(value));
      const trailers = changed(request.trailers, (_, value) => known(value));
      if (headers === request.headers && trailers === request.trailers) return detail;
      return { ...detail, request: { ...request, headers, trailers } };
    },
    arrived: (detail) => memory.headersOf(detail) ?? detail.request.headers,
    telling: () => longEnough(secrets()),
  };
}

/** All of a value but what stands in front of the secret, so that it still tells how it was sent. */
function maskedWhole(value: string, prefix: string): string {
  if (value.trim() === "") return value;
  if (prefix !== "" && value.startsWith(prefix)) return prefix + SECRET_MASK;
  return schemeOf(value) + SECRET_MASK;
}

/** The same list where no value is another one. */
function changed(fields: HeaderList, change: (name: string, value: string) => string): HeaderList {
  let isSame = true;
  const next = fields.map(([name, value]) => {
    const after = change(name, value);
    isSame &&= after === value;
    return [name, after] as const;
  });
  return isSame ? fields : next;
}

function withoutSecrets(bytes: Uint8Array, secrets: readonly string[]): Uint8Array {
  return createRedactor(longEnough(secrets)).bytes(bytes).value;
}

/** Shorter ones stand in a header by chance: they are only masked where they are all of its value. */
const SHORTEST_WITHIN = 12;
/** Still shorter ones are not masked anywhere: they protect nothing, and stand in other texts by chance. */
const SHORTEST = 6;

/** A header value without the secrets that are known. */
type MaskValue = (value: string) => string;

/** What there is to do while no secret is known. */
const MASKS_NOTHING: MaskValue = (value) => value;

/**
 * Masks the secrets of this list in header values: those of usual length wherever they stand and in whatever spelling,
 * short ones where they are the whole value, or all that is behind a word such as `Bearer`.
 */
function maskerOf(secrets: readonly string[]): MaskValue {
  if (secrets.length === 0) return MASKS_NOTHING;
  const redactor = createRedactor(longEnough(secrets));
  const short = new Set(
    secrets
      .flatMap((secret) => [secret, tokenOf(secret)])
      .filter(({ length }) => length >= SHORTEST && length < SHORTEST_WITHIN),
  );
  return (value) => {
    const scheme = schemeOf(value);
    if (short.has(value.slice(scheme.length).trim())) return scheme + SECRET_MASK;
    if (short.has(value.trim())) return SECRET_MASK;
    return redactor.active ? redactor.text(value).value : value;
  };
}

/** The secrets that are long enough not to stand in a text by chance. */
function longEnough(secrets: readonly string[]): readonly string[] {
  return secrets.filter(({ length }) => length >= SHORTEST_WITHIN);
}

/** Deliveries whose headers are remembered as they came; a head has 32 KiB at most. */
const REMEMBERED = 200;

type Arrival = Pick<DeliveryDetail, "request"> & { readonly summary: Pick<DeliveryDetail["summary"], "at" | "path"> };

/**
 * The headers of the latest deliveries in which something was masked, as they came: in memory only, so that a signature
 * can be checked again, and its failure explained, without the secret being written anywhere.
 */
export function createMemory() {
  const kept = new Map<string, HeaderList | null>();
  return {
    keep(arrival: Arrival, headers: HeaderList): void {
      const key = keyOf(arrival);
      // Two that cannot be told from each other: then neither is remembered.
      kept.set(key, kept.has(key) ? null : headers);
      const [oldest] = kept.keys();
      if (kept.size > REMEMBERED && oldest !== undefined) kept.delete(oldest);
    },
    /** null when they are not remembered (any more). */
    headersOf(recorded: Arrival): HeaderList | null {
      const { headers } = recorded.request;
      if (!headers.some(([, value]) => value.includes(SECRET_MASK))) return null;
      return kept.get(keyOf(recorded)) ?? null;
    },
  };
}

/** A delivery before it has its row number, by the microsecond and the connection that it came over. */
function keyOf({ summary, request }: Arrival): string {
  return [summary.at, request.remoteAddress, request.remotePort, request.headers.length, summary.path].join(" ");
}
