import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { complaints } from "../../build/imports/check.ts";

const document = `# Architecture

| folder | what it is for | may import | packages |
|---|---|---|---|
| \`src/main/listener\` | webhooks | journal, shared | \`node\`, \`node:http\` |
| \`src/main/journal\` | the log | shared | \`node\`, \`node:sqlite\` |
| \`src/renderer/features/*\` | what the window can do | features/*, shared | \`react\` |
| \`src/shared\` | both sides | – | \`zod\` |

More text.
`;

const made: string[] = [];
afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true });
});

/** What is said of a program of these files. The listener begins it, so that nothing is left without an importer. */
function said(files: Readonly<Record<string, string>>, table = document): readonly string[] {
  return allSaid(files, table).filter((text) => !text.startsWith("unused: "));
}

/** The same with what the table allows and the few files of a test do not use. */
function allSaid(files: Readonly<Record<string, string>>, table = document): readonly string[] {
  const root = mkdtempSync(join(tmpdir(), "imports-"));
  made.push(root);
  const imported = Object.keys(files).map((path) => `import "../${path.slice(4)}";`);
  const whole = { "src/preload/index.ts": imported.join("\n"), ...files };
  for (const [path, text] of Object.entries(whole)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return complaints(root, table)
    .filter(({ folder }) => folder !== "src/preload")
    .map(({ rule, text }) => `${rule}: ${text}`);
}

describe("the walls", () => {
  it("let through what the table allows", () => {
    const files = {
      "src/main/listener/server.ts": `import "node:http"; import { append } from "../journal/index.ts";`,
      "src/main/journal/index.ts": `export { append } from "./append.ts";`,
      "src/main/journal/append.ts": `import "node:sqlite"; import "node:fs/promises"; import "../../shared/event.ts";`,
      "src/shared/event.ts": `import { z } from "zod";`,
      "src/renderer/features/log/log.tsx": `import "react"; import "react/jsx-runtime"; import "../runs/run.ts";`,
      "src/renderer/features/runs/run.ts": "",
    };
    expect(said(files)).toEqual([]);
  });

  it.each([
    ["an import", `import { a } from "../listener/a.ts";`],
    ["a type", `import type { A } from "../listener/a.ts";`],
    ["a type among values", `import { type A } from "../listener/a.ts";`],
    ["a type in the middle of a line", `type A = import("../listener/a.ts").A;`],
    ["an export", `export * from "../listener/a.ts";`],
    ["an exported type", `export type { A } from "../listener/a.ts";`],
    ["an import at run time", `const a = await import("../listener/a.ts");`],
    ["an import without its ending", `import "../listener/a";`],
  ])("refuse %s of a folder further up", (_, text) => {
    expect(said({ "src/main/journal/b.ts": text, "src/main/listener/a.ts": "" })).toEqual([
      "table: src/main/journal/b.ts may not import src/main/listener/a.ts",
    ]);
  });

  it("refuse an import past a folder's face", () => {
    const files = {
      "src/main/listener/server.ts": `import "../journal/thread/writer.ts";`,
      "src/main/journal/index.ts": "",
      "src/main/journal/thread/writer.ts": "",
    };
    expect(said(files)).toEqual([
      "face: src/main/listener/server.ts imports src/main/journal/thread/writer.ts past src/main/journal/index.ts",
    ]);
  });

  it("refuse a package that a folder has no business with, and Node's sockets unless named", () => {
    const files = {
      "src/shared/a.ts": `import "node:path"; import "electron";`,
      "src/main/journal/b.ts": `import "node:net"; import "path"; import "node:dns/promises";`,
    };
    expect(said(files)).toEqual([
      `package: src/main/journal/b.ts may not import "node:net"`,
      `package: src/main/journal/b.ts may not import "node:dns/promises"`,
      `package: src/shared/a.ts may not import "node:path"`,
      `package: src/shared/a.ts may not import "electron"`,
    ]);
  });

  it("refuse what starts programs or looks into this one unless named, however it is spelt", () => {
    const text = `import "node:child_process"; import "cluster"; import "node:inspector/promises"; import "node:fs";`;
    expect(said({ "src/main/journal/b.ts": text })).toEqual([
      `package: src/main/journal/b.ts may not import "node:child_process"`,
      `package: src/main/journal/b.ts may not import "cluster"`,
      `package: src/main/journal/b.ts may not import "node:inspector/promises"`,
    ]);
  });

  it("allow nothing that no file of a folder does", () => {
    const files = {
      "src/main/listener/a.ts": `import "node:http"; import "../journal/b.ts";`,
      "src/main/journal/b.ts": `import "node:sqlite"; import "node:path"; import "../../shared/c.ts";`,
      "src/renderer/features/log/log.ts": `import "react"; import "../runs/run.ts"; import "../../../shared/c.ts";`,
      "src/renderer/features/runs/run.ts": "",
      "src/shared/c.ts": `import "zod";`,
    };
    expect(allSaid(files)).toEqual([
      "unused: src/main/listener does not import src/shared",
      "unused: src/main/listener does not import node",
    ]);
  });

  it("refuse circles, of types too, and of features whose files are in none", () => {
    const files = {
      "src/shared/a.ts": `import type { B } from "./b.ts"; export type A = B;`,
      "src/shared/b.ts": `import type { A } from "./a.ts"; export type B = A;`,
      "src/renderer/features/log/log.ts": `import "../runs/run.ts";`,
      "src/renderer/features/log/row.ts": "",
      "src/renderer/features/runs/run.ts": "",
      "src/renderer/features/runs/list.ts": `import "../log/row.ts";`,
    };
    expect(said(files).toSorted()).toEqual([
      "circle: src/renderer/features/log is in a circle of imports",
      "circle: src/renderer/features/runs is in a circle of imports",
      "circle: src/shared/a.ts is in a circle of imports",
      "circle: src/shared/b.ts is in a circle of imports",
    ]);
  });

  it("refuse more than eight floors in a folder of main", () => {
    const floor = (index: number) => [`src/main/journal/f${index}.ts`, `import "./f${index + 1}.ts";`] as const;
    const files = Object.fromEntries(Array.from({ length: 8 }, (_, index) => floor(index)));
    expect(said(files)).toEqual([]);
    expect(said({ ...files, "src/main/journal/f8.ts": "" })).toEqual([
      "floors: src/main/journal has 9 floors; 8 are enough",
    ]);
  });

  it("refuse code of tests, and code for tests only, but not the tests themselves", () => {
    const files = {
      "src/main/journal/a.ts": `import "vitest"; import "../../../tests/fakes/b.ts";`,
      "src/main/journal/a.test.ts": `import "vitest"; import "../listener/server.ts"; import "./samples.ts";`,
    };
    expect(said(files)).toContain("test code: src/main/journal/a.ts imports tests/fakes/b.ts: it belongs to tests/");
    expect(said({ ...files, "src/preload/index.ts": "", "src/main/journal/a.ts": "" })).toEqual([
      "test code: src/main/journal/a.ts is imported by nothing but tests, if at all",
    ]);
  });

  it("let a further program take parts of main by their faces, with one row", () => {
    const row =
      "| `src/cli` | the command line | main/journal, shared | `node` |\n| `src/main/index.ts` | the start | – | – |\n";
    const table = document.replace("| `src/main/listener`", `${row}| \`src/main/listener\``);
    const files = {
      "src/cli/main.ts": `import "node:fs"; import "../main/journal/index.ts";`,
      "src/main/index.ts": "",
      "src/main/journal/index.ts": "",
      "src/main/listener/index.ts": "",
    };
    expect(said(files, table)).toEqual([]);
    expect(said({ ...files, "src/cli/main.ts": `import "../main/listener/index.ts";` }, table)).toEqual([
      "table: src/cli/main.ts may not import src/main/listener/index.ts",
    ]);
  });

  it("refuse a folder without a row", () => {
    expect(said({ "src/main/logos/a.ts": "" })).toEqual(["row: src/main/logos/a.ts is in no folder of the table"]);
  });

  it("refuse a table with an arrow upward", () => {
    const upward = document.replace("| the log | shared |", "| the log | listener, shared |");
    expect(() => said({}, upward)).toThrow(`"listener", in the row of src/main/journal, is no row below it`);
  });
});
