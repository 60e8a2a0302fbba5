import {
  closeSync,
  copyFileSync,
  existsSync,
  fstatSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { type ColumnKind, type LeafPage, PAGE_BYTES, readLeaf, treeOver } from "./leaf-pages.ts";
import { prepareSchema } from "./schema.ts";
import { committedPages } from "./wal-damage.ts";

/** What is brought back of a damaged file. All else is found out again from it. */
const TABLES = [
  "events",
  "contents",
  "runs",
  "ties",
  "forwards",
  "forwards_waiting",
  "profiles",
  "signature_settings",
  "hidden",
];
/** Few rows, on one page each; taken where they are, or as in a new file. */
const SMALL = ["state", "sqlite_sequence"];
const PAGES_AT_ONCE = 128;

/** What a pointer map says of a page (fileformat2.html, section 1.8). */
const FREE = 2;
const OVERFLOW = new Set([3, 4]);
const ROOT = 1;
const TREE = 5;
const MAP_ENTRIES = Math.floor(PAGE_BYTES / 5);

interface Found extends Omit<LeafPage, "bytes"> {
  readonly page: number;
  /** Null where it can stay as it is, where it is: a log has hundreds of thousands. */
  readonly bytes: Uint8Array | null;
  /** The pointer map names its table. */
  readonly isNamed: boolean;
}

/** The name of what was put together of a damaged file; it goes once everything is brought back. */
export function rebuiltName(damaged: string): string {
  return `${damaged}.rebuilt`;
}

/**
 * Puts a file together in which SQLite finds every row of a damaged one that stands on a page which can be read: the
 * pages of rows as they are, under trees and a first page made anew, since a schema of ours is known. So neither the
 * first page nor any page between it and the rows has to be whole. The damaged file is left as it is.
 *
 * Goes on a piece at a time. Nothing is there under `rebuiltName` unless all of it is.
 */
export function* rebuild(damaged: string): Generator<void, void> {
  const whole = rebuiltName(damaged);
  if (existsSync(whole)) return;
  const partial = `${whole}-partial`;
  const scratch = `${whole}-schema`;
  let handle: number | null = null;
  try {
    const fresh = freshFile(scratch);
    copyFileSync(damaged, partial);
    handle = openSync(partial, "r+");
    const file = handle;
    let pages = Math.floor(fstatSync(file).size / PAGE_BYTES);
    const write = (page: number, bytes: Uint8Array): void => {
      writeSync(file, bytes, 0, PAGE_BYTES, (page - 1) * PAGE_BYTES);
      pages = Math.max(pages, page);
    };
    for (const { page, bytes } of committedPages(`${damaged}-wal`, PAGE_BYTES)) {
      write(page, bytes);
      yield;
    }
    const found = yield* leavesOf(file, pages, fresh);
    const small = new Map(SMALL.flatMap((name) => smallPage(file, fresh.roots.get(name) ?? 0)));
    fresh.pages.forEach((bytes, index) => write(index + 1, small.get(index + 1) ?? bytes));
    const add = (bytes: Uint8Array): number => {
      const page = pages + 1;
      write(page, bytes);
      return page;
    };
    for (const table of TABLES) {
      const leaves = inOrder(found.filter((leaf) => leaf.table === table));
      const root = fresh.roots.get(table) ?? 0;
      const [only] = leaves;
      if (only !== undefined && leaves.length === 1) write(root, only.bytes ?? readPage(file, only.page));
      if (leaves.length < 2) continue;
      const children = leaves.map(({ page, bytes, last }) => {
        // Those among the first pages, which are written anew, move to the end.
        if (bytes !== null && page <= fresh.pages.length) return { page: add(bytes), last };
        if (bytes !== null) write(page, bytes);
        return { page, last };
      });
      write(root, treeOver(children, add));
      yield;
    }
    const first = Buffer.from(fresh.pages[0] ?? new Uint8Array());
    // Read and written without a write-ahead log; so many pages, none of them free (section 1.3).
    first.set([1, 1], 18);
    first.writeUInt32BE(pages, 28);
    first.writeUInt32BE(first.readUInt32BE(24), 92);
    write(1, first);
    closeSync(file);
    handle = null;
    renameSync(partial, whole);
  } finally {
    if (handle !== null) closeSync(handle);
    rmSync(partial, { force: true });
    rmSync(scratch, { force: true });
  }
}

interface FreshFile {
  readonly pages: readonly Uint8Array[];
  readonly roots: ReadonlyMap<string, number>;
  readonly columns: ReadonlyMap<string, readonly ColumnKind[]>;
}

/** A log without events: its first page, and where each table begins, are those of every log. */
function freshFile(scratch: string): FreshFile {
  rmSync(scratch, { force: true });
  const database = new DatabaseSync(scratch);
  database.exec(`PRAGMA page_size = ${PAGE_BYTES}; PRAGMA auto_vacuum = INCREMENTAL`);
  prepareSchema(database);
  const roots = database.prepare("SELECT name, rootpage FROM sqlite_schema WHERE type = 'table'").all();
  const columns = TABLES.map((table) => {
    const of = database.prepare('SELECT type, pk, "notnull" FROM pragma_table_info(?)').all(table);
    return [
      table,
      // The number of a row stands beside it: in the record is nothing.
      of.map(({ type, pk, notnull }) => ({ type, nullable: pk === 1 || notnull === 0 }) as ColumnKind),
    ] as const;
  });
  database.close();
  const handle = openSync(scratch, "r");
  const { size } = fstatSync(handle);
  const pages = Array.from({ length: size / PAGE_BYTES }, (_, index) => readPage(handle, index + 1));
  closeSync(handle);
  return {
    pages,
    roots: new Map(roots.map(({ name, rootpage }) => [String(name), Number(rootpage)])),
    columns: new Map(columns),
  };
}

function readPage(file: number, page: number): Uint8Array {
  const bytes = Buffer.alloc(PAGE_BYTES);
  readSync(file, bytes, 0, PAGE_BYTES, (page - 1) * PAGE_BYTES);
  return bytes;
}

function smallPage(file: number, page: number): readonly (readonly [number, Uint8Array])[] {
  const bytes = readPage(file, page);
  // A leaf, of a table or of one that is its own index.
  return (bytes[0] === 0x0d || bytes[0] === 0x0a) && (bytes[3] ?? 0) * 256 + (bytes[4] ?? 0) > 0 ? [[page, bytes]] : [];
}

function* leavesOf(file: number, pages: number, fresh: FreshFile): Generator<void, readonly Found[]> {
  const { roots, columns } = fresh;
  const map = pointerMap(file, pages);
  const tables = new Map([...roots].map(([name, root]) => [root, name]));
  /** The table at whose root the way upward ends. */
  const tableOf = (page: number): string | undefined => {
    let at = page;
    for (let levels = 0; levels < 20; levels += 1) {
      const entry = map(at);
      if (entry?.kind === ROOT) return tables.get(at);
      if (entry?.kind !== TREE) return undefined;
      at = entry.parent;
    }
    return undefined;
  };
  const found: Found[] = [];
  for (let page = 3; page <= pages; page += 1) {
    if (page % PAGES_AT_ONCE === 0) yield;
    const kind = map(page)?.kind;
    // What was deleted for good may still stand on a page that is free.
    if (kind === FREE || (kind !== undefined && OVERFLOW.has(kind))) continue;
    const name = tableOf(page);
    const named = name === undefined ? undefined : columns.get(name);
    // It belongs to another table of ours, and so to none that is brought back.
    if (name !== undefined && named === undefined) continue;
    const leaf = readLeaf(readPage(file, page), name === undefined || named === undefined ? columns : [[name, named]]);
    if (leaf === null) continue;
    const bytes = leaf.isChanged || page <= fresh.pages.length ? leaf.bytes : null;
    found.push({ ...leaf, bytes, page, isNamed: name !== undefined });
  }
  return found;
}

/** What the pointer maps say of a page; null where there is none, or where it is damaged. */
function pointerMap(
  file: number,
  pages: number,
): (page: number) => { readonly kind: number; readonly parent: number } | null {
  const maps = new Map<number, Buffer | null>();
  return (page) => {
    const at = Math.floor((page - 2) / (MAP_ENTRIES + 1)) * (MAP_ENTRIES + 1) + 2;
    if (page === at || page > pages) return null;
    let entries = maps.get(at);
    if (entries === undefined) {
      const bytes = Buffer.from(readPage(file, at));
      const isSound = Array.from({ length: MAP_ENTRIES }, (_, index) => 5 * index).every((place) => {
        const [kind, parent] = [bytes.readUInt8(place), bytes.readUInt32BE(place + 1)];
        // What is free or the top of a tree has nothing above it, everything else a page of this file.
        return kind === FREE || kind <= ROOT ? parent === 0 : kind <= TREE && parent > 0 && parent <= pages;
      });
      entries = isSound ? bytes : null;
      maps.set(at, entries);
    }
    const place = 5 * (page - at - 1);
    const kind = entries?.readUInt8(place) ?? 0;
    return entries === null || kind === 0 ? null : { kind, parent: entries.readUInt32BE(place + 1) };
  };
}

/** By their rows, each row once: of two that overlap, the one whose table the pointer map names. */
function inOrder(leaves: readonly Found[]): readonly Found[] {
  const order: Found[] = [];
  for (const leaf of leaves.toSorted((a, b) => a.first - b.first || a.last - b.last)) {
    const before = order.at(-1);
    if (before === undefined || before.last < leaf.first) order.push(leaf);
    else if (leaf.isNamed && !before.isNamed) order[order.length - 1] = leaf;
  }
  return order;
}
