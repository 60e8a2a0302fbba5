import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { createReceiver, type Received, startTestSandbox } from "../../../tests/support/sandboxes.ts";
import { SANDBOX_PUBLIC_KEY, SANDBOX_SECRET_KEY } from "../../shared/sandbox.ts";
import type { SignatureSettings, SignedSettings } from "../../shared/signature.ts";
import { presetSettings, SANDBOX_PRESETS } from "../../shared/signature-presets.ts";
import { verify } from "../signatures/index.ts";

const LONG = `9007199254740993123${"7".repeat(60)}`;

function hmac(body: string, key: string): string {
  return createHmac("sha1", key).update(body).digest("hex");
}

function signatureOf(webhook: Received | undefined, header = "X-Signature"): string | undefined {
  return webhook?.headers.get(header);
}

// What the payload says under a path, as it is written there.
function said(webhook: Received | undefined, key: string): string | undefined {
  return new RegExp(`"${key}":("(?:[^"\\\\]|\\\\.)*"|[^,}]*)`).exec(webhook?.body ?? "")?.[1];
}

test("a credit's webhook goes to the listener, signed, with the values of the request digit for digit", async () => {
  const receiver = await createReceiver();
  const service = await startTestSandbox(receiver.url);
  expect(service.sandbox.status().webhookTarget).toBe(receiver.url);
  await service.credit(LONG);
  const [webhook] = await receiver.count(1);
  expect(webhook).toMatchObject({ method: "POST", target: "/hooks?for=me" });
  expect(webhook?.headers.get("Content-Type")).toBe("application/json");
  expect(signatureOf(webhook)).toBe(hmac(webhook?.body ?? "", SANDBOX_SECRET_KEY));
  expect(said(webhook, "amount")).toBe(LONG);
  expect(JSON.parse(webhook?.body ?? "")).toMatchObject({
    type: "transaction",
    transaction: {
      currency: "NGN",
      mode: "credit",
      status: "success",
      user: { reference: "ref_ada" },
      peer: { user: { name: "Kwame Mensah" }, business: { name: "Mangrove Wallet" } },
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/),
    },
  });
  expect(JSON.parse(webhook?.body ?? "").transaction.peer.user).not.toHaveProperty("reference");
});

test("each shape of a charge carries what it is documented to carry", async () => {
  const receiver = await createReceiver();
  const service = await startTestSandbox(receiver.url);
  await service.charge();
  service.bend({ chargeShape: "charge-with-remark" });
  await service.charge();
  service.bend({ chargeShape: "event" });
  await service.charge(LONG);
  const [plain, withRemark, event] = (await receiver.count(3)).map(({ body }) => JSON.parse(body));
  const values = {
    amount: 50000,
    currency: "KES",
    user: { reference: "ref_ada" },
    peer: { user: { name: "Wanjirũ Kamau" } },
  };
  expect(plain).toMatchObject({
    type: "charge",
    charge: { ...values, charges: { amount_to_be_charged: 52750, included_fees: 2750 }, fees: { flat_fee: 2500 } },
  });
  expect(plain.charge).not.toHaveProperty("remark");
  expect(withRemark).toMatchObject({ type: "charge", charge: { ...values, remark: "Chai ☕ / lunch" } });
  expect(event).toMatchObject({
    event: "direct_debit.success",
    transaction: { mode: "debit", channel: "direct_charge", remark: "Chai ☕ / lunch" },
  });
  expect(said(receiver.received[2], "amount")).toBe(LONG);
});

test("the newer shape of a credit", async () => {
  const receiver = await createReceiver();
  const service = await startTestSandbox(receiver.url);
  service.bend({ creditShape: "event" });
  await service.credit();
  const [webhook] = await receiver.count(1);
  expect(JSON.parse(webhook?.body ?? "")).toMatchObject({ event: "send.success", transaction: { mode: "credit" } });
});

test("the same webhook is tried until the receiver answers 200, with the same bytes, and then no more", async () => {
  const receiver = await createReceiver(500, 204, 302, 200);
  const service = await startTestSandbox(receiver.url);
  service.bend({ attempts: 9 });
  await service.credit();
  const { attempts } = await service.untilTold((status) => status.attempts.at(-1)?.status === 200);
  expect(attempts.map(({ attempt, status }) => [attempt, status])).toEqual([
    [1, 500],
    [2, 204],
    [3, 302],
    [4, 200],
  ]);
  expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
  expect(new Set(receiver.received.map((each) => signatureOf(each))).size).toBe(1);
  // The next webhook comes later than whatever else the first one might have sent.
  service.bend({ webhookDelayMs: 60 });
  await service.charge();
  expect((await receiver.count(5))[4]?.body).toContain("charge");
  expect(receiver.received).toHaveLength(5);
});

test("it gives up after the attempts it was given", async () => {
  const receiver = await createReceiver(500);
  const service = await startTestSandbox(receiver.url);
  service.bend({ attempts: 3 });
  await service.credit();
  await receiver.count(3);
  // Later than a fourth attempt would be.
  service.bend({ attempts: 1, webhookDelayMs: 60 });
  await service.charge();
  await receiver.count(4);
  expect(receiver.received.map(({ body }) => body.includes('"charge":{'))).toEqual([false, false, false, true]);
});

test("dropped: nothing is sent, and the status says that this was on purpose", async () => {
  const receiver = await createReceiver();
  const service = await startTestSandbox(receiver.url);
  service.bend({ webhookFault: "dropped" });
  expect((await service.credit()).status).toBe(200);
  const { attempts } = await service.untilTold((status) => status.attempts.length === 1);
  expect(attempts[0]).toMatchObject({ status: null, problem: "dropped on purpose" });
  service.bend({ webhookFault: "none" });
  await service.charge();
  expect((await receiver.count(1))[0]?.body).toContain('"charge":{');
});

test("late: it comes after its own delay, and a later one overtakes it", async () => {
  const receiver = await createReceiver();
  const service = await startTestSandbox(receiver.url);
  service.bend({ webhookFault: "late", lateDelayMs: 250 });
  await service.credit();
  service.bend({ webhookFault: "none" });
  await service.charge();
  const [first, second] = await receiver.count(2);
  expect([first, second].map((each) => each?.body.includes('"charge":{'))).toEqual([true, false]);
});

test("twice: the same bytes come again although the first was taken", async () => {
  const receiver = await createReceiver();
  const service = await startTestSandbox(receiver.url);
  service.bend({ webhookFault: "twice" });
  await service.credit();
  const [first, second] = await receiver.count(2);
  expect(second?.body).toBe(first?.body);
  expect(signatureOf(second)).toBe(signatureOf(first));
});

test("out of order: two webhooks change places, the first attempt of the later one being enough", async () => {
  const receiver = await createReceiver(500, 200);
  const service = await startTestSandbox(receiver.url);
  service.bend({ webhookFault: "out-of-order", retryIntervalMs: 600_000, attempts: 1 });
  await service.credit("111");
  await service.credit("222");
  const order = (await receiver.count(2)).map((each) => said(each, "amount"));
  expect(order).toEqual(["222", "111"]);
});

test("out of order: a webhook that no other one follows comes in the end", async () => {
  const receiver = await createReceiver();
  const service = await startTestSandbox(receiver.url);
  service.bend({ webhookFault: "out-of-order", retryIntervalMs: 10 });
  await service.credit("111");
  await receiver.count(1);
  // Its place is free again: the next two change places as before.
  service.bend({ retryIntervalMs: 600_000 });
  await service.credit("222");
  await service.credit("333");
  expect((await receiver.count(3)).map((each) => said(each, "amount"))).toEqual(["111", "333", "222"]);
});

test("wrong signature, no signature, wrong amount", async () => {
  const receiver = await createReceiver();
  const service = await startTestSandbox(receiver.url);
  for (const webhookFault of ["wrong-signature", "no-signature", "wrong-amount"] as const) {
    service.bend({ webhookFault });
    const before = receiver.received.length;
    await service.credit(LONG);
    await receiver.count(before + 1);
  }
  const [wrong, none, amount] = receiver.received;
  expect(signatureOf(wrong)).toBe(hmac(wrong?.body ?? "", SANDBOX_PUBLIC_KEY));
  expect(said(wrong, "amount")).toBe(LONG);
  expect([...(none?.headers.keys() ?? [])].filter((name) => /signature/i.test(name))).toEqual([]);
  expect(said(amount, "amount")).toBe(`${BigInt(LONG) + 1n}`);
  expect(signatureOf(amount)).toBe(hmac(amount?.body ?? "", SANDBOX_SECRET_KEY));
});

test("an own address, an own signature header and a static header", async () => {
  const listener = await createReceiver();
  const elsewhere = await createReceiver();
  const service = await startTestSandbox(listener.url);
  const staticHeader = { name: "X-Business-Hash", value: "known value" };
  service.bend(
    {},
    { webhookUrl: elsewhere.url, signature: { ...presetSettings("body"), header: "X-Acme-Signature" }, staticHeader },
  );
  expect(service.sandbox.status().webhookTarget).toBe(elsewhere.url);
  await service.credit();
  const [webhook] = await elsewhere.count(1);
  expect(signatureOf(webhook, "X-Acme-Signature")).toBe(hmac(webhook?.body ?? "", SANDBOX_SECRET_KEY));
  expect(signatureOf(webhook)).toBeUndefined();
  expect(webhook?.headers.get("X-Business-Hash")).toBe("known value");
  expect(listener.received).toEqual([]);
});

test("the webhook never overtakes the answer, and comes although the client did not wait for it", async () => {
  const receiver = await createReceiver();
  const service = await startTestSandbox(receiver.url);
  service.bend({ answerDelayMs: 150 });
  const answer = service.credit().then(() => receiver.received.length);
  expect(await answer).toBe(0);
  await receiver.count(1);

  const impatient = fetch(`${service.url}/test/credit`, {
    method: "POST",
    headers: { "x-api-key": SANDBOX_SECRET_KEY },
    body: '{"amount":1,"currency":"NGN","user_reference":"ref_ada"}',
    signal: AbortSignal.timeout(50),
  });
  await expect(impatient).rejects.toMatchObject({ name: "TimeoutError" });
  expect(said((await receiver.count(2))[1], "amount")).toBe("1");
});

test("addresses that are no web addresses are refused and change nothing", async () => {
  const service = await startTestSandbox();
  const before = service.sandbox.status();
  for (const webhookUrl of [
    "",
    "listener",
    "ftp://example.com",
    "file:///etc/passwd",
    "javascript:1",
    "http://a:b@c.d",
  ])
    expect(() => service.bend({}, { webhookUrl })).toThrow(expect.objectContaining({ code: "webhook-url" }));
  expect(service.sandbox.status()).toEqual(before);
});

test("where nobody takes it, the status says why in words", async () => {
  const service = await startTestSandbox(null);
  service.bend({ attempts: 2 });
  await service.credit();
  const nowhere = await service.untilTold((status) => status.attempts.length === 2);
  expect(nowhere.attempts[0]).toMatchObject({ status: null, problem: expect.stringMatching(/nowhere to send/) });

  const receiver = await createReceiver();
  const closedPort = receiver.url.replace(/:\d+/, `:${new URL(service.url).port}`);
  service.bend({ attempts: 1 }, { webhookUrl: closedPort });
  await service.charge();
  // The sandbox itself stands at that address: it has no such path.
  await service.untilTold((status) => status.attempts.at(-1)?.status === 404);
});

test("closing ends what waits: no webhook comes afterwards and nothing holds the process", async () => {
  const receiver = await createReceiver(500);
  const service = await startTestSandbox(receiver.url);
  service.bend({ webhookDelayMs: 60_000 });
  await service.credit();
  service.bend({ webhookDelayMs: 0, retryIntervalMs: 60_000 });
  await service.charge();
  await receiver.count(1);
  await service.sandbox.close();
  expect(receiver.received).toHaveLength(1);
});

const over = (template: string) => ({ content: { kind: "template", template } }) as const;
const PLAIN = presetSettings("body") as SignedSettings;
const JOINED = "{field:transaction.reference}|{field:transaction.amount}|{field:transaction.user.name}";
const SCHEMES: Readonly<Record<string, SignatureSettings>> = {
  ...Object.fromEntries(SANDBOX_PRESETS.map((preset) => [preset, presetSettings(preset)])),
  "SHA-384 under a name of its own": { ...PLAIN, header: "X-Anything-At-All", algorithm: "sha384" },
  MD5: { ...PLAIN, algorithm: "md5", encoding: "base64" },
  "RSA-PSS": { ...PLAIN, algorithm: "rsa-pss-sha256", encoding: "base64" },
  "ISO time": {
    ...PLAIN,
    ...over("{timestamp}.{body}"),
    timestamp: { from: "header", name: "X-Time" },
    timestampUnit: "iso",
    toleranceSeconds: 60,
  },
  "joined fields": { ...PLAIN, ...over(JOINED) },
  "a field of the body": { ...PLAIN, ...over(JOINED), field: "proof.signature", secretDecoding: "hex" },
};

test.each(Object.entries(SCHEMES))("signs as %s says, and holds for whoever checks it so", async (_, settings) => {
  const receiver = await createReceiver(500, 200);
  const service = await startTestSandbox(receiver.url);
  service.bend({}, { signature: settings });
  const secrets = [{ name: "s", value: service.sandbox.status().checkKey }];
  const check = ({ method, target, headers, body }: Received) =>
    verify(
      { method, path: target, headers: [...headers], body: Buffer.from(body) },
      settings,
      secrets,
      Date.now() * 1_000,
    );
  await service.credit();
  // The second attempt is signed anew, and is the same webhook.
  const [first, second] = await receiver.count(2);
  for (const each of [first, second]) expect(check(each as Received)).toEqual({ state: "valid", secret: "s" });
  const id = settings.kind === "signed" && settings.id?.from === "header" ? settings.id.name : "X-None";
  expect(first?.headers.get(id)).toBe(second?.headers.get(id));

  service.bend({ webhookFault: "wrong-signature" });
  await service.credit();
  expect(check((await receiver.count(3))[2] as Received).state).toBe("invalid");
  service.bend({ webhookFault: "no-signature" });
  await service.credit();
  expect(check((await receiver.count(4))[3] as Received).state).toBe("missing");
});

test("a scheme over the parameters of a form is sent as one, digit for digit", async () => {
  const receiver = await createReceiver();
  const service = await startTestSandbox(receiver.url);
  service.bend({}, { signature: presetSettings("twilio") });
  await service.credit(LONG);
  const [webhook] = await receiver.count(1);
  expect(webhook?.headers.get("Content-Type")).toBe("application/x-www-form-urlencoded");
  expect(Object.fromEntries(new URLSearchParams(webhook?.body))).toMatchObject({
    type: "transaction",
    "transaction[amount]": LONG,
    "transaction[user][reference]": "ref_ada",
  });
});
