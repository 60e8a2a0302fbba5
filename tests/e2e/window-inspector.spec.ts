import { readFile } from "node:fs/promises";
import type { Page } from "playwright/test";
import { expect, test } from "./window.ts";
import { windowParts } from "./window-parts.ts";

// The inspector's views of one body: exact, whatever it is, and never in the way.

/** Opens the body of the last webhook, which has these bytes. */
async function openBody(page: Page, bytes: Buffer | string): Promise<ReturnType<typeof windowParts>["inspector"]> {
  const { rows, inspector } = windowParts(page);
  const base64 = Buffer.from(bytes).toString("base64");
  await page.evaluate((text) => window.fakeBridge.handle("journal", "body", () => ({ bytes: text })), base64);
  await rows(/Webhook: charge/)
    .last()
    .click();
  await inspector.getByRole("tab", { name: "Received" }).click();
  return inspector;
}

const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

async function take(page: Page, how: string): Promise<void> {
  await page.getByRole("button", { name: "Copy or save the body" }).click();
  await page.getByRole("menuitem", { name: how }).click();
}

const EXACT = '{"b":9007199254740993123, "a":10.00,"a":1E400 ,"n":"\\u00e9\\/ \u202e\u0085","z":[]}\r\n';

test("all tabs of a webhook stand beside each other at the usual size of a window", async ({ open }) => {
  const page = await open();
  const { rows, inspector } = windowParts(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await rows(/Webhook: charge/)
    .last()
    .click();
  for (const name of ["Overview", "Received", "Headers", "Signature", "Answer", "Timing"])
    await expect(inspector.getByRole("tab", { name })).toBeInViewport({ ratio: 1 });
});

test("a reference in the title is not broken at its hyphens, nor a mark’s word put before the indent of its line", async ({
  open,
}) => {
  const page = await open();
  const id = "7791e9b0-c883-4d71-a71d-f14d38cacb4f-7791";
  const inspector = await openBody(page, `{"transaction":{"id":"${id}","amount":50000,"currency":"NGN"}}`);
  const lefts = await inspector.getByText(`"${id}"`).evaluate((value) => {
    const line = value.closest(".cm-line");
    const left = (part: Element | null | undefined) => part?.getBoundingClientRect().left ?? 0;
    return { value: left(value), chip: left(line?.querySelector(".select-none")), line: left(line) };
  });
  expect(lefts.chip).toBeGreaterThan(lefts.line + 30);
  // In a line that is as long as the title's first.
  const name = inspector.getByRole("heading", { level: 2 }).locator("bdi").last();
  await name.evaluate((part) => (part.textContent = "customer-of-the-first-bank"));
  expect(await name.evaluate((part) => part.getClientRects().length)).toBe(1);
});

test("tabs that have no room in the smallest window are in a menu at the end of their row", async ({ open }) => {
  const page = await open();
  const { rows, inspector } = windowParts(page);
  await rows(/Webhook: charge/)
    .last()
    .click();
  const tab = (name: string) => inspector.getByRole("tab", { name, exact: true });
  const more = inspector.getByRole("button", { name: /more: About this event/ });
  await expect(more).toBeInViewport({ ratio: 1 });
  await more.click();
  await page.getByRole("menuitem", { name: "Timing", exact: true }).click();
  await expect(tab("Timing")).toHaveAttribute("aria-selected", "true");
  // The first stays beside it.
  for (const name of ["Overview", "Timing"]) {
    await expect(tab(name)).toBeInViewport({ ratio: 0.97 });
    await expect(tab(name)).toHaveCSS("opacity", "1");
  }
  await tab("Overview").click();
  await expect(tab("Received")).toHaveCSS("opacity", "1");
  // One in the middle has its neighbours beside it, and no gap before them.
  await more.click();
  await page.getByRole("menuitem", { name: "Signature", exact: true }).click();
  for (const name of ["Signature", "Answer"]) await expect(tab(name)).toBeInViewport({ ratio: 0.97 });
  const gap = () =>
    tab("Signature").evaluate(({ parentElement: row }) => {
      const [stays, first] = [...(row?.querySelectorAll<HTMLElement>("[data-value]:not([data-cut])") ?? [])];
      return Math.abs((first?.offsetLeft ?? 0) - (stays?.offsetWidth ?? 0) - (row?.scrollLeft ?? 0));
    });
  await expect.poll(gap).toBeLessThan(2);
  // By keys they are reached as ever; no name is seen in part.
  await tab("Overview").focus();
  await page.keyboard.press("End");
  await expect(tab("Timing")).toBeFocused();
  await expect(tab("Timing")).toHaveCSS("opacity", "1");
  await expect(tab("Overview")).toHaveCSS("opacity", "1");
  await expect(tab("Received")).toHaveCSS("opacity", "0");
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(more).toBeHidden();
});

test("a body is laid out with every digit, key and escape as written, and taken out as received", async ({ open }) => {
  const page = await open();
  const inspector = await openBody(page, EXACT);
  const text = inspector.getByRole("textbox", { name: "Body of the delivery" });
  await expect(text).toContainText('"b": 9007199254740993123,');
  await expect(text).toContainText('"a": 10.00,');
  await expect(text).toContainText('"a": 1E400,');
  await expect(text).toContainText('"n": "\\u00e9\\/ RLOU+0085",');
  await take(page, "Copy as text");
  await expect.poll(() => clipboard(page)).toBe(EXACT);
  await take(page, "Copy as base64");
  await expect.poll(() => clipboard(page)).toBe(Buffer.from(EXACT).toString("base64"));
  await inspector.getByRole("button", { name: "Original" }).click();
  await text.focus();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.press("ControlOrMeta+c");
  await expect.poll(() => clipboard(page)).toBe(EXACT);
});

test("where a word of the filter stands is said beside the event, and leads to the search of that place", async ({
  open,
}) => {
  const page = await open("latency=0");
  const inspector = await openBody(page, JSON.stringify({ event: "charge", data: { at: "a", ref: "kiosk-5150" } }));
  await inspector.getByRole("tab", { name: "Overview" }).click();
  const filter = page.getByRole("combobox", { name: "Filter events" });
  await filter.fill("KIOSK-5150 -nowhere");
  await filter.press("Enter");
  await expect(inspector.getByText("“KIOSK-5150” is in")).toBeVisible();
  await expect(inspector.getByText("nowhere")).toHaveCount(0);
  await inspector.getByRole("button", { name: "Received", exact: true }).click();
  await expect(inspector.getByRole("textbox", { name: "Find in body" })).toHaveValue("KIOSK-5150");
  await expect(inspector.getByText("1 of 1")).toBeVisible();
  await inspector.getByRole("button", { name: "Close find" }).click();
  await expect(inspector.getByRole("textbox", { name: "Find in body" })).toBeHidden();

  await filter.fill("application/json");
  await filter.press("Enter");
  await inspector.getByRole("button", { name: "Headers", exact: true }).click();
  await expect(inspector.getByRole("textbox", { name: "Filter headers" })).toHaveValue("application/json");

  // What the event's own sentence says needs no line.
  await filter.fill("charge");
  await filter.press("Enter");
  await expect(inspector.getByText(/^“.*” is in$/)).toHaveCount(0);
});

test("a body longer than its pane is read to its end by wheel, by key and by search", async ({ open }) => {
  const page = await open();
  const items = Array.from({ length: 90 }, (_, at) => ({ at }));
  const inspector = await openBody(page, JSON.stringify({ first: "begin", items, last: "end" }));
  const text = inspector.getByRole("textbox", { name: "Body of the delivery" });
  const [first, last] = [inspector.getByText('"begin"'), inspector.getByText('"end"')];
  await inspector.getByRole("button", { name: "Tree" }).click();
  await expect(inspector.getByRole("treeitem").first()).toBeInViewport({ ratio: 1 });
  for (const view of ["Formatted", "Original"]) {
    await inspector.getByRole("button", { name: view }).click();
    await expect(first).toBeInViewport({ ratio: 1 });
    await expect(last).not.toBeInViewport();
    await text.hover();
    await page.mouse.wheel(0, 10_000);
    await expect(last).toBeInViewport({ ratio: 1 });
    await page.mouse.wheel(0, -10_000);
    await expect(first).toBeInViewport({ ratio: 1 });
    await text.focus();
    await page.keyboard.press("ControlOrMeta+End");
    await expect(last).toBeInViewport({ ratio: 1 });
    await page.keyboard.press("ControlOrMeta+Home");
  }
  await inspector.getByRole("button", { name: "Find in body" }).click();
  await inspector.getByRole("textbox", { name: "Find in body" }).fill("end");
  // What was found is marked without its quotes.
  await expect(text.getByText("end", { exact: true })).toBeInViewport({ ratio: 1 });
});

test("bytes that are no text are saved as they came", async ({ open }) => {
  const page = await open();
  const bytes = Buffer.from(Array.from({ length: 70_000 }, (_, index) => (index * 7919) % 256));
  const inspector = await openBody(page, bytes);
  await expect(inspector.getByText("This is not text")).toBeVisible();
  await expect(inspector.getByRole("group", { name: /bytes$/ })).toContainText("00000008");
  const download = page.waitForEvent("download");
  await take(page, "Save to file…");
  expect(await readFile(await (await download).path())).toEqual(bytes);
  expect((await download).suggestedFilename()).toMatch(/^linkdesk-event-\d+-request\.bin$/);
});

test("one line of 10 MiB is shown, searched to its end and copied whole", async ({ open }) => {
  const page = await open();
  const line = `"${"0123456789 \u{1f600}".repeat(700_000)}needle"`;
  const inspector = await openBody(page, line);
  await expect(inspector.getByRole("textbox", { name: "Body of the delivery" })).toContainText("0123456789");
  await inspector.getByRole("button", { name: "Find in body" }).click();
  await inspector.getByRole("textbox", { name: "Find in body" }).fill("NEEDLE");
  await expect(inspector.getByText("1 of 1")).toBeVisible();
  await expect(inspector.getByRole("textbox", { name: "Body of the delivery" })).toContainText("needle");
  await inspector.getByRole("textbox", { name: "Body of the delivery" }).focus();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.press("ControlOrMeta+c");
  // Its length first: the whole crosses to the test but once.
  const length = () => page.evaluate(async () => (await navigator.clipboard.readText()).length);
  await expect.poll(length, { timeout: 60_000 }).toBe(line.length);
  expect((await clipboard(page)) === line).toBe(true);
});

test("100,000 nested brackets and two million items are a tree like any other", async ({ open }) => {
  const page = await open();
  const inspector = await openBody(
    page,
    `{"deep":${"[".repeat(100_000)}${"]".repeat(100_000)},"wide":[${"0,".repeat(1_999_999)}7]}`,
  );
  await inspector.getByRole("button", { name: "Tree" }).click();
  const tree = inspector.getByRole("tree");
  await expect(tree.getByRole("treeitem", { name: /wide/ })).toContainText("2 000 000 items");
  await tree.focus();
  await page.keyboard.press("End");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("End");
  await expect(tree.getByRole("treeitem", { name: /1999999/ })).toContainText("7");
  await expect(inspector.getByText("$.wide[1999999]")).toBeVisible();
});

test("the tree is walked, searched and copied from by key", async ({ open }) => {
  const page = await open();
  const inspector = await openBody(page, '{"a":{"b c":[1,{"amount":10.00}]},"a":"twice\\u0041"}');
  await inspector.getByRole("button", { name: "Tree" }).click();
  const tree = inspector.getByRole("tree");
  await expect(tree.getByRole("treeitem", { name: /^a:/ })).toHaveCount(2);
  await tree.focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowLeft");
  await expect(tree.getByRole("treeitem")).toHaveCount(3);
  await page.keyboard.press("End");
  await inspector.getByRole("button", { name: "Copy value" }).click();
  await expect.poll(() => clipboard(page)).toBe("twiceA");
  await inspector.getByRole("button", { name: "Find in body" }).click();
  await inspector.getByRole("textbox", { name: "Find in body" }).fill("amount");
  await expect(tree.getByRole("treeitem", { selected: true })).toContainText("10.00");
  await inspector.getByRole("button", { name: "Copy path" }).click();
  await expect.poll(() => clipboard(page)).toBe('$.a["b c"][1].amount');
});

test("what cannot be laid out says why, where, and shows the place", async ({ open }) => {
  const page = await open();
  const inspector = await openBody(page, '{\n  "amount": 1,\n  "currency" "NGN"\n}');
  await expect(inspector.getByText(/Not JSON: Expected a colon after the key, line 3 column 14\./)).toBeVisible();
  await inspector.getByRole("button", { name: "Show the place" }).click();
  await inspector.getByRole("textbox", { name: "Body of the delivery" }).focus();
  await page.keyboard.press("ControlOrMeta+c");
  await expect.poll(() => clipboard(page)).toBe('"');
});

test("a compressed body is shown decoded, and as received on demand", async ({ open }) => {
  const page = await open();
  await page.evaluate(async () => {
    const page = await window.fakeBridge.bridge.journal.page({ limit: 1, filter: "charge kind:delivery" });
    const id = page.ok ? (page.value.events[0]?.id ?? 0) : 0;
    const found = await window.fakeBridge.bridge.journal.detail({ id });
    if (!found.ok || found.value.kind !== "delivery") throw new Error("There is no such delivery.");
    const { value } = found;
    const headers = [["Content-Encoding", "gzip"]] as const;
    window.fakeBridge.handle("journal", "detail", () => ({ ...value, request: { ...value.request, headers } }));
    window.fakeBridge.handle("journal", "decodedBody", () => ({ bytes: btoa('{"plain":true}'), encoding: "gzip" }));
  });
  const inspector = await openBody(page, Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]));
  await expect(inspector.getByText(/Decoded from gzip/)).toBeVisible();
  await expect(inspector.getByRole("textbox", { name: "Body of the delivery" })).toContainText('"plain": true');
  await inspector.getByRole("button", { name: "Show as received" }).click();
  await expect(inspector.getByRole("group", { name: /bytes$/ })).toContainText("1f 8b 08 00");
  // One that decodes to nothing is not one of which nothing came.
  await page.evaluate(() =>
    window.fakeBridge.handle("journal", "decodedBody", () => ({ bytes: "", encoding: "zstd" })),
  );
  await inspector.getByRole("button", { name: "Show decoded" }).click();
  await expect(inspector.getByText(/that decode to nothing/)).toBeVisible();
  await inspector.getByRole("button", { name: "Show as received" }).click();
  await expect(inspector.getByRole("group", { name: /bytes$/ })).toContainText("1f 8b 08 00");
});

test("an open call is brought up to date when its answer comes", async ({ open }) => {
  const page = await open("latency=4000");
  const { rows, button, inspector, tab } = windowParts(page);
  await tab("Credit").click();
  await button("Simulate credit").click();
  await rows(/under way/).click();
  await inspector.getByRole("tab", { name: "Answer" }).click();
  await expect(inspector.getByText("The call is under way")).toBeVisible();
  await expect(inspector.getByText("HTTP/1.1 200 OK")).toBeVisible();
  await expect(inspector.getByRole("textbox", { name: "Body of the answer" })).toContainText("test complete");
});

test("headers keep order, case and duplicates, and are found and copied", async ({ open }) => {
  const page = await open();
  const { rows, inspector } = windowParts(page);
  await rows(/Look-up of link 9b1c/)
    .last()
    .click();
  await inspector.getByRole("tab", { name: "Headers" }).click();
  const answer = inspector.getByRole("table", { name: "Answer headers" });
  await expect(answer.getByRole("rowheader")).toHaveText([
    "Content-Type",
    "Date",
    "X-Request-Id",
    "Set-Cookie",
    "Set-Cookie",
  ]);
  await inspector.getByRole("textbox", { name: "Filter headers" }).fill("cookie: b");
  await expect(answer.getByRole("rowheader")).toHaveText(["Set-Cookie"]);
  await inspector.getByRole("button", { name: "Copy all of answer headers" }).click();
  await expect
    .poll(() => clipboard(page))
    .toMatch(/^HTTP\/1\.1 200 OK\nContent-Type: .*\nDate: .*\nX-Request-Id: .*\nSet-Cookie: a=1\nSet-Cookie: b=2$/);
});

test("a delivery is copied as a command that sends it to the listener again", async ({ open }) => {
  const page = await open();
  const { rows, inspector } = windowParts(page);
  await rows(/Webhook: charge/)
    .last()
    .click();
  await inspector.getByRole("button", { name: "Copy as cURL" }).click();
  await expect.poll(() => clipboard(page)).toMatch(/curl --request 'POST' 'http:\/\/127\.0\.0\.1:8787\/webhooks'/);
  await expect(page.getByText("Copied as cURL, to the listener")).toBeVisible();
});

test("on paper stands what the inspector shows, to its end, and nothing around it", async ({ open }) => {
  const page = await open();
  const { inspector, log } = windowParts(page);
  await log.focus();
  await page.keyboard.press("End");
  await expect(inspector.getByRole("tab", { name: "Overview" })).toBeVisible();
  await page.evaluate(() => {
    window.print = () => {
      document.title = "printed";
    };
  });
  await page.keyboard.press("Control+k");
  await page.keyboard.type("print the inspector");
  await page.keyboard.press("Enter");
  await expect(page).toHaveTitle("printed");
  // And by the key that prints everywhere.
  await page.evaluate(() => {
    document.title = "";
  });
  await page.keyboard.press("Control+p");
  await expect(page).toHaveTitle("printed");
  await page.emulateMedia({ media: "print" });
  await expect(log).toBeHidden();
  await expect(page.getByRole("banner")).toBeHidden();
  await expect(inspector.getByText("Found in the payload")).toBeVisible();
  const [part, paper] = await inspector.evaluate((element) => [
    element.scrollHeight - element.clientHeight,
    document.documentElement.scrollHeight - element.getBoundingClientRect().height,
  ]);
  expect(part).toBeLessThanOrEqual(1);
  expect(paper).toBeLessThanOrEqual(1);
  await page.emulateMedia({ media: null });
});

test("on paper a verdict keeps its picture, on white, with the webhooks that it is about", async ({ open }) => {
  const page = await open("latency=0&log=runs&theme=dark");
  const { inspector, rows, log } = windowParts(page);
  await log.focus();
  await page.keyboard.press("Home");
  await expect(async () => {
    if (!(await rows(/^Call Credit.*ref_matched/).isVisible())) await page.keyboard.press("PageDown");
    await rows(/^Call Credit.*ref_matched/).click({ timeout: 2_000 });
  }).toPass();
  await expect(inspector.getByRole("region", { name: "Verdict" })).toContainText("Matched");
  await page.emulateMedia({ media: "print" });
  const leaves = inspector.getByTitle("The request leaves");
  const arrives = inspector.getByTitle("The webhook arrives");
  const [from, to] = [await leaves.boundingBox(), await arrives.boundingBox()];
  expect(to?.x).toBeGreaterThan((from?.x ?? 0) + 10);
  await expect(inspector.getByRole("listitem").filter({ hasText: "after 0.41 s" })).toBeVisible();
  await expect(inspector.getByRole("button", { name: /Simulate again/ })).toBeHidden();
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe("light");
  await page.emulateMedia({ media: null });
});
