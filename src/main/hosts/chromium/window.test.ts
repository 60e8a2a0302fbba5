import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import {
  type Program,
  removeTestFiles,
  startProgram,
  type TestFiles,
  writeTestFiles,
} from "../../../../tests/support/chromium-window.ts";
import { freePort } from "../../../../tests/support/free-port.ts";
import { PATIENCE } from "../../../../tests/support/until.ts";
import type { Bridge } from "../../../shared/contract.ts";
import { findBrowser } from "./find-browser.ts";

// What the page has: run in the browser, so nothing of this file's is there.
declare const linkdesk: Bridge;
declare const pushes: number[];
declare const fromWorker: string;
declare const started: boolean;
interface PageElement {
  readonly files: readonly { readonly name: string }[];
}
declare const document: {
  readonly title: string;
  readonly body: { append(element: PageElement): void };
  querySelector(selector: string): PageElement;
  createElement(name: string): PageElement;
};
declare const window: {
  readonly isSecureContext: boolean;
  readonly innerWidth: number;
  readonly innerHeight: number;
  readonly frames: readonly [object];
  open(url: string): unknown;
};
declare function getComputedStyle(element: PageElement): { readonly color: string };

const ORIGIN = "https://linkdesk.invalid";

describe.skipIf(findBrowser() === null)("the window in a real browser", { timeout: 90_000 }, () => {
  let files: TestFiles;
  let program: Program;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    files = await writeTestFiles();
    program = startProgram(files, await freePort(), join(files.folder, "data"));
    await program.ready;
    ({ browser, page } = await program.connect());
  }, 60_000);

  afterAll(async () => {
    await browser.close();
    await program.kill();
    removeTestFiles(files);
  });

  const reload = async (): Promise<void> => {
    await page.reload();
    await page.waitForFunction(() => started);
  };

  test("shows our page: module, worker, inline style with the nonce, secure origin", async () => {
    expect(page.url()).toBe(`${ORIGIN}/`);
    await page.waitForFunction(() => fromWorker === "works");
    const seen = await page.evaluate(() => [
      window.isSecureContext,
      getComputedStyle(document.querySelector("h1")).color,
      window.innerWidth,
      window.innerHeight,
    ]);
    expect(seen).toEqual([true, "rgb(1, 2, 3)", 1440, 900]);
    expect(program.output()).toContain(
      `Linkdesk is ready (Chromium host, headless, data folder ${program.dataFolder}, remote debugging on http://127.0.0.1:${program.port})`,
    );
  });

  test("takes calls, with every character as it was typed", async () => {
    // A lone surrogate, a NUL, a line separator: what strangers write into JSON.
    const text = `é \u{1f600} \ud800 \u0000 \u2028 ${"x".repeat(100_000)}`;
    const result = await page.evaluate((url) => linkdesk.journal.page({ limit: 1, filter: url }), text);
    expect(result).toEqual({
      ok: true,
      value: { group: "journal", method: "page", input: { limit: 1, filter: text } },
    });
  });

  test("answers many calls at once, each with its own answer", async () => {
    const ids = await page.evaluate(async () => {
      const results = await Promise.all(Array.from({ length: 200 }, (_, id) => linkdesk.journal.detail({ id })));
      return results.map((result) =>
        result.ok ? (result.value as unknown as { input: { id: number } }).input.id : -1,
      );
    });
    expect(ids).toEqual(Array.from({ length: 200 }, (_, id) => id));
  });

  test("turns what cannot be carried into a refusal", async () => {
    const result = await page.evaluate(() => linkdesk.app.info(10n as unknown as null));
    expect(result).toMatchObject({ ok: false, code: "unreachable" });
  });

  test("leaves the page nothing but the frozen object", async () => {
    const left = await page.evaluate(() => {
      "use strict";
      const names = Object.getOwnPropertyNames(globalThis).filter((name) => /linkdesk/i.test(name));
      let replaced = true;
      try {
        (globalThis as unknown as { linkdesk: object }).linkdesk = {};
      } catch {
        replaced = false;
      }
      return { names, replaced, deleted: Reflect.deleteProperty(globalThis, "linkdesk") };
    });
    expect(left).toEqual({ names: ["linkdesk"], replaced: false, deleted: false });
  });

  test("gets a flood of pushes complete and in order", async () => {
    await reload();
    await page.evaluate(() => linkdesk.journal.stats(null));
    await page.waitForFunction(() => pushes.length === 500);
    expect(await page.evaluate(() => pushes)).toEqual(Array.from({ length: 500 }, (_, port) => port));
  });

  test("goes on getting pushes, in order, after it was reloaded in the middle of them", async () => {
    await page.evaluate(() => linkdesk.journal.clear({ filter: "" }));
    await reload();
    await reload();
    await page.waitForFunction(() => pushes.length > 100);
    await page.evaluate(() => linkdesk.journal.clear({ filter: "" }));
    await page.waitForFunction(() => pushes.at(-1) === 0);
    const seen = (await page.evaluate(() => pushes)).slice(0, -1);
    const first = seen[0] ?? 0;
    // Whole from its first one on: nothing is lost, doubled or out of order for the page that is there now.
    expect(first).toBeGreaterThan(1_000);
    expect(seen).toEqual(Array.from(seen, (_, at) => first + at));
    expect(program.output()).not.toMatch(/lost|did not take/);
  });

  test("gives the answer to a page that has gone to nobody", async () => {
    await reload();
    await page.evaluate(() => void linkdesk.journal.cancelSearch({ requestId: "old" }));
    await reload();
    const result = await page.evaluate(async () => {
      // The first call of this page, as the one above was the first of the page before.
      const first = linkdesk.journal.cancelSearch({ requestId: "new" });
      await linkdesk.calls.curl({ id: 1 });
      await linkdesk.calls.curl({ id: 2 });
      return first;
    });
    expect(result).toMatchObject({ ok: true, value: { input: { requestId: "new" } } });
  });

  test("refuses calls from another script context and gives frames nothing", async () => {
    const before = program.notes().length;
    const cdp = await page.context().newCDPSession(page);
    await page.evaluate(() => {
      const frame = document.createElement("iframe");
      // An empty one is there at once.
      document.body.append(frame);
    });
    const inFrame = await page.evaluate(() => {
      const names = Object.getOwnPropertyNames(window.frames[0]);
      return names.filter((name) => /linkdesk/i.test(name));
    });
    expect(inFrame).toEqual([]);

    // A DevTools client can make contexts in which the function is still there: main must not listen to them.
    const { frameTree } = await cdp.send("Page.getFrameTree");
    const frames = [frameTree.frame, ...(frameTree.childFrames ?? []).map((child) => child.frame)];
    expect(frames).toHaveLength(2);
    for (const frame of frames) {
      const { executionContextId } = await cdp.send("Page.createIsolatedWorld", { frameId: frame.id });
      const forged = JSON.stringify({
        kind: "call",
        id: 1,
        channel: "linkdesk:call",
        parameters: ["app", "info", null],
      });
      const { result } = await cdp.send("Runtime.evaluate", {
        contextId: executionContextId,
        expression: `globalThis.__linkdeskToMain(${JSON.stringify(forged)}); typeof globalThis.__linkdeskToMain`,
      });
      expect(result.value).toBe("function");
    }
    await vi.waitFor(
      () => expect(program.output().match(/another frame or origin was refused/g)).toHaveLength(2),
      PATIENCE,
    );
    await page.evaluate(() => linkdesk.app.info(null));
    expect(program.notes().slice(before)).toEqual(["app.info"]);
    await reload();
  });

  test("sends no request anywhere, with or without its policy, and stays where it is", async () => {
    let hits = 0;
    const server = createServer((_request, response) => {
      hits += 1;
      response.end("reached");
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const address = server.address();
    const url = `http://127.0.0.1:${address !== null && typeof address === "object" ? address.port : 0}/`;

    const fetched = (): Promise<string> =>
      page.evaluate(
        (target) =>
          fetch(target, { mode: "no-cors" }).then(
            () => "reached",
            () => "failed",
          ),
        url,
      );
    expect(await fetched()).toBe("failed");
    const cdp = await page.context().newCDPSession(page);
    await cdp.send("Page.setBypassCSP", { enabled: true });
    await reload();
    expect(await fetched()).toBe("failed");
    await cdp.send("Page.setBypassCSP", { enabled: false });

    for (const target of [url, "https://example.com/", `${ORIGIN}.example.com/`])
      await expect(page.goto(target)).rejects.toThrow("ERR_ABORTED");
    await page.getByText("Away").click();
    await page.getByText("New window").click();
    await page.evaluate(() => window.open("https://example.com/"));
    await reload();
    expect([page.url(), page.context().pages().length, hits]).toEqual([`${ORIGIN}/`, 1, 0]);
  });

  test("comes back when it was led away", async () => {
    await page.goto("about:blank");
    await page.waitForURL(`${ORIGIN}/`);
    await page.waitForFunction(() => started);
    expect(await page.evaluate(() => linkdesk.app.info(null))).toMatchObject({ ok: true });
  });

  test("can be used by a DevTools client: copy, choose a file, download", async () => {
    await page.getByRole("button", { name: "Copy" }).click();
    await page.waitForFunction(() => document.title === "copied");
    const file = join(files.folder, "chosen.txt");
    writeFileSync(file, "chosen");
    await page.getByLabel("File").setInputFiles(file);
    expect(await page.evaluate(() => document.querySelector("input").files[0]?.name)).toBe("chosen.txt");
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByText("Save").click()]);
    expect(download.suggestedFilename()).toBe("proof.txt");
    expect(readFileSync(await download.path(), "utf8")).toBe("hello");
  });

  test("saves downloads under their own name without overwriting any", async () => {
    // The other client has taken downloads over for as long as it is connected.
    await browser.close();
    const client = await program.connect({ noDefaults: true });
    const folder = join(program.dataFolder, "downloads");
    for (const count of [1, 2]) {
      await client.page.getByText("Save").click();
      await vi.waitFor(() => expect(readdirSync(folder).filter((name) => name.endsWith(".txt"))).toHaveLength(count), {
        timeout: 40_000,
      });
    }
    expect(readdirSync(folder).toSorted()).toEqual(["proof (1).txt", "proof.txt"]);
    expect(readFileSync(join(folder, "proof (1).txt"), "utf8")).toBe("hello");
    await client.browser.close();
    ({ browser, page } = await program.connect());
  });

  test("is there again after its process has crashed", async () => {
    const cdp = await page.context().newCDPSession(page);
    const crashed = new Promise((resolve) => page.once("crash", resolve));
    cdp.send("Page.crash").catch(() => undefined);
    await crashed;
    await browser.close();
    await vi.waitFor(
      async () => {
        const client = await program.connect();
        try {
          const answer = await client.page.evaluate(() => linkdesk.app.info(null), undefined);
          expect(answer).toMatchObject({ ok: true });
        } finally {
          await client.browser.close();
        }
      },
      { timeout: 40_000 },
    );
    ({ browser, page } = await program.connect());
    await reload();
  });
});
