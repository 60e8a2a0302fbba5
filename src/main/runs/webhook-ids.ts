import type { HeaderList } from "../../shared/primitives.ts";
import { contentEncodingOf } from "../bodies/index.ts";
import { type Identity, readPayload } from "./values.ts";

/** The ids of the event itself that a body carries, by which one that is sent again is known. A coded body has none. */
export function webhookIds(body: Uint8Array, headers: HeaderList): Identity["eventIds"] {
  if (contentEncodingOf(headers) !== "") return [];
  const contentType = headers.find(([name]) => name.toLowerCase() === "content-type")?.[1] ?? null;
  return readPayload(body, contentType).identity.eventIds;
}
