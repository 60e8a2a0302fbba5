import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { sampleSelfCheck } from "../../../tests/fakes/self-check.ts";
import { fakeLog } from "../../../tests/support/electron-program.ts";
import { doctorThread } from "../../../tests/support/threads.ts";
import { acquireInstanceLock } from "../hosts/instance-lock.ts";
import { type MachineCheck, NotHere } from "../hosts/machine-check.ts";
import { findThreads, probeThread } from "../threads.ts";
import { checksOf, createSelfCheck, diagnosticsText, exitCodeOf } from "./index.ts";

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "linkdesk-check-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

const fine: MachineCheck = { what: "Disk", without: "Nothing is kept.", look: () => "written" };
const page = { what: "Window", state: "works", detail: "17 groups" } as const;

function make(checks: readonly MachineCheck[], { folder = temporaryFolder(), answers = true, version = "1.0.0" } = {}) {
  const log = vi.fn<(message: string) => void>();
  const pushed: string[] = [];
  const selfCheck = createSelfCheck({
    dataFolder: folder,
    version,
    host: "chromium",
    checks,
    push: (name) => {
      pushed.push(name);
      if (name === "app.check-page" && answers) selfCheck.pageLooked([page]);
    },
    now: () => 1_000_000,
    log,
  });
  return { selfCheck, folder, log, pushed };
}

describe("a check of this machine", () => {
  test("says of each thing whether it works, is missing or is not to be had here, and what a missing one costs", async () => {
    const { selfCheck, log, pushed } = make([
      fine,
      { ...fine, what: "Hashes", look: () => Promise.reject(new Error("sha3-256 cannot be computed here")) },
      {
        ...fine,
        what: "Fuses",
        look() {
          throw new NotHere("Started from source");
        },
      },
    ]);
    const report = await selfCheck.run();
    expect(report.findings).toEqual([
      { what: "Disk", state: "works", detail: "written" },
      { what: "Hashes", state: "missing", detail: "sha3-256 cannot be computed here. Nothing is kept." },
      { what: "Fuses", state: "not-here", detail: "Started from source" },
      page,
    ]);
    expect(exitCodeOf(report)).toBe(1);
    expect(log.mock.calls).toEqual([["Missing here: Hashes. sha3-256 cannot be computed here. Nothing is kept."]]);
    expect(pushed).toEqual(["app.check-page", "app.self-checked"]);
  });

  test("is kept for its version, and not made again for it", async () => {
    const { selfCheck, folder } = make([fine]);
    expect(selfCheck.last()).toBeNull();
    const report = await selfCheck.run();
    expect(exitCodeOf(report)).toBe(0);
    expect(make([], { folder }).selfCheck.last()).toEqual(report);
    expect(make([], { folder, version: "1.0.1" }).selfCheck.last()).toBeNull();
    if (process.platform !== "win32") expect(statSync(join(folder, "self-check.json")).mode & 0o777).toBe(0o600);
    writeFileSync(join(folder, "self-check.json"), "{");
    expect(make([], { folder }).selfCheck.last()).toBeNull();
  });

  test("that is asked for twice at once is made once", async () => {
    const look = vi.fn<() => string>(() => "seen");
    const { selfCheck } = make([{ ...fine, look }]);
    const [first, second] = await Promise.all([selfCheck.run(), selfCheck.run()]);
    expect(first).toBe(second);
    expect(look).toHaveBeenCalledOnce();
  });

  test("does not wait for ever, neither for a part nor for the page", async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const { selfCheck } = make([{ ...fine, look: () => new Promise(() => {}) }], { answers: false });
    const running = selfCheck.run();
    await vi.advanceTimersByTimeAsync(25_000);
    expect((await running).findings).toEqual([
      { what: "Disk", state: "missing", detail: "No answer within 10 s. Nothing is kept." },
      { what: "Window", state: "missing", detail: expect.stringContaining("does not answer") },
    ]);
  });
});

test("what Linkdesk stands on is found on this machine", async () => {
  const folder = temporaryFolder();
  const lock = acquireInstanceLock(folder);
  onTestFinished(() => lock?.release());
  const journal = { problem: () => null, stats: async () => ({ events: 3 }) as never };
  const threads = { journal: doctorThread, doctor: doctorThread, evidence: doctorThread, copied: null };
  const { selfCheck } = make(checksOf({ dataFolder: folder, threads, journal }), { folder });
  const { findings } = await selfCheck.run();
  // Certificates depend on the machine that this runs on.
  const others = findings.filter(({ what }) => what !== "System certificates");
  expect(others.filter(({ state }) => state !== "works")).toEqual([]);
  expect(others.map(({ what }) => what)).toEqual(
    expect.arrayContaining(["Disk", "One program at a time", "Event log", "Search index", "Threads", "Hashes"]),
  );
});

test("what is missing is named with what it costs: no lock, no log, no thread", async () => {
  const journal = { problem: () => ({ code: "journal-newer" }) as never, stats: () => Promise.reject(new Error("no")) };
  const nowhere = new URL("file:///no/such/thread.mjs");
  const threads = { journal: nowhere, doctor: nowhere, evidence: nowhere, copied: null };
  const folder = temporaryFolder();
  const { selfCheck } = make(checksOf({ dataFolder: folder, threads, journal }), { folder });
  const missing = (await selfCheck.run()).findings.filter(({ state }) => state === "missing");
  const byName = new Map(missing.map(({ what, detail }) => [what, detail]));
  expect(byName.get("One program at a time")).toContain("not held by this program");
  expect(byName.get("Event log")).toContain("journal-newer");
  expect(byName.get("Threads")).toMatch(/Cannot find module.* do not run\.$/s);
});

describe("threads", () => {
  const THREAD = "import { parentPort } from 'node:worker_threads'; parentPort.postMessage('here');";

  test("start from their files where that works, in an archive too", async () => {
    const folder = temporaryFolder();
    const doctor = join(folder, "thread.mjs");
    writeFileSync(doctor, THREAD);
    const files = { journal: doctor, doctor, evidence: doctor };
    expect(await findThreads(files)).toEqual({ ...files, copied: null });
    expect(await findThreads(files, true)).toEqual({ ...files, copied: null });
  });

  test("start from memory, with the same bytes, where they do not start from the archive", async () => {
    const folder = temporaryFolder();
    // A file that Node takes for something else than a module, as it might one within an archive.
    const doctor = join(folder, "thread.cjs");
    writeFileSync(doctor, THREAD);
    // A package within that asks for a part of Node in the older way.
    const older = join(folder, "older.cjs");
    writeFileSync(
      older,
      `import { createRequire } from 'node:module'; createRequire(import.meta.url)('node:fs'); ${THREAD}`,
    );
    const found = await findThreads({ journal: doctor, doctor, evidence: older }, true);
    expect(found.copied).toContain("import statement");
    expect(Buffer.from(String(found.doctor).split(",")[1] ?? "", "base64").toString()).toBe(THREAD);
    await probeThread(found.doctor);
    await probeThread(found.journal);
    await probeThread(found.evidence);
  });
});

test("the diagnostics have what a helper needs, and neither a secret nor the user's name", () => {
  const { log } = fakeLog();
  const tail = `2026 A call failed in ${homedir()}/Linkdesk with sk_live_planted`;
  const masking = { ...log, tail: () => tail, masked: (text: string) => text.replaceAll("sk_live_planted", "•••") };
  const host = { name: "chromium", dataFolder: join(homedir(), "Linkdesk"), log: masking } as const;
  const report = sampleSelfCheck(true);
  const text = diagnosticsText({ host, version: "1.0.0", report, events: { events: 3, bytesOnDisk: 4_096 } });
  expect(text).toMatch(/^Linkdesk 1\.0\.0, chromium host\n/);
  expect(text).toContain("3 events, 4096 bytes");
  expect(text).toMatch(/^\+ Disk: /m);
  expect(text).toMatch(/^! Keychain: No keyring/m);
  expect(text).toContain("A call failed in ~/Linkdesk with •••");
  expect(text).not.toContain("sk_live_planted");
  if (homedir().length > 1) expect(text).not.toContain(homedir());
  expect(diagnosticsText({ host, version: "1.0.0", report: null, events: null })).toContain("was not checked yet");
});
