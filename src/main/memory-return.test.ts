import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, it } from "vitest";

interface Program {
  /** Small objects that it has had, and has no more. */
  readonly objects: number;
  readonly gives: boolean;
  /** Mebibytes above those at its start at which it ends; so does it after `ms`. */
  readonly until: number;
  readonly ms: number;
  /** What it does from then on, and `look` at last. */
  readonly goesOn: string;
}

/** In mebibytes what it had at the start, at most, and at its end. */
async function memoryOf({ objects, gives, until, ms, goesOn }: Program) {
  const program = `
    import { giveMemoryBack } from ${JSON.stringify(new URL("./memory-return.ts", import.meta.url).href)};
    const rss = () => Math.round(process.memoryUsage().rss / 1048576);
    if (${gives}) giveMemoryBack(100);
    const before = rss();
    await new Promise((resolve) => setTimeout(resolve, 300));
    let kept = [];
    for (let count = 0; count < ${objects}; count += 1) kept.push({ text: "x".repeat(20) + count });
    const most = rss();
    kept = null;
    const end = Date.now() + ${ms};
    const look = () => {
      if (rss() > before + ${until} && Date.now() < end) return goOn();
      console.log(JSON.stringify({ before, most, after: rss() }));
      process.exit(0);
    };
    const goOn = () => { ${goesOn} };
    look();`;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", program]);
  return JSON.parse(stdout) as Record<"before" | "most" | "after", number>;
}

const QUIET = { objects: 900_000, until: 40, goesOn: "setTimeout(look, 50);" };
const BUSY = "const until = performance.now() + 20; while (performance.now() < until); setImmediate(look);";

it("gives back what a flood has left, which nobody else does", async () => {
  const { before, most, after } = await memoryOf({ ...QUIET, gives: true, ms: 20_000 });
  expect(most).toBeGreaterThan(before + 100);
  expect(after).toBeLessThan(before + 40);
  const without = await memoryOf({ ...QUIET, gives: false, ms: 2_000 });
  expect(without.after).toBeGreaterThan(without.before + 80);
});

it("gives back most of it also while there is no rest", async () => {
  const { before, most, after } = await memoryOf({
    objects: 1_200_000,
    gives: true,
    until: 60,
    ms: 20_000,
    goesOn: BUSY,
  });
  expect(most).toBeGreaterThan(before + 200);
  expect(after).toBeLessThanOrEqual(before + 60);
});
