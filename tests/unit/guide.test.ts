import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { ROOT } from "../../build/steps/run.ts";
import { TOUR } from "../tour/steps.ts";

// The guide stays true: its pictures are the tour's, its links lead somewhere, and what it prints in bold as the name
// of a button, a tab or a field is written so in the window's source.

const folder = join(ROOT, "docs", "guide");
const pages = readdirSync(folder).filter((name) => name.endsWith(".md"));
const textOf = (name: string): string => readFileSync(join(folder, name), "utf8");
const pictures = new Set(TOUR.filter((step) => step.guide === true).map(({ name }) => `${name}.png`));

function sourceBelow(path: string): string {
  return readdirSync(path, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name) && !name.includes(".test."))
    .map((name) => readFileSync(join(path, name), "utf8"))
    .join("\n");
}

describe("the pictures", () => {
  test("are those that the tour takes", () => {
    expect(new Set(readdirSync(join(folder, "pictures"))), "run npm run tour -- --guide").toEqual(pictures);
  });

  test("are each shown once", () => {
    const shown = pages.flatMap((name) =>
      [...textOf(name).matchAll(/\]\(pictures\/([^)]+)\)/g)].map(([, file = ""]) => file),
    );
    expect(shown.toSorted()).toEqual([...pictures].toSorted());
  });

  test("are described", () => {
    for (const name of pages)
      for (const [, words] of textOf(name).matchAll(/!\[([^\]]*)\]/g)) expect(words).not.toBe("");
  });
});

describe("the papers", () => {
  const papers = [
    ...pages.map((name) => join(folder, name)),
    ...["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md"].map((name) =>
      join(ROOT, name),
    ),
    ...readdirSync(join(ROOT, "docs", "decisions")).map((name) => join(ROOT, "docs", "decisions", name)),
  ];

  test.each(papers.map((path) => [path.slice(ROOT.length + 1), path]))(
    "%s leads nowhere that is not there",
    (_, path) => {
      const targets = [...readFileSync(path, "utf8").matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)].map(([, to = ""]) => to);
      const missing = targets.filter((to) => !/^https?:/.test(to) && !existsSync(resolve(dirname(path), to)));
      expect(missing).toEqual([]);
    },
  );

  test("every page of the guide is on its first", () => {
    const listed = [...textOf("README.md").matchAll(/\]\(([\w-]+\.md)\)/g)].map(([, name = ""]) => name);
    expect(listed.toSorted()).toEqual(pages.filter((name) => name !== "README.md").toSorted());
  });
});

describe("the words", () => {
  const source = sourceBelow(join(ROOT, "src", "renderer")) + sourceBelow(join(ROOT, "src", "shared"));
  const places = new Set(["Left", "Centre", "Right", "Windows:", "macOS:", "Linux:"]);
  const labels = pages
    .filter((name) => !["README.md", "troubleshooting.md", "signatures.md"].includes(name))
    .flatMap((name) =>
      [...textOf(name).matchAll(/\*\*([^*]+)\*\*/g)].map(
        ([, label = ""]) => [name, label.replace(/\s+/g, " ")] as const,
      ),
    )
    .filter(([, label]) => !places.has(label));

  test.each(labels)("%s: “%s” is in the window", (_, label) => {
    expect(source.includes(label)).toBe(true);
  });
});
