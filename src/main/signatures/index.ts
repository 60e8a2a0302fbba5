/** Whether a delivery's signature holds, why not, and how to make one. */
export { createDeliveryCheck, type DeliveryCheck } from "./check-delivery.ts";
export type { KnownSecret, SignedMessage } from "./message.ts";
export { sign } from "./sign.ts";
export { verify } from "./verify.ts";
