import { existsSync, readdirSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { openUnfinished } from "../../src/main/evidence/unfinished.ts";
import { besideOf } from "../../src/main/evidence/write-file.ts";
import { sampleDelivery } from "../journal/samples.ts";
import { mountSmallDisk } from "../support/small-disk.ts";
import { exportsOf } from "./exports-of.ts";
import { openedOf } from "./opened-of.ts";
import { partsOf } from "./zip-parts.ts";

const ALL = { of: "filter", filter: "" } as const;
let setup: Awaited<ReturnType<typeof exportsOf>> | null = null;
afterEach(async () => {
  await setup?.dispose();
  setup = null;
});

describe("what is exported from an opened file", () => {
  it("says in every form that it was not recorded here, and by whom it was signed", async () => {
    const foreign = { file: "ada.linkdesk-case", signedBy: "AB".repeat(20) };
    setup = await exportsOf({ foreign });
    await setup.journal.append(sampleDelivery());
    for (const format of ["text", "markdown", "html", "har"] as const)
      expect((await setup.written(ALL, format)).replaceAll("\\", "")).toContain(
        "Not recorded here, but taken from the file ada.linkdesk-case, signed with the key ABAB ABAB",
      );
    expect(JSON.parse(await setup.written(ALL, "ndjson"))).toMatchObject({ foreign });
    const path = await setup.file(ALL, "case");
    expect(JSON.parse((await partsOf(path)).get("manifest.json")?.toString("utf8") ?? "")).toMatchObject({ foreign });
    const opened = openedOf();
    expect(await opened.check(path)).toMatchObject({ whole: true, manifest: { foreign } });
    await opened.dispose();
  });
});

describe("an export that is broken off", () => {
  it("by a kill leaves a hidden file that the next start removes, and nothing else", async () => {
    const folder = await mkdtemp(join(tmpdir(), "linkdesk-unfinished-"));
    const unfinished = openUnfinished(folder);
    const path = besideOf(join(folder, "linkdesk.har"));
    const others = join(folder, "their.part");
    unfinished.begin(path);
    unfinished.begin(others);
    await writeFile(path, "half");
    await writeFile(others, "not ours by its name");
    openUnfinished(folder);
    expect(readdirSync(folder)).toEqual(["their.part"]);
    await rm(folder, { recursive: true });
  });

  it("by a full disk is refused with a sentence, and leaves a former file as it was", async (context) => {
    const folder = await mkdtemp(join(tmpdir(), "linkdesk-full-"));
    const disk = join(folder, "disk");
    await mkdir(disk);
    const mounted = mountSmallDisk(disk, 1);
    if (mounted === null) return context.skip("A small disk cannot be mounted here.");
    try {
      setup = await exportsOf({ into: disk });
      for (let count = 0; count < 8; count += 1) await setup.journal.append(sampleDelivery("x".repeat(400_000)));
      for (const format of ["har", "ndjson"] as const) {
        await expect(setup.file(ALL, format)).rejects.toMatchObject({
          code: "not-written",
          message: "The file was not written. The disk is full.",
        });
        expect(readdirSync(disk)).toEqual([]);
      }
      expect(existsSync(join(setup.folder, "unfinished-exports.json"))).toBe(false);
    } finally {
      await setup?.dispose();
      setup = null;
      mounted.undo();
      await rm(folder, { recursive: true, force: true });
    }
  });

  it("leaves main free for others while it is made, and can be given up at any time", async () => {
    setup = await exportsOf();
    for (let count = 0; count < 60; count += 1) await setup.journal.append(sampleDelivery("y".repeat(200_000)));
    const { token } = await setup.exports.prepare({ requestId: "look", scope: ALL, log: "own" });
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 1);
    const redaction = { state: "unredacted" } as const;
    await setup.exports.write({ requestId: "w", token, format: "har", redaction, paper: "A4" });
    clearInterval(timer);
    expect(turns).toBeGreaterThan(10);
    const before = readdirSync(setup.folder);
    const writing = setup.exports.write({ requestId: "w2", token, format: "case", redaction, paper: "A4" });
    expect(setup.exports.cancel("w2")).toBe(true);
    await expect(writing).rejects.toMatchObject({ code: "cancelled" });
    expect(readdirSync(setup.folder)).toEqual(before);
  });
});
