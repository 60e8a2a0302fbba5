import { expect, type Locator, type Page } from "playwright/test";
import { DEFAULT_ANSWER_SCRIPT } from "../../src/shared/answer-script.ts";
import { windowParts } from "../e2e/window-parts.ts";
import type { ForeignRequest, ForeignService } from "../support/foreign-service.ts";
import { until } from "../support/until.ts";

/** The settings of an app whose selected profile leads to a service in test mode. */
export function settingsOf(service: ForeignService, listener: unknown): unknown {
  const profile = {
    id: "foreign",
    name: "Foreign service",
    mode: "test",
    baseUrl: service.origin,
    authentication: { scheme: "none" },
    extraHeaders: [],
    timeouts: { connectMs: 30_000, totalMs: 60_000 },
    unitsPerCurrency: null,
    answerScript: DEFAULT_ANSWER_SCRIPT,
  };
  return { version: 1, listener, profiles: [profile], selectedProfileId: "foreign" };
}

/**
 * Puts any text into a field, half pairs included, which neither a keyboard nor the way to the browser carries.
 *
 * @returns what the field holds then: one line has no line breaks
 */
async function typeInto(field: Locator, text: string): Promise<string> {
  const codes = Array.from({ length: text.length }, (_, index) => text.charCodeAt(index));
  const held = await field.evaluate((element, units) => {
    const input = element as HTMLInputElement;
    const setter = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set;
    let wanted = "";
    for (const unit of units) wanted += String.fromCharCode(unit);
    input.focus();
    setter?.call(input, wanted);
    input.dispatchEvent(new InputEvent("input", { bubbles: true, inputType: "insertText" }));
    return Array.from({ length: input.value.length }, (_, index) => input.value.charCodeAt(index));
  }, codes);
  return held.reduce((all, unit) => all + String.fromCharCode(unit), "");
}

/** Presses the button and waits for the request that it sends. */
async function sent(page: Page, service: ForeignService, press: () => Promise<void>): Promise<ForeignRequest> {
  const before = service.requests.length;
  await press();
  await until(() => service.requests.length > before);
  await expect(page.locator("button[aria-busy=true]")).toHaveCount(0);
  const request = service.requests.at(-1);
  if (request === undefined || service.requests.length !== before + 1) throw new Error("It was sent more than once.");
  return request;
}

/** Looks a link up by this text; the service must be asked for exactly it, or nothing may be sent and it is said why. */
export async function lookUp(page: Page, service: ForeignService, text: string): Promise<void> {
  const { field, button } = windowParts(page);
  const held = await typeInto(field("Link ID"), text);
  const before = service.requests.length;
  if (!held.isWellFormed()) {
    await button("Look up link").click();
    await expect(field("Link ID")).toHaveAccessibleDescription(/half a character/);
    expect(service.requests.length).toBe(before);
    return;
  }
  const { target } = await sent(page, service, () => button("Look up link").click());
  const segment = /^\/link\/([^/?#]*)$/.exec(target)?.[1] ?? "";
  expect(decodeURIComponent(segment)).toBe(held);
  // A server must not take it for a way through its folders.
  expect(segment).not.toMatch(/^\.{1,2}$/);
}

/** Charges with three texts as From, To and Remark; each must reach the service as it stood in its field. */
export async function charge(page: Page, service: ForeignService, texts: readonly string[]): Promise<void> {
  const { field, button } = windowParts(page);
  const [from = "a", to = "b", remark = "c"] = texts;
  await typeInto(field("Amount"), "9007199254740993123");
  await typeInto(field("Currency"), "NGN");
  const held = {
    from: await typeInto(field("From"), from),
    to: await typeInto(field("To"), to),
    remark: await typeInto(field("Remark"), remark),
  };
  const { bytes } = await sent(page, service, () => button("Simulate charge").click());
  const body = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  expect(body).toMatch(/^\{"amount":9007199254740993123,"currency":"NGN","from":/);
  const { amount: _, currency, ...rest } = JSON.parse(body) as Record<string, unknown>;
  expect(currency).toBe("NGN");
  expect(rest).toEqual(held);
}

/**
 * Sends a text as the body under "Edit body"; every byte of it must arrive. It is pasted: CodeMirror
 * takes U+FFFF from a keyboard for a line feed, but no keyboard has it.
 */
export async function sendRaw(page: Page, service: ForeignService, text: string): Promise<void> {
  const editor = page.getByRole("textbox", { name: "JSON body" });
  await editor.focus();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.press("Delete");
  await editor.evaluate((element, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", pasted);
    element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, text);
  const { bytes } = await sent(page, service, () => windowParts(page).button("Simulate credit").click());
  expect(bytes.toString()).toBe(text);
}
