import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { bytes, finishedCall, sampleCall, sampleDelivery } from "../journal/samples.ts";
import { exportsOf } from "./exports-of.ts";
import { openedOf, wire } from "./opened-of.ts";

const ALL = { of: "filter", filter: "" } as const;
const AS_IT_IS = { state: "unredacted" } as const;

let setup: Awaited<ReturnType<typeof exportsOf>>;
let opened: ReturnType<typeof openedOf>;
beforeEach(async () => {
  setup = await exportsOf();
  opened = openedOf();
});
afterEach(async () => {
  await opened.dispose();
  await setup.dispose();
});

/** Header fields as they may stand on the wire: in any case, twice, with bytes beyond ASCII. */
const fields = fc.array(
  fc.tuple(
    fc.constantFrom("X-Twice", "x-twice", "X-Other", "content-type", "__proto__"),
    fc.string({ unit: fc.integer({ min: 0x20, max: 0xff }).map((code) => String.fromCharCode(code)), maxLength: 20 }),
  ),
  { maxLength: 6 },
);
const body = fc.oneof(
  fc.uint8Array({ maxLength: 300 }),
  fc
    .constantFrom(
      '{"a":9007199254740993123,"a":1e400}',
      "\ufeffa=b&a=c",
      "\u2028\r\n\0",
      '"\\ud800"',
      `${"[".repeat(5_000)}`,
    )
    .map(bytes),
  fc.constant(Uint8Array.of(0xff, 0xfe, 0xc3, 0x28, 0x80)),
);

describe.each(["ndjson", "har", "case"] as const)("what is exported as %s and opened again", (format) => {
  it("has the same bytes, and the same header fields in their order, case and number", async () => {
    const samples = fc.sample(fc.tuple(body, body, fields), { numRuns: 40, seed: 20_261_122 });
    for (const [index, [sent, answered, headers]] of samples.entries()) {
      const list = headers.map(([name, value]): [string, string] => [name, value]);
      if (index % 2 === 0) await setup.journal.append(sampleDelivery(sent, {}, list));
      else {
        const finished = finishedCall();
        const id = await setup.journal.append({ ...sampleCall(), requestBody: sent });
        const answer = finished.answer === null ? null : { ...finished.answer, headers: list };
        await setup.journal.finishCall(id, { ...finished, answer }, answered);
      }
    }
    await setup.journal.annotate(3, { note: "asked them", add: ["refund", "näht"] });
    const before = await setup.journal.whole(samples.map((_, index) => index + 1));
    const file = await setup.file(ALL, format, AS_IT_IS);
    expect(await opened.open(file)).toMatchObject({ events: 40 });
    const after = await opened.events();
    expect(after.map(wire)).toEqual(before.events.map(wire));
    expect(after.map(({ detail }) => detail.kind)).toEqual(before.events.map(({ detail }) => detail.kind));
    const written = ({ detail }: (typeof after)[number]) => [detail.summary.note, detail.summary.tags];
    expect(after.map(written)).toEqual(before.events.map(written));
    // Searched, filtered and paged as one's own log is.
    const { events } = await opened.files.log().journal.page({ limit: 100, filter: "kind:delivery" });
    expect(events).toHaveLength(20);
  });
});

describe("HAR of others", () => {
  const har = (entries: readonly unknown[], creator: object) => JSON.stringify({ log: { creator, entries } });
  const open = async (text: string) => {
    const token = await opened.files.begin("other.har");
    await opened.files.put(token, Buffer.from(text));
    await opened.files.open(token, "open");
    return opened.events();
  };
  const request = { method: "POST", url: "https://pay.example/v1?x=%2F", headers: [{ name: "A", value: "b" }] };

  it("what is left out is done without", async () => {
    const events = await open(
      har(
        [
          {
            startedDateTime: "2026-11-22T10:00:00Z",
            request: { ...request, _content: { text: "/w==", encoding: "base64" } },
          },
          { request: { ...request, postData: { mimeType: "x", params: [{ name: "a", value: "b c" }] } }, response: {} },
          { request: { ...request, headers: [{ name: "N", value: 7 }] }, response: { status: 0, content: null } },
        ],
        {},
      ),
    );
    expect(events.map(({ bodies }) => Buffer.from(bodies.request ?? []).toString("latin1"))).toEqual([
      "\xff",
      "a=b+c",
      "",
    ]);
    expect(events.map(({ detail }) => detail.summary.at)).toEqual(
      Array(3).fill(Date.parse("2026-11-22T10:00:00Z") * 1_000),
    );
    expect(events[2]?.detail).toMatchObject({ answer: null, request: { headers: [["N", "7"]] } });
  });
});
