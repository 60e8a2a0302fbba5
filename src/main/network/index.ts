/** The one way out: connections, one exchange with its limits, what may be stored of it, and its cURL text. */
export type { AnswerHead } from "./answer.ts";
export { curlOf } from "./curl.ts";
export type { Exchange, ExchangeOptions } from "./exchange.ts";
export { createMasking, type Masking } from "./masking.ts";
export { createNetwork, type Network, type NetworkOptions } from "./network.ts";
export {
  type ComposedRequest,
  type ExactRequest,
  framed,
  type HeaderLine,
  plainLines,
  sentHeaders,
} from "./request.ts";
export { ConnectFailure, portOf } from "./route.ts";
export { type Decoded, decodedAnswer, type StoredAnswer, storedAnswer } from "./stored-answer.ts";
