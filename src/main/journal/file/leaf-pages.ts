// The pages of a database file as SQLite writes them: https://sqlite.org/fileformat2.html, sections 1.5 to 1.8 and 2.1.

/** As `openForWriting` makes them; usable to their end. */
export const PAGE_BYTES = 8_192;
const TABLE_LEAF = 0x0d;
const TABLE_INTERIOR = 0x05;
const LEAF_HEADER = 8;
const INTERIOR_HEADER = 12;
/** Children of one interior page: a pointer, the page's number and a row's each. */
const CHILDREN_AT_MOST = 400;

/** What a column may hold, by its declared type, and whether it may hold nothing. */
export interface ColumnKind {
  readonly type: "INTEGER" | "TEXT" | "BLOB" | "REAL";
  readonly nullable: boolean;
}

/** A page of rows that can be read, and what it is put into a tree by. */
export interface LeafPage {
  readonly table: string;
  readonly first: number;
  readonly last: number;
  /** As it came; without the rows that cannot be read where there are some. */
  readonly bytes: Uint8Array;
  readonly isChanged: boolean;
}

/** A varint; null when it goes beyond what a number tells exactly. */
function varint(page: Buffer, at: number): { readonly value: number; readonly next: number } | null {
  let value = 0;
  for (let place = 0; place < 9; place += 1) {
    const byte = page[at + place];
    if (byte === undefined) return null;
    value = place === 8 ? value * 256 + byte : value * 128 + (byte & 0x7f);
    if (place === 8 || byte < 0x80) return Number.isSafeInteger(value) ? { value, next: at + place + 1 } : null;
  }
  return null;
}

function varintBytes(value: number): readonly number[] {
  const bytes = [value % 128];
  for (let rest = Math.floor(value / 128); rest > 0; rest = Math.floor(rest / 128)) bytes.unshift((rest % 128) + 128);
  return bytes;
}

/** Whether a value stored as this is one that the column may hold (section 2.1; all tables are STRICT). */
function holds(serial: number, { type, nullable }: ColumnKind): boolean {
  if (serial === 0) return nullable;
  if (serial >= 12) return type === (serial % 2 === 0 ? "BLOB" : "TEXT");
  if (serial === 7) return type === "REAL";
  return (serial <= 6 || serial === 8 || serial === 9) && (type === "INTEGER" || type === "REAL");
}

/** Bytes that a value stored as this takes. */
function sizeOf(serial: number): number {
  if (serial >= 12) return Math.floor((serial - 12) / 2);
  return [0, 1, 2, 3, 4, 6, 8, 8][serial] ?? 0;
}

/** The row of a cell, and how its values are stored; null when it is no cell. */
function readCell(page: Buffer, at: number): { readonly row: number; readonly serials: readonly number[] } | null {
  const size = varint(page, at);
  const row = size === null ? null : varint(page, size.next);
  const header = row === null ? null : varint(page, row.next);
  if (size === null || row === null || header === null || row.value < 1 || header.value > size.value) return null;
  const end = row.next + header.value;
  const serials: number[] = [];
  for (let next = header.next; next < end; ) {
    const serial = varint(page, next);
    if (serial === null) return null;
    serials.push(serial.value);
    next = serial.next;
    if (next > end) return null;
  }
  // What follows the header is as long as the header says.
  if (header.value + serials.reduce((sum, serial) => sum + sizeOf(serial), 0) !== size.value) return null;
  return { row: row.value, serials };
}

/**
 * Reads a page for rows of one of these tables.
 *
 * @param tables what may be in it, the likeliest first
 * @returns null when there is no row of theirs in it that can be read
 */
export function readLeaf(
  bytes: Uint8Array,
  tables: Iterable<readonly [name: string, columns: readonly ColumnKind[]]>,
): LeafPage | null {
  const page = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (page.length !== PAGE_BYTES || page[0] !== TABLE_LEAF) return null;
  const count = page.readUInt16BE(3);
  if (count === 0 || LEAF_HEADER + 2 * count > PAGE_BYTES) return null;
  const cells = Array.from({ length: count }, (_, index) => {
    const at = page.readUInt16BE(LEAF_HEADER + 2 * index);
    return at < LEAF_HEADER + 2 * count || at > PAGE_BYTES - 4 ? null : { at, cell: readCell(page, at) };
  });
  for (const [table, columns] of tables) {
    const kept: { readonly at: number; readonly row: number }[] = [];
    for (const each of cells) {
      const cell = each?.cell;
      if (each === null || cell == null || cell.serials.length !== columns.length) continue;
      const fits = cell.serials.every((serial, index) => holds(serial, columns[index] as ColumnKind));
      if (fits && cell.row > (kept.at(-1)?.row ?? 0)) kept.push({ at: each.at, row: cell.row });
    }
    const [first, last] = [kept[0], kept.at(-1)];
    if (first === undefined || last === undefined) continue;
    const isChanged = kept.length < count;
    return { table, first: first.row, last: last.row, isChanged, bytes: isChanged ? without(page, kept) : bytes };
  }
  return null;
}

/** The same page with these cells alone; their bytes stay where they are. */
function without(page: Buffer, kept: readonly { readonly at: number }[]): Buffer {
  const changed = Buffer.from(page);
  // No free blocks: nothing is ever written into it.
  changed.writeUInt16BE(0, 1);
  changed.writeUInt16BE(kept.length, 3);
  for (const [index, { at }] of kept.entries()) changed.writeUInt16BE(at, LEAF_HEADER + 2 * index);
  return changed;
}

/** A page and the last row at or below it. */
interface Child {
  readonly page: number;
  readonly last: number;
}

function interior(children: readonly Child[]): Buffer {
  const page = Buffer.alloc(PAGE_BYTES);
  page[0] = TABLE_INTERIOR;
  let start = PAGE_BYTES;
  for (const [index, { page: child, last }] of children.slice(0, -1).entries()) {
    const key = varintBytes(last);
    start -= 4 + key.length;
    page.writeUInt32BE(child, start);
    page.set(key, start + 4);
    page.writeUInt16BE(start, INTERIOR_HEADER + 2 * index);
  }
  page.writeUInt16BE(children.length - 1, 3);
  page.writeUInt16BE(start, 5);
  page.writeUInt32BE(children.at(-1)?.page ?? 0, 8);
  return page;
}

/**
 * The pages above these leaves, two or more in the order of their rows.
 *
 * @param add takes a page and says its number
 * @returns the topmost page, which has no number yet
 */
export function treeOver(leaves: readonly Child[], add: (page: Buffer) => number): Buffer {
  let level = leaves;
  while (level.length > CHILDREN_AT_MOST) {
    // Even shares: an interior page has two children at least.
    const pages = Math.ceil(level.length / CHILDREN_AT_MOST);
    const share = level.length / pages;
    const below = level;
    level = Array.from({ length: pages }, (_, index) => {
      const children = below.slice(Math.floor(index * share), Math.floor((index + 1) * share));
      return { page: add(interior(children)), last: children.at(-1)?.last ?? 0 };
    });
  }
  return interior(level);
}
