// Reads what every file of src imports, types included. TypeScript 7 has no compiler API that other tools could use, and
// the linters' own rules overlook imports of types, so this goes by the syntax alone.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { parseSync } from "oxc-parser";

export interface SourceFile {
  /** From the project's folder, with slashes. */
  readonly path: string;
  /** Files of this project that it imports, if only a type of them; from the project's folder. */
  readonly files: readonly string[];
  /** Files that it starts as a thread. */
  readonly threads: readonly string[];
  /** Everything else that it imports, as it is written: `zod`, `node:fs`. */
  readonly packages: readonly string[];
}

/** `import("./a.ts")`, as an expression or as a type. */
const IMPORTED = /\bimport\(\s*"([^"]+)"/g;
/** What electron-vite gives the address of a built file for, instead of what the file has. */
const BUILT = "?modulePath";
const THREAD = /\bnew URL\(\s*"(\.[^"]+)", import\.meta\.url/g;

/** Every TypeScript file under `src` in `root`. */
export function readGraph(root: string): readonly SourceFile[] {
  return readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name) && !name.endsWith(".d.ts"))
    .map((name) => readFile(root, `src/${name.replaceAll("\\", "/")}`))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

function readFile(root: string, path: string): SourceFile {
  const text = readFileSync(join(root, path), "utf8");
  const { module, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  const names = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) => entries.map(({ moduleRequest }) => moduleRequest?.value ?? "")),
    ...[...text.matchAll(IMPORTED)].map((found) => found[1] ?? ""),
  ].filter((name) => name !== "");
  const started = [
    ...names.filter((name) => name.endsWith(BUILT)),
    ...[...text.matchAll(THREAD)].map((found) => found[1] ?? ""),
  ];
  const local = names.filter((name) => name.startsWith(".") && !name.endsWith(BUILT));
  return {
    path,
    files: [...new Set(local.map((name) => resolved(root, path, name)))],
    threads: started.map((name) => resolved(root, path, name)),
    packages: [...new Set(names.filter((name) => !name.startsWith(".")))],
  };
}

function resolved(root: string, from: string, name: string): string {
  const path = posix.join(dirname(from), name.replace(/\?.*$/, ""));
  const tried = ["", ".ts", ".tsx", "/index.ts"].map((end) => path + end);
  return tried.find((each) => /\.\w+$/.test(each) && existsSync(join(root, each))) ?? path;
}

/** Sets of things that reach one another, each of more than one. Tarjan's algorithm. */
export function circles(edges: ReadonlyMap<string, Iterable<string>>): readonly (readonly string[])[] {
  const found: string[][] = [];
  const numbers = new Map<string, number>();
  const stack: string[] = [];
  const visit = (at: string): number => {
    const number = numbers.size;
    numbers.set(at, number);
    const height = stack.push(at) - 1;
    let lowest = number;
    for (const to of edges.get(at) ?? [])
      if (!numbers.has(to)) lowest = Math.min(lowest, visit(to));
      else if (stack.includes(to)) lowest = Math.min(lowest, numbers.get(to) ?? 0);
    if (lowest === number) found.push(stack.splice(height));
    return lowest;
  };
  for (const at of edges.keys()) if (!numbers.has(at)) visit(at);
  return found.filter(({ length }) => length > 1);
}

/** The longest way down: the number of floors on which things stand that import one another. No circle may be in it. */
export function floors(edges: ReadonlyMap<string, Iterable<string>>): number {
  const heights = new Map<string, number>();
  const height = (at: string): number => {
    const known = heights.get(at);
    if (known !== undefined) return known;
    heights.set(at, 1); // within a circle, which is complained of by itself, this ends the way
    const below = [...(edges.get(at) ?? [])].filter((to) => edges.has(to)).map(height);
    const own = 1 + Math.max(0, ...below);
    heights.set(at, own);
    return own;
  };
  return Math.max(0, ...[...edges.keys()].map(height));
}
