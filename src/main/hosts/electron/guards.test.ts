import { beforeEach, describe, expect, test } from "vitest";
import { fake, fakeEvent, session } from "../../../../tests/fakes/electron.ts";
import { resetElectron, run } from "../../../../tests/support/electron-program.ts";

const ORIGIN = "app://linkdesk";

beforeEach(resetElectron);

describe("permissions", () => {
  const contents = null as never;

  test("are refused, but for copying from our main frame", async () => {
    await run();
    const { request, check, device } = session.defaultSession;
    const requested = (permission: string, requestingUrl: string, isMainFrame = true): boolean => {
      const answers: boolean[] = [];
      request?.(contents, permission as "media", (granted) => answers.push(granted), { requestingUrl, isMainFrame });
      expect(answers).toHaveLength(1);
      return answers[0] ?? true;
    };
    const checked = (permission: string, origin: string, isMainFrame = true): boolean | undefined =>
      check?.(null, permission as "media", origin, { isMainFrame });
    for (const ask of [requested, checked]) {
      expect(ask("clipboard-sanitized-write", `${ORIGIN}/`)).toBe(true);
      expect(ask("clipboard-sanitized-write", `${ORIGIN}/`, false)).toBe(false);
      expect(ask("clipboard-sanitized-write", "https://example.com/")).toBe(false);
      for (const permission of [
        "clipboard-read",
        "media",
        "geolocation",
        "notifications",
        "openExternal",
        "fileSystem",
      ])
        expect(ask(permission, `${ORIGIN}/`)).toBe(false);
    }
    expect(device?.({} as never)).toBe(false);
  });

  test.each([
    [`${ORIGIN}/assets/index.js`, false],
    ["data:image/png;base64,AA==", false],
    ["blob:app://linkdesk/1", false],
    ["devtools://devtools/bundled/devtools_app.html", false],
    ["https://example.com/pixel.png", true],
    ["http://127.0.0.1:8787/webhooks", true],
    ["ws://127.0.0.1:9/", true],
    ["file:///etc/passwd", true],
    ["app://other/", true],
    ["not an address", true],
  ])("a request of the page for %s: cancelled %s", async (url, cancel) => {
    await run();
    const answers: unknown[] = [];
    session.defaultSession.beforeRequest?.({ url } as never, (answer) => answers.push(answer));
    expect(answers).toEqual([{ cancel }]);
  });
});

test.each([
  [`blob:${ORIGIN}/6e1b`, false],
  ["blob:https://example.com/6e1b", true],
  [`blob:${ORIGIN}.example.com/6e1b`, true],
  [`${ORIGIN}/assets/index.js`, true],
  ["data:text/plain,x", true],
  ["https://example.com/setup.exe", true],
])("saving %s as a file: prevented %s", async (url, prevented) => {
  await run();
  const event = fakeEvent();
  session.defaultSession.emit("will-download", event, { getURL: () => url });
  expect(event.defaultPrevented).toBe(prevented);
});

describe("pages", () => {
  const events = ["will-navigate", "will-frame-navigate", "will-redirect"];

  test.each(events)("%s to anywhere else is stopped, to ourselves it is not", async (name) => {
    const { browserWindow } = await run();
    const goesTo = (url: string): boolean => {
      const event = fakeEvent({ url });
      browserWindow.webContents.emit(name, event);
      return !event.defaultPrevented;
    };
    expect(goesTo(`${ORIGIN}/`)).toBe(true);
    for (const url of [
      "https://example.com/",
      "app://other/",
      "file:///etc/passwd",
      "javascript:alert(1)",
      "about:blank",
    ])
      expect(goesTo(url)).toBe(false);
  });

  test("open no window and attach no webview, whoever made them", async () => {
    await run();
    const { webContents } = fake.strayWindow();
    expect(webContents.openHandler?.({ url: `${ORIGIN}/` } as never)).toEqual({ action: "deny" });
    const attach = fakeEvent();
    webContents.emit("will-attach-webview", attach, {}, { src: `${ORIGIN}/` });
    expect(attach.defaultPrevented).toBe(true);
  });
});
