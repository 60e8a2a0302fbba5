import { execFile, execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { FillReport } from "../../../../tests/journal/fill-up.ts";
import { createJournals, sampleDelivery } from "../../../../tests/journal/samples.ts";
import { journalThread } from "../../../../tests/support/threads.ts";
import { PATIENCE } from "../../../../tests/support/until.ts";
import { openJournal } from "../index.ts";

const FILL_UP = new URL("../../../../tests/journal/fill-up.ts", import.meta.url).pathname;
const run = promisify(execFile);
const asRoot = process.getuid?.() === 0;
const onPosix = process.platform !== "win32";

async function fillUp(folder: string, how: { uid?: number; fileLimitKiB?: number } = {}): Promise<FillReport> {
  const limits = how.fileLimitKiB === undefined ? "" : `trap '' XFSZ; ulimit -f ${how.fileLimitKiB};`;
  const { stdout } = await run("bash", ["-c", `${limits} exec "$0" "$@"`, process.execPath, FILL_UP, folder], {
    ...(how.uid === undefined ? {} : { uid: how.uid, gid: how.uid }),
  });
  return JSON.parse(stdout) as FillReport;
}

describe.skipIf(!onPosix)("where it cannot write", { timeout: 120_000 }, () => {
  const cleanUps: (() => void)[] = [];
  afterEach(() => {
    for (const cleanUp of cleanUps.splice(0).reverse()) cleanUp();
  });
  function makeFolder(): string {
    const folder = mkdtempSync(join(tmpdir(), "linkdesk-journal-"));
    cleanUps.push(() => rmSync(folder, { recursive: true, force: true }));
    return folder;
  }

  it("says that the folder is read-only, and still shows what is there", async () => {
    const folder = makeFolder();
    const journal = await openJournal({ folder, thread: journalThread, now: () => Date.now() * 1_000 });
    for (let place = 0; place < 7; place += 1) await journal.append(sampleDelivery("x", { at: Date.now() * 1_000 }));
    await journal.close();
    const before = readdirSync(folder);
    for (const name of before) chmodSync(join(folder, name), 0o444);
    chmodSync(folder, 0o555);
    cleanUps.push(() => chmodSync(folder, 0o755));
    // To root nothing is read-only, so the process is somebody else.
    const report = await fillUp(folder, asRoot ? { uid: 65_534 } : {});
    expect(report).toEqual({
      problem: "journal-read-only",
      kept: 0,
      lost: 0,
      refusedWith: "journal-read-only",
      readable: 7,
    });
    expect(readdirSync(folder)).toEqual(before);
  });

  it("says that a folder cannot even be made", async () => {
    const folder = makeFolder();
    writeFileSync(join(folder, "file"), "");
    const report = await fillUp(join(folder, "file", "inside"));
    expect(report).toMatchObject({ kept: 0, refusedWith: "journal-unavailable" });
  });

  it("refuses what a limit on files does not let it keep, and keeps what it has acknowledged", async () => {
    const report = await fillUp(makeFolder(), { fileLimitKiB: 3_000 });
    expect(report.refusedWith).toMatch(/^journal-(full|unavailable)$/);
    expect(report.kept).toBeGreaterThan(5);
    expect(report.lost).toBe(0);
  });

  function mountSmallDisk(): string | null {
    if (!asRoot || process.platform !== "linux") return null;
    const folder = makeFolder();
    try {
      execFileSync("mount", ["-t", "tmpfs", "-o", "size=14m", "tmpfs", folder], { stdio: "ignore" });
    } catch {
      return null;
    }
    cleanUps.push(() => execFileSync("umount", ["--lazy", folder]));
    return folder;
  }

  it("refuses events while the disk is full, loses none, and recovers by itself", async ({ skip }) => {
    const folder = mountSmallDisk();
    if (folder === null) return skip("No small disk can be mounted here.");
    // What is in the write-ahead log needs its room once more, in the file, before the log can start over.
    writeFileSync(join(folder, "other people's data"), new Uint8Array(9_000_000));
    const journals = createJournals(folder);
    const journal = await journals.open();
    const kept: number[] = [];
    const append = () => journal.append(sampleDelivery(new Uint8Array(100_000).fill(7)));
    await expect(
      (async () => {
        for (;;) kept.push(await append());
      })(),
    ).rejects.toMatchObject({ code: "journal-full", sentence: expect.stringContaining("disk is full") });
    expect(kept.length).toBeGreaterThan(3);
    expect(journal.status().problem).toMatchObject({ code: "journal-full" });
    for (const id of kept) expect((await journal.body(id, "request"))?.byteLength).toBe(100_000);

    rmSync(join(folder, "other people's data"));
    await vi.waitFor(() => expect(journal.status().problem).toBeNull(), PATIENCE);
    const later = await append();
    expect((await journal.body(later, "request"))?.byteLength).toBe(100_000);
    const page = await journal.page({ limit: 500, filter: "" });
    expect(page.events.map((event) => event.id)).toEqual([...kept, later]);
    await journal.close();
  });
});
