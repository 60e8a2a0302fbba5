import { randomBytes, randomUUID } from "node:crypto";
import type { NewEvent } from "../../src/main/journal/index.ts";
import { sampleDelivery } from "../journal/samples.ts";

/** Names that are in many bodies. */
export const NAMES = [
  "Ada Obi",
  "Tunde Bello",
  "Kemi Ade",
  "Chidi Eze",
  "Ngozi Uche",
  "Emeka Ibe",
  "Yemi Ojo",
  "Bola Sani",
];

/** Milliseconds between two events of a made-up log. */
export const STEP_MS = 20;

/** A webhook's body of 1 kB with random identifiers; `at` in milliseconds. */
export function deliveryBody(place: number, at: number): string {
  const user = { name: NAMES[place % 8], identifier: `user${place % 977}`, email: "", reference: randomUUID() };
  const transaction = {
    id: randomUUID(),
    remark: `order ${place}`,
    amount: 10_000 + ((place * 7_919) % 90_000),
    currency: "NGN",
    channel: "send",
    status: "success",
    user: { ...user, identifier_type: "username", created_at: "2020-05-06T12:00:00.000Z" },
    checkout: null,
    mode: "credit",
    reference: randomBytes(16).toString("hex"),
    peer: { user: { name: NAMES[place % 5], identifier: "peer" }, business: { name: "Shop", logo: null } },
    meta: { city: "Lagos", token: randomBytes(120).toString("hex") },
    created_at: new Date(at).toISOString(),
  };
  return JSON.stringify({ type: "transaction", transaction }).padEnd(1_024);
}

/** The same as an event, with the headers of a common HTTP library; `at` in milliseconds. */
export function deliveryEvent(place: number, at: number): NewEvent {
  const headers: [string, string][] = [
    ["Host", "127.0.0.1:8787"],
    ["User-Agent", "GuzzleHttp/7"],
    ["Content-Type", "application/json"],
    ["Accept", "*/*"],
    ["X-Request-Id", randomUUID()],
    ["X-Signature", randomBytes(20).toString("hex")],
    ["Content-Length", "1024"],
    ["Connection", "keep-alive"],
  ];
  const sample = sampleDelivery(deliveryBody(place, at), { at: at * 1_000, path: "/webhooks" }, headers);
  const status = place % 500 === 0 ? 503 : 200;
  return {
    ...sample,
    summary: { ...sample.summary, status },
    request: { ...sample.request, trailers: [] },
    answer: { headers: [], size: 0, status },
    answerBody: new Uint8Array(0),
  };
}
