import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { freePath } from "./save-as.ts";

test("a file is saved under a name that is free, in a folder that is made", async () => {
  const folder = mkdtempSync(join(tmpdir(), "linkdesk-save-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const inside = join(folder, "downloads");
  const first = await freePath(inside, "linkdesk.har");
  expect(first).toBe(join(inside, "linkdesk.har"));
  writeFileSync(first, "");
  expect(await freePath(inside, "linkdesk.har")).toBe(join(inside, "linkdesk (2).har"));
});
