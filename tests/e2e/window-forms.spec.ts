import { asked, expect, test } from "./window.ts";
import { windowParts } from "./window-parts.ts";

// The forms: where the keys go, and that no result stands beside what contradicts it.

test("a shortcut has moved the focus before the next key counts", async ({ open }) => {
  const page = await open("latency=0");
  const { field } = windowParts(page);
  // Both in one turn of the page: nothing is given time to settle in between.
  const focused = await page.evaluate(() => {
    const key = { key: "2", ctrlKey: true, bubbles: true, cancelable: true };
    document.body.dispatchEvent(new KeyboardEvent("keydown", key));
    return document.activeElement instanceof HTMLInputElement ? document.activeElement.value : null;
  });
  expect(focused).toBe(await field("Amount").inputValue());
  await page.keyboard.type("5150");
  await expect(field("Amount")).toHaveValue("5150");
});

test("an answer says what it is about as long as the form has something else", async ({ open }) => {
  const page = await open("latency=0");
  const { answer, button, field, tab } = windowParts(page);
  await tab("Look up link").click();
  await field("Link ID").fill("lnk_one");
  await button("Look up link").click();
  await expect(answer.getByText("Link found")).toBeVisible();
  const about = answer.getByText(/^This is about link ID lnk_one, not the one above\.$/);
  await expect(about).toHaveCount(0);
  await field("Link ID").fill("lnk_two");
  await expect(about).toBeVisible();
  await field("Link ID").fill("lnk_one");
  await expect(about).toHaveCount(0);
});

test("where nothing listens it is said before a simulation is sent, with the way to change it", async ({ open }) => {
  const page = await open("latency=0&listener=stopped");
  const { button, tab } = windowParts(page);
  await tab("Look up link").click();
  await expect(button("Start listening")).toBeHidden();
  await tab("Credit").click();
  await expect(page.getByText("The listener is stopped")).toBeVisible();
  await button("Start listening").click();
  await expect(page.getByText("The listener is stopped")).toBeHidden();
});

test("an amount below nothing, or of nothing, goes out, with a remark", async ({ open }) => {
  const page = await open("latency=0");
  const { field, tab } = windowParts(page);
  await tab("Credit").click();
  await expect(field("Amount")).not.toHaveAccessibleDescription(/Less than nothing/);
  await field("Amount").fill("-500");
  await expect(field("Amount")).toHaveAccessibleDescription(/Less than nothing/);
  await field("Amount").fill("0");
  await expect(field("Amount")).toHaveAccessibleDescription(/^Nothing at all: most services refuse it/);
  await field("Amount").fill("100");
  await expect(field("Amount")).not.toHaveAccessibleDescription(/most services/);
});

test("the first press into a field chooses what stands there, and the next one sets the cursor", async ({ open }) => {
  const page = await open("log=empty");
  const currency = page.getByRole("combobox", { name: "Currency" });
  await currency.click();
  await page.keyboard.type("GHS");
  await expect(currency).toHaveValue("GHS");
  await currency.click();
  await page.keyboard.press("End");
  await page.keyboard.type("X");
  await expect(currency).toHaveValue("GHSX");
});

test("a currency that is no code goes out, with a remark, which waits while a code is typed", async ({ open }) => {
  const page = await open("latency=0");
  const { button, field, rows, tab } = windowParts(page);
  await tab("Credit").click();
  const remark = /three capital letters, such as NGN\. This is sent as it is/;
  for (const text of ["EURO", "€", "eur", "978"]) {
    await field("Currency").fill(text);
    await expect(field("Currency")).toHaveAccessibleDescription(remark);
  }
  await field("Currency").fill("EU");
  await expect(field("Currency")).not.toHaveAccessibleDescription(remark);
  await field("Amount").focus();
  await expect(field("Currency")).toHaveAccessibleDescription(remark);
  await field("Currency").fill("EUR");
  await expect(field("Currency")).not.toHaveAccessibleDescription(remark);
  await field("Currency").fill("EURO");
  await button("Simulate credit").click();
  await expect(rows(/^Call Credit of .*EURO/)).toHaveCount(1);
});

test("a complaint about an amount or a currency has the whole width of the form", async ({ open }) => {
  const page = await open("latency=0&profile=acme-test");
  const { button, field, tab } = windowParts(page);
  await tab("Charge").click();
  await expect(field("From")).toHaveAttribute("placeholder", "Payer’s reference");
  await field("Amount").fill("50 000");
  await field("Currency").fill("");
  await button("Simulate charge").click();
  const whole = (await field("From").boundingBox())?.width ?? 0;
  const complaints = [page.getByText("Leave out what separates the digits"), page.getByText("Enter a currency code")];
  for (const complaint of complaints) {
    await expect(complaint).toBeVisible();
    expect((await complaint.boundingBox())?.width).toBeGreaterThanOrEqual(whole);
  }
  // Each is still what its own field is described by.
  await expect(field("Amount")).toHaveAccessibleDescription(/separates the digits/);
  await expect(field("Currency")).toHaveAccessibleDescription(/currency code/);
});

test("a result goes when the form under it is wrong, and the inspector goes on to the new one", async ({ open }) => {
  const page = await open("latency=0&log=empty");
  const { answer, button, field, inspector, tab, rows } = windowParts(page);
  await tab("Credit").click();
  await button("Simulate credit").click();
  await expect(answer.getByText("Test complete", { exact: true })).toBeVisible();
  await rows(/Credit of/).click();
  await expect(inspector.getByRole("heading", { name: /Credit of/ })).toBeVisible();

  // Whichever part of an event was looked at, of a new one it is what came of it.
  await inspector.getByRole("tab", { name: "Sent" }).click();
  await field("Amount").fill("0");
  await button("Simulate credit").click();
  await expect(answer.getByText("422").first()).toBeVisible();
  await expect(inspector.getByRole("tab", { name: "Overview" })).toHaveAttribute("aria-selected", "true");
  await expect(inspector.getByText(/amount must be at least 1/i).first()).toBeVisible();
  // Beside its field, and not once more below.
  await expect(field("Amount")).toHaveAccessibleDescription(/The amount must be at least 1/);
  await expect(answer.getByText(/beside its field/)).toBeVisible();
  await expect(answer.getByText(/amount must be at least 1/i)).toHaveCount(0);
  // All that the service said is one press away.
  await answer.getByRole("button", { name: "Show its answer" }).click();
  await expect(inspector.getByRole("tab", { name: "Answer" })).toHaveAttribute("aria-selected", "true");

  await field("Amount").fill("12,5");
  await button("Simulate credit").click();
  await expect(page.getByText(/Enter a whole number of units/)).toBeVisible();
  await expect(answer.getByText("422").first()).toBeHidden();
  await expect(answer).toContainText("Nothing was sent");
});

test("who says under the form that a webhook is read wrongly is led to its values, and back to a correction that is not saved", async ({
  open,
}) => {
  const page = await open("latency=0&log=runs");
  await page.setViewportSize({ width: 1280, height: 758 });
  const { answer, button, inspector, tab } = windowParts(page);
  await tab("Charge").click();
  await button("Simulate charge").click();
  await expect(answer.getByText("Hook sent", { exact: true })).toBeVisible();
  await page.evaluate(async () => {
    const { journal } = window.fakeBridge.bridge;
    const rows = await journal.page({ limit: 300, filter: "" });
    const calls = rows.ok ? rows.value.events.flatMap((event) => (event.kind === "call" ? [event] : [])) : [];
    const call = calls.at(-1);
    const asked = calls.map(({ run }) => run).find((run) => run?.verdict.code === "unconfirmed");
    if (call === undefined || asked === undefined) throw new Error("Nothing to ask about.");
    window.fakeBridge.push("runs.changed", { runs: [{ ...asked, id: call.id, startedAt: call.at }], ties: [] });
  });
  const question = answer.getByRole("region", { name: "Is it read correctly?" });
  await expect(question).toBeInViewport({ ratio: 1 });
  await expect(question.getByRole("code")).toHaveText("transfer.total");
  // It is scrolled to, and the edge above cuts through nothing.
  const cut = await question.evaluate((part) => {
    const panel = part.closest("[role=tabpanel]");
    if (panel === null) throw new Error("The form has no panel.");
    const edge = panel.getBoundingClientRect().top;
    const texts = document.createTreeWalker(panel, NodeFilter.SHOW_TEXT);
    const lines: string[] = [];
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      const range = document.createRange();
      range.selectNode(text);
      if ([...range.getClientRects()].some(({ top, bottom }) => top < edge - 1 && bottom > edge + 1))
        lines.push(text.textContent ?? "");
    }
    return { scrolled: panel.scrollTop, lines };
  });
  expect(cut.scrolled).toBeGreaterThan(0);
  expect(cut.lines).toEqual([]);
  await question.getByRole("button", { name: "No, correct it…" }).click();
  const tree = inspector.getByRole("tree");
  await expect(tree).toBeFocused();
  await tree
    .getByRole("treeitem")
    .filter({ hasText: /^note:/ })
    .click();
  await page.keyboard.press("Enter");
  await page.getByRole("menuitemcheckbox", { name: "This is the remark" }).click();
  // A yes would save the correction, beside words of the reading without it.
  const correcting = answer.getByRole("region", { name: "You are correcting how it is read" });
  await expect(correcting).toContainText("not saved yet");
  await expect(correcting.getByRole("button")).toHaveText(["Go to the correction"]);
  await inspector.getByRole("tab", { name: "Overview" }).click();
  await correcting.getByRole("button").click();
  await expect(tree).toBeFocused();
  await expect(inspector.getByRole("button", { name: "Yes, save this reading" })).toBeVisible();
});

test("an answer is not green while the webhook of its simulation is missing", async ({ open }) => {
  const page = await open("latency=0&log=empty");
  const { answer, button, tab } = windowParts(page);
  await tab("Credit").click();
  await button("Simulate credit").click();
  await expect(answer.getByText("Test complete", { exact: true })).toBeVisible();
  await page.evaluate(async () => {
    const rows = await window.fakeBridge.bridge.journal.page({ limit: 10, filter: "kind:call" });
    const call = rows.ok ? rows.value.events.at(-1) : undefined;
    if (call === undefined) throw new Error("The call has no row.");
    window.fakeBridge.push("runs.changed", {
      runs: [
        {
          id: call.id,
          operation: "credit",
          startedAt: call.at,
          deadline: call.at + 30_000_000,
          call: "accepted",
          verdict: { code: "missing", call: "accepted" },
          certainty: null,
          counts: { duplicates: 0, retries: 0, extras: 0, unconfirmed: 0, possible: 0, astray: 0 },
        },
      ],
      ties: [],
    });
  });
  await expect(answer.getByText(/Webhook: missing/)).toBeVisible();
  await expect(answer.locator("[data-tone]").first()).toHaveAttribute("data-tone", "bad");
  // Nor is it red under a title that tells of a success.
  await expect(answer.getByText("The webhook is missing", { exact: true })).toBeVisible();
  await expect(answer.getByText("Test complete", { exact: true })).toBeHidden();
  await expect(answer.getByText(/^The service accepted the simulated credit and answered/)).toBeVisible();
});

test("an answer whose webhook has a wrong amount says which, whatever the inspector shows", async ({ open }) => {
  const page = await open("latency=0&log=empty");
  const { answer, button, tab } = windowParts(page);
  await tab("Credit").click();
  await button("Simulate credit").click();
  await expect(answer.getByText("Test complete", { exact: true })).toBeVisible();
  await page.evaluate(async () => {
    const rows = await window.fakeBridge.bridge.journal.page({ limit: 10, filter: "kind:call" });
    const call = rows.ok ? rows.value.events.at(-1) : undefined;
    if (call === undefined) throw new Error("The call has no row.");
    const wrong = { field: "amount", state: "differs", expected: "50000", actual: "50001" } as const;
    window.fakeBridge.push("runs.changed", {
      runs: [
        {
          id: call.id,
          operation: "credit",
          startedAt: call.at,
          deadline: call.at + 30_000_000,
          call: "accepted",
          verdict: { code: "mismatch", after: 420_000, fields: [{ ...wrong, path: "data.amount", hint: null }] },
          certainty: null,
          counts: { duplicates: 0, retries: 0, extras: 0, unconfirmed: 0, possible: 0, astray: 0 },
        },
      ],
      ties: [],
    });
  });
  await expect(answer.getByText(/Webhook: amount mismatch/)).toBeVisible();
  await expect(answer.getByText(/50.000.*50.001|50.001.*50.000/)).toBeVisible();
});

test("an answer whose webhook came to another path leads to the right address, and so does the listener", async ({
  open,
}) => {
  const page = await open("latency=0&log=runs&profile=acme-test");
  const { answer, inspector, tab } = windowParts(page);
  await tab("Credit").click();
  await page.getByLabel("Amount").fill("700");
  await page.getByLabel("Currency").fill("NGN");
  await page.getByLabel("User reference").fill("ref_ada");
  await page.keyboard.press("Control+Enter");
  await expect(answer.getByText("Test complete", { exact: true })).toBeVisible();
  await page.evaluate(async () => {
    const { bridge, push } = window.fakeBridge;
    const rows = await bridge.journal.page({ limit: 200, filter: "" });
    const events = rows.ok ? rows.value.events : [];
    const call = events.findLast(({ kind }) => kind === "call");
    const stray = events.findLast((event) => event.kind === "delivery" && !event.onPath);
    if (call === undefined || stray === undefined) throw new Error("There is no row of one of them.");
    const counts = { duplicates: 0, retries: 0, extras: 0, unconfirmed: 0, possible: 0, astray: 1 };
    const verdict = { code: "missing", call: "accepted" } as const;
    const times = { startedAt: call.at, deadline: call.at + 30_000_000 };
    const run = {
      id: call.id,
      operation: "credit",
      ...times,
      call: "accepted",
      verdict,
      certainty: null,
      counts,
    } as const;
    const other = stray.kind === "delivery" ? await bridge.runs.get({ id: stray.tie?.runId ?? 0 }) : undefined;
    if (other?.ok !== true) throw new Error("There is no run of the other one.");
    window.fakeBridge.handle("runs", "get", () => ({ ...other.value, summary: run }));
    push("runs.changed", {
      runs: [run],
      ties: [
        { deliveryId: stray.id, runId: call.id, role: "astray", certainty: "likely", after: 1_000, byHand: false },
      ],
    });
    const appended = [{ ...stray, id: stray.id + 1_000 }];
    push("journal.changed", { appended, amended: [], reset: false, skipped: 0 });
  });
  await answer.getByRole("button", { name: "Find the right address…" }).click();
  await expect(inspector.getByLabel("Webhook URL on the dashboard")).toBeFocused();
  // What is asked for then stands under the path, and not under the ways to a public address.
  await page.getByRole("button", { name: /Listening on/ }).click();
  await expect(page.getByRole("tab", { name: "Port and path" })).toHaveAttribute("aria-selected", "true");
});

test("the tab of a body says whose it is", async ({ open }) => {
  const page = await open();
  const { inspector, rows } = windowParts(page);
  await rows(/Credit of .* test complete/)
    .first()
    .click();
  await expect(inspector.getByRole("tab", { name: "Sent", exact: true })).toBeVisible();
  await expect(inspector.getByRole("tab", { name: "Answer", exact: true })).toBeVisible();
  await rows(/Webhook: charge/)
    .last()
    .click();
  await expect(inspector.getByRole("tab", { name: "Received", exact: true })).toBeVisible();
});

test("a charge shows all of its result without scrolling, at the usual size of a window", async ({ open }) => {
  const page = await open("latency=0&log=empty");
  await page.setViewportSize({ width: 1_280, height: 800 });
  const { answer, button, tab } = windowParts(page);
  await tab("Charge").click();
  await button("Simulate charge").click();
  await expect(answer.getByText("Hook sent", { exact: true })).toBeVisible();
  await expect(answer).toBeInViewport({ ratio: 1 });
  await expect(button("Simulate charge")).toBeInViewport({ ratio: 1 });
  const scrolled = await answer.evaluate((element) => {
    let place = element.parentElement;
    while (place !== null && place.scrollHeight <= place.clientHeight) place = place.parentElement;
    return {
      scrollTop: place?.scrollTop ?? 0,
      bottom: place?.getBoundingClientRect().bottom ?? innerHeight,
      own: element.getBoundingClientRect().bottom,
    };
  });
  expect(scrolled.own).toBeLessThanOrEqual(scrolled.bottom);
  expect(scrolled.scrollTop).toBe(0);
});

test("a message covers no field, no button and no row, however long it is", async ({ open }) => {
  const page = await open("latency=0&log=runs");
  const { button, rows } = windowParts(page);
  await expect(rows(/ref_/).first()).toBeVisible();
  await page.evaluate(() =>
    window.fakeBridge.failNext("forms", "get", "gone", "What the forms remember could not be read. ".repeat(6)),
  );
  await button("Simulate credit").click();
  const message = page.getByRole("region", { name: "Messages" }).getByText(/What the forms remember/);
  await expect(message).toBeVisible();
  const covered = await page.evaluate(() => {
    const area = document.querySelector('[aria-label="Messages"]')?.getBoundingClientRect();
    if (area === undefined) return ["no message"];
    const own = [...document.querySelectorAll('main input, main textarea, main button, main [role="row"]')];
    return own
      .filter((element) => {
        const { left, right, top, bottom, width } = element.getBoundingClientRect();
        const seen = document.elementFromPoint((left + right) / 2, Math.min(bottom, area.top) - 1);
        const isSeen = width > 0 && (element.contains(seen) || seen?.contains(element) === true);
        return isSeen && left < area.right && right > area.left && top < area.bottom - 1 && bottom > area.top + 1;
      })
      .map((element) => element.outerHTML.slice(0, 120));
  });
  expect(covered).toEqual([]);
});

test("the keys of larger and smaller are left to the host, while typing and while not", async ({ open }) => {
  const page = await open("latency=0");
  const { field } = windowParts(page);
  await page.evaluate(() => {
    Object.assign(window, { zoomKeys: [] });
    addEventListener("keydown", (event) => {
      if (event.ctrlKey)
        (window as unknown as { zoomKeys: unknown[] }).zoomKeys.push([event.key, event.defaultPrevented]);
    });
  });
  for (const focus of [async () => page.locator("body").focus(), async () => field("Amount").focus()]) {
    await focus();
    for (const key of ["+", "-", "0"]) await page.keyboard.press(`Control+${key}`);
  }
  const seen = await page.evaluate(() =>
    (window as unknown as { zoomKeys: [string, boolean][] }).zoomKeys.filter(([key]) => "+-0".includes(key)),
  );
  expect(seen).toEqual(["+", "-", "0", "+", "-", "0"].map((key) => [key, false]));
});

test("the switch between fields and body stays under the pointer", async ({ open }) => {
  const page = await open("latency=0");
  await page.getByRole("tab", { name: "Charge" }).click();
  const toggle = page.getByRole("switch", { name: "Edit body" });
  const before = await toggle.boundingBox();
  await toggle.dblclick();
  await expect(page.getByRole("combobox", { name: "Remark" })).toBeVisible();
  expect(await toggle.boundingBox()).toEqual(before);
  expect(await asked(page, "calls", "send")).toEqual([]);
});

test("a charge's fields stay where they are when its result has come", async ({ open }) => {
  const page = await open("latency=0");
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole("tab", { name: "Charge" }).click();
  const amount = page.getByRole("combobox", { name: "Amount" });
  const before = await amount.boundingBox();
  // A part that scrolls once it has more than fits.
  await expect(page.getByRole("tabpanel", { name: "Charge" })).toHaveCSS("scrollbar-gutter", "stable");
  await page.keyboard.press("Control+Enter");
  const result = page.getByRole("region", { name: "Answer" });
  await expect(result.getByText(/^Webhook: /)).toBeInViewport();
  expect(await amount.boundingBox()).toEqual(before);
});

test("a body that is written by hand is kept for the next start, and no more once the fields are back", async ({
  open,
}) => {
  const page = await open("latency=0");
  await page.getByRole("switch", { name: "Edit body" }).click();
  const body = page.getByRole("textbox", { name: "JSON body" });
  await body.focus();
  await page.keyboard.press("Control+End");
  await page.keyboard.type(" odd");
  const kept = async () => (await asked(page, "forms", "keep")).at(-1);
  await expect.poll(kept).toMatchObject({ id: "sandbox", bodies: { credit: expect.stringMatching(/\} odd$/) } });
  await page.getByRole("switch", { name: "Edit body" }).click();
  await expect.poll(kept).toMatchObject({ bodies: { credit: null } });
});

test("a refused body that is no JSON gets the same advice beside the form and in the inspector", async ({ open }) => {
  const page = await open("latency=0");
  const { answer, inspector, button } = windowParts(page);
  await page.getByRole("switch", { name: "Edit body" }).click();
  await page.getByRole("textbox", { name: "JSON body" }).press("Control+End");
  await page.keyboard.type(" odd");
  await button("Simulate credit").click();
  const advice = /^What was sent is not valid JSON: correct line \d+, column 3, then send it again/;
  await expect(answer.getByText(advice)).toBeVisible();
  // It is about that body alone.
  const former = answer.getByText("This is about what was sent before, not the values above.");
  await expect(former).toBeHidden();
  await page.getByRole("textbox", { name: "JSON body" }).press("Control+End");
  await page.keyboard.type("!");
  await expect(former).toBeVisible();
  await page.keyboard.press("Backspace");
  await expect(former).toBeHidden();
  await button("Show in log").click();
  await expect(inspector.getByText(advice)).toBeVisible();
});

test("what is said of empty fields is gone once a body was edited in their place", async ({ open }) => {
  const page = await open("latency=0");
  const { field } = windowParts(page);
  await page.getByRole("tab", { name: "Credit" }).click();
  await field("Amount").fill("");
  await page.getByRole("button", { name: "Simulate credit" }).click();
  await expect(page.getByText(/^Enter an amount/)).toBeVisible();
  const toggle = page.getByRole("switch", { name: "Edit body" });
  await toggle.click();
  await toggle.click();
  await expect(field("Amount")).toBeVisible();
  await expect(page.getByText(/^Enter an amount/)).toHaveCount(0);
});

test("every shortcut is listed with all its keys, the plus sign among them", async ({ open }) => {
  const page = await open("latency=0");
  await page.getByRole("button", { name: "Shortcuts" }).click();
  const dialog = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  const keysOf = (title: string) => dialog.locator("div, li, tr").filter({ hasText: title }).last().locator("kbd");
  await expect(keysOf("Zoom in")).toHaveText([/^(Ctrl|⌘)$/, "+"]);
  await expect(keysOf("Zoom out")).toHaveText([/^(Ctrl|⌘)$/, "-"]);
  await expect(keysOf("Reset zoom")).toHaveText([/^(Ctrl|⌘)$/, "0"]);
  // One key for calls and for webhooks: each entry says which it is about.
  const ofR = dialog.locator("dl > div").filter({ has: page.locator("dd", { hasText: /^(Shift|⇧)?R$/ }) });
  await expect(ofR.locator("dt")).toHaveText([/ call /, / call /, / webhook /, / webhook /]);
});

test("what is said of the short field has the whole line, and begins where it does", async ({ open }) => {
  const page = await open("latency=0");
  const { field } = windowParts(page);
  await page.getByRole("tab", { name: "Credit" }).click();
  await field("Currency").fill("naira");
  const hint = page.getByText(/^An ISO 4217/);
  const [long, amount] = [await hint.boundingBox(), await field("Amount").boundingBox()];
  expect(long?.x).toBeLessThanOrEqual(amount?.x ?? 0);
  await expect(hint).toHaveCSS("text-align", "start");
});

test("a form loses what was removed for good, keeps the rest, and does not take the focus", async ({ open }) => {
  const page = await open("latency=0&profile=staging");
  const { field, tab, button, log } = windowParts(page);
  await tab("Charge").click();
  for (const [label, text] of [
    ["Amount", "77700"],
    ["Currency", "NGN"],
    ["From", "CUS-12"],
    ["To", "CUS-13"],
  ] as const)
    await field(label).fill(text);
  await page.evaluate(() => {
    const { bridge } = window.fakeBridge;
    const { remove } = bridge.journal;
    Object.assign(bridge.journal, {
      remove: async (choice: Parameters<typeof remove>[0]) => {
        const result = await remove(choice);
        return result.ok
          ? { ...result, value: { ...result.value, forgotten: { names: ["CUS-13"], remarks: [] } } }
          : result;
      },
    });
  });
  const filter = page.getByRole("combobox", { name: "Filter events" });
  await filter.fill("kind:call");
  await filter.press("Enter");
  await button("Clear event log").click();
  await page.getByRole("menuitem", { name: "Remove what the filter shows for good…" }).click();
  await button(/^Remove .* events?$/).click();
  await expect(
    page.getByText(
      /^Removed .* for good: nothing of them is left in Linkdesk’s files but amounts and currencies in the forms$/,
    ),
  ).toBeVisible();
  await expect(field("To")).toHaveValue("");
  await expect(field("From")).toHaveValue("CUS-12");
  await expect(field("Amount")).toHaveValue("77700");
  // Keys typed now go to the log, and none into a form.
  await expect(log).toBeFocused();
});

test("a list with nothing left on offer is closed: it hides the rest from a screen reader", async ({ open }) => {
  const page = await open("latency=0");
  const { field, button, tab } = windowParts(page);
  await tab("Credit").click();
  const reference = page.getByRole("combobox", { name: "User reference" });
  await reference.fill("");
  await field("User reference").click();
  await expect(page.getByRole("option").first()).toBeVisible();
  await page.keyboard.type("none-that-is-known");
  await expect(page.getByRole("option")).toHaveCount(0);
  await expect(reference).toHaveAttribute("aria-expanded", "false");
  await expect(button("Simulate credit")).toBeVisible();
});

test("Enter in an open list of suggestions takes the chosen one or closes the list, and sends nothing", async ({
  open,
}) => {
  const page = await open("latency=0&log=empty");
  const { answer, field, tab } = windowParts(page);
  await tab("Credit").click();
  await field("User reference").fill("");
  await field("User reference").click();
  const list = page.getByRole("listbox");
  await expect(list).toBeVisible();
  await page.keyboard.type("ref");
  await page.keyboard.press("Enter");
  await expect(list).toBeHidden();
  await expect(field("User reference")).toHaveValue("ref");

  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  const chosen = await list.getByRole("option").first().locator("span").first().textContent();
  await page.keyboard.press("Enter");
  await expect(list).toBeHidden();
  await expect(field("User reference")).toHaveValue(chosen ?? "");
  await expect(answer.getByText("Test complete", { exact: true })).toBeHidden();
  expect(await asked(page, "calls", "send")).toEqual([]);

  await page.keyboard.press("Enter");
  await expect(answer.getByText("Test complete", { exact: true })).toBeVisible();
});

test("Tab goes on to the next field past what would set the value right, and Shift Tab leads back to that", async ({
  open,
}) => {
  const page = await open("latency=0");
  const { button, field, tab } = windowParts(page);
  await tab("Credit").click();
  await field("Amount").fill("7,500");
  await field("Amount").press("Enter");
  await expect(button(/^Use 7500/)).toBeVisible();
  await field("Amount").press("Tab");
  await expect(field("Currency")).toBeFocused();
  await page.keyboard.press("Shift+Tab");
  await expect(button(/^Use 7500/)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(field("Amount")).toHaveValue("7500");
});

test("what was to be set right is said no longer once the form has changed", async ({ open }) => {
  const page = await open("latency=0&log=empty");
  const { button, field, tab, answer } = windowParts(page);
  await tab("Credit").click();
  await field("Amount").fill("");
  await button("Simulate credit").click();
  await expect(answer).toContainText("Nothing was sent");
  await field("Amount").fill("5");
  await expect(answer).not.toContainText("Nothing was sent");
  await field("Amount").fill("");
  await button("Simulate credit").click();
  await expect(answer).toContainText("Nothing was sent");
  await page.getByRole("switch", { name: "Edit body" }).click();
  await expect(answer).not.toContainText("Nothing was sent");
});

test("the button that sends stays in sight where the form is longer than the window", async ({ open }) => {
  const page = await open("latency=0&log=empty");
  await page.setViewportSize({ width: 1024, height: 500 });
  const { button, field, tab } = windowParts(page);
  await tab("Charge").click();
  await expect(button("Simulate charge")).toBeInViewport({ ratio: 1 });
  for (const name of ["From", "To", "Remark"]) {
    await field(name).focus();
    const [at, below] = [await field(name).boundingBox(), await button("Simulate charge").boundingBox()];
    expect((at?.y ?? 0) + (at?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
  }
  for (const name of ["From", "To"]) {
    await field(name).fill("");
    expect(await field(name).evaluate((input) => input.scrollWidth <= input.clientWidth)).toBe(true);
  }
});

test("a press on Simulate counts where the field that it leaves pushes the button away", async ({ open }) => {
  const page = await open("latency=0&log=empty");
  const { button, field, tab, answer } = windowParts(page);
  await tab("Credit").click();
  const simulate = button("Simulate credit");
  /** Down, up once the button lies elsewhere, and nothing between. */
  const press = async () => {
    const box = await simulate.boundingBox();
    if (box === null) throw new Error("The button is not shown.");
    await page.mouse.move(box.x + box.width / 2, box.y + 2);
    await page.mouse.down();
    await expect.poll(async () => (await simulate.boundingBox())?.y).not.toBe(box.y);
    await page.mouse.up();
  };
  await field("Amount").fill("7,500");
  await press();
  await expect(button(/^Use 7500/)).toBeVisible();
  await expect(answer).toContainText("Nothing was sent");
  await expect(field("Amount")).toBeFocused();
  expect(await asked(page, "calls", "send")).toEqual([]);

  await field("Amount").fill("7500");
  await field("Currency").fill("EU");
  await press();
  await expect.poll(async () => (await asked(page, "calls", "send")).length).toBe(1);

  // Who leads the pointer away before letting go means no press.
  await expect(answer.getByText("Test complete", { exact: true })).toBeVisible();
  await simulate.hover();
  await page.mouse.down();
  await page.mouse.move(5, 300, { steps: 3 });
  await page.mouse.up();
  expect(await asked(page, "calls", "send")).toHaveLength(1);
});

test("of a link's whole address the id in it is offered, and nothing is refused", async ({ open }) => {
  const page = await open("latency=0");
  const { button, field, tab } = windowParts(page);
  await tab("Look up link").click();
  await field("Link ID").fill("https://pay.example/link/abc123?x=1");
  await expect(field("Link ID")).toHaveAccessibleDescription(/This is a whole address/);
  await expect(field("Link ID")).not.toHaveAttribute("aria-invalid", "true");
  await button("Use abc123").click();
  await expect(field("Link ID")).toHaveValue("abc123");
  await expect(page.getByText("This is a whole address")).toBeHidden();
});
