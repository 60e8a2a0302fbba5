import { factsOf } from "../../payload/index.ts";
import type { NewEvent, NextPlace, WholeEvent } from "../api.ts";
import { eventColumns, factColumns } from "../columns/event-columns.ts";
import { splitReading } from "../columns/stored-reading.ts";
import type { Operation } from "../to-writer.ts";

/** A new row. */
export function appending(event: NewEvent, place: NextPlace | null): Operation {
  const row = eventColumns.write(event);
  switch (event.kind) {
    case "call":
      return { do: "append", row, request: event.requestBody, answer: null, place };
    case "delivery":
      return { do: "append", row, request: event.requestBody, answer: event.answerBody, place };
    case "notice":
      return { do: "append", row, request: null, answer: null, place };
  }
}

/** A row of another log, as it was there. It is made ready here: the writer is what a log that is filled waits for. */
export function adopting({ detail, bodies }: WholeEvent): Operation {
  const { id, pinned = false, note, tags } = detail.summary;
  const reading = detail.kind === "delivery" ? detail.reading : undefined;
  const handedOn = detail.kind === "delivery" ? detail.summary.forward : undefined;
  const answered = detail.kind === "delivery" ? detail.forward : undefined;
  const row = eventColumns.write(detail);
  return {
    do: "adopt",
    id,
    row: reading === undefined ? row : eventColumns.changed(row, factColumns(factsOf(reading))),
    request: bodies.request,
    answer: bodies.answer,
    forward:
      handedOn === undefined
        ? null
        : {
            summary: JSON.stringify(handedOn),
            answer: answered === undefined ? null : JSON.stringify(answered),
            body: bodies.forward,
          },
    reading: reading === undefined ? null : splitReading(reading),
    pinned,
    annotation: { note, add: tags },
  };
}
