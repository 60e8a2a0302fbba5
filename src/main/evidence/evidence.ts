import type { BodyPart, EventDetail } from "../../shared/events.ts";
import type { RedactedPart } from "../../shared/evidence.ts";
import type { RunDetail } from "../../shared/run.ts";

/** One event with all that is recorded of it, on its way out of the log or into one. */
export interface Evidence {
  readonly detail: EventDetail;
  readonly bodies: { readonly [Part in BodyPart]: Uint8Array | null };
  /** The run of a simulation's call; null for other events, and where the written form does not use it. */
  readonly run: RunDetail | null;
  /** Where something was left out. */
  readonly redacted: readonly RedactedPart[];
  /** In a case file, what binds its signer to the original bytes of redacted bodies. */
  readonly commitments?: Readonly<Record<string, string>>;
}

/** The header fields beside a body. */
export function headersOf({ detail }: Evidence, part: BodyPart): readonly (readonly [string, string])[] {
  if (detail.kind === "notice") return [];
  if (part === "request") return detail.request.headers;
  if (part === "answer") return detail.answer?.headers ?? [];
  return (detail.kind === "delivery" ? detail.forward?.headers : undefined) ?? [];
}
