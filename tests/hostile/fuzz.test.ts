import fc from "fast-check";
import { expect, test } from "vitest";
import { openListener, post } from "./open-listener.ts";

const good = fc.constantFrom(
  post("{}").toString(),
  "GET /webhooks HTTP/1.1\r\nHost: x\r\n\r\n",
  "POST /webhooks HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n",
);
const broken = fc.constantFrom(
  "POST /webhooks HTTP/1.1\r\nHost: x\r\n",
  "Content-Length: 3\r\n",
  "Content-Length: 99999999\r\n",
  "Transfer-Encoding: chunked\r\n",
  "Expect: 100-continue\r\n",
  "Expect: else\r\n",
  "Connection: close\r\n",
  "Upgrade: h2c\r\n",
  "\r\n",
  "3\r\nabc\r\n",
  "0\r\n\r\n",
  "ffffffff\r\n",
  "CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n",
  "GET / HTTP/1.0\r\n\r\n",
  "x".repeat(3_000),
  "\x16\x03\x01",
  "\n",
  "\0",
);
const noise = fc.uint8Array({ maxLength: 20 }).map((bytes) => Buffer.from(bytes).toString("latin1"));

/** Pieces of requests, thrown together at random. */
const fragment = fc.oneof(
  { weight: 6, arbitrary: good },
  { weight: 4, arbitrary: broken },
  { weight: 1, arbitrary: noise },
);
const input = fc.record({
  bytes: fc.array(fragment, { minLength: 1, maxLength: 12 }).map((parts) => parts.join("")),
  cuts: fc.array(fc.nat(2_000), { maxLength: 4 }),
  end: fc.constantFrom("half-close" as const, "half-close" as const, "reset" as const),
});

test("whatever comes, every 2xx is on record and the next sender is served", { timeout: 120_000 }, async () => {
  const { wire, journal } = await openListener({ settings: { bodyCapBytes: 1_024 } });
  let expected = 0;
  await fc.assert(
    fc.asyncProperty(input, async ({ bytes, cuts, end }) => {
      const before = journal.deliveries().length;
      const sender = await wire();
      let from = 0;
      for (const cut of [...cuts.toSorted((a, b) => a - b), bytes.length]) {
        await sender.write(bytes.slice(from, cut)).catch(() => {}); // closed by the listener meanwhile
        from = Math.max(from, cut);
      }
      if (end === "reset") sender.reset();
      else sender.halfClose();
      const answered = (await sender.ended()).toString("latin1").match(/HTTP\/1\.1 2\d\d /g)?.length ?? 0;
      sender.close();

      const other = await wire();
      await other.write(post("other"));
      expect((await other.answer()).status).toBe(200);
      other.close();

      const since = journal
        .deliveries()
        .slice(before)
        .filter(({ event }) => event.summary.status === 200);
      // One of them is the other sender's.
      expect(since.length - 1).toBeGreaterThanOrEqual(answered);
      expected += answered;
    }),
    { numRuns: 300 },
  );
  // The generator does make requests that deserve an answer.
  expect(expected).toBeGreaterThan(50);
  // And nothing is left hanging: each delivery was told how it ended.
  await journal.untilEnded(journal.deliveries().length);
});
