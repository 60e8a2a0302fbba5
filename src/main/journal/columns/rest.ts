import { z } from "zod";
import { type HeaderList, headerList, instant, microseconds } from "../../../shared/primitives.ts";
import { type SignatureVerdict, signatureVerdict } from "../../../shared/signature-check.ts";

/**
 * What stands in the column `rest`: everything of an event that is neither listed nor filtered, as a JSON array
 * whose places have a fixed meaning. Names would take a fifth of the row. Only append places, and make a new
 * one optional: old rows do not have it.
 */
const flag = z.union([z.literal(0), z.literal(1)]);

export const callRest = z.tuple([
  z.string(), // url
  headerList,
  z.int(), // size of the request body
  z
    .tuple([
      headerList,
      z.int(), // size
      z.string(), // HTTP version
      z.int(), // status
      z.string(), // status text
      flag, // cut
      flag, // redacted
    ])
    .nullable(),
  microseconds.nullable(), // connected
  microseconds.nullable(), // sent
  microseconds.nullable(), // answer started
  microseconds.nullable(), // answer ended
]);

export const deliveryRest = z.tuple([
  headerList,
  z.int(), // size of the request body
  z.string(), // HTTP version
  headerList, // trailers
  z.string(), // remote address
  z.int(),
  z.string(), // local address
  z.int(),
  z.string().nullable(), // problem
  z.tuple([headerList, z.int(), z.int().nullable()]).nullable(), // our answer: headers, size, status
  microseconds, // headers complete
  microseconds.nullable(), // body complete; the later moments have columns of their own
]);

/** What stands in the column `signature`: a check but for its settings, which stand in a table of their own. */
export const checkResult = z.tuple([instant.nullable(), signatureVerdict]);

export type CheckResult = readonly [checkedAgain: number | null, verdict: SignatureVerdict];

type Flag = 0 | 1;
type Moment = number | null;

export type CallRest = readonly [
  url: string,
  headers: HeaderList,
  size: number,
  answer:
    | readonly [
        headers: HeaderList,
        size: number,
        httpVersion: string,
        status: number,
        statusText: string,
        cut: Flag,
        redacted: Flag,
      ]
    | null,
  connected: Moment,
  sent: Moment,
  answerStarted: Moment,
  answerEnded: Moment,
];

export type DeliveryRest = readonly [
  headers: HeaderList,
  size: number,
  httpVersion: string,
  trailers: HeaderList,
  remoteAddress: string,
  remotePort: number,
  localAddress: string,
  localPort: number,
  problem: string | null,
  answer: readonly [headers: HeaderList, size: number, status: number | null] | null,
  headersComplete: number,
  bodyComplete: Moment,
];
