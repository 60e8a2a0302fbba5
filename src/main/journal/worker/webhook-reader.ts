import type { DatabaseSync } from "node:sqlite";
import type { EventId, Instant } from "../../../shared/primitives.ts";
import type { Reading, WebhookReading } from "../../../shared/reading.ts";
import { readWebhook, type WebhookSource } from "../../payload/index.ts";
import type { ProfileReadings } from "../api.ts";
import type { EventRow } from "../columns/column.ts";
import { eventColumns } from "../columns/event-columns.ts";
import { headersOf, openAwaited, profileIn } from "../file/webhook-source.ts";

/** Reads webhooks by the readings of the profile that each came to. */
export type WebhookReader = ReturnType<typeof openWebhookReader>;

export function openWebhookReader(database: DatabaseSync) {
  const awaited = openAwaited(database);
  let readings: ReadonlyMap<string | null, readonly Reading[]> = new Map();
  return {
    configure(profiles: readonly ProfileReadings[]): void {
      readings = new Map(profiles.map((each) => [each.profileId, each.readings]));
    },
    /** Reads a webhook that is about to be written. */
    arrived(row: EventRow, body: Uint8Array | null): WebhookReading {
      const rest = eventColumns.value(row, "rest");
      const source = {
        body: body ?? new Uint8Array(),
        headers: rest === null ? [] : headersOf(rest),
        target: eventColumns.value(row, "path") ?? "",
      };
      const at = eventColumns.value(row, "at") ?? 0;
      // Everything that is in the log was there before it.
      return readWebhook(source, readings.get(profileIn(row)) ?? [], () => awaited(Number.MAX_SAFE_INTEGER, at));
    },
    /** Reads a webhook of the log again. */
    again: (id: EventId, at: Instant, source: WebhookSource, profileId: string | null): WebhookReading =>
      readWebhook(source, readings.get(profileId) ?? [], () => awaited(id, at)),
  };
}
