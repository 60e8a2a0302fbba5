import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ZipFile } from "yazl";
import { createLineCheck, createLineHash } from "../../src/main/evidence/case/line-marks.ts";
import { sealOf } from "../../src/main/evidence/case/seal.ts";
import type { Notice } from "../../src/shared/notices.ts";
import type { RunDetail } from "../../src/shared/run.ts";
import { bytes, finishedCall, sampleCall, sampleDelivery } from "../journal/samples.ts";
import { exportsOf, REDACTED } from "./exports-of.ts";
import { openedOf } from "./opened-of.ts";
import { partsOf } from "./zip-parts.ts";

const ALL = { of: "filter", filter: "" } as const;
const AS_IT_IS = { state: "unredacted" } as const;

async function sealIn({ signer }: typeof writer) {
  const seal = sealOf(await signer.key());
  if (seal === null) throw new Error("The key cannot be read.");
  return seal;
}

let writer: Awaited<ReturnType<typeof exportsOf>>;
let run: RunDetail | null = null;

beforeEach(async () => {
  run = null;
  writer = await exportsOf({ runs: () => run });
});
afterEach(() => writer.dispose());

/** A simulation with its webhook, as it was judged. */
async function simulation(): Promise<void> {
  const { journal } = writer;
  const expectation = {
    operation: "charge",
    amount: "100",
    currency: "NGN",
    user: null,
    from: "ref_ada",
    to: "ref_tunde",
    remark: null,
    tag: null,
    awaits: "webhook",
    limit: 30_000_000,
  } as const;
  const call = await journal.append({ ...sampleCall(), expectation });
  await journal.finishCall(call, { ...finishedCall(), expectation }, bytes('{"a":1}'));
  const delivery = await journal.append(sampleDelivery('{"amount":9007199254740993123,"email":"ada@example.ng"}'));
  run = {
    summary: {
      id: call,
      operation: "charge",
      startedAt: 1_750_000_000_000_777,
      deadline: 1_750_000_030_000_777,
      call: "accepted",
      verdict: { code: "matched", after: 410_000 },
      certainty: "certain",
      counts: { duplicates: 0, retries: 0, extras: 0, unconfirmed: 0, possible: 0, astray: 0 },
    },
    expectation,
    ties: [
      {
        deliveryId: delivery,
        runId: call,
        at: 1_750_000_000_410_777,
        after: 410_000,
        by: "value",
        role: "match",
        certainty: "certain",
        fields: [{ field: "amount", state: "agrees", expected: "100", actual: "100", path: "amount", hint: null }],
        reasons: [],
      },
    ],
    alsoFits: [{ deliveryId: delivery, runId: 99 }],
  };
}

async function repacked(parts: ReadonlyMap<string, Buffer>, name = "changed.linkdesk-case"): Promise<string> {
  const zip = new ZipFile();
  for (const [part, content] of parts) zip.addBuffer(content, part);
  zip.end();
  const pieces: Buffer[] = [];
  for await (const piece of zip.outputStream) pieces.push(piece as Buffer);
  const path = join(writer.folder, name);
  await writeFile(path, Buffer.concat(pieces));
  return path;
}

describe("a case file", () => {
  it("is opened by somebody else as the log that it was, with runs as they were judged, and closed without a trace", async () => {
    await simulation();
    await writer.journal.append({
      kind: "notice",
      summary: { kind: "notice", at: 1_750_000_000_000_900, notice: { code: "clock-set", by: 5_000_000 } },
    });
    await writer.journal.annotate(2, { note: "look here", add: ["ticket-7"] });
    const path = await writer.file(ALL, "case", AS_IT_IS);
    const opened = openedOf();
    const file = await opened.open(path);
    expect(file).toMatchObject({ events: 3, check: { is: "case", whole: true, signedBy: { by: "unknown" } } });
    const originals = await writer.journal.whole([1, 2, 3]);
    const events = await opened.events();
    for (const [index, { detail, bodies }] of events.entries()) {
      const original = originals.events[index];
      expect(bodies).toEqual(original?.bodies);
      if (original === undefined) throw new Error("There are more events than there were.");
      const { summary, ...rest } = detail;
      const { summary: was, ...before } = original.detail;
      expect(rest).toEqual(before);
      // The row's marks of the run come from what was judged there, and not from a judgement here.
      const { run: _run, tie: _tie, ...row } = summary as unknown as Record<string, unknown>;
      expect(row).toEqual(was);
    }
    expect(events[0]?.detail.summary).toMatchObject({ run: { verdict: { code: "matched" } } });
    expect(events[1]?.detail.summary).toMatchObject({
      tie: { runId: 1, role: "match" },
      note: "look here",
      tags: ["ticket-7"],
    });
    expect(await opened.files.log().runs.get(1)).toEqual(run);
    await expect(opened.files.log().runs.get(2)).rejects.toMatchObject({ code: "no-run" });
    expect(file.check).toMatchObject({ manifest: { clock: { set: [{ by: 5_000_000 }] }, events: 3, redacted: false } });
    await opened.files.closeFile();
    expect(opened.leftovers()).toEqual([]);
    expect(opened.told.at(-1)).toBeNull();
    await opened.dispose();
  });

  it("says every time in which no webhook could be seen, whatever the reason", async () => {
    const from = 1_750_000_000_000_000;
    const relay = { code: "relay", inbox: "i", name: "shop", relay: "https://relay.example", profileId: "p" } as const;
    const told = (at: number, notice: Notice) =>
      writer.journal.append({ kind: "notice", summary: { kind: "notice", at, notice } });
    await writer.journal.append(sampleDelivery("{}", { at: from }));
    await told(from + 1, { code: "listener-stopped", url: "http://127.0.0.1/" });
    await told(from + 2, { code: "listener-started", url: "http://127.0.0.1/" });
    const address = { code: "public-address", way: "ssh", url: null, since: from + 3 } as const;
    await told(from + 3, { ...address, change: "reconnecting" });
    await told(from + 4, { ...address, change: "ready" });
    await told(from + 5, { code: "not-recorded", from: from + 4, until: from + 5, count: 1, reason: "full" });
    await told(from + 7, { ...relay, change: "lost", since: from + 6 });
    await writer.journal.append(sampleDelivery("{}", { at: from + 9 }));
    const opened = openedOf();
    const { check } = await opened.open(await writer.file(ALL, "case"));
    expect(check).toMatchObject({
      manifest: {
        gaps: [
          { from: from + 1, until: from + 2, cause: "listener-stopped" },
          { from: from + 3, until: from + 4, cause: "address-down" },
          { from: from + 4, until: from + 5, cause: "not-recorded" },
          { from: from + 6, until: from + 9, cause: "relay-away" },
        ],
      },
    });
    await opened.dispose();
  });

  it("says whose it is: one's own, somebody's that has a name here, or a stranger's", async () => {
    await writer.journal.append(sampleDelivery());
    const path = await writer.file(ALL, "case");
    const fingerprint = (await writer.signer.find())?.fingerprint ?? "";
    expect(fingerprint).toMatch(/^[0-9A-F]{40}$/);
    const signers = [{}, { as: writer }, { known: [{ fingerprint, name: "Desk in Lagos" }] }].map(async (who) => {
      const opened = openedOf(who);
      const found = await opened.check(path);
      await opened.dispose();
      return found.is === "case" ? found.signedBy : null;
    });
    expect(await Promise.all(signers)).toEqual([
      { by: "unknown", fingerprint },
      { by: "own", fingerprint },
      { by: "known", fingerprint, name: "Desk in Lagos" },
    ]);
  });

  it("binds its signer to what was left out, and tells nobody else what that was", async () => {
    await simulation();
    const path = await writer.file(ALL, "case", REDACTED);
    const opened = openedOf({ as: writer });
    const check = await opened.check(path);
    expect(check).toMatchObject({
      whole: true,
      originals: { held: 1, agree: 1 },
      leftOut: expect.arrayContaining([{ part: "request", events: 1, first: [2] }]),
    });
    const events = (await partsOf(path)).get("events.ndjson")?.toString("utf8") ?? "";
    expect(events).not.toContain("ada@example.ng");
    expect(events).toMatch(/"commitments":\{"request":"[0-9a-f]{64}"\}/);
    await opened.dispose();
    const stranger = openedOf();
    expect(await stranger.check(path)).toMatchObject({ originals: null });
    await stranger.dispose();
  });

  it("tells which part was altered, is missing or was added, and whether the signature holds", async () => {
    await simulation();
    const path = await writer.file(ALL, "case", AS_IT_IS);
    const parts = await partsOf(path);
    expect([...parts.keys()]).toEqual([
      "events.ndjson",
      "events.har",
      "report.html",
      "manifest.json",
      "signature.json",
    ]);
    const opened = openedOf({ as: writer });
    const state = async (change: (copy: Map<string, Buffer>) => void) => {
      const copy = new Map(parts);
      change(copy);
      const found = await opened.check(await repacked(copy));
      if (found.is !== "case") throw new Error("no case file");
      return [
        found.whole,
        found.signedBy.by,
        ...found.parts.flatMap(({ name, state: is }) => (is === "whole" ? [] : [`${name} ${is}`])),
      ];
    };
    const swap = (from: string, to: string) => (text: Buffer | undefined) =>
      Buffer.from((text ?? Buffer.alloc(0)).toString("latin1").replace(from, to), "latin1");
    expect(await state(() => undefined)).toEqual([true, "own"]);
    expect(await state((copy) => copy.set("events.har", swap("POST", "PUT")(copy.get("events.har"))))).toEqual([
      false,
      "own",
      "events.har altered",
    ]);
    expect(
      await state((copy) => copy.set("events.ndjson", swap('"amount"', '"amounT"')(copy.get("events.ndjson")))),
    ).toEqual([false, "own", "events.ndjson altered"]);
    expect(await state((copy) => copy.set("events.ndjson", Buffer.from("{")))).toEqual([
      false,
      "own",
      "events.ndjson altered",
    ]);
    expect(await state((copy) => copy.delete("report.html"))).toEqual([false, "own", "report.html missing"]);
    expect(await state((copy) => copy.set("more.txt", Buffer.from("x")))).toEqual([false, "own", "more.txt added"]);
    expect(
      await state((copy) => copy.set("manifest.json", swap('"events": 2', '"events": 3')(copy.get("manifest.json")))),
    ).toEqual([false, "none"]);
    expect(await state((copy) => copy.delete("signature.json"))).toEqual([false, "none"]);
    await opened.dispose();
  });

  it("tells in which line of a long part something was changed, without a note for each line", async () => {
    const lines = Array.from({ length: 9_000 }, (_, index) => Buffer.from(`{"event":${index}}\n`));
    const written = createLineHash();
    for (const line of lines) written.add(line);
    const { marks, size, sha256 } = written.end();
    expect(marks.length).toBeLessThanOrEqual(2_000);
    const found = (changed: readonly Buffer[], pieces: number) => {
      const check = createLineCheck(marks);
      const all = Buffer.concat(changed);
      for (let at = 0; at < all.length; at += pieces) check.add(all.subarray(at, at + pieces));
      return check.end();
    };
    expect(found(lines, 777)).toMatchObject({ size, sha256 });
    for (const line of [1, 2, 4_321, 8_999]) {
      const { from } = found(lines.with(line - 1, Buffer.from(`{"event":"x"}\n`)), 65_536);
      expect(from?.line).toBeLessThanOrEqual(line);
      expect(from?.through ?? lines.length).toBeGreaterThanOrEqual(line);
      expect((from?.through ?? lines.length) - (from?.line ?? 0)).toBeLessThan(8);
    }
    const few = createLineHash();
    for (const line of lines.slice(0, 50)) few.add(line);
    const check = createLineCheck(few.end().marks);
    check.add(Buffer.concat(lines.slice(0, 50).with(29, Buffer.from(`{"event":"x"}\n`))));
    expect(check.end().from).toEqual({ line: 30, through: 30 });
  });

  it("is a stranger's when somebody else has signed a forged manifest", async () => {
    await simulation();
    const path = await writer.file(ALL, "case", AS_IT_IS);
    const forger = await exportsOf();
    await forger.journal.append(sampleDelivery());
    const seal = await sealIn(forger);
    const parts = await partsOf(path);
    const manifest = parts.get("manifest.json") ?? Buffer.alloc(0);
    parts.set("signature.json", Buffer.from(JSON.stringify(seal.sign(manifest))));
    const opened = openedOf({ as: writer });
    expect(await opened.check(await repacked(parts))).toMatchObject({
      whole: true,
      signedBy: { by: "unknown", fingerprint: seal.fingerprint },
    });
    await opened.dispose();
    await forger.dispose();
  });

  it("has the signer's fingerprint in its report", async () => {
    await writer.journal.append(sampleDelivery());
    const parts = await partsOf(await writer.file(ALL, "case"));
    const { fingerprint } = await sealIn(writer);
    expect(parts.get("report.html")?.toString("utf8")).toContain(fingerprint.replaceAll(/(.{4})(?=.)/g, "$1 "));
    // Named by this machine's clock, as all times in the window are.
    const clock = new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeStyle: "short" }).format(
      1_750_000_000_000,
    );
    const file = `1-linkdesk-${clock.replaceAll(/[^0-9]/g, "-")}.linkdesk-case`;
    expect((await readFile(join(writer.folder, file))).subarray(0, 2).toString()).toBe("PK");
  });
});
