import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, statSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openUnfinished } from "../../src/main/evidence/unfinished.ts";
import { createJournals } from "../journal/samples.ts";
import { until } from "../support/until.ts";

const PROGRAM = new URL("./killed-program.ts", import.meta.url).pathname;

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "linkdesk-killed-export-"));
});
afterEach(() => rm(home, { recursive: true, force: true }));

it("an export that is killed in the middle leaves a hidden half, which the next start removes, and the log whole", async () => {
  const [folder, downloads] = [mkdtempSync(join(home, "data-")), mkdtempSync(join(home, "downloads-"))];
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", PROGRAM, folder, downloads, "case"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  for await (const line of createInterface({ input: child.stdout })) if (line === "in the middle") break;
  // What was made before that is on its way to the disk.
  await until(() => readdirSync(downloads).some((name) => statSync(join(downloads, name)).size > 1_000_000));
  child.kill("SIGKILL");
  expect(await ended).toEqual([null, "SIGKILL"]);
  const [half = "", ...others] = readdirSync(downloads);
  expect(others).toEqual([]);
  expect(half).toMatch(/^\.linkdesk-.*\.part$/);

  openUnfinished(folder);
  expect(readdirSync(downloads)).toEqual([]);
  expect(readdirSync(folder)).not.toContain("unfinished-exports.json");
  const journals = createJournals(folder);
  const journal = await journals.open();
  expect((await journal.page({ after: 0, limit: 200, filter: "kind:delivery" })).events).toHaveLength(130);
  await journals.dispose();
});
