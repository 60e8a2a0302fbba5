import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

// SECURITY.md says which test fails when a protection is undone. That each really does was tried by undoing it; that it
// is there is looked at here.

const rows = readFileSync("SECURITY.md", "utf8")
  .split("\n")
  .filter((line) => /^\| \d+ \|/.test(line))
  .map((line) => line.split(" | ").map((cell) => cell.replace(/^\| | \|$/g, "").trim()));

test("has Electron's twenty items in their order", () => {
  expect(rows.map(([number]) => Number(number))).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
});

describe("each item", () => {
  test.each(rows)("%s %s: its file and its test are there", (_number, _item, what, where, test_) => {
    expect(what?.length).toBeGreaterThan(4);
    const file = /^`([^`]+)`$/.exec(where ?? "")?.[1] ?? "";
    expect(existsSync(file), file).toBe(true);
    const [, testFile = "", name = ""] = /^`([^`]+)` › (.+)$/.exec(test_ ?? "") ?? [];
    expect(existsSync(testFile), testFile).toBe(true);
    expect(readFileSync(testFile, "utf8")).toContain(name);
  });
});

const inputs = (readFileSync("SECURITY.md", "utf8").split("## Inputs and their bounds")[1]?.split("\n## ")[0] ?? "")
  .split("\n")
  .filter((line) => line.startsWith("| ") && !/^\| (?:input|-)/.test(line))
  .map((line) => line.split(" | ").map((cell) => cell.replace(/^\| | \|$/g, "").trim()));

describe("each input", () => {
  test("is in the table", () => {
    const names = inputs.map(([name]) => name).join(", ");
    for (const word of [
      "webhook",
      "service",
      "replay",
      "forward",
      "logo",
      "import",
      "settings",
      "journal",
      "secret",
      "script",
      "filter",
      "pasted",
    ])
      expect(names).toContain(word);
  });
  test.each(inputs)("%s: its tests are there", (_name, _bytes, _pieces, _time, tests) => {
    for (const each of (tests ?? "").split("; ")) {
      const [, file = "", name = ""] = /^`([^`]+)` › (.+)$/.exec(each) ?? [];
      expect(existsSync(file), each).toBe(true);
      expect(readFileSync(file, "utf8")).toContain(name);
    }
  });
});

test("Electron and all else are pinned exactly", () => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync("package.json", "utf8"));
  const versions = { ...dependencies, ...devDependencies } as Readonly<Record<string, string>>;
  expect(Object.entries(versions).filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
  // Three majors get fixes at a time; 45 was the newest when this was written.
  expect(Number(versions["electron"]?.split(".")[0])).toBeGreaterThanOrEqual(45);
});
