import { expect, test } from "vitest";
import { plainFileName } from "./file-name.ts";
import { PLAYBOOK_EXTENSION } from "./playbook.ts";

test.each([
  ["Top up, then charge", "Top-up-then-charge"],
  ["CON", "playbook-CON"],
  ["nul", "playbook-nul"],
  ["../../etc/passwd", "etc-passwd"],
  ["invoice\u202egnp.exe", "invoice-gnp-exe"],
  ["\u2066\u200b", "playbook"],
])("the file for the playbook %j", (name, file) => expect(plainFileName(name, "playbook")).toBe(file));

test("no letter is cut through, and no file system finds the name too long, with its ending and a number", () => {
  const name = `${plainFileName(`a${"𝒜".repeat(80)}`, "playbook")} (99).${PLAYBOOK_EXTENSION}`;
  expect(name.isWellFormed()).toBe(true);
  expect(new TextEncoder().encode(name).length).toBeLessThanOrEqual(255);
});
