import type { HeaderList } from "../../shared/primitives.ts";
import { contentEncodingOf } from "../payload/index.ts";
import { type Identity, readPayload } from "./values.ts";

/** An id that a webhook carries, with the place that it stands at. */
type WebhookId = Identity["eventIds"][number];

/** A longer body is not searched: somebody may be waiting. */
const SEARCHED_BYTES = 65_536;
const LONGEST_ID = 200;

/** Headers in which senders put the id of the event, not of the attempt (Standard Webhooks, and what is common). */
const ID_HEADERS = /^((x-)?webhook-id|svix-id|(x-)?event-id|(x-)?idempotency-key)$/i;

/** The ids of the event itself that a webhook carries, in a header or in its body, by which it is known again. */
export function webhookIds(body: Uint8Array, headers: HeaderList): readonly WebhookId[] {
  const named = headers.flatMap(([name, value]) =>
    ID_HEADERS.test(name) && value !== ""
      ? [{ path: `header ${name.toLowerCase()}`, text: value.slice(0, LONGEST_ID) }]
      : [],
  );
  if (body.length === 0 || body.length > SEARCHED_BYTES || contentEncodingOf(headers) !== "") return named;
  const contentType = headers.find(([name]) => name.toLowerCase() === "content-type")?.[1] ?? null;
  return [...named, ...readPayload(body, contentType).identity.eventIds];
}
