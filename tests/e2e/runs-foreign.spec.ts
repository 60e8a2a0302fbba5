import { gzipSync } from "node:zlib";
import type { VerdictCode } from "../../src/shared/run.ts";
import { expect, test } from "./fixtures.ts";
import { launchAt } from "./foreign.ts";
import { credit, runsOf } from "./runs.ts";

/** What a webhook of one of these senders is about. */
interface Values {
  readonly amount: string;
  readonly reference: string;
}

interface Sent {
  readonly body: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
}

type Sender = readonly [name: string, verdict: VerdictCode, write: (values: Values) => Sent];

const json = (body: unknown, type = "application/json"): Sent => ({
  body: JSON.stringify(body),
  headers: { "Content-Type": type },
});
const plain = ({ amount, reference }: Values) => ({ amount: Number(amount), currency: "NGN", user: { reference } });
const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64");

/** Senders that this project did not write, each with a shape that nobody has confirmed: no verdict on it is sure. */
const SENDERS: readonly Sender[] = [
  [
    "deep within, under names of its own",
    "unconfirmed",
    ({ amount, reference }) =>
      json({
        data: {
          object: { transfer: { total: { value: Number(amount), unit: "NGN" }, beneficiary: { ref: reference } } },
        },
      }),
  ],
  [
    "another language, the amount as text with decimals",
    "unconfirmed",
    ({ amount, reference }) =>
      json({ ereignis: { kunde: reference, geld: { betrag: `${amount}.00`, waehrung: "NGN", gebuehr: 50 } } }),
  ],
  [
    "an amount with its currency in one text",
    "unconfirmed",
    ({ amount, reference }) => json({ who: reference, paid: `NGN ${amount}` }),
  ],
  [
    "in the larger unit",
    "unconfirmed",
    ({ amount, reference }) => json(plain({ amount: `${Number(amount) / 100}`, reference })),
  ],
  ["in the smaller unit", "unconfirmed", ({ amount, reference }) => json(plain({ amount: `${amount}00`, reference }))],
  [
    "a form",
    "unconfirmed",
    ({ amount, reference }) => ({
      body: new URLSearchParams({
        "payment[amount]": amount,
        "payment[currency]": "NGN",
        customer: reference,
      }).toString(),
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
    }),
  ],
  [
    "XML",
    "unconfirmed",
    ({ amount, reference }) => ({
      body: `<?xml version="1.0"?><hook><amount currency="NGN">${amount}</amount><customer>${reference}</customer></hook>`,
      headers: { "Content-Type": "application/xml" },
    }),
  ],
  [
    "several parts",
    "unconfirmed",
    ({ amount, reference }) => ({
      body: `--b\r\nContent-Disposition: form-data; name="amount"\r\n\r\n${amount}\r\n--b\r\nContent-Disposition: form-data; name="ref"\r\n\r\n${reference}\r\n--b--\r\n`,
      headers: { "Content-Type": "multipart/form-data; boundary=b" },
    }),
  ],
  [
    "a CloudEvent",
    "unconfirmed",
    (values) =>
      json(
        {
          specversion: "1.0",
          type: "com.example.credit",
          source: "/ledger/77",
          id: `A-${values.amount}`,
          time: "2026-11-20T12:00:00Z",
          datacontenttype: "application/json",
          data: plain(values),
        },
        "application/cloudevents+json",
      ),
  ],
  [
    "a CloudEvent with its data in Base64",
    "unconfirmed",
    (values) =>
      json(
        { specversion: "1.0", type: "com.example.credit", source: "/", id: "B", data_base64: base64(plain(values)) },
        "application/cloudevents+json",
      ),
  ],
  [
    "JSON in a string",
    "unconfirmed",
    (values) => json({ Type: "Notification", Message: JSON.stringify(plain(values)) }),
  ],
  [
    "Base64 from a message broker",
    "unconfirmed",
    (values) =>
      json({ message: { data: base64(plain(values)), messageId: "136969346945" }, subscription: "projects/p" }),
  ],
  [
    "a signed token",
    "unconfirmed",
    (values) => ({
      body: `${base64({ alg: "none" })}.${base64(plain(values))}.c2lnbmF0dXJl`.replaceAll("=", ""),
      headers: { "Content-Type": "application/jwt" },
    }),
  ],
  [
    "compressed",
    "unconfirmed",
    (values) => ({
      body: gzipSync(JSON.stringify(plain(values))),
      headers: { "Content-Type": "application/json", "Content-Encoding": "gzip" },
    }),
  ],
  [
    "with a byte order mark and as text/plain",
    "unconfirmed",
    (values) => ({ body: `\ufeff${JSON.stringify(plain(values))}`, headers: { "Content-Type": "text/plain" } }),
  ],
  [
    "several events at once",
    "unconfirmed",
    (values) => json({ events: [plain(values), plain({ amount: "31", reference: "somebody" })] }),
  ],
  ["lines of JSON", "unconfirmed", (values) => ({ body: `${JSON.stringify(plain(values))}\n{"end":true}\n` })],
  ["nobody in it", "unconfirmed", ({ amount }) => json({ amount: Number(amount), currency: "NGN" })],
  [
    "the amount only as a fee, and another as amount",
    "unconfirmed",
    ({ amount, reference }) => json({ amount: 12, fee: Number(amount), reference }),
  ],
  [
    "the amount as a limit beside another",
    "unconfirmed",
    ({ amount, reference }) => json({ amount: 13, limits: { daily: Number(amount) }, ref: reference }),
  ],
  [
    "two amounts under no name",
    "unconfirmed",
    ({ amount, reference }) => json({ a: Number(amount), b: 77, c: reference }),
  ],
  [
    "somebody else with the same amount",
    "unconfirmed",
    ({ amount }) => json(plain({ amount, reference: "cust-other" })),
  ],
];

/** These say nothing that can be read, and are for whoever waits alone. */
const MUTE: readonly Sender[] = [
  ["only an id", "not-sure", () => json({ id: "evt_000001", created: 1_790_000_000 })],
  ["encrypted", "not-sure", () => ({ body: `eyJhbGciOiJSU0EifQ.${"q83vEjRWeJ".repeat(9)}.x.y.z` })],
  ["a sentence", "not-sure", ({ amount, reference }) => json({ text: `You got ${amount} for ${reference}.` })],
];

test("senders that were never seen before: asked about, never sure, and never tied to another", async ({ launch }) => {
  test.slow();
  const { app, service } = await launchAt(launch, { limitMs: 8_000 });
  const runs = runsOf(app.page);
  const url = async (place: number) => `${await runs.listenerUrl()}?sender=${place}`;
  // All wait at once, so that each webhook could be given to any of them.
  const ids: number[] = [];
  const values = SENDERS.map((_, place) => ({ amount: `${700_100 + place * 100}`, reference: `cust-${place}` }));
  for (const { amount, reference } of values) ids.push(await runs.simulate(credit(amount, reference)));
  for (const [place, [, , write]] of SENDERS.entries()) {
    const { body, headers } = write(values[place] ?? { amount: "", reference: "" });
    expect(await service.sendWebhook(await url(place), body, headers)).toBe(200);
  }
  for (const [place, [name, verdict]] of SENDERS.entries())
    await test.step(`${name}: ${verdict}`, () => runs.reaches(ids[place] ?? 0, verdict));
  for (const row of await runs.rows("kind:delivery")) {
    if (row.kind !== "delivery" || row.tie?.role !== "unconfirmed") continue;
    expect(row.tie.runId, row.path).toBe(ids[Number(/sender=(\d+)/.exec(row.path)?.[1])]);
  }

  await runs.changeRuns({ limitMs: 1_000 });
  for (const [place, [name, verdict, write]] of MUTE.entries())
    await test.step(`${name}: ${verdict}`, async () => {
      const own = { amount: `${900_100 + place}`, reference: `mute-${place}` };
      const id = await runs.simulate(credit(own.amount, own.reference));
      const { body, headers } = write(own);
      await service.sendWebhook(await url(place), body, headers);
      await runs.reaches(id, verdict);
    });
  await service.close();
});
