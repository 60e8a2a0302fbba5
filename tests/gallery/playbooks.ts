import type { Page } from "playwright-core";
import { SAMPLE_PLAYBOOK, sampleOfRows, sampleRunning } from "../fakes/playbooks.ts";
import type { GalleryState } from "./states.ts";

const dialog = (page: Page) => page.getByRole("dialog", { name: "Playbooks" });

async function open(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Playbooks", exact: true }).click();
  await dialog(page).getByRole("heading", { name: "Top up and check" }).waitFor();
}

async function running(page: Page, state: "running" | "paused" | "asking"): Promise<void> {
  await open(page);
  const pushed = sampleRunning(state);
  await page.evaluate((told) => window.fakeBridge.push("playbooks.running", told), pushed);
  await dialog(page).getByRole("region", { name: "Under way" }).waitFor();
}

export const PLAYBOOK_STATES: readonly GalleryState[] = [
  { name: "playbook-run", at: "log=runs", act: open },
  {
    name: "playbook-edit",
    at: "log=runs",
    async act(page) {
      await open(page);
      await dialog(page).getByRole("button", { name: "Edit", exact: true }).click();
      await dialog(page).getByLabel("Name", { exact: true }).waitFor();
    },
  },
  {
    name: "playbook-not-saved",
    at: "log=runs",
    async act(page) {
      await open(page);
      await dialog(page).getByRole("button", { name: "Edit", exact: true }).click();
      await dialog(page).getByLabel("Name", { exact: true }).fill("");
      await dialog(page).getByRole("button", { name: "Save", exact: true }).click();
      await dialog(page).getByText("Give the playbook a name.").waitFor();
    },
  },
  {
    name: "playbook-results",
    at: "log=runs",
    async act(page) {
      await open(page);
      await dialog(page).getByRole("button", { name: "Results" }).click();
    },
  },
  {
    name: "playbook-example",
    at: "log=runs",
    async act(page) {
      await open(page);
      await dialog(page).getByRole("button", { name: "A credit arrives" }).click();
    },
  },
  {
    name: "playbook-seen-fields",
    at: "log=runs",
    async act(page) {
      await open(page);
      await dialog(page).getByRole("button", { name: "Edit", exact: true }).click();
      await dialog(page)
        .getByText(/^Fields of the answer that were seen/)
        .first()
        .click();
      await dialog(page).getByRole("switch", { name: "link.id" }).first().press("Space");
    },
  },
  {
    name: "playbook-until",
    at: "log=runs",
    async act(page) {
      await open(page);
      await dialog(page).getByRole("button", { name: "Edit", exact: true }).click();
      await dialog(page).getByRole("button", { name: "Add a step" }).click();
      await page.getByRole("menuitem", { name: "Wait until…" }).click();
      await dialog(page)
        .getByText(/^4\. Wait until/)
        .scrollIntoViewIfNeeded();
    },
  },
  {
    name: "playbook-compared",
    at: "log=runs",
    async act(page) {
      await open(page);
      await dialog(page).getByRole("button", { name: "Results" }).click();
      await dialog(page).getByLabel("Compared with").click();
      await page.getByRole("option").nth(1).click();
      await dialog(page).getByRole("region", { name: "Compared" }).waitFor();
    },
  },
  {
    name: "playbook-offered",
    at: "log=runs",
    async act(page) {
      const playbook = SAMPLE_PLAYBOOK;
      await page.evaluate(
        (given) =>
          window.fakeBridge.push("playbooks.offered", {
            readable: true,
            file: "team.linkdesk-playbook",
            playbook: given,
          }),
        playbook,
      );
      await page.getByRole("alertdialog").waitFor();
    },
  },
  {
    name: "playbook-draft",
    at: "log=runs",
    async act(page) {
      await page
        .getByRole("row", { name: /Credit/ })
        .last()
        .click();
      await page.getByRole("button", { name: "Repeat" }).click();
      await page.getByRole("menuitem", { name: "Make a playbook" }).click();
      await dialog(page).getByLabel("Name", { exact: true }).waitFor();
    },
  },
  {
    name: "playbook-rows",
    at: "log=runs",
    async act(page) {
      await open(page);
      await page.evaluate((told) => window.fakeBridge.push("playbooks.running", told), sampleOfRows(150));
      await dialog(page).getByRole("button", { name: "Show all 150 steps" }).waitFor();
    },
  },
  { name: "playbook-paused", at: "log=runs", act: (page) => running(page, "paused") },
  { name: "playbook-running", at: "log=runs", act: (page) => running(page, "running") },
  { name: "playbook-asking", at: "log=runs", act: (page) => running(page, "asking") },
];
