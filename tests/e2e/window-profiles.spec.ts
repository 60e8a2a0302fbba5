import type { Locator, Page } from "playwright/test";
import { asked, expect, test } from "./window.ts";

async function openProfiles(page: Page): Promise<void> {
  await page.keyboard.press("Control+Shift+m");
  await expect(page.getByRole("dialog", { name: "Profiles" })).toBeVisible();
}

const entry = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Profiles" }).getByRole("button", { name });

test("the window's title says the profile that is in use, and before it what happened unseen", async ({ open }) => {
  const page = await open("profile=acme-test");
  await expect(page).toHaveTitle("Linkdesk – Acme Payments");
  await page.getByRole("button", { name: /^Profile / }).click();
  await page.getByRole("menuitemcheckbox", { name: /^Sandbox/ }).click();
  await expect(page).toHaveTitle("Linkdesk – Sandbox");
  await page.evaluate(() => {
    document.hasFocus = () => false;
    window.fakeBridge.push("updates.changed", {
      state: "failed",
      source: "https://example.com",
      during: "download",
      message: "The disk is full.",
      offer: null,
    });
  });
  await expect(page).toHaveTitle("(1) Linkdesk – Sandbox");
});

test("in two columns of choices the arrow keys lead to the next one, as they stand, and round", async ({ open }) => {
  const page = await open("profile=acme-test");
  await openProfiles(page);
  const modes = page.getByRole("radiogroup", { name: "Mode" }).getByRole("radio");
  await modes.first().focus();
  const [from, below] = [await modes.first().boundingBox(), await modes.nth(1).boundingBox()];
  expect(below?.x).toBe(from?.x);
  expect(below?.y).toBeGreaterThan(from?.y ?? Infinity);
  for (const [key, to] of [
    ["ArrowDown", 1],
    ["ArrowRight", 2],
    ["ArrowDown", 3],
    ["ArrowDown", 0],
    ["ArrowUp", 3],
    ["ArrowRight", 0],
    ["ArrowLeft", 3],
    ["ArrowUp", 2],
  ] as const) {
    await page.keyboard.press(key);
    await expect(modes.nth(to)).toBeFocused();
    await expect(modes.nth(to)).toBeChecked();
  }
});

test("one Escape in the profiles goes past a tooltip, by pointer and by key, and asks before it loses a change", async ({
  open,
}) => {
  const page = await open();
  const dialog = page.getByRole("dialog", { name: "Profiles" });
  const duplicate = dialog.getByRole("button", { name: "Duplicate", exact: true });
  const tip = page.locator("[data-side]", { hasText: /^Duplicate$/ }).first();
  for (const changed of [false, true])
    for (const by of ["pointer", "key"]) {
      await openProfiles(page);
      if (changed) await dialog.getByRole("textbox", { name: "Name", exact: true }).first().fill(`Renamed by ${by}`);
      if (by === "pointer") await duplicate.hover();
      else {
        await page.mouse.move(0, 0);
        await dialog.getByRole("button", { name: "Export", exact: true }).focus();
        await page.keyboard.press("Shift+Tab");
      }
      await expect(tip).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(tip).toBeHidden();
      if (changed) await page.getByRole("button", { name: "Discard changes" }).click();
      await expect(dialog).toBeHidden();
    }
});

test("a new profile: every complaint beside its field, then created with its secret", async ({ open }) => {
  const page = await open();
  await page.getByRole("button", { name: /^Profile / }).click();
  await page.getByRole("menuitem", { name: "New profile" }).click();
  await page.getByLabel("Base URL").fill("http://exa mple.com");
  await page.getByRole("button", { name: "Create profile" }).click();
  await expect(page.getByLabel("Base URL")).toHaveAccessibleDescription(/^This is not an address\./);
  await page.getByLabel("Base URL").fill("ftp://example.test");
  await page.getByLabel("Answer within").fill("soon");
  await page.getByRole("button", { name: "Create profile" }).click();
  await expect(page.getByText("Give the profile a name.")).toBeVisible();
  await expect(page.getByLabel("Base URL")).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByLabel("Answer within")).toHaveAccessibleDescription("Enter a whole number.");
  expect(await asked(page, "profiles", "create")).toEqual([]);

  await page.getByLabel("Name", { exact: true }).fill("Beta");
  await expect(entry(page, "Beta")).toHaveAttribute("aria-current", "true");
  await page.getByRole("radio", { name: /^Test/ }).click();
  await page.getByLabel("Base URL").fill("https://beta.example.test/v1");
  await page.getByLabel("Answer within").fill("5000");
  await page.getByLabel("Key", { exact: true }).fill("pssk_live_123");
  await expect(page.getByText("looks like a live key, and this profile is in test mode")).toBeVisible();
  await page.getByRole("button", { name: "Create profile" }).click();
  await expect(entry(page, "Beta")).toHaveAttribute("aria-current", "true");
  await expect(page.getByText("Stored in your keychain")).toBeVisible();
  const [created] = await asked(page, "profiles", "create");
  expect(created).toMatchObject({
    draft: { name: "Beta", mode: "test", baseUrl: "https://beta.example.test/v1", timeouts: { totalMs: 5_000 } },
  });
  expect(await asked(page, "profiles", "setSecret")).toMatchObject([
    { slot: "authentication", value: "pssk_live_123" },
  ]);
});

test("what the form says of its profile leads to that profile, also right after the start", async ({ open }) => {
  const page = await open("profile=staging");
  await page.getByRole("tab", { name: "Credit", exact: true }).click();
  await page.getByRole("button", { name: "Edit profile" }).first().click();
  await expect(page.getByRole("dialog", { name: "Profiles" }).getByLabel("Name", { exact: true })).toHaveValue(/.+/);
  await expect(page.getByRole("dialog", { name: "Profiles" }).locator("[aria-current=true]")).not.toHaveText(
    /New profile/,
  );
});

test("where a secret is lacking, the way to its profile leads into its field", async ({ open }) => {
  const page = await open("profile=acme-test&latency=0");
  await page.evaluate(async () => {
    await window.fakeBridge.bridge.profiles.removeSecret({ id: "acme-test", slot: "authentication" });
    const view = await window.fakeBridge.bridge.profiles.list(null);
    if (view.ok) window.fakeBridge.push("profiles.changed", view.value);
  });
  await page.getByText("No key is set").first().waitFor();
  await page.getByRole("button", { name: "Edit profile" }).first().click();
  const field = page.getByRole("dialog", { name: "Profiles" }).getByLabel("Key", { exact: true });
  await expect(field).toBeFocused();
  await expect(field).toBeInViewport();
});

test("an answer that refuses the key leads to where the profile has it", async ({ open }) => {
  const page = await open("profile=acme-test&latency=0");
  await page.evaluate(() => {
    const { bridge } = window.fakeBridge;
    const { send } = bridge.calls;
    Object.assign(bridge.calls, {
      send: async (input: Parameters<typeof send>[0]) => {
        const result = await send(input);
        if (!result.ok) return result;
        const { event } = result.value;
        const outcome = {
          code: "status",
          status: 401,
          body: "json",
          message: "Unauthenticated.",
          errors: {},
          retryAfterSeconds: null,
          credentials: "sent",
        } as const;
        const refused = { ...event, summary: { ...event.summary, outcome, status: 401 } };
        return { ...result, value: { ...result.value, event: refused } };
      },
    });
  });
  await page.getByRole("tab", { name: "Look up link" }).click();
  await page.getByRole("combobox", { name: "Link ID" }).fill("lnk_1");
  await page.getByRole("button", { name: "Look up link" }).click();
  const answer = page.getByRole("region", { name: "Answer" });
  await expect(answer.getByText("The key was not accepted")).toBeVisible();
  await answer.getByRole("button", { name: "Edit profile" }).click();
  const replace = page.getByRole("group", { name: "Key" }).getByRole("button", { name: "Replace" });
  await expect(replace).toBeFocused();
  await expect(replace).toBeInViewport();
});

test("a secret with white space at its end, and a base URL with the path of a call, are mended by one press", async ({
  open,
}) => {
  const page = await open("profile=acme-test");
  await openProfiles(page);
  await page.getByLabel("Base URL").fill("https://api.acme.test/v1/test/credit");
  await page.getByRole("button", { name: "Cut it off" }).click();
  await expect(page.getByLabel("Base URL")).toHaveValue("https://api.acme.test/v1");
  await expect(page.getByRole("button", { name: "Cut it off" })).toHaveCount(0);
  await page.getByRole("group", { name: "Key" }).getByRole("button", { name: "Replace" }).click();
  const key = page.getByLabel("Key", { exact: true });
  await key.fill("pssk_test_1 ");
  await expect(page.getByText("Ends with a space, which counts as part of it.")).toBeVisible();
  await page.getByRole("button", { name: "Remove the space" }).click();
  await expect(key).toHaveValue("pssk_test_1");
  await expect(page.getByRole("button", { name: "Remove the space" })).toHaveCount(0);
});

test("a signing secret that is lacking is named beside the form and on its page, until it is there", async ({
  open,
}) => {
  const page = await open("profile=acme-test&latency=0");
  const without = async (slot: string) =>
    page.evaluate(async (gone) => {
      await window.fakeBridge.bridge.profiles.removeSecret({ id: "acme-test", slot: gone });
      const view = await window.fakeBridge.bridge.profiles.list(null);
      if (view.ok) window.fakeBridge.push("profiles.changed", view.value);
    }, slot);
  await without("signature:s1");
  await page.getByText("No signing secret is set").waitFor();
  await without("authentication");
  await expect(page.getByText("No key and no signing secret are set")).toBeVisible();
  await page.evaluate(() =>
    window.fakeBridge.bridge.profiles.setSecret({ id: "acme-test", slot: "authentication", value: "k" }),
  );
  await page.evaluate(async () => {
    const view = await window.fakeBridge.bridge.profiles.list(null);
    if (view.ok) window.fakeBridge.push("profiles.changed", view.value);
  });
  await expect(page.getByText("No signing secret is set")).toBeVisible();
  await page.getByRole("button", { name: "Edit profile" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Profiles" });
  const field = dialog.locator('[data-secret="signature:s1"] input');
  await expect(field).toBeFocused();
  await expect(dialog.getByText("Nothing is checked yet: no secret is set.")).toBeVisible();
  await field.fill("whsec");
  await expect(dialog.getByText(/^Each webhook that arrives/)).toBeVisible();
});

test("a secret can be replaced and removed, and is never in the page again", async ({ open }) => {
  const page = await open("profile=acme-test");
  await openProfiles(page);
  const key = page.getByRole("group", { name: "Key" });
  await key.getByRole("button", { name: "Replace" }).click();
  await expect(page.getByLabel("Key", { exact: true })).toBeFocused();
  await page.getByLabel("Key", { exact: true }).fill("MARKER-SECRET");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(key.getByText("Stored in your keychain")).toBeVisible();
  expect(await page.content()).not.toContain("MARKER-SECRET");
  await key.getByRole("button", { name: "Remove" }).click();
  await expect(key.getByText("Will be removed when you save.")).toBeVisible();
  expect(await asked(page, "profiles", "removeSecret")).toEqual([]);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByLabel("Key", { exact: true })).toBeVisible();
  expect(await asked(page, "profiles", "removeSecret")).toEqual([{ id: "acme-test", slot: "authentication" }]);
});

test("without a keychain a secret is stored only after consent", async ({ open }) => {
  const page = await open("profile=staging&secrets=unprotected");
  await openProfiles(page);
  const key = page.getByLabel("Key", { exact: true });
  const below = page.getByRole("button", { name: "Test connection" });
  await key.click();
  const place = await below.boundingBox();
  await page.keyboard.type("abc");
  await expect(page.getByText("Not saved yet").first()).toBeVisible();
  expect(await below.boundingBox()).toEqual(place);
  await page.getByRole("button", { name: "Store them anyway…" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).click();
  expect(await asked(page, "preferences", "set")).toEqual([]);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Kept for this session only")).toBeVisible();
  await page.getByRole("button", { name: "Store them anyway…" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alertdialog").getByRole("button", { name: "Cancel" })).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  expect(await asked(page, "preferences", "set")).toEqual([{ storeSecretsUnprotected: true }]);
  // The button that had asked is gone: the keyboard stays in the dialog.
  await expect(page.getByRole("dialog", { name: "Profiles" })).toBeFocused();
  await page.keyboard.press("Escape");
  await page.keyboard.press("ControlOrMeta+,");
  const preferences = page.getByRole("dialog", { name: "Preferences" });
  await expect(preferences.getByText("Secrets are stored without protection, as you agreed.")).toBeVisible();
});

test("that nothing keeps secrets is said once for all of a form", async ({ open }) => {
  const page = await open("profile=acme-test&secrets=unprotected");
  await openProfiles(page);
  await page.getByRole("switch", { name: "Secret" }).first().click();
  const consent = page.getByRole("button", { name: "Store them anyway…" });
  await expect(consent).toHaveCount(1);
  await page.getByRole("tab", { name: "Signature" }).click();
  await expect(consent).toHaveCount(1);
  await page.getByRole("tab", { name: "Runs" }).click();
  await expect(consent).toHaveCount(0);
});

test("a header that is made secret takes its value out of the profile", async ({ open }) => {
  const page = await open("profile=acme-test");
  await openProfiles(page);
  await page.getByRole("switch", { name: "Secret" }).first().click();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("group", { name: "Value" }).first()).toBeVisible();
  const [update] = await asked(page, "profiles", "update");
  expect(update).toMatchObject({
    draft: { extraHeaders: [{ name: "X-Tenant", value: "", secret: true }, { name: "X-Gateway-Token" }] },
  });
  expect(await asked(page, "profiles", "setSecret")).toMatchObject([{ slot: "header:h1", value: "acme" }]);
});

test("what is not saved is not lost by Escape, another profile or a refusal", async ({ open }) => {
  const page = await open("profile=acme-test");
  await openProfiles(page);
  const name = page.getByLabel("Name", { exact: true }).first();
  await name.fill("Renamed");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Keep editing" }).click();
  await expect(name).toHaveValue("Renamed");
  await entry(page, "Acme Payments live").click();
  await page.getByRole("button", { name: "Keep editing" }).click();

  await page.evaluate(() =>
    window.fakeBridge.failNext("profiles", "update", "settings-not-saved", "The disk is full."),
  );
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("The disk is full.")).toBeVisible();
  await expect(name).toHaveValue("Renamed");

  await entry(page, "Acme Payments live").click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Discard changes" }).click();
  await expect(page.getByLabel("Name", { exact: true }).first()).toHaveValue("Acme Payments live");
  expect(await asked(page, "profiles", "update")).toHaveLength(1);
});

test("Escape while a profile is being saved closes the dialog once it is saved, and loses nothing", async ({
  open,
}) => {
  const page = await open("profile=acme-test");
  await openProfiles(page);
  await page.getByLabel("Name", { exact: true }).first().fill("Renamed");
  const release = await page.evaluateHandle(() => window.fakeBridge.hold("profiles", "update"));
  await page.getByRole("button", { name: "Save" }).click();
  await page.keyboard.press("Escape");
  // It is waited for: nothing is asked about what is about to be saved.
  await expect(page.getByRole("button", { name: "Save", exact: true })).toHaveAttribute("aria-busy", "true");
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
  await expect(page.getByRole("dialog", { name: "Profiles" })).toBeVisible();
  await release.evaluate((answer) => answer());
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("button", { name: /^Profile Renamed/ })).toBeVisible();
});

test("an agreement to a host is taken back, kept after all, and gone once that is saved", async ({ open }) => {
  const page = await open("profile=acme-test");
  await openProfiles(page);
  const takeBack = (host: string) => page.getByRole("button", { name: `Take back the agreement to ${host}` });
  await takeBack("staging.acme.example").press("Enter");
  await expect(page.getByText("You are asked again once this is saved.")).toBeVisible();
  await page.getByRole("button", { name: "Keep the agreement to staging.acme.example" }).press("Enter");
  await expect(page.locator("output").getByText("Not saved yet")).toBeHidden();
  await takeBack("hooks.acme.example:8443").click();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(takeBack("hooks.acme.example:8443")).toHaveCount(0);
  await expect(takeBack("staging.acme.example")).toBeVisible();
  expect(await asked(page, "profiles", "update")).toMatchObject([
    { draft: { replay: { agreedDestinations: ["staging.acme.example"] } } },
  ]);
});

test("switching the signature check off asks before it deletes the secrets", async ({ open }) => {
  const page = await open("profile=acme-test");
  await openProfiles(page);
  const part = (name: RegExp) => page.getByRole("tab", { name });
  await part(/^Signature/).click();
  await page.getByRole("combobox", { name: "Signature" }).click();
  await page.getByRole("option", { name: /Not checked/ }).click();
  await part(/^Runs/).click();
  await page.getByRole("button", { name: "Save" }).click();
  const question = page.getByRole("alertdialog", { name: "Delete the secret of the signature?" });
  await expect(question).toContainText("“Present” would be deleted");
  await question.getByRole("button", { name: "Go back" }).click();
  await expect(part(/^Signature/)).toHaveAttribute("aria-selected", "true");
  expect(await asked(page, "profiles", "update")).toEqual([]);
  await page.getByRole("button", { name: "Save" }).click();
  await question.getByRole("button", { name: "Save and delete" }).click();
  await expect(page.locator("output").getByText("Not saved yet")).toBeHidden();
  expect(await asked(page, "profiles", "update")).toMatchObject([{ draft: { signature: null } }]);
});

test("a profile that was deleted comes back with Undo", async ({ open }) => {
  const page = await open("profile=acme-test");
  await openProfiles(page);
  await page.getByRole("button", { name: "Delete" }).click();
  await expect(entry(page, "Acme Payments").filter({ hasNotText: "live" })).toHaveCount(0);
  // It was the one in use.
  await expect(page.getByText(/^Acme Payments was deleted; “.+” is in use now$/)).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(entry(page, "Acme Payments").filter({ hasNotText: "live" })).toContainText("in use");
});

test("profiles go out as a file and come in from one; a wrong file gets a sentence", async ({ open }) => {
  const page = await open("profile=acme-test");
  await openProfiles(page);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export", exact: true }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("acme-payments.linkdesk");
  const input = page.getByLabel("File with profiles to import");
  await input.setInputFiles({ name: "x.json", mimeType: "application/json", buffer: Buffer.from("{}") });
  await expect(
    page.getByRole("region", { name: "Messages" }).getByText("not an export of Linkdesk profiles"),
  ).toBeVisible();
  await input.setInputFiles(await download.path());
  await page.getByRole("alertdialog", { name: "Import this profile?" }).getByRole("button", { name: "Import" }).click();
  await expect(page.getByText("Acme Payments was imported")).toBeVisible();
});

test("a complaint in another part of the profile marks its tab, and saving leads there", async ({ open }) => {
  const page = await open("profile=acme-test");
  await openProfiles(page);
  const part = (name: RegExp) => page.getByRole("tab", { name });
  await part(/^Answer/).click();
  await page.getByLabel("Status", { exact: true }).fill("99");
  await part(/^Connection/).click();
  await expect(part(/^Answer needs another look/)).toBeVisible();
  await expect(page.getByText("Something under Answer needs another look.")).toBeVisible();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(part(/^Answer/)).toHaveAttribute("aria-selected", "true");
  await expect(page.getByLabel("Status", { exact: true })).toBeFocused();
  expect(await asked(page, "profiles", "update")).toEqual([]);
});

test("files that were opened from outside are asked about one after the other", async ({ open }) => {
  const page = await open("profile=acme-test");
  await page.evaluate(() => {
    const profile = { name: "Ada\u202e", mode: "live" as const, baseUrl: "", acts: ["Serves <b>a page</b>."] };
    const offer = { readable: true as const, text: "{}", profiles: [profile] };
    window.fakeBridge.push("profiles.offered", { ...offer, file: "first.linkdesk" });
    window.fakeBridge.push("profiles.offered", { ...offer, file: "second.linkdesk", profiles: [profile, profile] });
  });
  const first = page.getByRole("alertdialog", { name: "Import this profile?" });
  await expect(first.getByText("first.linkdesk")).toBeVisible();
  // What would turn the text about is shown instead.
  await expect(first.getByText("RLO")).toBeVisible();
  await expect(first.getByText("Serves <b>a page</b>.")).toBeVisible();
  await first.getByRole("button", { name: "Cancel" }).click();
  const second = page.getByRole("alertdialog", { name: "Import these 2 profiles?" });
  await expect(second.getByText("second.linkdesk")).toBeVisible();
  expect(await asked(page, "profiles", "importText")).toEqual([]);
  await second.getByRole("button", { name: "Import" }).click();
  await expect(
    page.getByRole("region", { name: "Messages" }).getByText("not an export of Linkdesk profiles"),
  ).toBeVisible();
  expect(await asked(page, "profiles", "importText")).toEqual([{ text: "{}" }]);
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
});

test("the connection is tested before anything is saved, and its result goes with what it was got with", async ({
  open,
}) => {
  const page = await open("profile=acme-test&latency=2000");
  await openProfiles(page);
  const button = page.getByRole("button", { name: "Test connection" });
  await expect(button).toBeDisabled();
  await page.getByLabel("Base URL").fill("https://other.example.test");
  await page.getByLabel("Scheme").click();
  await page.getByRole("option", { name: /^Authorization token/ }).click();
  await page.getByLabel("Word before the token").fill("ApiKey");
  await page.getByLabel("Link ID for the test").fill("lnk_of_mine");
  await button.click();
  await expect(page.getByRole("button", { name: "Cancel the test" })).toBeVisible();
  await expect(page.getByText("Link found")).toBeInViewport();
  await expect(page.getByText(/The address is right, and the service accepts the key\./)).toBeVisible();
  expect(await asked(page, "calls", "testConnection")).toMatchObject([
    {
      profileId: "acme-test",
      linkId: "lnk_of_mine",
      draft: { baseUrl: "https://other.example.test", authentication: { scheme: "bearer", word: "ApiKey" } },
    },
  ]);
  expect(await asked(page, "profiles", "update")).toEqual([]);
  await page.getByLabel("Link ID for the test").fill("missing");
  await expect(page.getByText("Link found")).toBeHidden();
  await page.keyboard.press("Enter");
  // A made-up link is enough to try the key.
  await expect(page.getByText(/only a link that exists proves that it is accepted/)).toBeVisible();
  await expect(page.getByText("No such link; the key was not refused")).toBeVisible();
  await expect(page.getByText(/It is no proof: whether the service looked at the key/)).toBeVisible();
  await page.getByLabel("Scheme").click();
  await page.getByRole("option", { name: /^None/ }).click();
  await page.getByLabel("Link ID for the test").fill("lnk_of_mine");
  await button.click();
  await expect(page.getByText(/the service accepts the call, for which no key is set/)).toBeVisible();
  expect(await asked(page, "profiles", "update")).toEqual([]);
});

test("a key that looks wrong is not called so once the service has accepted it", async ({ open }) => {
  const page = await open("profile=acme-test");
  await openProfiles(page);
  await page.getByRole("button", { name: "New profile" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Another");
  await page.getByLabel("Base URL").fill("https://other.example.test");
  await page.getByLabel("Scheme").click();
  await page.getByRole("option", { name: /^Header/ }).click();
  const key = page.getByLabel("Key", { exact: true });
  await key.fill("pk_harbour_77");
  const warning = page.getByText("Some services call keys like this one public");
  await expect(warning).toBeVisible();
  // Nothing below moves while one types: it may be what one is about to press.
  const add = page.getByRole("button", { name: "Add header" });
  const place = await add.boundingBox();
  await key.fill("harbour_77");
  await expect(warning).toBeHidden();
  expect(await add.boundingBox()).toEqual(place);
  await key.fill("pk_harbour_77");
  await expect(warning).toBeVisible();
  await page.getByLabel("Link ID for the test").fill("lnk_of_mine");
  await page.keyboard.press("Enter");
  await expect(page.getByText(/the service accepts the key\./)).toBeVisible();
  await expect(warning).toBeHidden();
  await key.fill("pk_harbour_78");
  await expect(warning).toBeVisible();
});

test("what scrolls shows by a thin line that it has the focus, and stays as wide", async ({ open }) => {
  const page = await open("profile=acme-test");
  await openProfiles(page);
  const part = page.getByRole("tabpanel", { name: "Connection" });
  await expect(part).toHaveCSS("scrollbar-gutter", "stable");
  await page.getByRole("tab", { name: "Connection" }).focus();
  await page.keyboard.press("Tab");
  await part.focus();
  await page.keyboard.press("ArrowDown");
  await expect(part).toBeFocused();
  await expect(part).toHaveCSS("outline-width", "1px");
  await expect(part).toHaveCSS("outline-offset", "-1px");
});

test("Enter in the field of the test tests, where nothing was changed as well, and makes no profile", async ({
  open,
}) => {
  const page = await open("profile=acme-test");
  await openProfiles(page);
  await page.getByLabel("Link ID for the test").fill("lnk_of_mine");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Link found")).toBeInViewport();
  await page.getByRole("button", { name: "New profile" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Another");
  await page.getByLabel("Base URL").fill("https://other.example.test");
  await page.getByLabel("Link ID for the test").fill("lnk_of_mine");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Link found")).toBeInViewport();
  await expect(page.getByLabel("Link ID for the test")).toBeFocused();
  expect(await asked(page, "profiles", "create")).toEqual([]);
});

test("a profile is saved by key from every field, and the focus stays where a secret was typed", async ({ open }) => {
  const page = await open("profile=acme-test&latency=0");
  await openProfiles(page);
  const dialog = page.getByRole("dialog", { name: "Profiles" });
  const name = dialog.getByLabel("Name", { exact: true }).first();
  for (const [at, keys] of ["Control+Enter", "Control+s"].entries()) {
    await name.fill(`Acme ${at}`);
    await dialog.getByLabel("Link ID for the test").press(keys);
    await expect(dialog.getByText("Saved", { exact: true })).toBeVisible();
    await expect(page.getByRole("button", { name: new RegExp(`^Acme ${at}`) })).toBeVisible();
  }
  expect(await asked(page, "profiles", "update")).toHaveLength(2);
  // What is discarded was not saved.
  await name.fill("Another");
  await dialog.getByRole("button", { name: "Discard changes" }).click();
  await expect(dialog.getByText("Saved", { exact: true })).toBeHidden();
  // Nothing is changed: nothing is saved.
  await name.press("Control+Enter");
  await dialog.getByRole("group", { name: "Key" }).getByRole("button", { name: "Replace" }).click();
  await page.keyboard.type("sk_new");
  await page.keyboard.press("Enter");
  await expect(dialog.getByText("Saved", { exact: true })).toBeVisible();
  await expect(dialog.getByRole("group", { name: "Key" }).getByRole("button", { name: "Replace" })).toBeFocused();
  await page.keyboard.press("Escape");
  await page.keyboard.press("?");
  await expect(page.getByText("Save what is changed in a dialog or panel")).toBeVisible();
});

test("a header line that is pasted as the token is put where it belongs, said, and taken back", async ({ open }) => {
  const page = await open();
  await page.getByRole("button", { name: /^Profile / }).click();
  await page.getByRole("menuitem", { name: "New profile" }).click();
  await page.getByLabel("Scheme").click();
  await page.getByRole("option", { name: /^Authorization token/ }).click();
  const token = page.getByLabel("Token", { exact: true });
  const word = page.getByLabel("Word before the token");
  await token.fill("Authorization: Token nb_test_51f7c0");
  await expect(word).toHaveValue("Token");
  await expect(token).toHaveValue("nb_test_51f7c0");
  const said = page.getByText(/The word before the token, “Token”, now stands in its own field/);
  await expect(said).toBeVisible();
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(said).toBeHidden();
  await expect(word).toHaveValue("Bearer");
  await expect(token).toHaveValue("Authorization: Token nb_test_51f7c0");
  await expect(page.getByText("This is a whole header line.", { exact: false })).toBeVisible();
  // A header of another name is the other scheme.
  await token.fill("");
  await token.fill("X-Acme-Key: abc");
  await expect(page.getByLabel("Header name")).toHaveValue("X-Acme-Key");
  await expect(page.getByLabel("Key", { exact: true })).toHaveValue("abc");
});

test("a profile that was just created offers to become the one in use", async ({ open }) => {
  const page = await open();
  await page.getByRole("button", { name: /^Profile / }).click();
  await page.getByRole("menuitem", { name: "New profile" }).click();
  await expect(page.getByLabel("Name", { exact: true })).toBeFocused();
  await page.keyboard.type("Gamma");
  const token = page.getByLabel("Key", { exact: true });
  await expect(page.getByText("Not set", { exact: true })).toBeVisible();
  await token.fill("nb_test_51f7c0");
  await expect(page.getByText("Not set", { exact: true })).toBeHidden();
  await expect(page.getByRole("tabpanel").getByText("Not saved yet", { exact: true })).toBeVisible();
  await token.fill("");
  await expect(page.getByText(/^How your service wants to know who calls/)).toBeVisible();
  await page.getByRole("radio", { name: /^Test/ }).click();
  await page.getByLabel("Base URL").fill("https://gamma.example.test");
  await page.getByRole("button", { name: "Create profile" }).click();
  // One command of one name, and the next key is its own.
  const use = page.getByRole("button", { name: "Use this profile" });
  await expect(use).toHaveCount(1);
  await expect(use).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Profiles" })).toBeHidden();
  expect(await asked(page, "profiles", "select")).toHaveLength(1);
  await expect(page.getByRole("button", { name: /^Profile Gamma/ })).toBeVisible();
});

test("how a scheme of one's own is signed is typed without losing a key, and is on offer from the start", async ({
  open,
}) => {
  const page = await open();
  await page.getByRole("button", { name: /^Profile / }).click();
  await page.getByRole("menuitem", { name: "New profile" }).click();
  await page.getByRole("tab", { name: "Signature" }).click();
  const scheme = page.getByRole("combobox", { name: "Signature", exact: true });
  await scheme.click();
  await page.getByRole("option", { name: /^HMAC of the body/ }).click();
  // How it is hashed and written is in sight before the details are.
  await expect(page.getByText("Details", { exact: true })).toBeVisible();
  await expect(page.getByRole("combobox", { name: "Algorithm" })).toBeVisible();
  await expect(page.getByRole("combobox", { name: "Written in" })).toBeVisible();
  await expect(page.getByLabel("In front of each signature")).toBeHidden();
  await page.getByText("Details", { exact: true }).click();
  const prefix = page.getByLabel("In front of each signature");
  await prefix.click();
  await page.keyboard.type("proof=");
  await expect(prefix).toHaveValue("proof=");
  await expect(scheme).toHaveText("Another scheme");

  await scheme.click();
  await page.getByRole("option", { name: "Not checked" }).click();
  await scheme.click();
  await page.getByRole("option", { name: /^Another scheme/ }).click();
  await expect(scheme).toHaveText("Another scheme");
  await expect(page.getByRole("combobox", { name: "Algorithm" })).toHaveText("HMAC-SHA256");
  await expect(page.getByRole("combobox", { name: "What is signed" })).toBeVisible();
  // What is asked for in front of a time is shown by an example.
  await page.getByRole("combobox", { name: "The timestamp stands" }).click();
  await page.getByRole("option", { name: /^In the signature header/ }).click();
  await expect(page.getByLabel("In front of the timestamp")).toHaveAccessibleDescription("Such as t=");
  await page.getByRole("combobox", { name: "What is signed" }).click();
  await page.getByRole("option", { name: /^What a template says/ }).click();
  await page.getByRole("combobox", { name: "The id stands" }).click();
  await page.getByRole("option", { name: /^In the signature header/ }).click();
  await expect(page.getByLabel("In front of the id")).toHaveAccessibleDescription("Such as id=");
});

test("a profile's long name and the kind of an event stay on one line in the smallest window", async ({ open }) => {
  const page = await open("latency=0&profile=staging");
  await page.setViewportSize({ width: 1_024, height: 680 });
  const lines = (locator: Locator) =>
    locator.evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom / 8))).size;
    });
  const name = page
    .getByRole("button", { name: /^Profile Staging/ })
    .locator("bdi")
    .first();
  expect(await lines(name)).toBe(1);
  await page
    .getByRole("row", { name: /^Look-up/ })
    .first()
    .click();
  const inspector = page.getByRole("region", { name: "Inspector" });
  expect(await lines(inspector.getByText("Look-up", { exact: true }))).toBe(1);
  await expect(inspector.getByRole("button", { name: "Close event" })).toBeInViewport({ ratio: 1 });
});

test("what is said above the form of a new profile takes little of its room", async ({ open }) => {
  const page = await open("secrets=unprotected");
  await openProfiles(page);
  const dialog = page.getByRole("dialog", { name: "Profiles" });
  await dialog.getByRole("button", { name: "New profile" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Gamma");
  await page.getByRole("radio", { name: /^Test/ }).click();
  await page.getByLabel("Base URL").fill("https://gamma.example.test");
  await page.getByRole("button", { name: "Create profile" }).click();
  const created = dialog.getByRole("status").filter({ hasText: "The profile is created" });
  await expect(created).toBeVisible();
  const [top, tabs] = [await created.boundingBox(), await dialog.getByRole("tablist").boundingBox()];
  expect((tabs?.y ?? Infinity) - (top?.y ?? 0)).toBeLessThan(100);
});
