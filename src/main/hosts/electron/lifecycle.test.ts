import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { app, fake, fakeEvent, powerMonitor } from "../../../../tests/fakes/electron.ts";
import { fakeLog, loadUpdater, resetElectron, run } from "../../../../tests/support/electron-program.ts";
import { PATIENCE } from "../../../../tests/support/until.ts";
import type { Host } from "../host.ts";
import { runElectron } from "./start.ts";

beforeEach(resetElectron);

describe("export files", () => {
  function opened(host: Host): readonly string[] {
    const paths: string[] = [];
    host.onOpenFile((path) => paths.push(path));
    return paths;
  }

  test("on the command line are opened when the program has started", async () => {
    const former = process.argv;
    onTestFinished(() => {
      process.argv = former;
    });
    const [named, addressed] = [resolve("/abs/Team.LINKDESK"), resolve("/home/ada/my team.linkdesk")];
    const others = ["notes.txt", "https://example.com/x.linkdesk", "file://elsewhere%00/x.linkdesk"];
    process.argv = ["linkdesk", "--x=/x.linkdesk", "team.linkdesk", named, pathToFileURL(addressed).href, ...others];
    expect(opened((await run()).host)).toEqual([join(process.cwd(), "team.linkdesk"), named, addressed]);
  });

  test("of a second start come to the first, seen from the second's folder", async () => {
    const { host, browserWindow } = await run();
    const paths = opened(host);
    const words = ["linkdesk", "--flag", "a.linkdesk", "b.Linkdesk-Playbook", "c.linkdesk-case", "d.png"];
    app.emit("second-instance", fakeEvent(), words, resolve("/home/ada"), {});
    const ours = ["a.linkdesk", "b.Linkdesk-Playbook", "c.linkdesk-case"];
    expect(paths).toEqual(ours.map((name) => resolve("/home/ada", name)));
    expect(browserWindow.focused).toBe(true);
  });

  test("of macOS come as an event, before the program is there or later", async () => {
    const early = fakeEvent();
    const start = vi.fn<(host: Host) => Promise<void>>(async (host) => {
      expect(opened(host)).toEqual([resolve("/early.linkdesk")]);
    });
    const folder = mkdtempSync(join(tmpdir(), "linkdesk-electron-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    vi.spyOn(app, "whenReady").mockImplementation(async () => {
      app.emit("open-file", early, "/early.linkdesk");
      app.emit("open-file", fakeEvent(), "/picture.png");
    });
    onTestFinished(() => void vi.restoreAllMocks());
    const rest = {
      defaultFolder: join(folder, "Linkdesk"),
      preloadFile: "",
      rendererFolder: "",
      iconFile: "",
      loadUpdater,
      log: fakeLog().log,
    };
    await runElectron({ start, ...rest });
    expect(start).toHaveBeenCalledOnce();
    expect(early.defaultPrevented).toBe(true);
  });
});

describe("the data folder", () => {
  test("of the switch is taken as seen from where the program was started, and is made", async () => {
    const folder = mkdtempSync(join(tmpdir(), "linkdesk-electron-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const wanted = join(folder, "new", "data");
    const { host } = await run({ "user-data-dir": relative(process.cwd(), wanted) });
    expect(host.dataFolder).toBe(wanted);
    // Windows has no such thing; its folder is below the user's own.
    if (process.platform !== "win32") expect(statSync(wanted).mode & 0o777).toBe(0o700);
  });
});

describe("the end of the system's session", () => {
  test("waits for what is to be done", async () => {
    const { host } = await run();
    let finish = (): void => {};
    const listener = vi.fn<() => Promise<void>>(() => new Promise((resolve) => (finish = resolve)));
    host.onQuit(listener);
    const ending = fakeEvent();
    powerMonitor.emit("shutdown", ending);
    expect(ending.defaultPrevented).toBe(true);
    expect(listener).toHaveBeenCalledOnce();
    expect(app.hasQuit).toBe(false);
    finish();
    await vi.waitFor(() => expect(app.hasQuit).toBe(true), PATIENCE);
  });
});

describe("a window that takes no input", () => {
  test("is asked about once, and loaded again if the user wants that", async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const { browserWindow } = await run();
    browserWindow.emit("unresponsive");
    browserWindow.emit("unresponsive");
    expect(fake.questions).toHaveLength(1);
    const [question] = fake.questions;
    expect(question?.options).toMatchObject({ buttons: ["Wait", "Load again"], defaultId: 0, cancelId: 0 });
    question?.answer(1);
    await vi.runAllTimersAsync();
    expect(browserWindow.webContents.reloads).toBe(1);
  });

  test("is left alone when the user waits, and can be asked about again", async () => {
    const { browserWindow } = await run();
    browserWindow.emit("unresponsive");
    fake.questions[0]?.answer(0);
    await vi.waitFor(() => {
      browserWindow.emit("unresponsive");
      expect(fake.questions).toHaveLength(2);
    }, PATIENCE);
    expect(browserWindow.webContents.reloads).toBe(0);
  });

  test("that comes to itself takes the question back", async () => {
    const { browserWindow } = await run();
    browserWindow.emit("unresponsive");
    browserWindow.emit("responsive");
    expect(fake.questions[0]?.options.signal?.aborted).toBe(true);
    await vi.waitFor(() => {
      browserWindow.emit("unresponsive");
      expect(fake.questions).toHaveLength(2);
    }, PATIENCE);
    expect(browserWindow.webContents.reloads).toBe(0);
  });
});

test("a helper process that has gone leaves a line in the log, an orderly end leaves none", async () => {
  const { log } = await run();
  app.emit("child-process-gone", fakeEvent(), { type: "GPU", reason: "clean-exit", exitCode: 0 });
  expect(log).not.toHaveBeenCalled();
  app.emit("child-process-gone", fakeEvent(), { type: "Utility", name: "Network Service", reason: "crashed" });
  expect(log).toHaveBeenCalledExactlyOnceWith("The process Network Service has gone (crashed).");
});
