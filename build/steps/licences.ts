import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { z } from "zod";
import { ROOT } from "./run.ts";

/** Somebody else's work that is part of what users get. */
export interface ThirdParty {
  readonly name: string;
  readonly version: string;
  /** As an SPDX expression. */
  readonly licence: string;
  /** The licence's own words, as they came with the package; null when it has none. */
  readonly text: string | null;
}

/** What may be in a package: all of them ask for a notice and for nothing of ours in return. */
export const ALLOWED_LICENCES: ReadonlySet<string> = new Set([
  "0BSD",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "CC0-1.0",
  "ISC",
  "MIT",
  "OFL-1.1",
  "Python-2.0",
  "Unlicense",
  "(MIT OR CC0-1.0)",
]);

/** Written anew for each package, so that it is never older than what is in it. */
export const LICENCES_FILE = join(ROOT, "out", "third-party-licences.txt");

const manifestSchema = z.object({
  name: z.string(),
  version: z.string(),
  license: z.string().optional(),
  // As npm had it before, and a few packages still do.
  licenses: z.array(z.object({ type: z.string() })).optional(),
  dependencies: z.record(z.string(), z.string()).default({}),
  peerDependencies: z.record(z.string(), z.string()).default({}),
});
type Manifest = z.infer<typeof manifestSchema>;

/**
 * Everything that is installed with Linkdesk or built into its window, with what that needs in turn. Rather one too
 * many than one too few: whether the bundler dropped a package again is not asked.
 */
export function thirdParties(
  roots: readonly string[] = [...Object.keys(readManifest(ROOT).dependencies), ...bundled()],
): readonly ThirdParty[] {
  const found = new Map<string, ThirdParty>();
  const visit = (name: string, from: string): void => {
    const folder = folderOf(name, from);
    if (folder === null || found.has(folder)) return;
    const manifest = readManifest(folder);
    found.set(folder, {
      name: manifest.name,
      version: manifest.version,
      licence: manifest.license ?? manifest.licenses?.map(({ type }) => type).join(" OR ") ?? "unknown",
      text: licenceText(folder),
    });
    for (const next of Object.keys(manifest.dependencies)) visit(next, folder);
  };
  for (const name of roots) visit(name, ROOT);
  return [...found.values()].toSorted((a, b) => a.name.localeCompare(b.name) || a.version.localeCompare(b.version));
}

/** The packages that the window's source files import: the bundler puts them into its script and its styles. */
function bundled(): readonly string[] {
  const names = new Set<string>();
  const folder = join(ROOT, "src", "renderer");
  for (const file of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    if (!/\.(tsx?|css)$/.test(file) || file.endsWith(".test.ts")) continue;
    const source = readFileSync(join(folder, file), "utf8");
    for (const [, specifier = ""] of source.matchAll(/(?:from|import|@import)\s+"([^".][^"]*)"/g))
      names.add(specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/"));
  }
  return [...names].filter((name) => !name.startsWith("node:"));
}

/** Where Node would find a package, going up from another one's folder. */
function folderOf(name: string, from: string): string | null {
  for (let folder = from; folder.startsWith(ROOT); folder = dirname(folder)) {
    const candidate = join(folder, "node_modules", name);
    if (existsSync(join(candidate, "package.json"))) return candidate;
  }
  return null;
}

function readManifest(folder: string): Manifest {
  return manifestSchema.parse(JSON.parse(readFileSync(join(folder, "package.json"), "utf8")));
}

function licenceText(folder: string): string | null {
  const name = readdirSync(folder).find((each) => /^(licen[cs]e|copying|ofl)(\.|-|$)/i.test(each));
  return name === undefined ? null : readFileSync(join(folder, name), "utf8").replaceAll("\r\n", "\n").trim();
}

/** Writes the file that goes with the packages. @returns whose licences are in it */
export function writeLicences(): readonly ThirdParty[] {
  const parties = thirdParties();
  mkdirSync(dirname(LICENCES_FILE), { recursive: true });
  // In one step: packages that are made at the same time copy it.
  const unfinished = `${LICENCES_FILE}.${process.pid}`;
  writeFileSync(unfinished, licencesText(parties));
  renameSync(unfinished, LICENCES_FILE);
  return parties;
}

/** Who made what, under which licence, and that licence's words. */
export function licencesText(parties: readonly ThirdParty[], others: readonly string[] = OF_ELECTRON): string {
  const rule = "=".repeat(100);
  const parts = parties.map(({ name, version, licence, text }) =>
    [rule, `${name} ${version} — ${licence}`, rule, "", text ?? `Published under ${licence}, without a text.`, ""].join(
      "\n",
    ),
  );
  return ["Linkdesk contains the work of others. Their licences follow.", ...others, "", ...parts].join("\n");
}

const OF_ELECTRON = [
  "Those of Electron and Chromium come with the program as LICENSE.electron.txt and LICENSES.chromium.html.",
];
