import type { EvidenceLine } from "../../../shared/evidence.ts";
import type { Evidence } from "../evidence.ts";
import type { ExportContext } from "./context.ts";

/** One event as a line, as `evidenceLine` documents it. */
export function ndjsonLine(event: Evidence, { foreign }: Pick<ExportContext, "foreign">): string {
  return `${JSON.stringify({ ...lineOf(event), ...(foreign === null ? {} : { foreign }) })}\n`;
}

function lineOf({ detail, bodies, run, redacted, commitments }: Evidence): EvidenceLine {
  return {
    linkdesk: 1,
    event: detail,
    bodies: { request: base64(bodies.request), answer: base64(bodies.answer), forward: base64(bodies.forward) },
    run,
    redacted,
    ...(commitments === undefined ? {} : { commitments }),
  };
}

export function base64(bytes: Uint8Array | null): string | null {
  return bytes === null ? null : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64");
}
