import type { HostileBody } from "./bodies.ts";

/** The listener's cap on bodies, in bytes: these fill it to the last one. */
const CAP = 10_485_760;

const repeated = (unit: string, start: string, end: string, size = CAP): Buffer => {
  const unitBytes = Buffer.from(unit);
  const room = size - Buffer.byteLength(start) - Buffer.byteLength(end);
  const count = Math.floor(room / unitBytes.length);
  const filling = Buffer.alloc(count * unitBytes.length, unitBytes);
  // What does not divide evenly is space, which JSON allows at its end.
  return Buffer.concat([Buffer.from(start), filling, Buffer.from(end), Buffer.alloc(room - filling.length, " ")]);
};

const LARGE: Readonly<Record<string, () => Uint8Array>> = {
  "10 MiB of JSON in one line": () => repeated('{"amount":10.00,"remark":"x"},', "[", "{}]"),
  "10 MiB of one string": () => repeated("long ", '{"remark":"', '"}'),
  "10 MiB of one word": () => repeated("w", "", ""),
  "10 MiB of open brackets": () => repeated("[", "", ""),
  "10 MiB of line feeds": () => repeated("\n", "{", "}"),
  "10 MiB of short lines": () => repeated("a\n", "", ""),
  "10 MiB of brackets, closed": () => Buffer.from("[".repeat(CAP / 2) + "]".repeat(CAP / 2)),
  "100,000 arrays, one in the other": () => Buffer.from("[".repeat(100_000) + "]".repeat(100_000)),
  "100,000 objects, one in the other": () => Buffer.from(`${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`),
  "100,000 objects, not closed": () => Buffer.from('{"a":'.repeat(100_000)),
  "200,000 members": () =>
    Buffer.from(`{${Array.from({ length: 200_000 }, (_, index) => `"key ${index}":${index}`).join(",")}}`),
  "100,000 times the same key": () => Buffer.from(`{${'"amount":1,'.repeat(99_999)}"amount":2}`),
  "a number of a million digits": () => Buffer.from(`{"amount":1${"0".repeat(1_000_000)}}`),
  "a key of a megabyte": () => Buffer.from(`{"${"k".repeat(1_000_000)}":1}`),
  "a megabyte of escapes": () => Buffer.from(`["${"\\u202e".repeat(170_000)}"]`),
  "a megabyte of overrides of direction": () => Buffer.from(`"${"\u202ea".repeat(250_000)}"`),
  "a megabyte of combining marks": () => Buffer.from(`"e${"\u0301".repeat(500_000)}"`),
  "a megabyte of joined emoji": () => Buffer.from(`"${"\u{1f468}\u200d".repeat(150_000)}"`),
  "a megabyte of characters of no width": () => Buffer.from(`"${"\u200b".repeat(350_000)}"`),
  "a megabyte of markup": () => Buffer.from("<b><i><script>hostileRan()</script>".repeat(30_000)),
  "a megabyte of controls, not quite binary": () => Buffer.from("textual \u0001".repeat(110_000)),
};

/** Bodies that are hostile by their size, their depth, or by what drawing them costs. */
export const LARGE_BODIES: readonly HostileBody[] = Object.entries(LARGE).map(([name, bytes]) => ({
  name,
  bytes,
  headers: { "Content-Type": "application/json" },
}));
