/** The least that a collector which keeps what it answers can do: bodies appended to one file, with one fsync for all that came. */
import { closeSync, fdatasync, openSync, write } from "node:fs";
import { join } from "node:path";
import { serveBare } from "./report.ts";

const file = openSync(join(process.argv[2] ?? ".", "bodies"), "a");
let waiting: { readonly body: Buffer; readonly kept: (isKept: boolean) => void }[] = [];
let writing = false;

function writeNext(): void {
  if (writing || waiting.length === 0) return;
  writing = true;
  const group = waiting;
  waiting = [];
  write(file, Buffer.concat(group.map(({ body }) => body)), (failed) => {
    fdatasync(file, (unsafe) => {
      writing = false;
      for (const { kept } of group) kept(failed === null && unsafe === null);
      writeNext();
    });
  });
}

serveBare(
  (body, answer) =>
    new Promise((resolve) => {
      const kept = (isKept: boolean): void => {
        answer(isKept ? 200 : 503);
        resolve(isKept);
      };
      waiting.push({ body, kept });
      if (waiting.length === 1) setImmediate(writeNext);
    }),
  () => closeSync(file),
);
