import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { app, fake, fakeEvent } from "../../../../tests/fakes/electron.ts";
import { fakeLog, loadUpdater, resetElectron, run } from "../../../../tests/support/electron-program.ts";
import { PATIENCE } from "../../../../tests/support/until.ts";
import type { Host } from "../host.ts";
import { acquireInstanceLock } from "../instance-lock.ts";
import { runElectron } from "./start.ts";

// What Electron may withhold, delay, repeat or reject: the program starts all the same, shows its window, saves, quits.

beforeEach(() => {
  resetElectron();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
});

/** Starts it, lets so much time pass as is needed, and ends it: what is asked of every start, however it goes. */
async function startedAndEnded(switches: Readonly<Record<string, string>> = {}, seconds = 30) {
  const starting = run(switches);
  await vi.advanceTimersByTimeAsync(seconds * 1_000);
  const running = await starting;
  const saved = vi.fn<() => Promise<void>>(async () => {});
  running.host.onQuit(saved);
  const { shows } = running.browserWindow;
  running.host.quit();
  await vi.waitFor(() => expect(app.hasQuit).toBe(true), PATIENCE);
  expect(saved).toHaveBeenCalledOnce();
  expect(fake.errors).toEqual([]);
  return { ...running, shows };
}

describe("the window is shown once", () => {
  test.each([
    ["never comes", 0],
    ["comes once", 1],
    ["comes again", 3],
  ])("when ready-to-show %s", async (_how, times) => {
    fake.arguing.readyToShow = times;
    expect((await startedAndEnded()).shows).toBe(1);
  });

  test("when neither that nor the end of the load ever comes, after two seconds", async () => {
    fake.arguing.loads = ["never"];
    const starting = run();
    await vi.advanceTimersByTimeAsync(1_900);
    expect(fake.windows[0]?.shows).toBe(0);
    await vi.advanceTimersByTimeAsync(200);
    expect(fake.windows[0]?.shows).toBe(1);
    await vi.advanceTimersByTimeAsync(10_000);
    expect((await starting).log.mock.calls.flat()).toContainEqual(expect.stringContaining("goes on without it"));
  });

  test("when its process goes while it loads: it is loaded again", async () => {
    fake.arguing.loads = ["process-gone"];
    const { browserWindow, shows } = await startedAndEnded();
    expect(browserWindow.webContents.reloads).toBe(1);
    expect(shows).toBe(1);
  });

  test("when loading fails, and again: it is tried until it is there", async () => {
    fake.arguing.loads = ["ERR_ABORTED (-3)", "ERR_FAILED (-2)", "ERR_FAILED (-2)"];
    const { browserWindow, shows } = await startedAndEnded();
    expect([browserWindow.loaded.length, shows]).toEqual([4, 1]);
  });

  test("and never when nobody looks", async () => {
    expect((await startedAndEnded({ headless: "" })).shows).toBe(0);
    fake.windows.length = 0;
    fake.handlers.clear();
    expect((await startedAndEnded({ "self-check": "" })).shows).toBe(0);
  });

  test("and not when it was closed before", async () => {
    fake.arguing.loads = ["never"];
    const starting = run();
    await vi.advanceTimersByTimeAsync(100);
    fake.windows[0]?.close();
    await vi.advanceTimersByTimeAsync(5_000);
    await starting;
    expect(fake.windows[0]?.shows).toBe(0);
  });
});

test.each(["never", "rejects", "none"] as const)(
  "a keychain that answers with %s holds up no start",
  async (keychain) => {
    fake.keychain = keychain;
    await startedAndEnded();
  },
);

describe("before the app is ready", () => {
  test("a second start and a file that is opened are no reason to stop", async () => {
    const folder = mkdtempSync(join(tmpdir(), "linkdesk-electron-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const ready = vi.spyOn(app, "whenReady").mockImplementation(async () => {
      app.emit("second-instance", fakeEvent(), ["linkdesk", "/second.linkdesk"], "/", {});
      app.emit("open-file", fakeEvent(), "/opened.linkdesk");
    });
    onTestFinished(() => ready.mockRestore());
    const paths: string[] = [];
    await startWith(folder, async (host) => host.onOpenFile((path) => paths.push(path)));
    expect(paths).toEqual(expect.arrayContaining(["/second.linkdesk", "/opened.linkdesk"]));
  });

  test("a data folder that cannot be made is told of in a box", async () => {
    const { log } = fakeLog();
    const start = async (): Promise<void> => {};
    const rest = { preloadFile: "", rendererFolder: "", iconFile: "", loadUpdater, log };
    await runElectron({ start, defaultFolder: "/dev/null/Linkdesk", ...rest });
    expect(fake.errors).toEqual([expect.stringMatching(/^Linkdesk could not start: /)]);
    expect(app.exitCode).toBe(1);
  });
});

describe("the end", () => {
  test("asked for twice is one end, and gives back both locks before it comes", async () => {
    const { host, folder } = await run();
    expect([app.holdsLock, acquireInstanceLock(folder)]).toEqual([true, null]);
    const saved = vi.fn<() => Promise<void>>(async () => expect(app.holdsLock).toBe(true));
    host.onQuit(saved);
    app.quit();
    app.emit("before-quit", fakeEvent());
    await vi.waitFor(() => expect(app.hasQuit).toBe(true), PATIENCE);
    expect(saved).toHaveBeenCalledOnce();
    expect(app.holdsLock).toBe(false);
    const lock = acquireInstanceLock(folder);
    expect(lock).not.toBeNull();
    lock?.release();
  });

  test("of a question that is cancelled is a wait", async () => {
    const { browserWindow } = await run();
    browserWindow.emit("unresponsive");
    const [question] = fake.questions;
    question?.answer(question.options.cancelId ?? -1);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(browserWindow.webContents.reloads).toBe(0);
  });
});

describe("an error that nobody caught", () => {
  test("is logged and told in the window, and the program goes on; a flood of them ends it in order", async () => {
    const { host, log, errors } = await run();
    const told: string[] = [];
    host.onUncaughtError((sentence) => told.push(sentence));
    const saved = vi.fn<() => Promise<void>>(async () => {});
    host.onQuit(saved);
    errors.get("uncaughtException")?.(new Error("first"));
    errors.get("unhandledRejection")?.(new Error("second"));
    expect(told).toHaveLength(2);
    expect(log.mock.calls.map(([, error]) => (error as Error).message)).toEqual(["first", "second"]);
    expect([saved.mock.calls.length, app.exitCode, fake.errors]).toEqual([0, null, []]);
    for (let count = 0; count < 10; count += 1) errors.get("uncaughtException")?.(new Error("again"));
    await vi.waitFor(() => expect(app.exitCode).toBe(1), PATIENCE);
    expect(saved).toHaveBeenCalledOnce();
  });

  test("while it starts ends it in order", async () => {
    const { host, errors } = await run();
    const saved = vi.fn<() => Promise<void>>(async () => {});
    host.onQuit(saved);
    errors.get("uncaughtException")?.(new Error("too early"));
    await vi.waitFor(() => expect(app.exitCode).toBe(1), PATIENCE);
    expect(saved).toHaveBeenCalledOnce();
  });
});

test.each([
  [{}, true],
  [{ "no-sandbox": "" }, false],
])("with the switches %j the sandbox is asked for: %s", async (switches, asked) => {
  await startedAndEnded(switches);
  expect(app.isSandboxed).toBe(asked);
});

test("the log file is shown where the desktop shows files", async () => {
  const { host } = await run();
  await host.showFile("/data/logs/linkdesk.log");
  expect(fake.shown).toEqual(["/data/logs/linkdesk.log"]);
});

async function startWith(folder: string, start: (host: Host) => Promise<void>): Promise<void> {
  app.switches.set("user-data-dir", folder);
  const rest = { preloadFile: "", rendererFolder: "", iconFile: "", loadUpdater, log: fakeLog().log };
  await runElectron({ start, defaultFolder: folder, ...rest });
}
