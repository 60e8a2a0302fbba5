import { readdirSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { sampleDelivery } from "../journal/samples.ts";
import { exportsOf } from "./exports-of.ts";
import { openedOf } from "./opened-of.ts";

// So many events that a second thread makes a part of them.
const COUNT = 2_050;
const ALL = { of: "filter", filter: "" } as const;

let setup: Awaited<ReturnType<typeof exportsOf>>;
beforeAll(async () => {
  setup = await exportsOf();
  const body = (number: number) => `{"place":${number},"customer_email":"ada.obi@example.ng"}`;
  const numbers = Array.from({ length: COUNT }, (_, index) => index);
  await Promise.all(numbers.map((number) => setup.journal.append(sampleDelivery(body(number)))));
});
afterAll(() => setup.dispose());

it("a long export is whole and in order, with one mark for one value in all of it, and a case file of it holds", async () => {
  const lines = (await setup.written(ALL, "ndjson")).trimEnd().split("\n");
  const events = lines.map((line) => JSON.parse(line));
  expect(events.map(({ event }) => event.summary.id)).toEqual(Array.from({ length: COUNT }, (_, index) => index + 1));
  const bodies = events.map(({ bodies }) => JSON.parse(Buffer.from(bodies.request, "base64").toString("utf8")));
  expect(bodies.map(({ place }) => place)).toEqual(Array.from({ length: COUNT }, (_, index) => index));
  expect(new Set(bodies.map(({ customer_email }) => customer_email)).size).toBe(1);
  expect(bodies[0].customer_email).toMatch(/^email~/);

  const opened = openedOf({ as: setup });
  const file = await opened.open(await setup.file(ALL, "case"));
  expect(file).toMatchObject({ events: COUNT, check: { whole: true, manifest: { events: COUNT } } });
  // Each of the originals is found again in one's own log, whichever thread has committed to it.
  expect(file.check).toMatchObject({ originals: { held: COUNT, agree: COUNT } });
  await opened.dispose();
}, 180_000);

it("given up in the middle it leaves nothing behind", async () => {
  const { token } = await setup.exports.prepare({ requestId: "look", scope: ALL, log: "own" });
  const before = readdirSync(setup.folder);
  const redaction = { state: "unredacted" } as const;
  const writing = setup.exports.write({ requestId: "w", token, format: "har", redaction, paper: "A4" });
  expect(setup.exports.cancel("w")).toBe(true);
  await expect(writing).rejects.toMatchObject({ code: "cancelled" });
  expect(readdirSync(setup.folder)).toEqual(before);
});
