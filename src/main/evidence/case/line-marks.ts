import { createHash } from "node:crypto";

/** The hash of a part from its beginning up to the end of a line: after how many lines and bytes, and how it begins. */
export type LineMark = readonly [lines: number, size: number, hash: string];

const MARKS_AT_MOST = 2_000;
const SHOWN_OF_HASH = 16;

/**
 * Hashes a part line by line, and notes how far it was on the way: afterwards it can be said in which line it was
 * changed. In a long part every second note is dropped again and again, so that there are never more than some
 * thousand.
 */
export function createLineHash() {
  const hash = createHash("sha256");
  let marks: LineMark[] = [];
  let lines = 0;
  let size = 0;
  let stride = 1;
  return {
    /** One line, with its end. */
    add(line: Uint8Array): void {
      hash.update(line);
      lines += 1;
      size += line.byteLength;
      if (lines % stride !== 0) return;
      if (marks.length === MARKS_AT_MOST) {
        stride *= 2;
        marks = marks.filter(([count]) => count % stride === 0);
        if (lines % stride !== 0) return;
      }
      marks.push([lines, size, shown(hash.copy())]);
    },
    end: () => ({ sha256: hash.digest("hex"), size, marks }),
  };
}

/** Hashes a part as it is now, and finds the first line that is not as its marks say. */
export function createLineCheck(marks: readonly LineMark[]) {
  const hash = createHash("sha256");
  let size = 0;
  let next = 0;
  let sound = 0;
  let broken: { readonly line: number; readonly through: number | null } | null = null;

  function look(): void {
    const mark = marks[next];
    if (mark === undefined) return;
    const [lines, , expected] = mark;
    if (broken === null && shown(hash.copy()) !== expected) broken = { line: sound + 1, through: lines };
    sound = lines;
    next += 1;
  }
  return {
    add(piece: Uint8Array): void {
      let rest = piece;
      for (let mark = marks[next]; mark !== undefined && mark[1] <= size + rest.byteLength; mark = marks[next]) {
        const until = Math.max(0, mark[1] - size);
        hash.update(rest.subarray(0, until));
        size += until;
        rest = rest.subarray(until);
        look();
      }
      hash.update(rest);
      size += rest.byteLength;
    },
    end: () => ({
      sha256: hash.digest("hex"),
      size,
      /** Behind the last sound mark where no mark is broken; null without marks. */
      from: marks.length === 0 ? null : (broken ?? { line: sound + 1, through: null }),
    }),
  };
}

function shown(hash: ReturnType<typeof createHash>): string {
  return hash.digest("hex").slice(0, SHOWN_OF_HASH);
}
