import type { Page } from "playwright-core";
import type { FakeBridge } from "../fakes/bridge.ts";
import type { GalleryState } from "./states.ts";

async function openPalette(page: Page, query: string): Promise<void> {
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Search commands" }).fill(query);
}

export async function openListener(page: Page, tab = "Port and path"): Promise<void> {
  await page
    .getByRole("button", { name: /istening|record|ublic/ })
    .first()
    .click();
  await page.getByRole("tab", { name: tab }).click();
}

async function receiveByRelayOnly(page: Page): Promise<void> {
  await openListener(page, "Relay");
  await page.getByRole("switch", { name: "Only by the relay" }).click();
  await page.getByText("makes no difference to its simulations").waitFor();
}

async function signAs(page: Page, scheme: RegExp): Promise<void> {
  await page.getByRole("button", { name: "Sandbox behaviour" }).click();
  await page.getByRole("combobox", { name: "Signed as" }).click();
  await page.getByRole("option", { name: scheme }).click();
  await page.waitForTimeout(500);
}

/** Bar, dialogs and everything else that lies over the window. */
/** What main refuses is said in the status line, the third of it behind the others. */
async function refusals(page: Page, count: number): Promise<void> {
  await page.getByRole("grid", { name: "Event log" }).focus();
  await page.keyboard.press("End");
  await page.getByRole("button", { name: "Pin event" }).waitFor();
  const refused = [
    ["journal", "pin", "The event log is shut: its file is used by another program.", "Pin event"],
    ["calls", "curl", "The body of this event cannot be read any more.", "Copy as cURL"],
    ["journal", "clear", "The disk is full.", "Clear event log"],
  ] as const;
  for (const [group, method, reason, button] of refused.slice(0, count)) {
    await page.evaluate(
      ([where, what, why]) => window.fakeBridge.failNext(where as "journal", what as "pin", "refused", why),
      [group, method, reason] as const,
    );
    await page.getByRole("button", { name: button }).click();
    if (method === "clear") await page.getByRole("menuitem", { name: "Clear the whole event log" }).click();
    await page.getByText(reason).first().waitFor();
  }
  await page.keyboard.press("Control+e");
  await page.keyboard.press("Control+c");
  await page.getByText(/^Copied the event/).waitFor();
}

export const PANEL_STATES: readonly GalleryState[] = [
  {
    name: "listener-unsaved",
    async act(page) {
      await openListener(page, "Answer");
      await page.getByRole("group", { name: "Presets" }).getByRole("button").nth(1).click();
      await page.keyboard.press("Escape");
      await page.getByRole("alertdialog", { name: "Save the changes?" }).waitFor();
    },
  },
  { name: "messages-refusal", at: "log=runs&latency=0", act: (page) => refusals(page, 1) },
  { name: "messages-three", at: "log=runs&latency=0", act: (page) => refusals(page, 3) },
  {
    name: "switcher",
    act: async (page) => {
      await page.getByRole("button", { name: /^Profile / }).click();
      await page.getByRole("menuitem", { name: "New profile" }).waitFor();
    },
  },
  { name: "palette", act: (page) => openPalette(page, "") },
  { name: "palette-found", act: (page) => openPalette(page, "prof") },
  { name: "palette-nothing", act: (page) => openPalette(page, "xyzzy") },
  { name: "shortcuts", act: (page) => page.getByRole("button", { name: "Shortcuts" }).click() },
  { name: "listener-address", act: (page) => openListener(page) },
  { name: "listener-answer", act: (page) => openListener(page, "Answer") },
  { name: "listener-script", at: "script=twice", act: (page) => openListener(page, "Answer") },
  {
    name: "listener-script-lower",
    at: "script=twice",
    act: async (page) => {
      await openListener(page, "Answer");
      await page.getByText("Other paths too").scrollIntoViewIfNeeded();
    },
  },
  { name: "listener-script-chance", at: "script=flaky", act: (page) => openListener(page, "Answer") },
  {
    name: "listener-script-wrong",
    at: "script=reset",
    act: async (page) => {
      await openListener(page, "Answer");
      await page.getByLabel("Delay").fill("soon");
      await page.getByRole("button", { name: "Save to profile" }).click();
    },
  },
  { name: "bar-script", at: "script=twice&profile=acme-test" },
  { name: "diagnosis-nothing", at: "profile=acme-test", act: (page) => openListener(page, "Nothing arrives?") },
  { name: "diagnosis-sandbox", act: (page) => openListener(page, "Nothing arrives?") },
  {
    name: "diagnosis-address",
    at: "profile=acme-test",
    act: async (page) => {
      await openListener(page, "Nothing arrives?");
      await page.getByLabel("Webhook URL on the dashboard").fill("https://acme.tunnel.example/hooks");
      await page.getByRole("button", { name: "Compare" }).click();
      await page.getByRole("button", { name: "Test the address" }).click();
      await page.getByText("warning page").waitFor();
      await page.getByText("Does that address lead here?").scrollIntoViewIfNeeded();
    },
  },
  {
    name: "diagnosis-question",
    at: "profile=acme-test",
    act: async (page) => {
      await openListener(page, "Nothing arrives?");
      await page.getByLabel("Webhook URL on the dashboard").fill("acme");
      await page.getByRole("button", { name: "Compare" }).click();
      await page.getByRole("button", { name: "Copy the question" }).scrollIntoViewIfNeeded();
    },
  },
  {
    name: "diagnosis-failed",
    act: async (page) => {
      await page.evaluate(() =>
        window.fakeBridge.failNext("diagnosis", "check", "journal-unavailable", "The event log cannot be read."),
      );
      await openListener(page, "Nothing arrives?");
    },
  },
  { name: "relay-none", act: (page) => openListener(page, "Relay") },
  ...["ready", "here", "held", "taken", "no-answer", "catching-up", "reconnecting", "failed", "two"].map(
    (inboxes): GalleryState => ({
      name: `relay-${inboxes}`,
      at: `inboxes=${inboxes}`,
      act: (page) => openListener(page, "Relay"),
    }),
  ),
  {
    name: "relay-take-over",
    at: "inboxes=held",
    act: async (page) => {
      await openListener(page, "Relay");
      await page.getByRole("button", { name: "Take over…" }).click();
    },
  },
  { name: "relay-only", at: "profile=acme-test&inboxes=test", act: receiveByRelayOnly },
  {
    name: "relay-only-away",
    at: "profile=acme-test&inboxes=test-away&log=empty",
    act: async (page) => {
      await receiveByRelayOnly(page);
      await page.keyboard.press("Escape");
      await page.getByText("a simulation waits for its webhook").waitFor();
    },
  },
  {
    name: "relay-only-none",
    at: "profile=acme-test&inboxes=test&log=empty",
    act: async (page) => {
      await receiveByRelayOnly(page);
      await page.evaluate(() => window.fakeBridge.push("inbox.changed", { inboxes: [] }));
      await page.keyboard.press("Escape");
      await page.getByText("No relay brings webhooks").waitFor();
    },
  },
  { name: "listener-taken", at: "listener=failed", act: (page) => openListener(page) },
  { name: "listener-deaf", at: "listener=deaf", act: (page) => openListener(page) },
  { name: "listener-stopped", at: "listener=stopped" },
  {
    name: "listener-confirm",
    act: async (page) => {
      await openListener(page);
      await page.getByLabel("Host").fill("0.0.0.0");
      await page.getByRole("button", { name: "Apply" }).click();
      await page.getByRole("alertdialog").waitFor();
    },
  },
  {
    name: "profiles",
    at: "profile=acme-test",
    act: (page) => page.keyboard.press("Control+Shift+m"),
  },
  {
    name: "profiles-lower",
    at: "profile=acme-test",
    act: async (page) => {
      await page.keyboard.press("Control+Shift+m");
      await page.getByText("Sent with every call").scrollIntoViewIfNeeded();
      await page.getByLabel("Answer within").scrollIntoViewIfNeeded();
    },
  },
  {
    name: "profiles-hosts",
    at: "profile=acme-test",
    act: async (page) => {
      await page.keyboard.press("Control+Shift+m");
      await page.getByRole("button", { name: "Take back the agreement to staging.acme.example" }).click();
      await page.getByText("You are asked again").scrollIntoViewIfNeeded();
    },
  },
  {
    name: "profiles-signature-off",
    at: "profile=acme-test",
    act: async (page) => {
      await page.keyboard.press("Control+Shift+m");
      await page.getByRole("tab", { name: "Signature" }).click();
      await page.getByRole("combobox", { name: "Signature" }).click();
      await page.getByRole("option", { name: /Not checked/ }).click();
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByRole("alertdialog").waitFor();
    },
  },
  {
    name: "profiles-answer",
    at: "profile=acme-test",
    act: async (page) => {
      await page.keyboard.press("Control+Shift+m");
      await page.getByRole("tab", { name: "Answer" }).click();
    },
  },
  {
    name: "profiles-wrong-part",
    at: "profile=acme-test",
    act: async (page) => {
      await page.keyboard.press("Control+Shift+m");
      await page.getByRole("tab", { name: "Answer" }).click();
      await page.getByLabel("Status", { exact: true }).fill("99");
      await page.getByRole("tab", { name: "Connection" }).click();
    },
  },
  {
    name: "profiles-new",
    at: "secrets=unprotected",
    act: async (page) => {
      await page.getByRole("button", { name: /^Profile / }).click();
      await page.getByRole("menuitem", { name: "New profile" }).click();
      await page.getByLabel("Base URL").fill("example.test");
      await page.getByLabel("Key").fill("pspk_test_0123456789");
      await page.getByRole("button", { name: "Create profile" }).click();
      await page.getByText("Give the profile a name.").waitFor();
      await page.getByLabel("Key").scrollIntoViewIfNeeded();
    },
  },
  {
    name: "profiles-created",
    act: async (page) => {
      await page.getByRole("button", { name: /^Profile / }).click();
      await page.getByRole("menuitem", { name: "New profile" }).click();
      await page.keyboard.type("Gamma");
      await page.getByRole("radio", { name: /^Test/ }).click();
      await page.getByLabel("Base URL").fill("https://gamma.example.test");
      await page.getByLabel("Key", { exact: true }).fill("nb_test_51f7c0");
      await page.getByRole("button", { name: "Create profile" }).click();
      await page.getByText("The profile is created").waitFor();
    },
  },
  {
    name: "profiles-pasted",
    at: "profile=acme-test&secrets=unprotected",
    act: async (page) => {
      await page.keyboard.press("Control+Shift+m");
      await page.getByRole("group", { name: "Key" }).getByRole("button", { name: "Replace" }).click();
      await page.getByLabel("Key", { exact: true }).fill("pssk_test_1 ");
      await page.getByLabel("Base URL").fill("https://api.acme.test/v1/test/credit");
      await page.getByText("Remove the space").scrollIntoViewIfNeeded();
    },
  },
  {
    name: "profiles-guard",
    at: "profile=acme-test",
    act: async (page) => {
      await page.keyboard.press("Control+Shift+m");
      await page.getByLabel("Name", { exact: true }).first().fill("Changed");
      await page.keyboard.press("Escape");
      await page.getByRole("alertdialog").waitFor();
    },
  },
  {
    name: "profiles-deleted",
    at: "profile=acme-test",
    act: async (page) => {
      await page.keyboard.press("Control+Shift+m");
      await page.getByRole("button", { name: "Delete" }).click();
      await page.getByText("was deleted").waitFor();
    },
  },
  { name: "sandbox", act: (page) => page.getByRole("button", { name: "Sandbox behaviour" }).click() },
  {
    name: "sandbox-bent",
    act: async (page) => {
      await page.getByRole("button", { name: "Sandbox behaviour" }).click();
      await page.getByRole("radio", { name: /^500/ }).click();
      await page.getByRole("radio", { name: /^Twice/ }).click();
      await page.getByRole("button", { name: "Done" }).click();
    },
  },
  {
    name: "sandbox-body",
    act: async (page) => {
      await page.getByRole("button", { name: "Sandbox behaviour" }).click();
      await page.getByRole("radio", { name: /^Wrong amount/ }).click();
      await page.getByLabel("Between attempts").scrollIntoViewIfNeeded();
      await page.getByRole("combobox", { name: "Body of a charge’s webhook" }).click();
    },
  },
  {
    name: "sandbox-signature",
    async act(page) {
      await signAs(page, /^Stripe/);
      await page.getByText("Details").click();
      await page.getByLabel("Signature header").scrollIntoViewIfNeeded();
    },
  },
  {
    name: "sandbox-signature-profile",
    async act(page) {
      await signAs(page, /^Stripe/);
      await page.getByRole("button", { name: "Done" }).click();
      await page.keyboard.press("Control+Shift+m");
      await page.getByRole("dialog").getByRole("tab", { name: "Signature" }).click();
    },
  },
  { name: "preferences", act: (page) => page.getByRole("button", { name: "Preferences" }).click() },
  {
    name: "preferences-log",
    act: async (page) => {
      await page.getByRole("button", { name: "Clear event log" }).click();
      await page.getByRole("menuitem", { name: "Clear the whole event log" }).click();
      await page.getByRole("button", { name: "Preferences" }).click();
      await page.getByLabel("Events kept").fill("12");
      await page.getByText("At least 1,000 events.").waitFor();
    },
  },
  {
    name: "preferences-log-question",
    act: async (page) => {
      await page.getByRole("button", { name: "Clear event log" }).click();
      await page.getByRole("menuitem", { name: "Clear the whole event log" }).click();
      await page.getByRole("button", { name: "Preferences" }).click();
      await page.getByRole("button", { name: "Remove for good…" }).click();
      await page.getByRole("alertdialog").waitFor();
    },
  },
  {
    name: "preferences-unprotected",
    at: "secrets=unprotected",
    act: (page) => page.getByRole("button", { name: "Preferences" }).click(),
  },
  {
    name: "about",
    act: async (page) => {
      await page.getByRole("button", { name: "Preferences" }).click();
      await page.getByText("What was looked at").click();
      await page.getByRole("button", { name: "Show log file" }).scrollIntoViewIfNeeded();
    },
  },
  {
    name: "about-missing",
    at: "check=missing",
    act: async (page) => {
      await page.evaluate(() => {
        const { fakeBridge } = window as unknown as { readonly fakeBridge: FakeBridge };
        const reason = "No file manager could be started. The file is /home/ada/.config/linkdesk/logs/linkdesk.log.";
        fakeBridge.failNext("app", "showLog", "not-shown", reason);
      });
      await page.getByRole("button", { name: "Preferences" }).click();
      await page.getByRole("button", { name: "Show log file" }).click();
      await page.getByRole("alert").filter({ hasText: "No file manager" }).scrollIntoViewIfNeeded();
    },
  },
  {
    name: "about-checking",
    act: async (page) => {
      await page.evaluate(() => {
        const { fakeBridge } = window as unknown as { readonly fakeBridge: FakeBridge };
        fakeBridge.hold("app", "runSelfCheck");
      });
      await page.getByRole("button", { name: "Preferences" }).click();
      await page.getByRole("button", { name: "Check this machine" }).click();
      await page.getByText("Checking…").scrollIntoViewIfNeeded();
    },
  },
  ...["idle", "available", "downloading", "ready", "failed"].map((state) => ({
    name: `updates-${state}`,
    at: `updates=${state}`,
    act: async (page: Page) => {
      await page.getByRole("button", { name: "Preferences" }).click();
      await page.getByRole("heading", { name: "Updates" }).scrollIntoViewIfNeeded();
    },
  })),
  {
    name: "profiles-offered",
    act: async (page) => {
      await page.evaluate(() => {
        const { fakeBridge } = window as unknown as { readonly fakeBridge: FakeBridge };
        fakeBridge.push("profiles.offered", {
          readable: true,
          file: "acme-team.linkdesk",
          text: "{}",
          profiles: [
            { name: "Acme Payments", mode: "test", baseUrl: "https://api.acme-payments.example/v2", acts: [] },
            { name: "Acme Payments live", mode: "live", baseUrl: "https://api.acme-payments.example/v2", acts: [] },
            {
              name: "Staging",
              mode: "unset",
              baseUrl: "",
              acts: ["Answers webhooks on purpose, not with a plain 200: 500, hang."],
            },
          ],
        });
      });
      await page.getByRole("alertdialog").waitFor();
    },
  },
];
