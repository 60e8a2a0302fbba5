import { chromium } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ensureBrowser } from "../../build/steps/browser.ts";
import { finishedCall, sampleCall, sampleDelivery } from "../journal/samples.ts";
import { freePort } from "../support/free-port.ts";
import { exportsOf } from "./exports-of.ts";

const ALL = { of: "filter", filter: "" } as const;
const AS_IT_IS = { state: "unredacted" } as const;

// What others make of our HAR: programs that this project has not written, reading the file as they read anybody's.

let setup: Awaited<ReturnType<typeof exportsOf>>;
let file: string;
beforeAll(async () => {
  setup = await exportsOf();
  const { journal } = setup;
  const call = await journal.append({ ...sampleCall(), requestBody: Buffer.from('{"amount":9007199254740993123}') });
  await journal.finishCall(call, finishedCall(), Buffer.from('{"ok":"\u00e9"}'));
  await journal.append(sampleDelivery('{"email":"ada@example.ng"}'));
  await journal.append(sampleDelivery(Buffer.from([0xff, 0xfe, 0x00])));
  await journal.append(sampleCall());
  file = await setup.file(ALL, "har", AS_IT_IS);
});
afterAll(() => setup.dispose());

/** An entry as it is read there. */
interface ReadEntry {
  readonly url: string;
  readonly method: string;
  readonly status: number;
  readonly requestHeaders: number;
  readonly body: string;
  readonly duration: number;
}

it("Chromium's own DevTools import it: every entry, with its headers, bodies and times", async (context) => {
  const port = await freePort();
  const browser = await chromium.launch({
    executablePath: await ensureBrowser(),
    args: [`--remote-debugging-port=${port}`],
  });
  try {
    const page = await browser.newPage();
    const origin = `http://127.0.0.1:${port}`;
    const found = await page.goto(`${origin}/devtools/models/har/har.js`).catch(() => null);
    if (found?.ok() !== true) return context.skip("This browser does not bring its developer tools along.");
    const text = await setup.written(ALL, "har", AS_IT_IS);
    // As text: the test's own build would read the import as one of its own.
    const entries = (await page.evaluate(`(async () => {
      const { HARFormat, Importer } = await import("/devtools/models/har/har.js");
      const { log } = new HARFormat.HARRoot(${text});
      return Promise.all(Importer.Importer.requestsFromHARLog(log).map(async (request) => ({
        url: request.url(),
        method: request.requestMethod,
        status: request.statusCode,
        requestHeaders: request.requestHeaders().length,
        body: String(await request.requestFormData()),
        duration: request.duration,
      })));
    })()`)) as readonly ReadEntry[];
    expect(entries).toHaveLength(4);
    expect(entries[0]).toMatchObject({ status: 422, body: '{"amount":9007199254740993123}' });
    expect(entries[1]).toMatchObject({ method: "POST", status: 200, body: '{"email":"ada@example.ng"}' });
    for (const { duration } of entries) expect(Number.isFinite(duration)).toBe(true);
  } finally {
    await browser.close();
  }
}, 120_000);

it("Playwright answers from it as the service, and as we to webhooks, did", async () => {
  const browser = await chromium.launch({ executablePath: await ensureBrowser() });
  try {
    const page = await browser.newPage();
    await page.routeFromHAR(file, { notFound: "abort" });
    const { log } = JSON.parse(await setup.written(ALL, "har", AS_IT_IS)) as {
      log: { entries: { request: { url: string; method: string; postData?: { text: string } } }[] };
    };
    const [call, webhook] = log.entries;
    const ask = (request: (typeof log.entries)[number]["request"] | undefined) =>
      page.evaluate(
        async ({ url, method, text }) => {
          const answer = await fetch(url, {
            method,
            ...(text === undefined ? {} : { body: text }),
            mode: "no-cors",
          }).catch((error: unknown) => String(error));
          return typeof answer === "string" ? answer : answer.type;
        },
        { url: request?.url ?? "", method: request?.method ?? "", text: request?.postData?.text },
      );
    await page.route("http://start.example/", (route) => route.fulfill({ body: "here", contentType: "text/html" }));
    await page.goto("http://start.example/");
    const answered = page.waitForResponse((response) => response.url() === call?.request.url);
    void ask(call?.request);
    const response = await answered;
    expect([response.status(), await response.text()]).toEqual([422, '{"ok":"\u00e9"}']);
    const answeredWebhook = page.waitForResponse((each) => each.url() === webhook?.request.url);
    void ask(webhook?.request);
    expect((await answeredWebhook).status()).toBe(200);
  } finally {
    await browser.close();
  }
}, 120_000);
