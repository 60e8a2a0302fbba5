import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { app, fake, fakeEvent, nativeTheme } from "../../../../tests/fakes/electron.ts";
import { resetElectron, run } from "../../../../tests/support/electron-program.ts";

const ORIGIN = "app://linkdesk";

beforeEach(resetElectron);

describe("the window", () => {
  test("is isolated, sandboxed and remembered, and loads our origin", async () => {
    const { browserWindow } = await run();
    expect(app.isSandboxed).toBe(true);
    expect(browserWindow.options).toMatchObject({
      name: "bench",
      windowStatePersistence: true,
      minWidth: 1024,
      minHeight: 680,
      webPreferences: {
        preload: "/built/preload/index.cjs",
        contextIsolation: true,
        sandbox: true,
        nodeIntegration: false,
        nodeIntegrationInWorker: false,
        nodeIntegrationInSubFrames: false,
        webSecurity: true,
        allowRunningInsecureContent: false,
        experimentalFeatures: false,
        disableBlinkFeatures: "Auxclick",
        webviewTag: false,
        plugins: false,
        devTools: true,
        spellcheck: false,
      },
    });
    expect(browserWindow.options.webPreferences).not.toHaveProperty("enableBlinkFeatures");
    expect(browserWindow.loaded).toEqual([`${ORIGIN}/`]);
  });

  test("is shown when it has something to show, or never when run headless", async () => {
    expect((await run()).browserWindow.visible).toBe(true);
    app.removeAllListeners();
    fake.handlers.clear();
    fake.windows.length = 0;
    expect((await run({ headless: "" })).browserWindow.visible).toBe(false);
  });

  test("starts in the colour of the system's theme", async () => {
    const dark = (await run()).browserWindow.options.backgroundColor;
    nativeTheme.shouldUseDarkColors = false;
    onTestFinished(() => {
      nativeTheme.shouldUseDarkColors = true;
    });
    fake.handlers.clear();
    fake.windows.length = 0;
    expect((await run()).browserWindow.options.backgroundColor).not.toBe(dark);
  });

  test("is loaded again after a crash, but not after an orderly end", async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const { browserWindow, crashed } = await run();
    const { webContents } = browserWindow;
    webContents.emit("render-process-gone", fakeEvent(), { reason: "clean-exit", exitCode: 0 });
    await vi.runOnlyPendingTimersAsync();
    expect(webContents.reloads).toBe(0);
    webContents.emit("render-process-gone", fakeEvent(), { reason: "oom", exitCode: 9 });
    await vi.runOnlyPendingTimersAsync();
    expect(webContents.reloads).toBe(1);
    expect(crashed.mock.calls).toEqual([["Its process ended with “oom” (exit code 9)."]]);
    webContents.emit("render-process-gone", fakeEvent(), { reason: "crashed", exitCode: 9 });
    browserWindow.close();
    await vi.runOnlyPendingTimersAsync();
    expect(webContents.reloads).toBe(1);
  });

  test("gets pushes on one channel while it is there", async () => {
    const { window, browserWindow } = await run();
    window.push("app.command", { command: "palette" });
    expect(browserWindow.webContents.sent).toEqual([["linkdesk:push", "app.command", { command: "palette" }]]);
    browserWindow.webContents.crashed = true;
    window.push("app.command", { command: "about" });
    await window.close();
    window.push("app.command", { command: "about" });
    window.focus();
    expect(browserWindow.webContents.sent).toHaveLength(1);
    expect(browserWindow.focused).toBe(false);
  });
});

describe("a call over IPC", () => {
  const CALL = "linkdesk:call";
  const frame = (changes: object = {}) => ({ parent: null, origin: ORIGIN, url: `${ORIGIN}/`, ...changes });

  test("from the main frame of our window is passed on", async () => {
    const { browserWindow, call } = await run();
    const event = { sender: browserWindow.webContents, senderFrame: frame() };
    expect(await fake.invoke(event, CALL, "app", "info", null)).toEqual({ ok: true, value: "answered" });
    expect(call).toHaveBeenCalledExactlyOnceWith("app", "info", null);
  });

  const gone = {
    get parent(): never {
      throw new Error("Render frame was disposed before WebFrameMain could be accessed");
    },
  };
  test.each([
    ["a frame that has gone", () => null],
    ["a frame that goes at this moment", () => gone],
    ["a frame within the page", () => frame({ parent: frame() })],
    ["another origin", () => frame({ origin: "https://example.com" })],
    ["an origin that starts like ours", () => frame({ origin: "app://linkdesk.example.com" })],
    ["an opaque origin", () => frame({ origin: "null" })],
  ])("from %s is refused", async (_name, senderFrame) => {
    const { browserWindow, call } = await run();
    const event = { sender: browserWindow.webContents, senderFrame: senderFrame() };
    expect(await fake.invoke(event, CALL, "app", "info", null)).toMatchObject({ ok: false, code: "unknown-sender" });
    expect(call).not.toHaveBeenCalled();
  });

  test("from another page is refused, whatever it shows", async () => {
    const { call } = await run();
    const event = { sender: fake.strayWindow().webContents, senderFrame: frame() };
    expect(await fake.invoke(event, CALL, "app", "info", null)).toMatchObject({ ok: false, code: "unknown-sender" });
    expect(call).not.toHaveBeenCalled();
  });

  test("has no other channel", async () => {
    await run();
    expect([...fake.handlers.keys()]).toEqual([CALL]);
  });
});

describe("the app protocol", () => {
  const ask = async (url: string, method = "GET"): Promise<Response> => {
    const handler = fake.protocols.get("app");
    if (handler === undefined) throw new Error("Nobody answers for app:");
    // Node's own Request refuses the scheme; the fields that are read are these two.
    return handler({ url, method } as Request);
  };

  test("is a standard, secure scheme, and may not go round the CSP", async () => {
    await run();
    expect(fake.schemes).toMatchObject([{ scheme: "app", privileges: { standard: true, secure: true } }]);
    expect(fake.schemes[0]?.privileges?.bypassCSP ?? false).toBe(false);
  });

  test("answers for our host from the asset server, headers included", async () => {
    await run();
    const response = await ask(`${ORIGIN}/`);
    expect([response.status, await response.text()]).toEqual([200, "the page of /"]);
    expect(response.headers.get("content-security-policy")).toBe("default-src 'none'");
    expect((await ask(`${ORIGIN}/none.js`)).status).toBe(404);
    expect((await ask(`${ORIGIN}/`, "POST")).status).toBe(405);
  });

  test.each(["app://other/", "app://linkdesk.example.com/", "app://user@linkdesk/", "app:linkdesk"])(
    "has nothing at %s",
    async (url) => {
      await run();
      const response = await ask(url);
      expect([response.status, await response.text()]).toEqual([404, ""]);
    },
  );
});

test("the page is zoomed by the steps of the menu, and back to its size", async () => {
  const { window, browserWindow } = await run();
  const level = () => browserWindow.webContents.zoomLevel;
  expect([window.zoom("in"), window.zoom("in"), level()]).toEqual([true, true, 1]);
  window.zoom("out");
  expect(level()).toBe(0.5);
  window.zoom("reset");
  expect(level()).toBe(0);
});

describe("attention", () => {
  test("is a count on the icon and a notification that leads to the window", async () => {
    const { window, browserWindow } = await run();
    browserWindow.minimized = true;
    window.callAttention({ count: 2, notification: { title: "A webhook is missing", body: "Open Linkdesk." } });
    if (process.platform !== "win32") expect(app.badge).toBe(2);
    expect(fake.notifications).toMatchObject([{ title: "A webhook is missing", body: "Open Linkdesk." }]);
    fake.notifications[0]?.press();
    expect(browserWindow).toMatchObject({ minimized: false, focused: true });
    window.callAttention({ count: 0, notification: null });
    expect(app.badge).toBe(0);
    expect(fake.notifications).toHaveLength(1);
  });

  test("is nothing where the system shows no notifications", async () => {
    const { window } = await run();
    fake.notifies = false;
    fake.notifications.length = 0;
    onTestFinished(() => {
      fake.notifies = true;
    });
    window.callAttention({ count: 1, notification: { title: "A", body: "B" } });
    expect(fake.notifications).toEqual([]);
  });
});
