import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { bytes, createJournals, finishedCall, sampleCall, sampleDelivery } from "../../../tests/journal/samples.ts";
import { FORWARD_WAITS } from "../../shared/replay.ts";
import { NOTHING_READ } from "./columns/stored-reading.ts";
import type { JournalChange } from "./index.ts";

const BYTES = new Uint8Array([0, 255, 254, 10, 13, 0]);

describe("the journal", () => {
  let journals: ReturnType<typeof createJournals>;
  beforeEach(() => {
    journals = createJournals();
  });
  afterEach(() => journals.dispose());

  it("gives every field of a delivery back, after a restart too", async () => {
    const journal = await journals.open();
    const delivery = sampleDelivery(BYTES.slice());
    const id = await journal.append(delivery);
    await journal.finishDelivery(id, {
      answerState: "sent",
      duration: 900,
      committed: 21,
      answerStarted: 22,
      answerEnded: 23,
    });
    const { requestBody: _, answerBody: __, ...detail } = delivery;
    const [, query] = delivery.summary.path.split("?", 2);
    const digest = createHash("sha256").update(`?${query}\n`).update(BYTES).digest("base64url");
    const expected = {
      ...detail,
      reading: { ...NOTHING_READ, format: "text", digest },
      summary: { ...delivery.summary, id, answerState: "sent", duration: 900 },
      timing: { ...delivery.timing, committed: 21, answerStarted: 22, answerEnded: 23 },
    };
    expect(await journal.detail(id)).toEqual(expected);
    await journal.close();
    const again = await journals.open();
    expect(await again.detail(id)).toEqual(expected);
    expect(await again.body(id, "request")).toEqual(BYTES);
    expect(await again.body(id, "answer")).toEqual(bytes("ok!"));
  });

  it("gives back what was done with a delivery on purpose", async () => {
    const journal = await journals.open();
    const onPurpose = { does: "garbage", ms: 5, choice: { by: "step", step: 1, of: 3 } } as const;
    const sample = sampleDelivery("{}", { onPurpose, status: null });
    const id = await journal.append({ ...sample, answer: { headers: [], size: 3, status: null } });
    const end = { duration: 9, committed: 3, answerStarted: null, answerEnded: null };
    await journal.finishDelivery(id, { ...end, answerState: "withheld" });
    const found = await journal.detail(id);
    expect(found).toMatchObject({
      summary: { onPurpose, status: null, answerState: "withheld" },
      answer: { headers: [], size: 3, status: null },
    });
    expect((await journal.page({ limit: 1, filter: "" })).events).toEqual([found?.summary]);
  });

  it("gives every field of a call back, before and after its answer", async () => {
    const journal = await journals.open();
    const call = sampleCall();
    const id = await journal.append(call);
    const { requestBody: _, ...detail } = call;
    expect(await journal.detail(id)).toEqual({ ...detail, summary: { ...call.summary, id } });
    expect(await journal.body(id, "answer")).toBeNull();
    const finished = finishedCall();
    await journal.finishCall(id, finished, bytes("answer"));
    expect(await journal.detail(id)).toEqual({ ...finished, summary: { ...finished.summary, id } });
    expect(await journal.body(id, "request")).toEqual(bytes("body"));
    expect(await journal.body(id, "answer")).toEqual(bytes("answer"));
  });

  it("keeps what was sent again, and what became of handing a delivery on, for as long as the delivery", async () => {
    const journal = await journals.open();
    const mark = { of: 7, by: 9, to: null, edited: true } as const;
    const call = sampleCall();
    const replay = {
      ...call,
      summary: { ...call.summary, operation: "replay" as const, replay: { ...mark, by: null } },
    };
    const { requestBody: _, ...detail } = replay;
    const callId = await journal.append(replay);
    expect(await journal.detail(callId)).toEqual({ ...detail, summary: { ...replay.summary, id: callId } });
    const repeat = { ...call, summary: { ...call.summary, repeatOf: callId } };
    const againId = await journal.append(repeat);
    expect((await journal.detail(againId))?.summary).toEqual({ ...repeat.summary, id: againId });
    const id = await journal.append(sampleDelivery("body", { replay: mark }));
    const summary = { outcome: { code: "success", message: null }, status: 204, duration: 12 } as const;
    const answer = {
      url: "http://127.0.0.1:3000/x",
      httpVersion: "1.1",
      statusText: "No Content",
      headers: [
        ["A", "1"],
        ["a", "2"],
      ],
      size: 2,
      cut: true,
      redacted: false,
    } as const;
    const told = new Promise<unknown>((resolve) => {
      journal.onChange(({ appended, amended }) => {
        const row = [...appended, ...amended].find((each) => each.id === id);
        if (row?.kind === "delivery" && row.forward !== undefined) resolve(row);
      });
    });
    await journal.recordForward(id, { summary, answer }, bytes("no"));
    expect(await told).toMatchObject({ id, forward: summary, replay: mark });
    const end = { answerState: "sent", duration: 900, committed: 21, answerStarted: 22, answerEnded: 23 } as const;
    await journal.finishDelivery(id, end);
    await journal.close();
    const again = await journals.open();
    expect(await again.detail(id)).toMatchObject({
      summary: { forward: summary, replay: mark, answerState: "sent" },
      forward: answer,
    });
    expect(await again.body(id, "forward")).toEqual(bytes("no"));
    await again.clear();
    expect(await again.body(id, "forward")).toBeNull();
  });

  it("keeps the order of arrival and pages by key from both ends", async () => {
    const journal = await journals.open();
    const ids = await Promise.all(
      Array.from({ length: 25 }, (_, place) => journal.append(sampleDelivery(`${place}`, { path: `/${place}` }))),
    );
    expect(ids).toEqual([...ids].sort((a, b) => a - b));
    const newest = await journal.page({ limit: 10, filter: "" });
    expect(newest.events.map((event) => event.id)).toEqual(ids.slice(15));
    expect(newest).toMatchObject({ moreBefore: true, moreAfter: false });
    const older = await journal.page({ limit: 10, filter: "", before: ids[15] });
    expect(older.events.map((event) => event.id)).toEqual(ids.slice(5, 15));
    expect(older).toMatchObject({ moreBefore: true, moreAfter: true });
    const newer = await journal.page({ limit: 100, filter: "", after: ids[19] });
    expect(newer.events.map((event) => event.id)).toEqual(ids.slice(20));
    expect(newer).toMatchObject({ moreBefore: true, moreAfter: false });
    expect(newer.events.map((event) => (event.kind === "delivery" ? event.path : ""))).toEqual([
      "/20",
      "/21",
      "/22",
      "/23",
      "/24",
    ]);
  });

  it("hands large bodies over and small views of a shared pool intact", async () => {
    const journal = await journals.open();
    const pool = Buffer.alloc(1_000_000, 7);
    const large = new Uint8Array(300_000).fill(9);
    const first = await journal.append(sampleDelivery(pool.subarray(500, 510)));
    const second = await journal.append(sampleDelivery(large));
    const third = await journal.append(sampleDelivery(new Uint8Array(0)));
    expect(pool.byteLength).toBe(1_000_000);
    expect(await journal.body(first, "request")).toEqual(new Uint8Array(10).fill(7));
    expect(await journal.body(second, "request")).toEqual(new Uint8Array(300_000).fill(9));
    expect(await journal.body(third, "request")).toEqual(new Uint8Array(0));
  });

  it("tells what was appended and amended, in batches", async () => {
    const journal = await journals.open();
    const changes: JournalChange[] = [];
    const seen = new Promise<void>((resolve) =>
      journal.onChange((change) => {
        changes.push(change);
        if (changes.flatMap((each) => [...each.appended, ...each.amended]).some((row) => row.kind === "call"))
          resolve();
      }),
    );
    const ids = await Promise.all(Array.from({ length: 500 }, () => journal.append(sampleDelivery())));
    await journal.append(sampleCall());
    await seen;
    const told = changes.flatMap((change) => change.appended.map((row) => row.id));
    const skipped = changes.reduce((sum, change) => sum + change.skipped, 0);
    expect(told.length + skipped).toBe(501);
    expect(Math.max(...changes.map((change) => change.appended.length))).toBeLessThanOrEqual(200);
    expect(told.slice(-2)[0]).toBe(ids.at(-1));
  });

  it("finds the facts of a delivery itself, and tells them with the row", async () => {
    const journal = await journals.open();
    const told = new Promise<JournalChange>((resolve) => journal.onChange(resolve));
    const body =
      '{"type":"charge","charge":{"amount":9007199254740993123,"currency":"NGN","user":{"reference":"u\u002d1"}}}';
    const id = await journal.append(sampleDelivery(body));
    const facts = {
      subject: "charge",
      eventName: "charge",
      amount: "9007199254740993123",
      currency: "NGN",
      userReference: "u-1",
    };
    expect((await told).appended).toMatchObject([{ id, facts }]);
    expect((await journal.page({ limit: 1, filter: "" })).events).toMatchObject([{ id, facts }]);
    const encoded = await journal.append(
      sampleDelivery(gzipSync(body), {}, [
        ["content-encoding", "gzip"],
        ["content-type", "application/json"],
      ]),
    );
    expect((await journal.detail(encoded))?.summary).toMatchObject({ facts });
    const large = await journal.append(sampleDelivery(`{"amount":5${" ".repeat(300_000)}}`));
    expect((await journal.detail(large))?.summary).toMatchObject({ facts: {} });
  });

  it("clears at once, can undo that, and forgets for good at the next start", async () => {
    const journal = await journals.open();
    const ids = [await journal.append(sampleDelivery()), await journal.append(sampleDelivery())];
    expect(await journal.clear()).toBe(2);
    const later = await journal.append(sampleDelivery());
    expect((await journal.page({ limit: 10, filter: "" })).events.map((event) => event.id)).toEqual([later]);
    expect(await journal.detail(ids[0] ?? 0)).toBeNull();
    expect((await journal.stats()).events).toBe(1);
    await journal.undoClear();
    expect((await journal.page({ limit: 10, filter: "" })).events).toHaveLength(3);
    expect((await journal.stats()).events).toBe(3);
    await journal.clear();
    await journal.close();
    const again = await journals.open();
    await again.undoClear();
    expect((await again.page({ limit: 10, filter: "" })).events).toEqual([]);
    expect(await again.append(sampleDelivery())).toBeGreaterThan(later);
  });

  it("says after a kill of what waited to be handed on that it was not, and of the first that nobody knows", async () => {
    const killed = await journals.open();
    const ids: number[] = [];
    for (const body of ["1", "2", "3", "4"])
      ids.push(await killed.append(sampleDelivery(body, { forward: FORWARD_WAITS })));
    const summary = { outcome: { code: "success", message: null }, status: 204, duration: 900 } as const;
    await killed.recordForward(ids[0] ?? 0, { summary, answer: null }, bytes(""));
    await killed.close();
    const again = await journals.open();
    const found = await Promise.all(ids.map(async (id) => (await again.detail(id))?.summary));
    expect(found).toMatchObject([
      { forward: summary },
      { forward: { outcome: { code: "interrupted" } } },
      { forward: { outcome: { code: "not-sent", because: "closed" } } },
      { forward: { outcome: { code: "not-sent", because: "closed" } } },
    ]);
  });

  it("marks what a kill left unfinished", async () => {
    const journal = await journals.open();
    const call = await journal.append(sampleCall());
    const delivery = await journal.append(sampleDelivery());
    await journal.close();
    const again = await journals.open();
    expect((await again.detail(call))?.summary).toMatchObject({ outcome: { code: "interrupted" } });
    expect((await again.detail(delivery))?.summary).toMatchObject({ answerState: "failed" });
  });
});
