import { closeSync, fstatSync, openSync, readSync } from "node:fs";

// The write-ahead log as SQLite writes it: https://sqlite.org/fileformat2.html#walformat
const HEADER = 32;
const FRAME_HEADER = 24;
const BIG_ENDIAN_SUMS = 0x377f0683;
const LITTLE_ENDIAN_SUMS = 0x377f0682;

type Sum = readonly [first: number, second: number];

/**
 * Whether commits stand in a write-ahead log that SQLite is going to pass over without a word: it reads up to the first
 * frame whose sum does not fit. What an interrupted commit leaves at the end is no damage; a whole commit of the same
 * round behind a frame that does not fit is. Must be asked before SQLite has opened the file.
 */
export function hidesCommits(file: string): boolean {
  let handle: number;
  try {
    handle = openSync(file, "r");
  } catch {
    return false;
  }
  try {
    const { size } = fstatSync(handle);
    const header = Buffer.alloc(HEADER);
    if (size <= HEADER || readSync(handle, header, 0, HEADER, 0) < HEADER) return false;
    const magic = header.readUInt32BE(0);
    const pageSize = header.readUInt32BE(8);
    const isSound =
      (magic === BIG_ENDIAN_SUMS || magic === LITTLE_ENDIAN_SUMS) &&
      pageSize >= 512 &&
      pageSize <= 65_536 &&
      (pageSize & (pageSize - 1)) === 0;
    if (!isSound) return true;
    const add = magic === BIG_ENDIAN_SUMS ? sumOf(true) : sumOf(false);
    let sum = add([0, 0], header.subarray(0, 24));
    if (!fits(sum, header, 24)) return true;
    const frame = Buffer.alloc(FRAME_HEADER + pageSize);
    let isWhole = true;
    for (let at = HEADER; at + frame.length <= size; at += frame.length) {
      if (readSync(handle, frame, 0, frame.length, at) < frame.length) return false;
      const isOfThisRound = frame.compare(header, 16, 24, 8, 16) === 0;
      if (isWhole) {
        sum = add(add(sum, frame.subarray(0, 8)), frame.subarray(FRAME_HEADER));
        isWhole = isOfThisRound && fits(sum, frame, 16);
        // The first that does not fit may be the one that was being written.
        continue;
      }
      // A frame that ends a commit has the size of the database.
      if (isOfThisRound && frame.readUInt32BE(4) !== 0) return true;
    }
    return false;
  } finally {
    closeSync(handle);
  }
}

/** The pages of all commits that SQLite would read, the older ones first; none of a log with pages of another size. */
export function* committedPages(
  file: string,
  pageSize: number,
): Generator<{ readonly page: number; readonly bytes: Buffer }, void> {
  let handle: number;
  try {
    handle = openSync(file, "r");
  } catch {
    return;
  }
  try {
    const header = Buffer.alloc(HEADER);
    if (readSync(handle, header, 0, HEADER, 0) < HEADER || header.readUInt32BE(8) !== pageSize) return;
    const magic = header.readUInt32BE(0);
    if (magic !== BIG_ENDIAN_SUMS && magic !== LITTLE_ENDIAN_SUMS) return;
    const add = sumOf(magic === BIG_ENDIAN_SUMS);
    let sum = add([0, 0], header.subarray(0, 24));
    if (!fits(sum, header, 24)) return;
    let commit: { readonly page: number; readonly bytes: Buffer }[] = [];
    for (let at = HEADER; ; at += FRAME_HEADER + pageSize) {
      const frame = Buffer.alloc(FRAME_HEADER + pageSize);
      if (readSync(handle, frame, 0, frame.length, at) < frame.length) return;
      sum = add(add(sum, frame.subarray(0, 8)), frame.subarray(FRAME_HEADER));
      if (frame.compare(header, 16, 24, 8, 16) !== 0 || !fits(sum, frame, 16)) return;
      commit.push({ page: frame.readUInt32BE(0), bytes: frame.subarray(FRAME_HEADER) });
      if (frame.readUInt32BE(4) === 0) continue;
      yield* commit;
      commit = [];
    }
  } finally {
    closeSync(handle);
  }
}

function fits([first, second]: Sum, bytes: Buffer, at: number): boolean {
  return bytes.readUInt32BE(at) === first && bytes.readUInt32BE(at + 4) === second;
}

function sumOf(bigEndian: boolean): (before: Sum, bytes: Buffer) => Sum {
  return ([first, second], bytes) => {
    let [a, b] = [first, second];
    for (let at = 0; at < bytes.length; at += 8) {
      a = (a + (bigEndian ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at)) + b) >>> 0;
      b = (b + (bigEndian ? bytes.readUInt32BE(at + 4) : bytes.readUInt32LE(at + 4)) + a) >>> 0;
    }
    return [a, b];
  };
}
