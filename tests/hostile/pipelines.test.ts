import { describe, expect, test } from "vitest";
import { doors } from "./doors.ts";
import { openListener, post } from "./open-listener.ts";
import type { Wire } from "./wire.ts";

const GET = "GET /webhooks HTTP/1.1\r\nHost: x\r\n\r\n";
const FLOOD = 3_000;

/** Reads so many answers, and tells how many of them had each status. */
async function statusesOf(sender: Wire, count: number): Promise<Readonly<Record<number, number>>> {
  const statuses: Record<number, number> = {};
  for (let index = 0; index < count; index += 1) {
    const { status } = await sender.answer();
    statuses[status] = (statuses[status] ?? 0) + 1;
  }
  return statuses;
}

test("thousands of requests in one go are taken a few at a time, and all are recorded and answered in order", async () => {
  const { wire, journal } = await openListener();
  const commit = journal.hold();
  const sender = await wire();
  const requests = Array.from({ length: FLOOD }, (_, index) => post(`number ${index}`));
  const sending = sender.write(Buffer.concat(requests));
  await journal.until(() => journal.offered() > 1);
  // Whoever comes later has been taken as well: so the first has been read as far as it is read at all.
  const other = await wire();
  await other.write(post("{}"));
  const before = journal.offered();
  await journal.until(() => journal.offered() > before);
  expect(journal.offered()).toBeLessThan(150);
  commit();
  expect(await statusesOf(sender, FLOOD)).toEqual({ 200: FLOOD });
  expect((await other.answer()).status).toBe(200);
  await sending;
  const bodies = journal.deliveries().map(({ event }) => Buffer.from(event.requestBody).toString());
  expect(bodies.filter((body) => body !== "{}")).toEqual(
    Array.from({ length: FLOOD }, (_, index) => `number ${index}`),
  );
});

test("a sender that begins like any other, and then floods, is taken in slices from its second packet on", async () => {
  const { wire, journal } = await openListener();
  const sender = await wire();
  await sender.write(GET);
  expect((await sender.answer()).status).toBe(200);
  const sending = sender.write(GET.repeat(FLOOD * 5));
  expect(await statusesOf(sender, FLOOD * 5)).toEqual({ 200: FLOOD * 5 });
  await sending;
  const commit = journal.hold();
  const before = journal.offered();
  const more = sender.write(GET.repeat(FLOOD * 5));
  const other = await wire();
  await other.write(post("{}"));
  await journal.until(() => journal.offered() > before + 1);
  // A slice of 8 KiB has 221 of these.
  expect(journal.offered() - before).toBeLessThan(250);
  commit();
  expect((await other.answer()).status).toBe(200);
  sender.close();
  await more.catch(() => undefined);
});

test("senders that flood on many connections do not keep an ordinary one from being recorded", async () => {
  // Room for 256 requests in all.
  const { wire, journal } = await openListener({ limits: { bytesInFlight: 2_097_152 } });
  const floods = await Promise.all(Array.from({ length: 20 }, () => wire()));
  const commit = journal.hold();
  const sending = floods.map((flood) => flood.write(GET.repeat(2_000)).catch(() => undefined));
  await journal.until(() => journal.offered() >= floods.length);
  const ordinary = await wire();
  await ordinary.write(post("{}"));
  const before = journal.offered();
  await journal.until(() => journal.offered() > before);
  commit();
  expect((await ordinary.answer()).status).toBe(200);
  for (const flood of floods) flood.close();
  await Promise.all(sending);
});

test("bodies that are held half sent leave room for usual ones, and give way when they have had their time", async () => {
  const limits = { bytesInFlight: 1_048_576, headTimeoutMs: 60, checkIntervalMs: 20 };
  const { wire, journal } = await openListener({ limits });
  const HALF = "POST /webhooks HTTP/1.1\r\nHost: x\r\nContent-Length: 200000\r\n\r\n";
  const slow = await Promise.all(Array.from({ length: 8 }, () => wire()));
  for (const sender of slow) await sender.write(Buffer.concat([Buffer.from(HALF), Buffer.alloc(100_000, "x")]));
  // The last of them had no room.
  await journal.until(() => journal.offered() > 0);
  const ordinary = await wire();
  await ordinary.write(post("y".repeat(1_000)));
  expect((await ordinary.answer()).status).toBe(200);
  // Once the others have had their time, there is room for large ones again.
  await journal.until(() =>
    journal.deliveries().some(({ event }) => event.request.problem?.includes("others") === true),
  );
  const large = await wire();
  await large.write(post("z".repeat(200_000)));
  expect((await large.answer()).status).toBe(200);
});

describe.each(doors())("at %s", (_name, open) => {
  test("large bodies between pipelined requests arrive whole, and the end of the sender's side is seen", async () => {
    const door = await open();
    const sender = await door.wire();
    const large = Buffer.alloc(300_000, "x");
    const small = Array.from({ length: 8 }, () => door.post("{}"));
    await sender.write(Buffer.concat([...small, door.post(large), door.post("last")]));
    sender.halfClose();
    expect(await statusesOf(sender, 10)).toEqual({ 200: 10 });
    await sender.ended();
    expect((await door.kept(10)).map(({ body }) => body.length)).toEqual([...Array(8).fill(2), 300_000, 4]);
  });

  test("what is broken behind pipelined requests is refused after their answers", async () => {
    const door = await open();
    const sender = await door.wire();
    const get = door.here(GET);
    await sender.write(`${get.repeat(500)}no such thing\r\n\r\n${get.repeat(500)}`);
    expect(await statusesOf(sender, 501)).toEqual({ 200: 500, 400: 1 });
    await sender.ended();
    // One behind it: so nothing else was kept.
    const other = await door.wire();
    await other.write(door.post("behind"));
    await other.answer();
    const kept = await door.keptUpTo("behind");
    expect(kept.map(({ completeness }) => completeness)).toEqual([
      ...Array(500).fill("whole"),
      ...(door.keepsAll ? ["malformed"] : []),
      "whole",
    ]);
  });

  test("five hundred requests in one go are kept once each, in their order", async () => {
    const door = await open();
    const sender = await door.wire();
    const requests = Array.from({ length: 500 }, (_, place) => door.post(`number ${place}`));
    await sender.write(Buffer.concat(requests));
    expect(await statusesOf(sender, 500)).toEqual({ 200: 500 });
    expect((await door.kept(500)).map(({ body }) => body.toString())).toEqual(
      Array.from({ length: 500 }, (_, place) => `number ${place}`),
    );
  });
});
