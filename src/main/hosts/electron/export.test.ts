import { beforeEach, describe, expect, test } from "vitest";
import { fake, session } from "../../../../tests/fakes/electron.ts";
import { resetElectron } from "../../../../tests/support/electron-program.ts";
import { askWhere, askWhich } from "./file-dialogs.ts";
import { printPdf } from "./print-pdf.ts";

beforeEach(resetElectron);

const page = { html: "<p>report</p>", paper: "Letter", signal: new AbortController().signal } as const;

describe("printing", () => {
  test("is done in a hidden window without scripts, in a session that has this one page", async () => {
    const printing = printPdf(page);
    const alone = session.alone.at(-1);
    const window = fake.windows.at(-1);
    expect(window?.options).toMatchObject({
      show: false,
      webPreferences: {
        javascript: false,
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
        webSecurity: true,
      },
    });
    expect(window?.options.webPreferences).not.toHaveProperty("preload");
    expect(window?.options.webPreferences?.session).toBe(alone);
    const answer = await alone?.served.get("app")?.(new Request("http://app.invalid/"));
    expect(await answer?.text()).toBe(page.html);
    const refused: unknown[] = [];
    for (const url of [
      "app://linkdesk/report",
      "app://linkdesk/",
      "https://elsewhere.example/x.png",
      "file:///etc/passwd",
    ])
      alone?.beforeRequest?.({ url } as never, (response) => refused.push(response.cancel));
    expect(refused).toEqual([false, true, true, true]);
    expect(Buffer.from(await printing).toString()).toBe("%PDF-1.4");
    expect(window?.webContents.printed).toMatchObject([{ pageSize: "Letter", preferCSSPageSize: true }]);
  });

  test("leaves no window behind, printed or given up", async () => {
    await printPdf(page);
    expect(fake.windows.at(-1)?.destroyed).toBe(true);
    fake.arguing.loads.push("ERR_FAILED (-2)");
    await expect(printPdf(page)).rejects.toThrow("ERR_FAILED");
    expect(fake.windows.at(-1)?.destroyed).toBe(true);
    await expect(printPdf({ ...page, signal: AbortSignal.abort() })).rejects.toThrow("aborted");
  });
});

test("the system asks where to save; no answer is none", async () => {
  fake.saveTo = null;
  expect(await askWhere("linkdesk.har")).toBeNull();
  fake.saveTo = "/home/ada/here.har";
  expect(await askWhere("linkdesk.har")).toBe("/home/ada/here.har");
  expect(fake.saves.at(-1)?.defaultPath).toMatch(/linkdesk\.har$/);
});

test("the system asks which file to open; no answer is none", async () => {
  fake.openFrom = null;
  expect(await askWhich()).toBeNull();
  fake.openFrom = "/home/ada/ticket.linkdesk-case";
  expect(await askWhich()).toBe("/home/ada/ticket.linkdesk-case");
});
