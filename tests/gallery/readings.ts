import type { Page } from "playwright-core";
import type { NewWord } from "../../src/shared/reading.ts";
import { KIOSK_READING, readItemOf, webhookReadingOf } from "../support/sample-reading.ts";
import { simulation } from "./runs.ts";
import type { GalleryState } from "./states.ts";

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).first();
const inspector = (page: Page) => page.getByRole("region", { name: "Inspector" });

/** The webhook of the simulation that is for this reference, in the tree of its body. */
async function payload(page: Page, reference: string, view: "Tree" | "Formatted" = "Tree"): Promise<void> {
  await simulation(page, reference);
  await button(page, /orrect it…/).click();
  await page.getByRole("tree").waitFor();
  if (view !== "Tree") await page.getByRole("button", { name: view, exact: true }).click();
  await page.getByText("Payee", { exact: false }).first().waitFor();
  await page.waitForTimeout(250);
}

/** Goes to a value in the tree by keys and opens what can be said of it. */
async function point(page: Page, key: string): Promise<void> {
  const row = page.getByRole("treeitem").filter({ hasText: new RegExp(`^${key}:`) });
  await page.getByRole("treeitem").first().waitFor();
  // Only rows near those in sight are in the page.
  if ((await row.count()) === 0) await page.getByRole("tree").press("End");
  await row.last().click();
  await page.getByRole("tree").focus();
  await page.keyboard.press("Enter");
  await page.getByRole("menu").waitFor();
}

const choose = (page: Page, name: string) => page.getByRole("menuitemcheckbox", { name }).click();

async function confirmed(page: Page): Promise<void> {
  await simulation(page, "ref_looks_right");
  await inspector(page).getByRole("button", { name: "Yes, it is read correctly" }).click();
  await page
    .getByText(/are judged by this, from now on/)
    .first()
    .waitFor();
}

/** A webhook of a confirmed kind that asks for this word, and for more after it. */
async function asking(page: Page, word: NewWord, ...more: readonly NewWord[]): Promise<void> {
  const item = readItemOf({
    amount: { text: word.about === "amount" ? word.text : "50000", path: "transfer.total", units: "50000" },
    currency: { text: "NGN", path: "transfer.money", code: "NGN" },
    user: { text: "ref_new_word", path: "transfer.payee.ref", written: "same" },
    purpose: { text: "credit", path: "", means: "credit" },
    outcome:
      word.about === "outcome"
        ? { text: word.text, path: word.path, means: null }
        : { text: "settled", path: "transfer.state", means: "went-through" },
  });
  const webhook = webhookReadingOf({
    by: "confirmed",
    readingId: "reading-1",
    items: [item],
    newWords: [word, ...more],
  });
  await page.evaluate((says) => window.fakeBridge.handle("readings", "of", () => says), {
    profileId: "sandbox",
    reading: { ...KIOSK_READING, id: "reading-1" },
    complete: true,
    values: [],
    webhook,
  });
  await simulation(page, "ref_new_word");
  await inspector(page)
    .getByText(/: did it go through\?|in another way than before/)
    .first()
    .waitFor();
}

async function readings(page: Page): Promise<void> {
  await confirmed(page);
  await page.keyboard.press("Control+Shift+m");
  await page.getByRole("tab", { name: "Readings" }).click();
  await page.getByRole("list", { name: "Confirmed readings" }).waitFor();
}

export const READING_STATES: readonly GalleryState[] = [
  { name: "readings-looks-right", at: "log=runs", act: (page) => simulation(page, "ref_looks_right") },
  { name: "readings-looks-wrong", at: "log=runs", act: (page) => simulation(page, "ref_looks_wrong") },
  {
    name: "readings-new-word",
    at: "log=runs",
    async act(page) {
      await confirmed(page);
      await simulation(page, "ref_new_word");
    },
  },
  {
    name: "readings-gone",
    at: "log=runs",
    act: (page) =>
      asking(
        page,
        { about: "outcome", text: "", path: "transfer.paid_at", suggests: null, because: "gone" },
        { about: "outcome", text: "wire", path: "transfer.route", suggests: null, because: "not-there-before" },
      ),
  },
  {
    name: "readings-empty",
    at: "log=runs",
    act: (page) =>
      asking(page, { about: "outcome", text: "", path: "transfer.paid_at", suggests: null, because: "empty" }),
  },
  {
    name: "readings-not-the-amount",
    at: "log=runs",
    act: (page) =>
      asking(page, {
        about: "outcome",
        text: "150.00",
        path: "transfer.authorised",
        suggests: null,
        because: "not-the-amount",
      }),
  },
  {
    name: "readings-not-there-before",
    at: "log=runs",
    act: (page) =>
      asking(page, {
        about: "outcome",
        text: "salio halitoshi",
        path: "transfer.kosa",
        suggests: null,
        because: "not-there-before",
      }),
  },
  {
    name: "readings-amount-form",
    at: "log=runs",
    act: (page) => asking(page, { about: "amount", text: "50,000.00", path: "transfer.total", suggests: null }),
  },
  { name: "readings-confirmed", at: "log=runs", act: confirmed },
  {
    name: "readings-saving",
    at: "log=runs",
    async act(page) {
      await page.evaluate(() => void window.fakeBridge.hold("readings", "confirm"));
      await simulation(page, "ref_looks_right");
      await inspector(page).getByRole("button", { name: "Yes, it is read correctly" }).click();
    },
  },
  {
    name: "readings-judging",
    at: "log=runs",
    async act(page) {
      await simulation(page, "ref_looks_right");
      await page.evaluate(() =>
        window.fakeBridge.push("readings.progress", { profileId: "sandbox", done: 31_200, of: 100_000 }),
      );
      await page.getByText("31 200 of 100 000").or(page.getByRole("progressbar")).first().waitFor();
    },
  },
  {
    name: "readings-refused",
    at: "log=runs",
    async act(page) {
      await page.evaluate(() =>
        window.fakeBridge.failNext(
          "readings",
          "confirm",
          "settings-not-saved",
          "The change could not be saved, so nothing was changed. The disk is full. Free some space and try again.",
        ),
      );
      await simulation(page, "ref_looks_right");
      await inspector(page).getByRole("button", { name: "Yes, it is read correctly" }).click();
      await page.getByText("Could not save the reading").first().waitFor();
    },
  },
  {
    name: "readings-unreadable",
    at: "log=runs",
    async act(page) {
      await simulation(page, "ref_looks_wrong");
      await page.evaluate(() =>
        window.fakeBridge.failNext("readings", "of", "journal", "The file of the event log cannot be read."),
      );
      // The row next to it, so that no other webhook is selected on the way.
      await page.getByRole("row", { name: /^Call Credit.*ref_looks_right/ }).click();
      await page.getByText("The webhook could not be read").waitFor();
    },
  },
  {
    name: "readings-webhook",
    at: "log=runs",
    async act(page) {
      await simulation(page, "ref_looks_right");
      await page.keyboard.press("n");
      await inspector(page).getByRole("heading", { name: "Found in the payload" }).scrollIntoViewIfNeeded();
    },
  },
  { name: "readings-tree", at: "log=runs", act: (page) => payload(page, "ref_looks_right") },
  { name: "readings-formatted", at: "log=runs", act: (page) => payload(page, "ref_looks_right", "Formatted") },
  {
    name: "readings-menu",
    at: "log=runs",
    async act(page) {
      await payload(page, "ref_looks_right");
      await point(page, "fee");
    },
  },
  {
    name: "readings-unit",
    at: "log=runs",
    async act(page) {
      await payload(page, "ref_looks_right");
      await point(page, "fee");
      await choose(page, "This is the amount");
      await page.getByText("In which unit is the amount?").waitFor();
    },
  },
  {
    name: "readings-words",
    at: "log=runs",
    async act(page) {
      await payload(page, "ref_looks_right");
      await point(page, "state");
      await choose(page, "This is the outcome");
      await page.getByRole("group", { name: /“booked” means/ }).waitFor();
    },
  },
  {
    name: "readings-draft",
    at: "log=runs",
    async act(page) {
      await payload(page, "ref_looks_right");
      await point(page, "note");
      await choose(page, "This is the remark");
      await page.getByText(/webhooks? fits?/).waitFor();
    },
  },
  {
    name: "readings-list-of-values",
    at: "log=runs",
    async act(page) {
      await page.evaluate(() => {
        const xml =
          "<payment><sum>500.00</sum><beneficiary><account>ref_looks_right</account></beneficiary><state>DONE</state></payment>";
        window.fakeBridge.handle("journal", "body", () => ({ bytes: btoa(xml) }));
        window.fakeBridge.handle("readings", "of", () => ({
          profileId: "sandbox",
          reading: null,
          complete: true,
          values: [
            { path: "payment.sum", text: "500.00", kind: "string" },
            { path: "payment.beneficiary.account", text: "ref_looks_right", kind: "string" },
            { path: "payment.state", text: "DONE", kind: "string" },
          ],
          webhook: {
            by: "nothing",
            readingId: null,
            kind: "",
            items: [],
            newWords: [],
            tags: [],
            linkId: null,
            digest: "",
            incomplete: null,
            format: "xml",
          },
        }));
      });
      await simulation(page, "ref_looks_right");
      await button(page, /orrect it…/).click();
      await page.getByRole("list", { name: "Values of the webhook" }).waitFor();
    },
  },
  { name: "readings-profile", at: "log=runs", act: readings },
  {
    name: "readings-profile-none",
    at: "profile=acme-test",
    async act(page) {
      await page.keyboard.press("Control+Shift+m");
      await page.getByRole("tab", { name: "Readings" }).click();
      await page.getByRole("list", { name: "Known readings" }).waitFor();
    },
  },
  {
    name: "readings-profile-tried",
    at: "log=runs",
    async act(page) {
      await readings(page);
      await button(page, /Try .* on the log/).click();
      await page.getByText(/webhooks? fits?/).waitFor();
    },
  },
  {
    name: "readings-profile-edit",
    at: "log=runs",
    async act(page) {
      await readings(page);
      await button(page, /Edit transfer/).click();
      await page.getByLabel("Amount", { exact: true }).last().fill("transfer..total");
      await button(page, "Save reading").click();
      await page.getByText("This is not a path").waitFor();
    },
  },
  {
    name: "readings-profile-watched",
    at: "log=runs",
    async act(page) {
      await readings(page);
      await button(page, /Edit transfer/).click();
      await page.getByLabel("Watched paths").fill("transfer.step\ntransfer..code");
      await button(page, "Save reading").click();
      await page.getByText("This is not a path").scrollIntoViewIfNeeded();
    },
  },
  {
    name: "readings-profile-deleted",
    at: "log=runs",
    async act(page) {
      await readings(page);
      await button(page, /Delete transfer/).click();
      await page
        .getByText(/Deleted the reading/)
        .first()
        .waitFor();
    },
  },
];
