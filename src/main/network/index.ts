/** The one way out: connections, one exchange with its limits, what may be stored of it, and its cURL text. */
export { curlCommand } from "./curl.ts";
export { type Exchange, type ExchangeOptions, exchange } from "./exchange.ts";
export { failureOf } from "./failure.ts";
export { headerValue, sentHeaders } from "./headers.ts";
export { createMasking, type Masking } from "./masking.ts";
export { createNetwork, type Network, type NetworkOptions } from "./network.ts";
export { createRedactor, type Redacted, type Redactor } from "./redactor.ts";
export { isThisMachine } from "./route.ts";
export type { AnswerHead, HeaderLine, WireRequest } from "./wire.ts";
