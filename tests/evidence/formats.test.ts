import { readdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import * as fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ensureBrowser } from "../../build/steps/browser.ts";
import { printPdf } from "../../src/main/hosts/chromium/print-pdf.ts";
import { evidenceLine } from "../../src/shared/evidence.ts";
import type { Verdict } from "../../src/shared/run.ts";
import { presetSettings } from "../../src/shared/signature-presets.ts";
import { finishedCall, sampleCall, sampleDelivery } from "../journal/samples.ts";
import { exportsOf } from "./exports-of.ts";
import { pdfPages } from "./pdf-texts.ts";

const require = createRequire(import.meta.url);
const ALL = { of: "filter", filter: "" } as const;
const AS_IT_IS = { state: "unredacted" } as const;

const SETTINGS = presetSettings("github", [{ id: "main", name: "main", source: "own" }]);

let setup: Awaited<ReturnType<typeof exportsOf>>;
beforeEach(async () => {
  setup = await exportsOf();
});
afterEach(() => setup.dispose());

/** Holds it against the schema of HAR 1.2, as a package has it that is not ours. */
function harFaults(har: unknown): Promise<unknown> {
  const validator = require("har-validator/lib/promise") as { har(data: unknown): Promise<unknown> };
  return validator.har(har).then(
    () => [],
    (error: { errors: unknown }) => error.errors,
  );
}

describe("HAR", () => {
  it("keeps to the schema, with finite numbers and one page, whatever came", async () => {
    const { journal } = setup;
    const call = await journal.append(sampleCall());
    await journal.finishCall(call, finishedCall(), Buffer.from("{}"));
    await journal.append(sampleCall());
    await journal.append(sampleDelivery(Buffer.from([0xff, 0xfe, 0x00])));
    await journal.append(sampleDelivery("", { path: "*", status: null }, []));
    await journal.append({
      kind: "notice",
      summary: { kind: "notice", at: 5, notice: { code: "secrets-unprotected" } },
    });
    const har = JSON.parse(await setup.written(ALL, "har", AS_IT_IS));
    expect(await harFaults(har)).toEqual([]);
    expect(har.log.pages).toHaveLength(1);
    expect(har.log.entries).toHaveLength(4);
    for (const { time, request, response, timings, pageref } of har.log.entries) {
      for (const number of [
        time,
        request.headersSize,
        request.bodySize,
        response.status,
        response.content.size,
        timings.send,
        timings.wait,
        timings.receive,
      ])
        expect(Number.isFinite(number)).toBe(true);
      expect(pageref).toBe(har.log.pages[0].id);
    }
    const [answered, unanswered, binary] = har.log.entries;
    expect(answered.response).toMatchObject({ status: 422, content: { text: "{}" } });
    expect(unanswered.response.status).toBe(0);
    expect(binary).toMatchObject({
      comment: "incoming webhook",
      request: {
        _requestBodyStatus: "discarded:not-representable",
        _content: { encoding: "base64", size: 3, text: "//4A" },
      },
      response: { status: 200, content: { text: "ok!" } },
      _linkdesk: { direction: "in", number: 3 },
    });
  });

  it.each([
    ["valid", { state: "valid", secret: "main" }, "The signature is valid"],
    ["invalid", { state: "invalid", problem: { code: "no-such-part" } }, "The signature is not valid"],
  ] as const)(
    "has the recorded result of a signature, and where the body was redacted says so: %s",
    async (...given) => {
      const [, result, title] = given;
      const sample = sampleDelivery('{"customer_email":"ada@example.ng"}');
      const signature = { result, settings: SETTINGS, checkedAgain: null };
      await setup.journal.append({ ...sample, signature });
      const one = async (redaction?: typeof AS_IT_IS) =>
        JSON.parse(await setup.written(ALL, "har", redaction)).log.entries[0]["_linkdesk"];
      const redacted = await one();
      expect(redacted).toMatchObject({ signature: result, redacted: expect.arrayContaining(["request"]) });
      expect(redacted.signatureNote).toBe(
        `Checked by Linkdesk when it came: ${title}. The signature was checked over the bytes as they came, and cannot be checked over these.`,
      );
      // Whole bytes can be checked by anybody: nothing has to be said.
      const whole = await one(AS_IT_IS);
      expect(whole).toMatchObject({ signature: result, redacted: [] });
      expect(whole).not.toHaveProperty("signatureNote");
    },
  );

  it("is a whole one even where there is nothing but a notice", async () => {
    await setup.journal.append({
      kind: "notice",
      summary: { kind: "notice", at: 5, notice: { code: "secrets-unprotected" } },
    });
    const har = JSON.parse(await setup.written(ALL, "har"));
    expect(await harFaults(har)).toEqual([]);
    expect(har.log.entries).toEqual([]);
  });
});

describe("NDJSON", () => {
  const headers = fc.array(
    fc.tuple(
      fc.stringMatching(/^[A-Za-z-]{1,12}$/),
      fc.string({ unit: fc.integer({ min: 0x20, max: 0xff }).map((code) => String.fromCharCode(code)), maxLength: 20 }),
    ),
    { maxLength: 8 },
  );

  it("has every byte, and the order, case and number of header fields", async () => {
    let number = 0;
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), headers, async (body, fields) => {
        const id = await setup.journal.append(
          sampleDelivery(
            Buffer.from(body),
            {},
            fields.map(([name, value]) => [name, value]),
          ),
        );
        number = id;
        const line = evidenceLine.parse(
          JSON.parse(await setup.written({ of: "events", ids: [id] }, "ndjson", AS_IT_IS)),
        );
        expect(Buffer.from(line.bodies.request ?? "", "base64")).toEqual(Buffer.from(body));
        expect(line.event.kind === "delivery" ? line.event.request.headers : null).toEqual(fields);
        expect(line.event).toEqual(await setup.journal.detail(id));
      }),
      { numRuns: 40 },
    );
    expect(number).toBeGreaterThan(0);
  });

  it("is one event a line, in the order of the log, and valid when redacted", async () => {
    for (const text of ['{"a":9007199254740993123,"name":"success"}', "kind=call&user=delivery", "{"])
      await setup.journal.append(sampleDelivery(text));
    const lines = (await setup.written(ALL, "ndjson"))
      .trim()
      .split("\n")
      .map((line) => evidenceLine.parse(JSON.parse(line)));
    expect(lines.map(({ event }) => event.summary.id)).toEqual([1, 2, 3]);
    expect(Buffer.from(lines[0]?.bodies.request ?? "", "base64").toString()).toContain("9007199254740993123");
  });
});

it("CSV lets no formula run and loses no digit", async () => {
  await setup.journal.append(
    sampleCall({
      facts: {
        subject: "charge",
        amount: "9007199254740993123",
        from: '=HYPERLINK("http://x")',
        to: "@sum",
        remark: 'a,b\n"c"',
      },
    }),
  );
  const file = await setup.written(ALL, "csv", AS_IT_IS);
  expect(file).toContain(`"'=HYPERLINK(""http://x"")"`);
  expect(file).toContain(",'@sum,");
  expect(file).toContain(",'9007199254740993123,");
  expect(file).toContain('"a,b\n""c"""');
});

it("no text of a stranger's is markup in a report or a ticket", async () => {
  await setup.journal.append(
    sampleDelivery("<img src=x onerror=alert(1)>```\n![x](http://evil.example)", { path: "/<script>" }, [
      ["X-A", '"><b>'],
    ]),
  );
  const html = await setup.written(ALL, "html", AS_IT_IS);
  expect(html).not.toMatch(/<img|<script|<b>/);
  expect(html).toContain("default-src 'none'");
  const markdown = await setup.written(ALL, "markdown", AS_IT_IS);
  expect(markdown).toContain("````\n<img src=x onerror=alert(1)>```");
});

it("a ticket and a report tell their reader nothing that wants the window, whatever became of the simulation", async () => {
  const wrong = { expected: "valid", path: null, hint: null, state: "differs" } as const;
  const verdicts: readonly Verdict[] = [
    { code: "mismatch", after: 1, fields: [{ ...wrong, field: "signature", actual: "invalid" }] },
    { code: "mismatch", after: 1, fields: [{ ...wrong, field: "amount", expected: "100", actual: "101" }] },
    { code: "late", after: 35_000_000, lateBy: 5_000_000 },
    { code: "missing", call: "accepted" },
    { code: "unexpected", because: "call-refused", after: 1 },
    { code: "not-sure", because: "doubt", possible: 1 },
    { code: "not-seen", spans: [] },
  ];
  const expectation = {
    operation: "charge",
    amount: "100",
    currency: "NGN",
    user: null,
    from: "a",
    to: "b",
    remark: null,
    tag: null,
    awaits: "webhook",
    limit: 30_000_000,
  } as const;
  const told = await exportsOf({
    runs: (id) => ({
      summary: {
        id,
        operation: "charge",
        startedAt: 0,
        deadline: 30_000_000,
        call: "accepted",
        verdict: verdicts[id - 1] ?? { code: "refused" },
        certainty: null,
        counts: { duplicates: 0, retries: 0, extras: 0, unconfirmed: 0, possible: 1, astray: 0 },
      },
      expectation,
      ties: [],
      alsoFits: [],
    }),
  });
  for (const _ of verdicts) {
    const call = await told.journal.append({ ...sampleCall(), expectation });
    await told.journal.finishCall(call, { ...finishedCall(), expectation }, null);
  }
  await told.journal.append(sampleDelivery("{}", { onPath: false }));
  for (const format of ["text", "markdown", "html"] as const) {
    const text = await told.written(ALL, format, AS_IT_IS);
    expect(text, format).toContain("Its signature does not hold for what came");
    expect(text, format).toContain("Was a webhook sent for this call");
    expect(text, format).not.toMatch(
      /\bpress\b|see why|side by side|the tab\b|under “|under listener|choose it here|allow more time/i,
    );
  }
  await told.dispose();
});

it.each([
  ["A4", 595, 842],
  ["Letter", 612, 792],
] as const)(
  "a report as PDF is on %s from the first page to the last, and each page has its number",
  async (paper, width, height) => {
    for (let number = 0; number < 6; number += 1) await setup.journal.append(sampleDelivery());
    await setup.file(ALL, "pdf", AS_IT_IS, paper);
    const [page] = setup.printed;
    if (page === undefined) throw new Error("Nothing was printed.");
    const pdf = await printPdf(await ensureBrowser(), { ...page, signal: new AbortController().signal });
    const pages = pdfPages(pdf);
    expect(pages.length).toBeGreaterThan(1);
    for (const [at, { text, ...size }] of pages.entries()) {
      expect([Math.round(size.width), Math.round(size.height)]).toEqual([width, height]);
      expect(text).toContain(`${at + 1} / ${pages.length}Linkdesk`);
    }
  },
);

describe("a file", () => {
  it("has every event also where bodies are too large to be read at once, under a name that says nothing of them", async () => {
    const sizes = [3, 2, 3, 1].map((mebibytes) => mebibytes * 1_048_576);
    for (const size of sizes) await setup.journal.append(sampleDelivery(new Uint8Array(size)));
    const { token } = await setup.exports.prepare({ requestId: "look", scope: ALL, log: "own" });
    const { file } = await setup.exports.write({
      requestId: "a",
      token,
      format: "ndjson",
      redaction: AS_IT_IS,
      paper: "A4",
    });
    expect(file).toMatch(/\/1-linkdesk-[\d-]+\.ndjson$/);
    const lines = (await readFile(file ?? "", "utf8")).trim().split("\n");
    expect(lines.map((line) => evidenceLine.parse(JSON.parse(line)).event)).toMatchObject(
      sizes.map((size) => ({ request: { size } })),
    );
  });

  it("that is given up leaves nothing behind, and a former one as it was", async () => {
    for (let number = 0; number < 30; number += 1) await setup.journal.append(sampleDelivery());
    const { token } = await setup.exports.prepare({ requestId: "look", scope: ALL, log: "own" });
    const writing = setup.exports.write({
      requestId: "write",
      token,
      format: "ndjson",
      redaction: AS_IT_IS,
      paper: "A4",
    });
    expect(setup.exports.cancel("write")).toBe(true);
    await expect(writing).rejects.toMatchObject({ code: "cancelled" });
    expect(await readdir(setup.folder)).toEqual([]);
  });

  it("has what was looked at, and not what came since", async () => {
    await setup.journal.append(sampleDelivery());
    const { token } = await setup.exports.prepare({ requestId: "look", scope: ALL, log: "own" });
    await setup.journal.append(sampleDelivery());
    const { file } = await setup.exports.write({
      requestId: "write",
      token,
      format: "ndjson",
      redaction: AS_IT_IS,
      paper: "A4",
    });
    expect((await readFile(file ?? "", "utf8")).trim().split("\n")).toHaveLength(1);
  });

  it("is refused with a sentence where there is nothing, or more than somebody reads", async () => {
    await expect(
      setup.exports.prepare({ requestId: "a", scope: { of: "events", ids: [99] }, log: "own" }),
    ).rejects.toMatchObject({
      code: "no-event",
    });
    for (let number = 0; number < 51; number += 1) await setup.journal.append(sampleDelivery());
    const { token } = await setup.exports.prepare({ requestId: "b", scope: ALL, log: "own" });
    await expect(setup.exports.ticket({ token, format: "text", redaction: AS_IT_IS })).rejects.toMatchObject({
      code: "too-much",
    });
    await expect(setup.exports.ticket({ token: "never", format: "text", redaction: AS_IT_IS })).rejects.toMatchObject({
      code: "not-prepared",
    });
  });
});
