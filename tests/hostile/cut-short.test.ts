import { once } from "node:events";
import { request as httpRequest } from "node:http";
import { Client } from "undici";
import { describe, expect, test } from "vitest";
import { doors } from "./doors.ts";
import { openListener, post } from "./open-listener.ts";

const CAP = 4_096;

/** Bytes of which each differs from its neighbours, so that a lost or doubled one shows. */
const patterned = (length: number) => Buffer.from(Array.from({ length }, (_, index) => (index * 7) & 0xff));

describe("a body over the cap", () => {
  test.each([
    ["announced", (body: Buffer) => post(body)],
    [
      "in chunks",
      (body: Buffer) =>
        Buffer.concat([
          Buffer.from("POST /webhooks HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"),
          ...Array.from({ length: Math.ceil(body.length / 1_000) }, (_, index) => {
            const piece = body.subarray(index * 1_000, index * 1_000 + 1_000);
            return Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from("\r\n")]);
          }),
          Buffer.from("0\r\n\r\n"),
        ]),
    ],
  ])("%s: 413, and exactly its first part is kept", async (_how, requestOf) => {
    const { wire, journal } = await openListener({ settings: { bodyCapBytes: CAP } });
    const body = patterned(CAP + 1);
    const sender = await wire();
    await sender.write(requestOf(body));
    const answer = await sender.answer();
    expect(answer.status).toBe(413);
    expect(answer.body.toString()).toContain(`${CAP} bytes`);
    await sender.ended();
    const [delivery] = await journal.untilEnded(1);
    expect(delivery?.event.summary).toMatchObject({ completeness: "cut", status: 413, size: CAP });
    expect(delivery?.event.request.problem).toContain(`${CAP} bytes`);
    expect(delivery?.event.timing.bodyComplete).toBeNull();
    expect(Buffer.from(delivery?.event.requestBody ?? []).equals(body.subarray(0, CAP))).toBe(true);
    expect(delivery?.end?.answerState).toBe("sent");
  });

  test("exactly at the cap it is whole", async () => {
    const { wire, journal } = await openListener({ settings: { bodyCapBytes: CAP } });
    const sender = await wire();
    await sender.write(post(patterned(CAP)));
    expect((await sender.answer()).status).toBe(200);
    expect(journal.deliveries()[0]?.event.summary).toMatchObject({ completeness: "whole", size: CAP });
  });

  test("a sender that reads nothing until it has sent everything sees the 413, too", async () => {
    const { wire, journal } = await openListener({ settings: { bodyCapBytes: CAP } });
    const sender = await wire();
    sender.socket.pause();
    // Much more than the system buffers on the way: were the rest not read, this would never resolve, or be reset.
    await sender.write(post(Buffer.alloc(30_000_000)));
    sender.socket.resume();
    expect((await sender.answer()).status).toBe(413);
    await sender.ended();
    expect(journal.deliveries()).toHaveLength(1);
  });

  test("one that never ends is cut off after a bounded while", async () => {
    const { wire, journal } = await openListener({
      settings: { bodyCapBytes: CAP },
      limits: { lingerMs: 60_000, lingerBytes: 2_000_000 },
    });
    const sender = await wire();
    await sender.write("POST /webhooks HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n");
    const chunk = Buffer.from(`10000\r\n${"x".repeat(65_536)}\r\n`);
    const endless = (async () => {
      for (;;) await sender.write(chunk);
    })();
    await expect(endless).rejects.toThrow(/EPIPE|ECONNRESET|ABORTED|destroyed|closed/i);
    const [delivery] = await journal.untilEnded(1);
    expect(delivery?.event.summary).toMatchObject({ completeness: "cut", size: CAP });
  });

  test("usual HTTP clients get the 413 and go on with a new connection", async () => {
    const { port, journal } = await openListener({ settings: { bodyCapBytes: CAP } });
    const client = new Client(`http://127.0.0.1:${port}`);
    const big = await client.request({ method: "POST", path: "/webhooks", body: Buffer.alloc(3_000_000) });
    expect(big.statusCode).toBe(413);
    await big.body.dump();
    const small = await client.request({ method: "POST", path: "/webhooks", body: "{}" });
    expect(small.statusCode).toBe(200);
    await small.body.dump();
    await client.close();

    const request = httpRequest({ port, host: "127.0.0.1", method: "POST", path: "/webhooks" });
    request.end(Buffer.alloc(3_000_000));
    const [response] = await once(request, "response");
    expect(response.statusCode).toBe(413);
    response.resume();
    expect(journal.deliveries().map(({ event }) => event.summary.status)).toEqual([413, 200, 413]);
  });

  test("requests before it on the connection are answered first, those behind it are recorded unanswered", async () => {
    const { wire, journal, answerWith } = await openListener({ settings: { bodyCapBytes: CAP } });
    answerWith({ delayMs: 30 });
    const sender = await wire();
    await sender.write(Buffer.concat([post("one"), post(Buffer.alloc(CAP + 1)), post("three")]));
    expect([(await sender.answer()).status, (await sender.answer()).status]).toEqual([200, 413]);
    expect((await sender.ended()).length).toBe(0);
    sender.close();
    const ends = (await journal.untilEnded(3)).map(({ event, end }) => [event.summary.size, end?.answerState]);
    expect(ends).toEqual(
      expect.arrayContaining([
        [3, "sent"],
        [CAP, "sent"],
        [5, "failed"],
      ]),
    );
  });
});

describe.each(doors())("a sender that goes away, at %s", (_name, open) => {
  test.each([
    ["within the request line", 7, "reset"],
    ["within the request line", 7, "half-close"],
    ["within the request line", 7, "close"],
    ["within a header", "Content-Le", "reset"],
    ["within a header", "Content-Le", "half-close"],
    ["before the body", "\r\n\r\n", "reset"],
    ["before the body", "\r\n\r\n", "half-close"],
    ["within the body", "\r\n\r\n0123", "reset"],
    ["within the body", "\r\n\r\n0123", "half-close"],
    ["within the body", "\r\n\r\n0123", "close"],
  ] as const)("%s (after %j, by %s) leaves a record of what came", async (_where, after, how) => {
    const door = await open();
    const request = door.post("0123456789");
    const count = typeof after === "number" ? after : request.indexOf(after) + after.length;
    const headEnd = request.indexOf("\r\n\r\n") + 4;
    const sender = await door.wire();
    await sender.write(request.subarray(0, count));
    // The receipt that these bytes were read before a reset can discard them: a later request on another connection.
    const other = await door.wire();
    await other.write(door.post("other"));
    await other.answer();
    if (how === "reset") sender.reset();
    else if (how === "close") sender.close();
    else sender.halfClose();
    expect(await sender.ended()).toHaveLength(0);
    // Nobody can say to which of its inboxes the beginning of a request line was to lead.
    if (count === 7 && !door.keepsAll) return;
    const kept = (await door.kept(2))[1];
    expect(kept).toMatchObject({ completeness: "aborted", status: null });
    if (count < headEnd) expect(kept?.body.equals(request.subarray(0, count))).toBe(true);
    else {
      expect(kept?.body.equals(request.subarray(headEnd, count))).toBe(true);
      expect(kept?.headers).toHaveLength(2);
    }
  });

  test("within the head of a later request: recorded as aborted", async () => {
    const door = await open();
    const sender = await door.wire();
    await sender.write(door.post("{}"));
    await sender.answer();
    await sender.write(`POST ${door.path} HTT`);
    sender.halfClose();
    await sender.ended();
    const other = await door.wire();
    await other.write(door.post("other"));
    await other.answer();
    const found = (await door.keptUpTo("other")).map(({ completeness }) => completeness);
    expect(found).toEqual(["whole", ...(door.keepsAll ? ["aborted"] : []), "whole"]);
  });

  test("between two requests leaves no record", async () => {
    const door = await open();
    const [silent, served] = [await door.wire(), await door.wire()];
    await served.write(door.post("{}"));
    await served.answer();
    silent.halfClose();
    served.halfClose();
    await Promise.all([silent.ended(), served.ended()]);
    const other = await door.wire();
    await other.write(door.post("other"));
    await other.answer();
    expect((await door.keptUpTo("other")).map(({ body }) => body.toString())).toEqual(["{}", "other"]);
  });
});

describe("a sender that goes away", () => {
  test("while its delivery is being committed: kept, and told as not answered", async () => {
    const { wire, journal } = await openListener();
    const commit = journal.hold();
    const sender = await wire();
    await sender.write(post("{}", ["Expect: 100-continue"]));
    await sender.answer();
    sender.reset();
    // Gone for certain: another exchange has gone round since.
    await (await wire()).write("GET / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\n\r\n");
    commit();
    const [delivery] = await journal.untilEnded(1);
    expect(delivery?.event.summary).toMatchObject({ completeness: "whole", status: 200 });
    expect(delivery?.end?.answerState).toBe("failed");
  });

  test.each(["reset", "close"] as const)("while it waits for a delayed answer (by %s): told as failed", async (how) => {
    const { wire, journal, answerWith } = await openListener({ limits: { halfCloseMs: 0 } });
    answerWith({ delayMs: 600_000 });
    const sender = await wire();
    await sender.write(post("{}"));
    await journal.until(() => journal.deliveries().length === 1);
    if (how === "reset") sender.reset();
    else sender.close();
    const [delivery] = await journal.untilEnded(1);
    expect(delivery?.end).toMatchObject({ answerState: "failed", answerEnded: null });
    expect(delivery?.end?.committed).toBeGreaterThan(0);
  });
});

describe("memory for what is in flight", () => {
  test("is bounded: beyond it 503, what came is recorded as cut, and once it is free all goes on", async () => {
    const { wire, journal } = await openListener({ limits: { bytesInFlight: 1_000_000 } });
    const commit = journal.hold();
    const first = await wire();
    await first.write(post(Buffer.alloc(600_000)));
    await journal.until(() => journal.offered() === 2); // the notice of the start among them
    const second = await wire();
    await second.write(post(Buffer.alloc(600_000)));
    await journal.until(() => journal.offered() === 3);
    commit();
    expect((await first.answer()).status).toBe(200);
    expect((await second.answer()).status).toBe(503);
    const [whole, cut] = (await journal.untilEnded(2)).map(({ event }) => event.summary);
    expect(whole).toMatchObject({ completeness: "whole", status: 200, size: 600_000 });
    expect(cut).toMatchObject({ completeness: "cut", status: 503 });
    expect(cut?.size).toBeLessThan(300_000);

    const third = await wire();
    await third.write(post(Buffer.alloc(600_000)));
    expect((await third.answer()).status).toBe(200);
  });

  test("a journal that stands still does not let requests pile up without end", async () => {
    // Room for 17 requests, and for the refusals of 2 more to be recorded.
    const { wire, journal, listener } = await openListener({ limits: { bytesInFlight: 160_000 } });
    const commit = journal.hold();
    const count = 60;
    const statuses: number[] = [];
    const { promise: restAnswered, resolve } = Promise.withResolvers<void>();
    const answers = Array.from({ length: count }, async () => {
      const sender = await wire();
      await sender.write(post("{}"));
      statuses.push((await sender.answer()).status);
      if (statuses.length === count - 19) resolve();
    });
    // The others are turned away at once, unrecorded, and the user is told.
    await restAnswered;
    expect(new Set(statuses)).toEqual(new Set([503]));
    expect(listener.status().problem?.code).toBe("cannot-record");
    commit();
    await Promise.all(answers);
    expect(statuses.slice(-19).toSorted((a, b) => a - b)).toEqual([...Array(17).fill(200), 503, 503]);
    expect(journal.deliveries().map(({ event }) => event.summary.status)).toEqual([...Array(17).fill(200), 503, 503]);
    expect(listener.status().problem).toBeNull();
    const told = journal.notices().filter(({ code }) => code === "not-recorded");
    expect(told).toEqual([expect.objectContaining({ count: 41 })]);
  });

  test("a connection that sends on and on without waiting is read on only as its answers go out", async () => {
    const { wire, journal } = await openListener({ limits: { bytesInFlight: 100_000_000 } });
    const commit = journal.hold();
    const sender = await wire();
    const count = 3_000;
    const sending = sender.write(
      Buffer.concat(Array.from({ length: count }, (_, index) => post(`${index}`.padEnd(1_000)))),
    );
    // Time enough to read all of it: in each round trip on another connection, another piece of it could be read.
    for (let round = 0; round < 100; round += 1) {
      const other = await wire();
      await other.write("GET / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\n\r\n");
      await other.answer();
    }
    // Those round trips, a hundred requests, and what had come in the same packets.
    expect(journal.offered()).toBeLessThan(500);
    commit();
    for (let index = 0; index < count; index += 1) expect((await sender.answer()).status).toBe(200);
    await sending;
    const bodies = journal
      .deliveries()
      .filter(({ event }) => event.summary.method === "POST")
      .map(({ event }) => Number(Buffer.from(event.requestBody).toString()));
    expect(bodies).toEqual(Array.from({ length: count }, (_, index) => index));
  });

  test("a sender that does not stop after its last answer is cut off", async () => {
    const { wire, journal } = await openListener({ limits: { lingerMs: 600_000 } });
    const sender = await wire();
    await sender.write("POST /webhooks HTTP/1.1\r\nHost: x\r\nExpect: the-end\r\nContent-Length: 0\r\n\r\n");
    expect((await sender.answer()).status).toBe(417);
    const endless = (async () => {
      for (;;) await sender.write(post("{}"));
    })();
    await expect(endless).rejects.toThrow();
    expect(await journal.untilEnded(1)).toHaveLength(1);
  });
});
