import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, it } from "vitest";

/** A program that has had a great many small objects, and is quiet now. Prints what it has then, in mebibytes. */
const program = (gives: boolean): string => `
  import { giveMemoryBack } from ${JSON.stringify(new URL("./memory-return.ts", import.meta.url).href)};
  const rss = () => Math.round(process.memoryUsage().rss / 1048576);
  if (${gives}) giveMemoryBack(100);
  const before = rss();
  await new Promise((resolve) => setTimeout(resolve, 300));
  let kept = [];
  for (let count = 0; count < 1_500_000; count += 1) kept.push({ text: "x".repeat(20) + count });
  const most = rss();
  kept = null;
  const end = Date.now() + 20_000;
  const look = () => {
    if (rss() > before + 40 && Date.now() < end - (${gives} ? 0 : 18_000)) return setTimeout(look, 50);
    console.log(JSON.stringify({ before, most, after: rss() }));
    process.exit(0);
  };
  look();`;

async function memoryOf(gives: boolean): Promise<Record<"before" | "most" | "after", number>> {
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", program(gives)]);
  return JSON.parse(stdout) as Record<"before" | "most" | "after", number>;
}

it("gives back what a flood has left, which nobody else does", async () => {
  const { before, most, after } = await memoryOf(true);
  expect(most).toBeGreaterThan(before + 100);
  expect(after).toBeLessThan(before + 40);
  const without = await memoryOf(false);
  expect(without.after).toBeGreaterThan(without.before + 80);
});

/** Has much for a moment, and then always something to do, of which nothing is kept and little is collected by itself. */
const BUSY = `
  import { giveMemoryBack } from ${JSON.stringify(new URL("./memory-return.ts", import.meta.url).href)};
  const rss = () => Math.round(process.memoryUsage().rss / 1048576);
  giveMemoryBack(100);
  const before = rss();
  await new Promise((resolve) => setTimeout(resolve, 300));
  let kept = [];
  for (let count = 0; count < 1_200_000; count += 1) kept.push({ text: "x".repeat(20) + count });
  const most = rss();
  kept = null;
  const end = Date.now() + 20_000;
  const work = () => {
    const until = performance.now() + 20;
    while (performance.now() < until);
    if (rss() > before + 60 && Date.now() < end) return setImmediate(work);
    console.log(JSON.stringify({ before, most, after: rss() }));
    process.exit(0);
  };
  work();`;

it("gives back most of it also while there is no rest", async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", BUSY]);
  const { before, most, after } = JSON.parse(stdout) as Record<"before" | "most" | "after", number>;
  expect(most).toBeGreaterThan(before + 200);
  expect(after).toBeLessThanOrEqual(before + 60);
});
