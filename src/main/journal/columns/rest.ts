import { z } from "zod";
import { type HeaderList, headerList, instant, microseconds } from "../../../shared/primitives.ts";
import { signatureVerdict } from "../../../shared/signature-check.ts";
import { bit, orLeftOut, packed, packedInteger, packedOrNull, packedText, plain } from "./packed.ts";

// Everything of an event that is neither listed nor filtered, named as in its detail: the column `rest`.

const headers = plain(headerList);
const moment = packedOrNull(plain(microseconds));
const head = packed({ headers, size: packedInteger });

const callAnswer = packed({
  headers,
  size: packedInteger,
  httpVersion: packedText,
  status: packedInteger,
  statusText: packedText,
  cut: bit,
  redacted: bit,
});
export const callRest = packed({
  url: packedText,
  request: head,
  answer: packedOrNull(callAnswer),
  timing: packed({ connected: moment, sent: moment }),
  redirects: orLeftOut(plain(z.array(z.object({ status: z.int(), url: z.string() })))),
});

const deliveryRequest = packed({
  headers,
  size: packedInteger,
  httpVersion: packedText,
  trailers: headers,
  remoteAddress: packedText,
  remotePort: packedInteger,
  localAddress: packedText,
  localPort: packedInteger,
  problem: packedOrNull(packedText),
});
const deliveryAnswer = packed({ headers, size: packedInteger, status: packedOrNull(packedInteger) });
export const deliveryRest = packed({
  request: deliveryRequest,
  answer: packedOrNull(deliveryAnswer),
  timing: packed({ headersComplete: plain(microseconds), bodyComplete: moment }),
});

/** A check of a signature but for its settings, which many rows share. */
export const checkResult = packed({
  checkedAgain: packedOrNull(plain(instant)),
  verdict: plain(signatureVerdict),
});

/**
 * The headers of a stored `rest`, for searching: request, answer, trailers. The schemas would take longer than the
 * search itself. A row that cannot be read has none; it is shown as damaged elsewhere.
 */
export function headersIn(kind: "call" | "delivery", rest: unknown): readonly [HeaderList, HeaderList, HeaderList] {
  if (kind === "call") {
    const answer = callRest.field(rest, "answer");
    return [
      looseHeaders(head.field(callRest.field(rest, "request"), "headers")),
      looseHeaders(callAnswer.field(answer, "headers")),
      [],
    ];
  }
  const request = deliveryRest.field(rest, "request");
  const answer = deliveryRest.field(rest, "answer");
  return [
    looseHeaders(deliveryRequest.field(request, "headers")),
    looseHeaders(deliveryAnswer.field(answer, "headers")),
    looseHeaders(deliveryRequest.field(request, "trailers")),
  ];
}

function looseHeaders(value: unknown): HeaderList {
  if (!Array.isArray(value)) return [];
  return value.filter((header): header is HeaderList[number] => {
    return Array.isArray(header) && typeof header[0] === "string" && typeof header[1] === "string";
  });
}
