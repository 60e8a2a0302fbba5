import { spawn } from "node:child_process";
import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { mountSmallDisk } from "../../../tests/support/small-disk.ts";
import { watchClock, watchSleep } from "./clock-watch.ts";
import { acquireInstanceLock } from "./instance-lock.ts";
import { createQuitSequence } from "./quit-sequence.ts";
import { createReloadPause } from "./reload-pause.ts";

describe("before the program ends", () => {
  test("every listener runs once, one after the other, and a failing one does not stop the rest", async () => {
    const done: string[] = [];
    const log = vi.fn<(message: string, error?: unknown) => void>();
    const sequence = createQuitSequence({ log });
    sequence.onQuit(async () => {
      await new Promise((resolve) => setImmediate(resolve));
      done.push("first");
    });
    sequence.onQuit(async () => {
      throw new Error("disk full");
    });
    sequence.onQuit(async () => {
      done.push("third");
    });
    await Promise.all([sequence.run(), sequence.run()]);
    await sequence.run();
    expect(done).toEqual(["first", "third"]);
    expect(log).toHaveBeenCalledExactlyOnceWith(expect.any(String), new Error("disk full"));
  });

  test("a listener that never ends does not keep the program", async () => {
    const log = vi.fn<(message: string, error?: unknown) => void>();
    const sequence = createQuitSequence({ log, patienceMs: 20 });
    sequence.onQuit(() => new Promise(() => {}));
    await sequence.run();
    expect(log).toHaveBeenCalledExactlyOnceWith(expect.stringContaining("20 ms"));
  });
});

describe("sleep", () => {
  const START = 1_700_000_000_000_000;

  function machine() {
    let wall = START;
    let steady = 1_000;
    const slept: { from: number; until: number }[] = [];
    const watch = watchSleep((gap) => slept.push(gap), { wall: () => wall, steady: () => steady });
    onTestFinished(() => watch.stop());
    return {
      watch,
      slept,
      pass: (seconds: number) => {
        wall += seconds * 1_000_000;
        steady += seconds;
      },
      setClock: (seconds: number) => {
        wall += seconds * 1_000_000;
      },
    };
  }

  test("is seen when the clock has gone on without us", () => {
    const { watch, slept, pass } = machine();
    pass(5);
    watch.look();
    pass(12);
    watch.look();
    expect(slept).toEqual([]);
    pass(3_600);
    watch.look();
    expect(slept).toEqual([{ from: START + 17_000_000, until: START + 3_617_000_000 }]);
    pass(5);
    watch.look();
    expect(slept).toHaveLength(1);
  });

  test("is not confused with a clock that somebody set", () => {
    const { watch, slept, pass, setClock } = machine();
    pass(5);
    setClock(86_400);
    watch.look();
    setClock(-172_800);
    pass(5);
    watch.look();
    expect(slept).toEqual([]);
  });

  test("is known to the moment when the system tells of it, however short it was", () => {
    const { watch, slept, pass } = machine();
    pass(3);
    watch.suspended();
    pass(4);
    watch.resumed();
    expect(slept).toEqual([{ from: START + 3_000_000, until: START + 7_000_000 }]);
    pass(5);
    watch.look();
    watch.resumed();
    expect(slept).toHaveLength(1);
  });
});

describe("a clock that somebody sets", () => {
  function machine() {
    const clock = { wall: 1_700_000_000_000_000, steady: 1_000 };
    const told: number[] = [];
    const watch = watchClock((by) => told.push(by), { wall: () => clock.wall, steady: () => clock.steady });
    onTestFinished(() => watch.stop());
    const pass = (seconds: number): void => {
      clock.wall += seconds * 1_000_000;
      clock.steady += seconds;
    };
    return { watch, told, pass, set: (seconds: number) => (clock.wall += seconds * 1_000_000) };
  }

  test("is told once, with how far it was set, and in which direction", () => {
    const { watch, told, pass, set } = machine();
    for (const seconds of [3_600, 0, -7_200]) {
      set(seconds);
      pass(5);
      watch.look();
      pass(5);
      watch.look();
    }
    expect(told).toEqual([3_600_000_000, -7_200_000_000]);
  });

  test("is not confused with sleep, nor with one that is put right by a little", () => {
    const { watch, told, pass, set } = machine();
    pass(86_400);
    watch.look();
    for (let times = 0; times < 3; times += 1) {
      set(0.5);
      watch.look();
    }
    expect(told).toEqual([]);
  });
});

test("a window that crashes again and again is loaded again ever later, one that was calm at once", () => {
  let now = 0;
  const pause = createReloadPause(() => now);
  const pauses = Array.from({ length: 9 }, () => {
    now += 1_000;
    return pause();
  });
  expect(pauses).toEqual([0, 250, 500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000]);
  now += 31_000;
  expect(pause()).toBe(0);
});

describe("the lock on a data folder", () => {
  function temporaryFolder(): string {
    const folder = mkdtempSync(join(tmpdir(), "linkdesk-lock-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    return folder;
  }

  test("is had by one at a time, for each folder", () => {
    const folder = temporaryFolder();
    const lock = acquireInstanceLock(folder);
    expect(lock).not.toBeNull();
    expect(acquireInstanceLock(folder)).toBeNull();
    const elsewhere = acquireInstanceLock(temporaryFolder());
    expect(elsewhere).not.toBeNull();
    elsewhere?.release();
    lock?.release();
    const again = acquireInstanceLock(folder);
    expect(again).not.toBeNull();
    again?.release();
  });

  test("is held against another process and is free when that was killed", async () => {
    const folder = temporaryFolder();
    const module = join(import.meta.dirname, "instance-lock.ts");
    const script = `
      const { acquireInstanceLock } = await import(${JSON.stringify(module)});
      const answer = acquireInstanceLock(${JSON.stringify(folder)}) === null ? "refused" : "locked";
      // What nothing refers to is collected sooner or later; here at once.
      await new Promise((resolve) => setImmediate(resolve));
      gc();
      console.log(answer);
      setInterval(() => {}, 1_000);`;
    const child = spawn(process.execPath, ["--expose-gc", "--input-type=module", "--eval", script], {
      stdio: ["ignore", "pipe", 2],
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    const said = await new Promise((resolve) => child.stdout?.once("data", (chunk) => resolve(String(chunk).trim())));
    expect(said).toBe("locked");
    expect(acquireInstanceLock(folder)).toBeNull();
    const gone = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGKILL");
    await gone;
    const lock = acquireInstanceLock(folder);
    expect(lock).not.toBeNull();
    lock?.release();
  });

  test("says why when the folder is not there", () => {
    expect(() => acquireInstanceLock(join(temporaryFolder(), "missing"))).toThrow(
      /The data folder .*missing cannot be used: unable to open/,
    );
  });

  test("says when the disk is full", ({ skip }) => {
    const folder = temporaryFolder();
    const disk = mountSmallDisk(folder, 1);
    if (disk === null) skip("No small disk can be mounted here.");
    onTestFinished(() => disk?.undo());
    // As much as there is room for, in whole pages and then byte by byte.
    for (const size of [4_096, 1])
      expect(() => {
        for (;;) appendFileSync(join(folder, "filler"), Buffer.alloc(size));
      }).toThrow("ENOSPC");
    expect(() => acquireInstanceLock(folder)).toThrow(/cannot be used: the disk is full\. Free some space/);
  });
});
