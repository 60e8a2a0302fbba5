import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { doors } from "./doors.ts";
import { post } from "./open-listener.ts";

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

describe.each(doors())("at %s", (_name, open) => {
  test("whatever comes, every 2xx is on record and the next sender is served", { timeout: 120_000 }, async () => {
    const door = await open();
    let answered = 0;
    let others = 0;
    await fc.assert(
      fc.asyncProperty(input, async ({ bytes: text, cuts, end }) => {
        const bytes = door.here(text);
        const sender = await door.wire();
        let from = 0;
        for (const cut of [...cuts.toSorted((a, b) => a - b), bytes.length]) {
          await sender.write(bytes.slice(from, cut)).catch(() => {}); // closed by the listener meanwhile
          from = Math.max(from, cut);
        }
        if (end === "reset") sender.reset();
        else sender.halfClose();
        answered += (await sender.ended()).toString("latin1").match(/HTTP\/1\.1 2\d\d /g)?.length ?? 0;
        sender.close();

        others += 1;
        const other = await door.wire();
        await other.write(door.post(`other ${others}`));
        expect((await other.answer()).status).toBe(200);
        other.close();
        const kept = (await door.keptUpTo(`other ${others}`)).filter(({ status }) => status === 200);
        expect(kept.length - others).toBeGreaterThanOrEqual(answered);
      }),
      // At a relay each waits for the disk.
      { numRuns: door.keepsAll ? 300 : 50 },
    );
    // The generator does make requests that deserve an answer.
    expect(answered).toBeGreaterThan(8);
  });
});
