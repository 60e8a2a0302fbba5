import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { app, fake, fakeEvent, powerMonitor, session } from "../../../../tests/fakes/electron.ts";
import { fakeLog, loadUpdater, resetElectron, run } from "../../../../tests/support/electron-program.ts";
import { PATIENCE } from "../../../../tests/support/until.ts";
import type { Host } from "../host.ts";
import { acquireInstanceLock } from "../instance-lock.ts";
import { runElectron } from "./start.ts";

const MICROSECONDS = 1_000_000;

beforeEach(resetElectron);

describe("secrets", () => {
  test("go to the system's store and come back", async () => {
    const { host } = await run();
    const bytes = await host.secrets.encrypt("sk_live_é");
    expect(Buffer.from(bytes).toString("latin1")).not.toContain("sk_live");
    expect(await host.secrets.decrypt(bytes)).toBe("sk_live_é");
    await expect(host.secrets.decrypt(new Uint8Array([1, 2, 3]))).rejects.toThrow("decrypting");
  });

  // Available is always said, and the backend is the one that the desktop should have.
  test.runIf(process.platform === "linux").each([
    ["v11", "gnome_libsecret", true],
    ["v11", "kwallet6", true],
    ["v12", "unknown", true],
    ["v10", "gnome_libsecret", false],
    ["v10", "basic_text", false],
  ] as const)("on Linux with the key %s and %s count as protected: %s", async (keyVersion, backend, isProtected) => {
    const { host } = await run();
    Object.assign(fake, { keyVersion, backend });
    const { protected: counted, reason } = await host.secrets.protection();
    expect(counted).toBe(isProtected);
    expect(reason).toMatch(/^[A-Z].*\.$/);
  });

  test("are not protected when the system says so", async () => {
    const { host } = await run();
    for (const keychain of ["none", "rejects"] as const) {
      fake.keychain = keychain;
      expect((await host.secrets.protection()).protected).toBe(false);
    }
  });
});

describe("the end", () => {
  test("waits for what is to be done, once, then comes", async () => {
    const { host } = await run();
    let finish = (): void => {};
    const listener = vi.fn<() => Promise<void>>(() => new Promise((resolve) => (finish = resolve)));
    host.onQuit(listener);
    host.quit();
    app.quit();
    await vi.waitFor(() => expect(listener).toHaveBeenCalledOnce(), PATIENCE);
    expect(app.hasQuit).toBe(false);
    finish();
    await vi.waitFor(() => expect(app.hasQuit).toBe(true), PATIENCE);
    expect(listener).toHaveBeenCalledOnce();
  });

  test("comes when the window is closed, and in spite of a failure", async () => {
    const { host, log } = await run();
    host.onQuit(() => Promise.reject(new Error("disk full")));
    app.emit("window-all-closed");
    await vi.waitFor(() => expect(app.hasQuit).toBe(true), PATIENCE);
    expect(log).toHaveBeenCalledOnce();
  });

  test("of the user's session runs the same listeners", async () => {
    const { host, browserWindow } = await run();
    const listener = vi.fn<() => Promise<void>>(async () => {});
    host.onQuit(listener);
    browserWindow.emit("session-end", fakeEvent());
    await vi.waitFor(() => expect(listener).toHaveBeenCalledOnce(), PATIENCE);
  });
});

describe("one at a time", () => {
  test("a second start of the program shows the window of the first", async () => {
    const { browserWindow } = await run();
    browserWindow.minimized = true;
    app.emit("second-instance", fakeEvent(), [], "/", {});
    expect([browserWindow.minimized, browserWindow.focused]).toEqual([false, true]);
  });

  test("and itself ends with a sentence, without a window", async () => {
    const said = vi.spyOn(console, "error").mockReturnValue();
    app.isFirstInstance = false;
    await expect(run()).rejects.toThrow("not opened");
    expect([app.exitCode, fake.windows.length]).toEqual([1, 0]);
    expect(said).toHaveBeenCalledExactlyOnceWith("Linkdesk is already running on this data folder.");
  });

  test("so it does when the other one runs on the other host, and shows the sentence", async () => {
    vi.spyOn(console, "error").mockReturnValue();
    const folder = mkdtempSync(join(tmpdir(), "linkdesk-electron-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const lock = acquireInstanceLock(folder);
    onTestFinished(() => lock?.release());
    app.setPath("userData", folder);
    app.switches.set("user-data-dir", folder);
    const start = vi.fn<(host: Host) => Promise<void>>(async () => {});
    await runElectron({
      start,
      defaultFolder: folder,
      preloadFile: "",
      rendererFolder: "",
      iconFile: "/built/icon.png",
      loadUpdater,
      log: fakeLog().log,
    });
    expect([app.exitCode, start.mock.calls.length]).toEqual([1, 0]);
    expect(fake.errors).toEqual(["Linkdesk: Linkdesk is already running on this data folder."]);
  });
});

describe("the rest of the desktop", () => {
  test("a failed start is told in a box and on the log", async () => {
    const { log } = fakeLog();
    const defaultFolder = join(mkdtempSync(join(tmpdir(), "linkdesk-electron-")), "Linkdesk");
    const start = () => Promise.reject(new Error("The data folder cannot be written."));
    await runElectron({
      start,
      defaultFolder,
      preloadFile: "",
      rendererFolder: "",
      iconFile: "/built/icon.png",
      loadUpdater,
      log,
    });
    expect(fake.errors).toEqual(["Linkdesk could not start: The data folder cannot be written."]);
    expect(app.exitCode).toBe(1);
    // Without a switch it is the folder of the other host, too.
    expect(app.getPath("userData")).toBe(defaultFolder);
    rmSync(join(defaultFolder, ".."), { recursive: true, force: true });
  });

  test("keeps the browser's files in a folder of their own", async () => {
    const { folder } = await run();
    expect(app.getPath("sessionData")).toBe(join(folder, "electron"));
    expect(existsSync(join(folder, "electron"))).toBe(true);
  });

  test.each([
    ["DIRECT", null],
    ["PROXY proxy.example:8080", "http://proxy.example:8080"],
    ["PROXY proxy.example:8080; DIRECT", "http://proxy.example:8080"],
    ["HTTPS proxy.example:443;PROXY other:80", "https://proxy.example:443"],
    ["SOCKS5 [::1]:1080", "socks5://[::1]:1080"],
    ["SOCKS proxy.example:1080", "socks4://proxy.example:1080"],
    ["DIRECT; PROXY proxy.example:8080", null],
    ["QUIC proxy.example:443", null],
    ["", null],
  ])("reads the proxy out of %j", async (pac, proxy) => {
    const { host } = await run();
    session.defaultSession.proxy = pac;
    expect(await host.resolveProxy("https://api.example.com/")).toBe(proxy);
  });

  test("tells of sleep when the system does", async () => {
    const { host } = await run();
    const slept: { from: number; until: number }[] = [];
    host.onWake((gap) => slept.push(gap));
    const before = Date.now() * 1_000;
    powerMonitor.emit("suspend");
    powerMonitor.emit("resume");
    expect(slept).toHaveLength(1);
    const [gap] = slept;
    expect(gap?.from).toBeGreaterThan(before - MICROSECONDS);
    expect(gap?.until).toBeGreaterThanOrEqual(gap?.from ?? Number.NaN);
  });

  test("the menu sends commands to the window", async () => {
    const { browserWindow } = await run();
    const items = fake.menu.flatMap((menu) => (Array.isArray(menu.submenu) ? menu.submenu : []));
    for (const label of ["Command palette", "Profiles", "About Linkdesk"])
      (items.find((item) => item.label === label)?.click as (() => void) | undefined)?.();
    expect(browserWindow.webContents.sent.map(([, , push]) => push)).toEqual([
      { command: "palette" },
      { command: "profiles" },
      { command: "about" },
    ]);
  });
});
