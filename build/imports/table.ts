// The table "may import" of ARCHITECTURE.md, which is the configuration: what it does not allow is a lint error.

export interface Row {
  /** `src/main/runs`; `src/main/*.ts` for the files of a folder itself; `src/renderer/features/*` for one row of many. */
  readonly folder: string;
  /** Folders of rows further down. */
  readonly folders: readonly string[];
  /** Those of them that are named one by one, and not by "all". */
  readonly named: readonly string[];
  /** Packages, and Node's modules as `node:fs`; `node` stands for those that `NAMED_ONLY` leaves. */
  readonly packages: readonly string[];
}

const HEADING = "| folder | what it is for | may import | packages |";

/** @throws if a cell names something that is no row below it */
export function readTable(document: string): readonly Row[] {
  const [, after = ""] = document.split(`${HEADING}\n`);
  const lines = after.split("\n\n", 1).join("").split("\n").slice(1);
  const cells = lines.map((line) => line.split("|").map((cell) => cell.trim().replaceAll("`", "")));
  const folders = cells.map(([, folder = ""]) => folder);
  if (folders.length === 0) throw new Error(`ARCHITECTURE.md has no table with the heading ${HEADING}`);
  return cells.map(([, folder = "", , mayImport = "", packages = ""], index) => {
    const below = folders.slice(folder.includes("*") ? index : index + 1);
    const each = words(mayImport).map((word) => ({ word, rows: named(word, folder, below) }));
    return {
      folder,
      folders: each.flatMap(({ rows }) => rows),
      named: each.flatMap(({ word, rows }) => (word === "all" ? [] : rows)),
      packages: words(packages),
    };
  });
}

function words(cell: string): readonly string[] {
  return cell.split(/,\s*/).filter((word) => word !== "" && word !== "–");
}

/** `runs` is `src/main/runs` in a row of main; "all" is every row further down with the same beginning, and shared. */
function named(word: string, folder: string, below: readonly string[]): readonly string[] {
  const part = folder.split("/").slice(0, 2).join("/");
  if (word === "all") return below.filter((each) => each.startsWith(part) || each === "src/shared");
  const found = [`${part}/${word}`, `src/${word}`].find((each) => below.includes(each));
  if (found === undefined) throw new Error(`ARCHITECTURE.md: "${word}", in the row of ${folder}, is no row below it`);
  return [found];
}

/** The row of a file: the one that names the most of its path. */
export function rowOf(path: string, rows: readonly Row[]): Row | undefined {
  return rows
    .filter(({ folder }) => patternOf(folder).test(path))
    .toSorted((a, b) => b.folder.length - a.folder.length)[0];
}

function patternOf(folder: string): RegExp {
  const pattern = folder.replaceAll(".", "\\.").replaceAll("*", "[^/]+");
  return new RegExp(folder.endsWith(".ts") ? `^${pattern}x?$` : `^${pattern}/`);
}
