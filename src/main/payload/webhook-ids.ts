import type { HeaderList } from "../../shared/primitives.ts";
import type { Reading, ReadValue } from "../../shared/reading.ts";
import { hasShape } from "./apply.ts";
import { contentEncodingOf } from "./content-encoding.ts";
import { ID_HEADER, idsOf } from "./ids.ts";
import { compilePlace, nodesAt, onlyValue } from "./place-values.ts";
import { readValues } from "./read-values.ts";

/** A longer body is not searched: somebody may be waiting. */
const SEARCHED_BYTES = 65_536;
const LONGEST_ID = 200;

/**
 * The ids of the event itself that a webhook carries, in a header or in its body, by which it is known again. For the
 * moment before the answer: nothing else is read.
 */
export function webhookIds(
  body: Uint8Array,
  headers: HeaderList,
  readings: readonly Reading[] = [],
): readonly ReadValue[] {
  if (body.length > 0 && body.length <= SEARCHED_BYTES && contentEncodingOf(headers) === "") {
    const payload = readValues({ body, headers, target: "" });
    const reading = readings.find((each) => each.eventId !== null && hasShape(each, payload));
    const place = reading?.eventId == null ? null : compilePlace(reading.eventId.path);
    const own = place === null ? null : onlyValue(nodesAt(place, payload));
    return idsOf(payload, own === "several" ? null : own, null, []);
  }
  return headers.flatMap(([name, value]) =>
    ID_HEADER.test(name.toLowerCase()) && value !== ""
      ? [{ path: `header ${name.toLowerCase()}`, text: value.slice(0, LONGEST_ID) }]
      : [],
  );
}
