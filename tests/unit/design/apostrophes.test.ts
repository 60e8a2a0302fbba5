import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

// Words of the window have one apostrophe, ’: beside it a straight one looks like a mistake.

/** Words of others as they are sent, and SQL. */
const NOT_OURS = /^src\/main\/(?:payload\/words|journal\/file\/schema)\.ts$/;

it("every apostrophe in words of the window is a typographic one", () => {
  const files = ["src/renderer", "src/shared", "src/main"].flatMap((root) =>
    readdirSync(root, { recursive: true, encoding: "utf8" })
      .filter((path) => /(?<!\.test)\.tsx?$/.test(path))
      .map((path) => join(root, path).replaceAll("\\", "/")),
  );
  expect(files.length).toBeGreaterThan(500);
  const straight = files.flatMap((file) => {
    const source = NOT_OURS.test(file) ? "" : readFileSync(file, "utf8");
    const code = source.replaceAll(/\/\*.*?\*\//gs, "").replaceAll(/(?<=^|\s)\/\/.*$/gm, "");
    return [...code.matchAll(/^.*(?:\p{L}'\p{L}|s' [a-z]).*$/gmu)].map(([line]) => `${file}: ${line.trim()}`);
  });
  expect(straight).toEqual([]);
});
