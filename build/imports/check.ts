// Part of `npm run lint`: says of every import in src, types included, whether ARCHITECTURE.md allows it.
import { readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { dirname, join } from "node:path";
import { circles, floors, readGraph, type SourceFile } from "./graph.ts";
import { type Row, readTable, rowOf } from "./table.ts";

/** One thing that is wrong. */
export interface Complaint {
  readonly rule: "row" | "table" | "face" | "package" | "unused" | "circle" | "floors" | "test code";
  readonly folder: string;
  readonly text: string;
}

const MOST_FLOORS = 8;
/** Node's modules that `node` in the table does not stand for: sockets, other programs, the database. */
const NAMED_ONLY = /^(node:)?(http2?|https|net|tls|dgram|dns|child_process|cluster|inspector|sqlite)(\/|$)/;
/** Beside a face, because only the bundler can read it: the face is read from source too. */
const BUILT_THREAD = /\/built-thread\.ts$/;
/** Where a program begins: no file imports these. */
const ENTRIES = /\/main\.tsx?$|^src\/preload\/index\.ts$/;
const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path) || path.startsWith("tests/");

/** Everything in `root` that `document`, the text of ARCHITECTURE.md, does not allow. */
export function complaints(root: string, document: string): readonly Complaint[] {
  const rows = readTable(document);
  const all = readGraph(root);
  const program = all.filter(({ path }) => !isTest(path));
  // With a row of its own it begins a program, and is nobody's face.
  const own = new Set(rows.map(({ folder }) => folder));
  const faces = new Set(program.flatMap(({ path }) => (path.endsWith("/index.ts") && !own.has(path) ? [path] : [])));
  return [
    ...program.flatMap((file) => ofFile(file, rows, faces)),
    ...rows.flatMap((row) => ofUnused(row, rows, program)),
    ...ofCircles(program, rows),
    ...ofFloors(program, rows),
    ...ofTestCode(program),
  ];
}

function ofFile(file: SourceFile, rows: readonly Row[], faces: ReadonlySet<string>): readonly Complaint[] {
  const row = rowOf(file.path, rows);
  const folder = dirname(file.path);
  if (row === undefined) return [{ rule: "row", folder, text: `${file.path} is in no folder of the table` }];
  const own = roomOf(file.path, rows);
  const found: Complaint[] = [];
  for (const to of file.files.filter((each) => each.startsWith("src/"))) {
    const target = rowOf(to, rows)?.folder;
    const isAllowed = roomOf(to, rows) === own || (target !== undefined && row.folders.includes(target));
    if (!isAllowed) found.push({ rule: "table", folder: own, text: `${file.path} may not import ${to}` });
    const face = faceBefore(file.path, to, faces);
    if (face !== undefined) found.push({ rule: "face", folder: own, text: `${file.path} imports ${to} past ${face}` });
  }
  for (const name of file.packages)
    if (!isPackageAllowed(name, row.packages))
      found.push({ rule: "package", folder: own, text: `${file.path} may not import "${name}"` });
  return found;
}

/** A folder that stands for itself in the table, or one of those that a row with * stands for. */
function roomOf(path: string, rows: readonly Row[]): string {
  const folder = rowOf(path, rows)?.folder ?? dirname(path);
  return folder.endsWith("/*") ? path.split("/").slice(0, folder.split("/").length).join("/") : folder;
}

/** The outermost face of a folder that `to` is in and `from` is not, unless it is what is imported. */
function faceBefore(from: string, to: string, faces: ReadonlySet<string>): string | undefined {
  if (BUILT_THREAD.test(to)) return undefined;
  const parts = to.split("/");
  for (let length = 1; length < parts.length; length += 1) {
    const folder = `${parts.slice(0, length).join("/")}/`;
    const face = `${folder}index.ts`;
    if (!from.startsWith(folder) && faces.has(face)) return to === face ? undefined : face;
  }
  return undefined;
}

/** What a row allows and none of its files does: the table says what is so. */
function ofUnused({ folder, named, packages }: Row, rows: readonly Row[], program: readonly SourceFile[]) {
  const files = program.filter(({ path }) => rowOf(path, rows)?.folder === folder);
  const imported = files.flatMap((file) => file.files.map((to) => rowOf(to, rows)?.folder));
  const taken = files.flatMap((file) => file.packages);
  const unused = [
    ...named.filter((each) => !imported.includes(each)),
    ...packages.filter((each) => !taken.some((name) => isPackageAllowed(name, [each]))),
  ];
  return unused.map((each): Complaint => ({ rule: "unused", folder, text: `${folder} does not import ${each}` }));
}

function isPackageAllowed(name: string, allowed: readonly string[]): boolean {
  if (isBuiltin(name) && !NAMED_ONLY.test(name) && allowed.includes("node")) return true;
  return allowed.some((each) => name === each || (each !== "node" && name.startsWith(`${each}/`)));
}

function ofCircles(program: readonly SourceFile[], rows: readonly Row[]): readonly Complaint[] {
  const files = new Map(program.map(({ path, files }) => [path, files]));
  const rooms = new Map<string, Set<string>>();
  for (const { path, files } of program) {
    const room = roomOf(path, rows);
    const others = files.map((to) => roomOf(to, rows)).filter((to) => to !== room);
    rooms.set(room, new Set([...(rooms.get(room) ?? []), ...others]));
  }
  return [...circles(files), ...circles(rooms)].flatMap((circle) =>
    circle.map((each): Complaint => {
      const folder = rooms.has(each) ? each : roomOf(each, rows);
      return { rule: "circle", folder, text: `${each} is in a circle of imports` };
    }),
  );
}

function ofFloors(program: readonly SourceFile[], rows: readonly Row[]): readonly Complaint[] {
  return rows.flatMap(({ folder }): readonly Complaint[] => {
    if (!folder.startsWith("src/main/")) return [];
    const inside = program.filter(({ path }) => rowOf(path, rows)?.folder === folder);
    const count = floors(new Map(inside.map(({ path, files }) => [path, files])));
    if (count <= MOST_FLOORS) return [];
    return [{ rule: "floors", folder, text: `${folder} has ${count} floors; ${MOST_FLOORS} are enough` }];
  });
}

function ofTestCode(program: readonly SourceFile[]): readonly Complaint[] {
  const imported = new Set(program.flatMap(({ files, threads }) => [...files, ...threads]));
  return program.flatMap(({ path, files, packages }): readonly Complaint[] => {
    const ofTests = [...files, ...packages].find((name) => isTest(name) || /^(vitest|fast-check)$/.test(name));
    const folder = dirname(path);
    if (ofTests !== undefined)
      return [{ rule: "test code", folder, text: `${path} imports ${ofTests}: it belongs to tests/` }];
    if (imported.has(path) || ENTRIES.test(path)) return [];
    return [{ rule: "test code", folder, text: `${path} is imported by nothing but tests, if at all` }];
  });
}

if (process.argv[1] === import.meta.filename) {
  const root = join(import.meta.dirname, "..", "..");
  for (const { rule, text } of complaints(root, readFileSync(join(root, "ARCHITECTURE.md"), "utf8"))) {
    process.exitCode = 1;
    console.error(`${rule}: ${text}`);
  }
}
