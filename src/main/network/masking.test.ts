import { expect, test } from "vitest";
import { sampleDelivery } from "../../../tests/journal/samples.ts";
import type { DeliveryDetail } from "../../shared/events.ts";
import { type HeaderList, SECRET_MASK as MASK } from "../../shared/primitives.ts";
import { NEW_PROFILE, type Profile } from "../../shared/profile.ts";
import type { SignatureSettings } from "../../shared/signature.ts";
import { createMasking } from "./masking.ts";

const STATIC: SignatureSettings = { kind: "static", header: "X-Token", prefix: "", secrets: [] };
const LONG = "sk_test_0123456789";

function setUp(secrets: readonly string[], signature: SignatureSettings | null = null) {
  let known = secrets;
  const profile: Profile = { ...NEW_PROFILE, id: "p1", name: "Acme", signature };
  const masking = createMasking({ secrets: () => known, profile: (id) => (id === "p1" ? profile : null) });
  const recorded = (event: ReturnType<typeof sampleDelivery>) => {
    const now = masking.recorded(event);
    if (now instanceof Promise) throw new Error("Nothing is waited for here.");
    return now;
  };
  return {
    masking: { ...masking, recorded },
    learn: (secret: string) => {
      known = [...known, secret];
    },
  };
}

function delivery(headers: HeaderList, change: Parameters<typeof sampleDelivery>[1] = {}, body = "{}") {
  return sampleDelivery(
    body,
    change,
    headers.map(([name, value]) => [name, value] as [string, string]),
  );
}

/** As it is read from the log. */
function detailOf(event: ReturnType<typeof delivery>): DeliveryDetail {
  const { request, answer, timing } = event;
  return { kind: "delivery", request, answer, timing, summary: { ...event.summary, id: 1 } };
}

test.each([
  ["wrong", {}],
  ["off the webhook path", { onPath: false }],
  ["cut off", { completeness: "cut" }],
  ["right", { signature: "valid" }],
] as const)("the header that always has the secret as its value is masked when it is %s", (_how, change) => {
  const { masking } = setUp([], STATIC);
  const came = [
    ["x-token", "some other secret"],
    ["X-TOKEN", "and again"],
    ["X-Other", "stays"],
  ] as const;
  const { headers } = masking.recorded(delivery(came, change)).request;
  expect(headers).toEqual([
    ["x-token", MASK],
    ["X-TOKEN", MASK],
    ["X-Other", "stays"],
  ]);
});

test("of such a header what stands in front of the secret stays, and an empty one stays empty", () => {
  const { masking } = setUp([], { ...STATIC, prefix: "key=" });
  const values = (...given: string[]) =>
    masking
      .recorded(delivery(given.map((value) => ["X-Token", value] as const)))
      .request.headers.map(([, each]) => each);
  expect(values("key=abc", "Bearer abc", "abc", "")).toEqual([`key=${MASK}`, `Bearer ${MASK}`, MASK, ""]);
});

test("a known secret is masked in any header, in whatever spelling; the rest is as it came", () => {
  const { masking } = setUp([LONG]);
  const basic = Buffer.from(`ada:${LONG}`).toString("base64");
  const { request } = masking.recorded(
    delivery([
      ["Authorization", `Bearer ${LONG}`],
      ["X-Basic", `Basic ${basic}`],
      ["X-Log", `{"key":"${LONG}","n":1}`],
      ["Content-Type", "application/json"],
    ]),
  );
  expect(JSON.stringify(request)).not.toContain(LONG);
  expect(request.headers[0]).toEqual(["Authorization", `Bearer ${MASK}`]);
  expect(request.headers[1]?.[1]).toContain(MASK);
  expect(request.headers[2]).toEqual(["X-Log", `{"key":"${MASK}","n":1}`]);
  expect(request.headers[3]).toEqual(["Content-Type", "application/json"]);
});

test("a short secret is no reason to tear holes into headers that have it in them by chance", () => {
  const { masking } = setUp(["webhook", "abc"]);
  const came = [
    ["User-Agent", "webhook-sender/1.0"],
    ["Host", "webhook.example"],
    ["X-Short", "abc"],
  ] as const;
  const event = delivery(came);
  expect(masking.recorded(event)).toBe(event);
  expect(masking.recorded(delivery([["X-Token", "Bearer webhook"]])).request.headers).toEqual([
    ["X-Token", `Bearer ${MASK}`],
  ]);
});

test("what was recorded before it was known as a secret is masked from then on where it is shown", () => {
  const { masking, learn } = setUp([]);
  const detail = detailOf(delivery([["X-Api", LONG]]));
  expect(masking.shown(detail)).toBe(detail);
  learn(LONG);
  expect(masking.shown(detail).request.headers).toEqual([["X-Api", MASK]]);
});

test("of a replay of our own the headers that carry nothing but a secret are masked, of others' webhooks not", () => {
  const { masking } = setUp([]);
  const came = [["Authorization", "Bearer typed"]] as const;
  const replay = { of: 1, by: 2, to: null, edited: true };
  expect(masking.recorded(delivery(came, { replay })).request.headers).toEqual([["Authorization", `Bearer ${MASK}`]]);
  expect(masking.recorded(delivery(came)).request.headers).toEqual(came);
});

test("bytes that are no HTTP lose the secrets in them, and nothing else", () => {
  const { masking } = setUp([LONG]);
  const recorded = masking.recorded(delivery([], { completeness: "malformed" }, `BAD\r\nX-Key: ${LONG}\r\n`));
  const text = Buffer.from(recorded.requestBody).toString();
  expect(text).toBe(`BAD\r\nX-Key: ${MASK}\r\n`);
  expect([recorded.summary.size, recorded.request.size]).toEqual([Buffer.byteLength(text), Buffer.byteLength(text)]);
  const whole = delivery([], {}, LONG);
  expect(masking.recorded(whole)).toBe(whole);
});

test("what came is remembered, until it cannot be told from another or too much has come since", () => {
  const { masking } = setUp([], STATIC);
  const event = delivery([["X-Token", "one"]], { at: 1 });
  const recorded = detailOf(masking.recorded(event));
  expect(masking.arrived(recorded)).toEqual([["X-Token", "one"]]);
  const twin = detailOf(masking.recorded(delivery([["X-Token", "two"]], { at: 1 })));
  expect([masking.arrived(recorded), masking.arrived(twin)]).toEqual([
    recorded.request.headers,
    recorded.request.headers,
  ]);
  const first = detailOf(masking.recorded(delivery([["X-Token", "first"]], { at: 2 })));
  for (let at = 3; at < 203; at += 1) masking.recorded(delivery([["X-Token", "more"]], { at }));
  expect(masking.arrived(first)).toEqual([["X-Token", MASK]]);
});

test("what arrives before the vault is open waits for it, and nothing does afterwards", async () => {
  const opened = Promise.withResolvers<void>();
  let known: readonly string[] = [];
  let isOpen = false;
  const masking = createMasking({
    secrets: () => known,
    opening: () => (isOpen ? null : opened.promise),
    profile: () => null,
  });
  const waiting = masking.recorded(delivery([["X-Api", LONG]]));
  expect(waiting).toBeInstanceOf(Promise);
  known = [LONG];
  isOpen = true;
  opened.resolve();
  expect((await waiting).request.headers).toEqual([["X-Api", MASK]]);
  expect(masking.recorded(delivery([["X-Api", "other"]]))).not.toBeInstanceOf(Promise);
});
