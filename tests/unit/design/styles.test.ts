import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { compile } from "tailwindcss";
import { expect, it } from "vitest";

// A class that is misspelt is no error to the compiler and nothing on screen: looked for here, in both directions.

const ROOT = "src/renderer";

function filesNamed(pattern: RegExp): ReadonlyMap<string, string> {
  const paths = readdirSync(ROOT, { recursive: true, encoding: "utf8" }).filter((path) => pattern.test(path));
  return new Map(paths.map((path) => [join(ROOT, path), readFileSync(join(ROOT, path), "utf8")]));
}

const withoutComments = (css: string) => css.replace(/\/\*.*?\*\//gs, "");
const sheets = filesNamed(/\.module\.css$/);
const sources = filesNamed(/(?<!\.test)\.tsx?$/);
const tokens = readFileSync(join(ROOT, "ui/tokens.css"), "utf8");

interface Use {
  readonly file: string;
  readonly sheet: string;
  readonly name: string;
}

const classesOf = new Map(
  [...sheets].map(([path, css]) => {
    const names = [
      ...withoutComments(css)
        .replace(/:global\([^)]*\)/g, "")
        .matchAll(/\.([a-zA-Z][\w-]*)/g),
    ].map((match) => match[1] ?? "");
    return [path, new Set(names)];
  }),
);

const uses: readonly Use[] = [...sources].flatMap(([file, source]) =>
  [...source.matchAll(/^import (\w+) from "(\.[^"]+\.module\.css)";/gm)].flatMap(([, binding, path]) =>
    [...source.matchAll(new RegExp(`(?<![/\\w-])${binding}\\.([a-zA-Z]\\w*)`, "g"))].map((match) => ({
      file,
      sheet: join(dirname(file), path ?? ""),
      name: match[1] ?? "",
    })),
  ),
);

it("every class that is used is there", () => {
  expect(uses.length).toBeGreaterThan(100);
  const missing = uses.filter(({ sheet, name }) => classesOf.get(sheet)?.has(name) !== true);
  expect(missing.map(({ file, name }) => `${file}: ${name}`)).toEqual([]);
});

it("every class that is there is used", () => {
  // Chosen by a name that is known only while it runs.
  const byName = new Set(
    [...sources].flatMap(([file, source]) =>
      [...source.matchAll(/^import (\w+) from "(\.[^"]+\.module\.css)";/gm)].flatMap(([, binding, path]) =>
        source.includes(`${binding}[`) ? [join(dirname(file), path ?? "")] : [],
      ),
    ),
  );
  const used = new Set(uses.map(({ sheet, name }) => `${sheet}: ${name}`));
  const unused = [...classesOf].flatMap(([sheet, names]) =>
    byName.has(sheet) ? [] : [...names].map((name) => `${sheet}: ${name}`).filter((each) => !used.has(each)),
  );
  expect(unused).toEqual([]);
});

it("every utility that is used is one of Tailwind's, over our tokens", async () => {
  const written = [...sources.values()].flatMap((source) =>
    [...source.matchAll(/className="([^"]+)"/g)].map((match) => match[1] ?? ""),
  );
  const wanted = new Set(written.flatMap((names) => names.split(/\s+/)));
  expect(wanted.size).toBeGreaterThan(50);
  const sheet = readFileSync(join(ROOT, "ui/utilities.css"), "utf8").replace(/ source\([^)]*\)/, "");
  const made = (await compile(sheet)).build([...wanted]);
  const known = new Set([...made.matchAll(/^\.((?:\\.|[\w-])+)/gm)].map((match) => match[1]?.replaceAll("\\", "")));
  expect([...wanted].filter((name) => !known.has(name))).toEqual([]);
});

it("every custom property that is used is there", () => {
  const all = [...sheets.values(), tokens].join("\n");
  // Set by Base UI or by a component on the element itself.
  const given = /^(anchor|available|transform-origin|active-tab|toast)/;
  const known = new Set([...all.matchAll(/--([\w-]+)\s*:/g)].map((match) => match[1]));
  for (const source of sources.values()) for (const match of source.matchAll(/"--([\w-]+)"/g)) known.add(match[1]);
  const used = [...all.matchAll(/var\(--([\w-]+)/g)].map((match) => match[1] ?? "");
  expect([...new Set(used)].filter((name) => !known.has(name) && !given.test(name))).toEqual([]);
});

it("raw colours stand in the tokens only, and in the bar that turns red", () => {
  const raw = /#[0-9a-f]{3,8}\b|\b(rgb|hsl|oklch)a?\(/i;
  const found = [...sheets].filter(([, css]) => raw.test(withoutComments(css))).map(([path]) => path);
  expect(found).toEqual(["src/renderer/app/top-bar.module.css"]);
});
