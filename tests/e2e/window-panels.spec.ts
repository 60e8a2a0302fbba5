import type { Locator, Page } from "playwright/test";
import { asked, expect, test } from "./window.ts";

test("a taken port is told where one simulates, and left for the free one there or in the panel", async ({ open }) => {
  const page = await open("listener=failed");
  const form = page.getByRole("form", { name: "Credit" });
  await expect(form.getByText("The listener could not start")).toBeVisible();
  await expect(form.getByRole("button", { name: "Use port 8788 instead" })).toBeVisible();
  await page.getByRole("button", { name: /Not listening: port 8787 is taken/ }).click();
  await page.getByRole("button", { name: "Use port 8788 instead" }).last().click();
  await expect(page.getByRole("button", { name: /Listening on http:\/\/127\.0\.0\.1:8788\/webhooks/ })).toBeVisible();
  await expect(page.getByText("Nothing is listening")).toBeHidden();
});

test("a listener stays where a taken port was asked for; stopped before, it goes back to the one that it had", async ({
  open,
}) => {
  const page = await open();
  await page.getByRole("button", { name: /Listening on http:\/\/127\.0\.0\.1:8787/ }).click();
  await page.getByRole("tab", { name: "Port and path" }).click();
  await page
    .getByRole("spinbutton", { name: "Port" })
    .or(page.getByRole("textbox", { name: "Port" }))
    .fill("8888");
  const panel = page.getByRole("dialog", { name: "Listener" });
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(panel.getByText(/Port 8888 is taken by another program\./)).toBeVisible();
  await expect(panel.getByLabel("Port", { exact: true })).toHaveAttribute("aria-invalid", "true");
  await expect(panel.getByRole("button", { name: "Use port 8889" })).toBeVisible();
  // Of another port that says nothing.
  await panel.getByLabel("Port", { exact: true }).fill("99999");
  await page.keyboard.press("Enter");
  await expect(panel.getByText(/Port 8888 is taken/)).toBeHidden();
  await expect(panel.getByRole("button", { name: "Use port 8889" })).toBeHidden();
  await expect(page.getByRole("button", { name: /Listening on http:\/\/127\.0\.0\.1:8787/ })).toBeVisible();
  await panel.getByRole("button", { name: "Stop listening" }).click();
  await panel.getByLabel("Port", { exact: true }).fill("8888");
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(panel.getByText("Nothing is listening")).toBeVisible();
  await expect(panel.getByRole("button", { name: "Use port 8889 instead" })).toBeVisible();
  await panel.getByRole("button", { name: "Go back to port 8787" }).click();
  await expect(page.getByRole("button", { name: /Listening on http:\/\/127\.0\.0\.1:8787/ })).toBeVisible();
  await expect(panel.getByText("Nothing is listening")).toBeHidden();
});

test("the free port that is offered for a taken one is had by a press", async ({ open }) => {
  const page = await open();
  await page.getByRole("button", { name: /Listening on/ }).click();
  await page.getByRole("tab", { name: "Port and path" }).click();
  await page.getByLabel("Port", { exact: true }).fill("8888");
  await page.getByRole("button", { name: "Apply" }).click();
  await page.getByRole("button", { name: "Use port 8889" }).click();
  await expect(page.getByRole("button", { name: /Listening on http:\/\/127\.0\.0\.1:8889/ })).toBeVisible();
  await expect(page.getByLabel("Port", { exact: true })).toHaveValue("8889");
  await expect(page.getByText(/is taken by another program/)).toBeHidden();
});

test("a port that is being typed stays when a webhook comes, and goes with the settings when they change", async ({
  open,
}) => {
  const page = await open();
  await page.getByRole("button", { name: /Listening on/ }).click();
  await page.getByRole("tab", { name: "Port and path" }).click();
  const port = page.getByLabel("Port", { exact: true });
  await port.fill("9001");
  const push = (more: object) =>
    page.evaluate(async (changed) => {
      const status = await window.fakeBridge.bridge.listener.status(null);
      if (!status.ok) throw new Error(status.message);
      const settings = { ...status.value.settings, ...changed };
      window.fakeBridge.push("listener.changed", { ...structuredClone(status.value), deliveries: 4711, settings });
    }, more);
  await push({});
  await expect(page.getByRole("button", { name: /Listening on/ })).toContainText(/4.?711/);
  await expect(port).toHaveValue("9001");
  await push({ port: 9_100 });
  await expect(port).toHaveValue("9100");
});

test("opened by its key, the listener's panel does nothing at Enter, nor at Tab and Space: its switch comes last", async ({
  open,
}) => {
  const page = await open();
  await page.keyboard.press("Control+l");
  await expect(page.getByRole("dialog", { name: "Listener" }).locator(":focus")).toHaveCount(1);
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("tab", { name: "Public address" })).toBeFocused();
  await page.keyboard.press("Space");
  await page.keyboard.press("Enter");
  expect(await asked(page, "listener", "stop")).toEqual([]);
  const stop = page.getByRole("dialog", { name: "Listener" }).getByRole("button").last();
  await expect(stop).toHaveAccessibleName("Stop listening");
  await stop.press("Space");
  await expect.poll(() => asked(page, "listener", "stop")).toHaveLength(1);
});

test("an address that others can reach is asked about first", async ({ open }) => {
  const page = await open();
  await page.getByRole("button", { name: /Listening on/ }).click();
  await page.getByRole("tab", { name: "Port and path" }).click();
  await page.getByLabel("Host").fill("0.0.0.0");
  await page.getByRole("button", { name: "Apply" }).click();
  const question = page.getByRole("alertdialog", { name: "Let other machines reach the listener?" });
  await question.getByRole("button", { name: "Cancel" }).click();
  expect(await asked(page, "listener", "configure")).toEqual([]);
  await page.getByRole("button", { name: "Apply" }).click();
  await question.getByRole("button", { name: "Listen on 0.0.0.0" }).click();
  await expect(page.getByText("Other machines can reach it")).toBeVisible();
  expect(await asked(page, "listener", "configure")).toMatchObject([{ exposureConfirmed: true }]);
});

test("the answer that is set in the listener's panel is kept in the profile", async ({ open }) => {
  const page = await open();
  await page.getByRole("button", { name: /Listening on/ }).click();
  await page.getByRole("tab", { name: "Answer" }).click();
  await page.getByLabel("Status").fill("99");
  await page.getByRole("button", { name: "Save to profile" }).click();
  await expect(page.getByLabel("Status")).toHaveAccessibleDescription("A final status is 200 to 599.");
  await page.getByRole("button", { name: "503", exact: true }).click();
  await page.getByRole("button", { name: "Add header" }).click();
  await expect(page.getByLabel("Name", { exact: true })).toBeFocused();
  await page.getByLabel("Name", { exact: true }).fill("Retry-After");
  await page.getByLabel("Value", { exact: true }).fill("5");
  await page.getByRole("button", { name: "Save to profile" }).click();
  await expect(page.getByRole("button", { name: "Save to profile" })).toBeDisabled();
  expect(await asked(page, "profiles", "update")).toMatchObject([
    {
      id: "sandbox",
      draft: { answerScript: { steps: [{ status: 503, headers: [{ name: "Retry-After", value: "5" }] }] } },
    },
  ]);
});

test("an answer that is not saved is not lost by Escape or a press elsewhere, and does not look as if it held", async ({
  open,
}) => {
  const page = await open();
  await page.getByRole("button", { name: /Listening on/ }).click();
  await page.getByRole("tab", { name: "Answer" }).click();
  await page.getByRole("group", { name: "Presets" }).getByRole("button").nth(1).click();
  await expect(page.getByRole("group", { name: "Presets" }).getByText("not saved yet")).toBeVisible();
  const question = page.getByRole("alertdialog", { name: "Save the changes?" });
  const goBack = async () => {
    await question.getByRole("button", { name: "Cancel" }).click();
    // While it fades it still covers what the next press is for.
    await expect(question).toBeHidden();
  };
  await page.keyboard.press("Escape");
  await goBack();
  await page.mouse.click(60, 640);
  await goBack();
  await page.keyboard.press("ControlOrMeta+,");
  await goBack();
  await page.getByRole("button", { name: "Save to profile" }).click();
  await expect(page.getByRole("group", { name: "Presets" }).getByText("not saved yet")).toBeHidden();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Save to profile" })).toBeHidden();
});

test("what was typed under a tab of the listener stays, and leaving saves all of it or shows what cannot be saved", async ({
  open,
}) => {
  const page = await open();
  const tab = (name: string) => page.getByRole("tab", { name });
  const listener = page.getByRole("button", { name: /Listening on/ });
  await listener.click();
  await tab("Forward").click();
  await page.getByLabel("Forward to").fill("http://127.0.0.1:3000");
  await tab("Answer").click();
  await page.getByRole("group", { name: "Presets" }).getByRole("button").nth(1).click();
  await tab("Port and path").click();
  await page.getByLabel("Port", { exact: true }).fill("99999");
  await tab("Forward").click();
  await expect(page.getByLabel("Forward to")).toHaveValue("http://127.0.0.1:3000");
  for (const changed of ["Forward", "Answer", "Port and path"])
    await expect(tab(changed).getByRole("img", { name: "not saved yet" })).toBeVisible();

  await page.keyboard.press("Escape");
  const question = page.getByRole("alertdialog", { name: "Save the changes?" });
  await expect(question).toContainText("under Port and path, Answer and Forward");
  await question.getByRole("button", { name: "Save" }).click();
  await expect(page.getByLabel("Port", { exact: true })).toHaveAttribute("aria-invalid", "true");
  await expect(question).toBeHidden();
  await expect(tab("Port and path")).toHaveAttribute("aria-selected", "true");
  await page.getByRole("button", { name: "Discard" }).and(page.locator(":visible")).click();

  await page.keyboard.press("Escape");
  await question.getByRole("button", { name: "Save" }).click();
  await expect(tab("Forward")).toBeHidden();
  const kept = await asked(page, "profiles", "update");
  expect(kept).toHaveLength(2);
  expect(kept[1]).toMatchObject({
    draft: { answerScript: { steps: [{ status: 200 }] }, replay: { forward: { url: "http://127.0.0.1:3000" } } },
  });
});

test("what is on its way to be saved is waited for, and asked about only if it was refused", async ({ open }) => {
  const page = await open();
  await page.getByRole("button", { name: /Listening on/ }).click();
  await page.getByRole("tab", { name: "Answer" }).click();
  await page.getByRole("group", { name: "Presets" }).getByRole("button").nth(1).click();
  const saved = await page.evaluateHandle(() => window.fakeBridge.hold("profiles", "update"));
  await page.getByRole("button", { name: "Save to profile" }).click();
  await page.keyboard.press("Escape");
  const question = page.getByRole("alertdialog", { name: "Save the changes?" });
  const save = page.getByRole("button", { name: "Save to profile" });
  await expect(save).toHaveAttribute("aria-busy", "true");
  await expect(question).toBeHidden();
  await saved.evaluate((give) => give());
  await expect(save).toBeHidden();
  await expect(question).toBeHidden();

  await page.getByRole("button", { name: /Listening on/ }).click();
  await page.getByRole("tab", { name: "Forward" }).click();
  await page.getByLabel("Forward to").fill("localhost:8787");
  await page.getByRole("button", { name: "Use http://localhost:8787" }).click();
  for (const own of ["http://localhost:8787", "http://0.0.0.0:8787", "http://workstation:8787/a"]) {
    await page.getByLabel("Forward to").fill(own);
    await expect(page.getByText(/This is the address of this listener/)).toBeVisible();
  }
  await page.getByLabel("Forward to").fill("http://127.0.0.1:3000");
  await page.evaluate(() =>
    window.fakeBridge.failNext("profiles", "update", "settings-not-saved", "The disk is full."),
  );
  await page.getByRole("button", { name: "Save and forward" }).click();
  await page.keyboard.press("Escape");
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByText("The disk is full.")).toBeVisible();
});

test("an address that is saved is forwarded to, until a press of its own stops that", async ({ open }) => {
  const page = await open();
  const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
  const setting = () =>
    page.evaluate(async () => {
      const list = await window.fakeBridge.bridge.profiles.list(null);
      if (!list.ok) return null;
      const { profiles, selectedId } = list.value;
      return profiles.find(({ profile }) => profile.id === selectedId)?.profile.replay.forward;
    });
  await page.getByRole("button", { name: /Listening on/ }).click();
  await page.getByRole("tab", { name: "Forward" }).click();
  await page.getByLabel("Forward to").fill("http://127.0.0.1:3000");
  await press("Save and forward");
  await expect(page.getByText("Every webhook goes on to http://127.0.0.1:3000.")).toBeVisible();
  expect(await setting()).toMatchObject({ enabled: true, url: "http://127.0.0.1:3000" });

  // What the status line says of the latest one stands here, too.
  await page.evaluate(async () => {
    const log = await window.fakeBridge.bridge.journal.page({ limit: 50, filter: "kind:delivery" });
    const list = await window.fakeBridge.bridge.profiles.list(null);
    const event = log.ok ? log.value.events.find(({ kind }) => kind === "delivery") : undefined;
    const inUse = list.ok ? list.value.profiles.find(({ profile }) => profile.id === list.value.selectedId) : undefined;
    if (event?.kind !== "delivery" || inUse === undefined) return;
    const { id, name, mode } = inUse.profile;
    const outcome = { code: "refused", host: "127.0.0.1", port: "3000" } as const;
    const forward = { outcome, status: null, duration: 0 };
    const failed = { ...event, id: 99_999, profile: { id, name, mode }, forward };
    window.fakeBridge.push("journal.changed", { appended: [failed], amended: [], reset: false, skipped: 0 });
  });
  const callout = page.getByRole("form", { name: "Forwarding" }).getByText("Forward to 127.0.0.1:3000 failed");
  await expect(callout).toBeVisible();
  await expect(
    page.getByText(/^The latest webhook, of .* was to be sent on to http:\/\/127\.0\.0\.1:3000\./),
  ).toBeVisible();

  await press("Stop forwarding");
  await expect(page.getByText("No webhook is sent on to http://127.0.0.1:3000.")).toBeVisible();
  // Another setting starts nothing.
  await page.getByRole("switch", { name: "Name the target in the Host header" }).click();
  await expect(page.getByRole("button", { name: "Start forwarding" })).toBeHidden();
  await press("Save to profile");
  await expect(page.getByRole("button", { name: "Start forwarding" })).toBeVisible();
  expect(await setting()).toEqual({ enabled: false, url: "http://127.0.0.1:3000", host: "target" });

  await page.getByLabel("Forward to").fill("https://hooks.example.com");
  await press("Save and forward");
  await page.getByRole("alertdialog").getByRole("button", { name: "Forward there" }).click();
  await expect(page.getByText("Every webhook goes on to https://hooks.example.com.")).toBeVisible();
  await press("Stop forwarding");
  await press("Start forwarding");
  await expect(page.getByText("Every webhook goes on to https://hooks.example.com.")).toBeVisible();
  await page.getByLabel("Forward to").fill("");
  await press("Save to profile");
  await expect(page.getByText(/^Forwarding is/)).toBeHidden();
  expect(await setting()).toMatchObject({ enabled: false, url: "" });
});

test("a script is put together step by step, named in the bar, and undone in one press", async ({ open }) => {
  const page = await open();
  await page.getByRole("button", { name: /Listening on/ }).click();
  await page.getByRole("tab", { name: "Answer" }).click();
  await page.getByRole("button", { name: "Fail twice, then succeed" }).click();
  await page.getByRole("button", { name: "Move step 3 up" }).click();
  await page.getByRole("combobox", { name: "What happens, step 1" }).click();
  await page.getByRole("option", { name: /^Never answer/ }).click();
  await page.getByRole("listitem", { name: "Step 1" }).getByLabel("Hang up after").fill("1500");
  await page.getByRole("button", { name: "Start over" }).click();
  await page.getByRole("button", { name: "Save to profile" }).click();
  await page.getByRole("button", { name: "Begin again" }).click();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "On purpose: no answer, 200, 500" })).toBeVisible();
  await page.getByRole("button", { name: "Back to 200" }).click();
  await expect(page.getByRole("button", { name: /^On purpose/ })).toBeHidden();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("button", { name: "On purpose: no answer, 200, 500" })).toBeVisible();
  expect(await asked(page, "listener", "restartScript")).toHaveLength(1);
  const steps = [{ does: "hang", limitMs: 1_500 }, { status: 200 }, { status: 500 }];
  expect(await asked(page, "profiles", "update")).toMatchObject([
    { draft: { answerScript: { order: "sequence", per: "webhook", atEnd: "again", steps } } },
    { draft: { answerScript: { steps: [{ status: 200 }] } } },
    { draft: { answerScript: { steps } } },
  ]);
  // The words in the bar lead to the panel, which has the way back, too.
  await page.getByRole("button", { name: /^On purpose/ }).click();
  await page.getByRole("form", { name: "Listener answer" }).getByRole("button", { name: "Back to 200" }).click();
  await expect(page.getByRole("button", { name: /^On purpose/, includeHidden: true })).toHaveCount(0);
});

test("chances are set with what failing looks like and what the rest gets", async ({ open }) => {
  const page = await open();
  await page.getByRole("button", { name: /Listening on/ }).click();
  await page.getByRole("tab", { name: "Answer" }).click();
  await page.getByRole("button", { name: "By chance" }).click();
  await page.getByLabel("How many fail").fill("120");
  await page.getByRole("button", { name: "Save to profile" }).click();
  await expect(page.getByLabel("How many fail")).toHaveAccessibleDescription("0 to 100.");
  await page.getByLabel("How many fail").fill("50");
  await page.getByLabel("Seed").fill("42");
  await page.getByRole("button", { name: "Save to profile" }).click();
  await expect(page.getByRole("button", { name: "Save to profile" })).toBeDisabled();
  expect(await asked(page, "profiles", "update")).toMatchObject([
    {
      draft: {
        answerScript: { order: "chance", percent: 50, seed: 42, failing: { status: 500 }, otherwise: { status: 200 } },
      },
    },
  ]);
});

test("a sandbox that misbehaves is named in the bar and goes back to normal in one press", async ({ open }) => {
  const page = await open();
  await page.getByRole("button", { name: "Sandbox behaviour" }).click();
  await page.getByRole("radio", { name: /^500/ }).click();
  await page.getByLabel("Webhook delay").fill("-1");
  await page.getByLabel("Attempts", { exact: true }).fill("1");
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Sandbox" });
  await expect(dialog.getByText("Changed on purpose: answers 500.")).toBeVisible();
  // What a choice does to the webhook is said with it.
  await dialog.getByRole("combobox", { name: "Body of a charge’s webhook" }).click();
  const option = page.getByRole("option", { name: /^Without the remark/ });
  await expect(option).toContainText("The verdict names what is left out.");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("button", { name: "Sandbox: answers 500" })).toBeVisible();
  await page.getByRole("button", { name: "Sandbox back to normal" }).click();
  await expect(page.getByRole("button", { name: "Sandbox behaviour" })).toBeVisible();
  const settings = await asked(page, "sandbox", "configure");
  expect(settings).toMatchObject([
    { behaviour: { answerFault: "500" } },
    { behaviour: { answerFault: "500", attempts: 1, webhookDelayMs: 150 } },
    { behaviour: { answerFault: "none", attempts: 4 } },
  ]);
});

test("the theme follows the system until one is chosen", async ({ open }) => {
  const page = await open();
  const scheme = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  await page.emulateMedia({ colorScheme: "light" });
  const light = await scheme();
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await scheme()).not.toBe(light);
  await page.getByRole("button", { name: "Preferences" }).click();
  await page.getByRole("button", { name: "Light" }).click();
  await expect.poll(scheme).toBe(light);
  expect(await asked(page, "preferences", "set")).toEqual([{ theme: "light" }]);
});

test("the columns are moved by keyboard and remembered", async ({ open }) => {
  const page = await open();
  await page.getByRole("separator", { name: "Width of the inspector" }).focus();
  await page.keyboard.press("ArrowLeft");
  await expect.poll(() => asked(page, "preferences", "set")).toHaveLength(1);
  const [set] = (await asked(page, "preferences", "set")) as [{ columns: number[] }];
  expect(set.columns).toHaveLength(3);
  expect(Math.round(set.columns.reduce((sum, each) => sum + each))).toBe(100);
});

test("a double click on a divider, or a command, brings back the width that a column had at first", async ({
  open,
}) => {
  const page = await open();
  for (const [name, key, column] of [
    ["Width of the actions", "ArrowRight", "Actions"],
    ["Width of the inspector", "ArrowLeft", "Inspector"],
  ] as const) {
    const divider = page.getByRole("separator", { name });
    const region = page.getByRole("region", { name: column, exact: true });
    const width = async () => Math.round((await region.boundingBox())?.width ?? 0);
    const first = await width();
    for (const bringBack of [
      () => divider.dblclick(),
      async () => {
        await page.keyboard.press("Control+k");
        await page.keyboard.type("reset widths");
        await page.keyboard.press("Enter");
      },
    ]) {
      await divider.focus();
      await page.keyboard.press(key);
      await expect.poll(width).not.toBe(first);
      await bringBack();
      await expect.poll(width).toBe(first);
    }
  }
  const set = await asked(page, "preferences", "set");
  // Each time the key, the double click, the key again and the command: all are remembered.
  expect(set).toHaveLength(8);
  expect(set.at(-1)).toEqual({ columns: null });
});

test("the palette does what is asked with a few letters and Enter", async ({ open }) => {
  const page = await open();
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("combobox", { name: "Search commands" })).toBeFocused();
  await page.keyboard.type("acme live");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(page.getByText("Real money: simulations are off")).toBeVisible();
  expect(await asked(page, "profiles", "select")).toEqual([{ id: "acme-live" }]);
});

test("what the palette opens stays open, and the focus is in it", async ({ open }) => {
  const page = await open();
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("combobox", { name: "Search commands" })).toBeFocused();
  await page.keyboard.type("listener settings");
  await page.keyboard.press("Enter");
  const panel = page.getByRole("dialog", { name: "Listener" });
  await expect(panel.getByRole("tab", { name: "Port and path" })).toBeVisible();
  await expect(panel.locator(":focus")).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(panel).toBeHidden();
  await expect(page.getByRole("button", { name: /^Listening on/ })).toBeFocused();
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("combobox", { name: "Search commands" })).toBeFocused();
  await page.keyboard.type("all profiles");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Profiles" }).locator(":focus")).toHaveCount(1);
});

test("keys act on the bench, and not from within a dialog or while typing", async ({ open }) => {
  const page = await open();
  await page.getByLabel("Amount", { exact: true }).press("?");
  await expect(page.getByRole("dialog")).toBeHidden();
  await page.getByRole("banner").click({ position: { x: 4, y: 4 } });
  await page.keyboard.press("Shift+?");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("dialog", { name: "Command palette" })).toBeHidden();
});

test("no two things share a key that works everywhere", async ({ open }) => {
  const page = await open();
  await page.getByRole("button", { name: "Shortcuts" }).click();
  // While a dialog is open no key of the window works: what saves it may have the same as what sends a form.
  const rows = page.getByRole("dialog").locator("dl > div", { hasNotText: "in a dialog or panel" });
  const keys = await rows.locator("dd > *").allTextContents();
  // Escape and the arrows mean what the focused part makes of them.
  const everywhere = keys.filter((each) => each.startsWith("Ctrl"));
  expect(everywhere.length).toBeGreaterThan(6);
  expect(everywhere.filter((each, index) => everywhere.indexOf(each) !== index)).toEqual([]);
});

test("a choice in the application menu does what its command does", async ({ open }) => {
  const page = await open();
  await page.evaluate(() => window.fakeBridge.push("app.command", { command: "preferences" }));
  await expect(page.getByRole("dialog", { name: "Preferences" })).toBeVisible();
});

test("a fault in the window says that nothing is lost, and Reload mends it", async ({ open, faults }) => {
  const page = await open();
  await page.getByRole("button", { name: /Listening on/ }).click();
  await page.evaluate(() => {
    const { trim } = String.prototype;
    Object.assign(String.prototype, {
      trim(this: string) {
        if (String(this) === "127.0.0.1") throw new Error("A fault");
        return trim.call(this);
      },
    });
  });
  await page.getByRole("tab", { name: "Port and path" }).click();
  await expect(page.getByRole("alert")).toContainText("Nothing recorded is lost");
  await page.getByRole("button", { name: "Reload" }).click();
  await expect(page.getByRole("button", { name: /Listening on/ })).toBeVisible();
  expect(faults.length).toBeGreaterThan(0);
  faults.length = 0;
});

test("what was cleared is brought back from the preferences when its message is gone", async ({ open }) => {
  const page = await open();
  const rows = page.getByRole("grid", { name: "Event log" }).getByRole("row");
  await expect(rows.first()).toBeVisible();
  await page.getByRole("button", { name: "Clear event log" }).click();
  await page.getByRole("menuitem", { name: "Clear the whole event log" }).click();
  await expect(rows).toHaveCount(0);
  await page.getByRole("button", { name: "Preferences" }).click();
  const dialog = page.getByRole("dialog", { name: "Preferences" });
  await dialog.getByRole("button", { name: "Bring back" }).click();
  await expect(dialog.getByText("No cleared events are left.")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(rows.first()).toBeVisible();
});

test("how much of the event log is kept can be changed, and what would be lost is said first", async ({ open }) => {
  const page = await open();
  await page.getByRole("button", { name: "Preferences" }).click();
  const dialog = page.getByRole("dialog", { name: "Preferences" });
  const events = dialog.getByLabel("Events kept");
  await expect(events).toHaveValue("1 000 000");
  const apply = dialog.getByRole("button", { name: "Apply limits" });
  await expect(apply).toBeDisabled();
  await events.fill("12");
  await expect(events).toHaveAccessibleDescription("At least 1,000 events.");
  await events.fill("many");
  await expect(events).toHaveAccessibleDescription("Enter a whole number.");
  await expect(apply).toBeDisabled();
  // Nothing in the log is beyond these: no question.
  await events.fill("");
  await dialog.getByLabel("Space used").fill("10 240");
  await apply.click();
  await expect(page.getByText("Changed how much of the event log is kept").first()).toBeVisible();
  expect(await asked(page, "journal", "configureRetention")).toEqual([
    { maxEvents: null, maxBytes: 10_240 * 1_048_576, maxAgeDays: 90 },
  ]);
  await page.evaluate(() =>
    window.fakeBridge.handle("journal", "stats", () => ({
      events: 5_000,
      bytesOnDisk: 11_500_000,
      indexLag: 0,
      oldest: 1_000_000,
      cleared: 40,
    })),
  );
  await expect(dialog.getByText("11.5 MB")).toBeVisible();
  await events.fill("1000");
  await apply.click();
  const question = page.getByRole("alertdialog", { name: "Keep less of the event log?" });
  await expect(question).toContainText("4 000 events are beyond the new number.");
  await question.getByRole("button", { name: "Cancel" }).click();
  expect(await asked(page, "journal", "configureRetention")).toHaveLength(1);
  await apply.click();
  await question.getByRole("button", { name: "Keep less" }).click();
  await expect.poll(() => asked(page, "journal", "configureRetention")).toHaveLength(2);
  await page.evaluate(() => window.fakeBridge.failNext("journal", "purgeCleared", "journal-full", "The disk is full."));
  const remove = dialog.getByRole("button", { name: "Remove for good…" });
  const sure = page.getByRole("alertdialog", { name: "Remove 40 cleared events for good?" });
  await remove.click();
  await sure.getByRole("button", { name: "Remove for good" }).click();
  await expect(page.getByRole("region", { name: "Messages" }).getByText("The disk is full.")).toBeVisible();
  await remove.click();
  await sure.getByRole("button", { name: "Remove for good" }).click();
  await expect(page.getByText("Removing 40 cleared events for good").first()).toBeVisible();
});

test("causes that could not be looked into are said so, and looked into again in one press", async ({ open }) => {
  const page = await open("profile=acme-test");
  await page.evaluate(() => window.fakeBridge.failNext("diagnosis", "check", "journal-unavailable", "It is shut."));
  await page.getByRole("button", { name: /Listening on/ }).click();
  await page.getByRole("tab", { name: "Nothing arrives?" }).click();
  const causes = page.getByRole("region", { name: "Possible causes" });
  await expect(causes.getByText("It is shut.")).toBeVisible();
  await causes.getByRole("button", { name: "Look again" }).press("Enter");
  await expect(causes.getByText("It is shut.")).toBeHidden();
  await causes.getByLabel("Webhook URL on the dashboard").fill("https://acme.tunnel.example/hooks");
  await page.keyboard.press("Enter");
  const differs = causes.getByRole("row", { name: "Path /hooks /webhooks differs" });
  await expect(differs).toBeVisible();
  await causes.getByRole("button", { name: "Copy http://127.0.0.1:8787/webhooks" }).first().click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("http://127.0.0.1:8787/webhooks");
  // So does what came to another path: the right address is named there, too.
  await expect(
    causes.getByText(/^If it is the webhook, set http:\/\/127\.0\.0\.1:8787\/webhooks on the dashboard/),
  ).toBeVisible();
  // Another address in the field: what was compared and what would be tested is not that one.
  await causes.getByLabel("Webhook URL on the dashboard").fill("nonsense");
  await expect(differs).toBeHidden();
  await expect(causes.getByRole("button", { name: /^Test/ })).toBeDisabled();
  await causes.getByLabel("Webhook URL on the dashboard").fill("https://acme.tunnel.example/hooks");
  await expect(differs).toBeVisible();
  // All of it is seen, so that a wheel above it goes on moving the list.
  const question = causes.getByLabel("The question, ready to be sent");
  expect(await question.evaluate((each) => each.scrollHeight - each.clientHeight)).toBe(0);
  await causes.getByRole("button", { name: "Copy the question" }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain("Sent (UTC)");
});

/** Has the dashboard's address compared among the possible causes. */
async function compareAddress(page: Page): Promise<Locator> {
  await page.getByRole("button", { name: /Listening on/ }).click();
  await page.getByRole("tab", { name: "Nothing arrives?" }).click();
  const causes = page.getByRole("region", { name: "Possible causes" });
  await causes.getByLabel("Webhook URL on the dashboard").fill("https://acme.tunnel.example/webhooks");
  await page.keyboard.press("Enter");
  return causes;
}

test("a test of the address that takes its time is not lost when something else happens meanwhile", async ({
  open,
}) => {
  const page = await open("profile=acme-test&latency=0");
  const causes = await compareAddress(page);
  const answer = await page.evaluateHandle(() => window.fakeBridge.hold("diagnosis", "prove"));
  await causes.getByRole("button", { name: "Test the address" }).click();
  const waits = causes.getByText("Waiting for our own request to arrive");
  await expect(waits).toBeVisible();
  await page.evaluate(async () => {
    const status = await window.fakeBridge.bridge.listener.status(null);
    // The pause before a look of its own is over at once.
    const { setTimeout } = window;
    Object.assign(window, { setTimeout: (handler: () => void) => setTimeout(handler, 0) });
    if (status.ok) window.fakeBridge.push("listener.changed", status.value);
    Object.assign(window, { setTimeout });
    await new Promise((resolve) => setTimeout(resolve, 0));
  });
  await expect(waits).toBeVisible();
  await answer.evaluate((give) => give());
  await expect(waits).toBeHidden();
  await expect(causes.getByRole("button", { name: "Test it again" })).toBeVisible();
});

test("the address can be tested while causes are looked into", async ({ open }) => {
  const page = await open("profile=acme-test&latency=0");
  const causes = await compareAddress(page);
  await expect(causes.getByRole("button", { name: "Test the address" })).toBeEnabled();
  const answer = await page.evaluateHandle(() => window.fakeBridge.hold("diagnosis", "check"));
  await causes.getByRole("button", { name: "Look again" }).click();
  await expect(causes).toHaveAttribute("aria-busy", "true");
  await causes.getByRole("button", { name: "Test the address" }).click();
  await expect(causes.getByRole("button", { name: "Test it again" })).toBeVisible();
  await answer.evaluate((give) => give());
  // Another address was never tested: nothing is tested again.
  await causes.getByLabel("Webhook URL on the dashboard").fill("https://other.tunnel.example/webhooks");
  await expect(causes.getByText("This address has not been tested yet: compare it first.")).toBeVisible();
  await expect(causes.getByRole("button", { name: "Test the address" })).toBeDisabled();
});

test("an address that cannot be one says so, and nothing of the address before stands beside it", async ({ open }) => {
  const page = await open("profile=acme-test&latency=0");
  await page.getByRole("button", { name: /Listening on/ }).click();
  await page.getByRole("tab", { name: "Nothing arrives?" }).click();
  const address = page.getByLabel("Webhook URL on the dashboard");
  const probe = page.getByRole("button", { name: "Test the address" });
  const parts = page.getByRole("table").filter({ hasText: "On the dashboard" });
  await address.fill("https://acme.tunnel.example/hooks");
  await page.getByRole("button", { name: "Compare" }).click();
  await expect(parts).toBeVisible();
  await expect(probe).toBeEnabled();
  // What was found of the one before says nothing of another that is typed.
  const asked = page.getByRole("listitem").filter({ hasText: "Is the address on the dashboard" });
  await expect(asked).not.toContainText("has not been compared");
  await address.click();
  const place = await address.boundingBox();
  await address.fill("https://other.tunnel.example/hooks");
  await expect(asked).toContainText("This address has not been compared yet.");
  expect(await address.boundingBox()).toEqual(place);
  await expect(asked.getByRole("img", { name: "Not known yet" })).toBeVisible();
  await expect(page.getByText("This address has not been tested yet: compare it first.")).toBeVisible();
  await address.fill("127.0.0.1:8787/webhooks/");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Use http://127.0.0.1:8787/webhooks/" }).click();
  await expect(address).toHaveValue("http://127.0.0.1:8787/webhooks/");
  await address.fill("no address at all");
  await expect(parts).toBeHidden();
  await expect(probe).toBeDisabled();
});
