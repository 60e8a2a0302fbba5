import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { CHROMIUM_HOST } from "../../build/steps/chromium-host.ts";

/** Makes objects of which a few live for a while, as a flood does, and says how much room V8 has taken for young ones. */
const CHURN = `
  let kept = [];
  for (let count = 0; count < 4_000_000; count += 1) {
    kept.push({ count, list: [count] });
    if (kept.length > 400_000) kept = [];
  }
  const young = require("node:v8").getHeapSpaceStatistics().find((space) => space.space_name === "new_space");
  console.log(young.space_size / 1_048_576);`;

test("the program's young objects have little room, however much memory the machine has", () => {
  const flags = CHROMIUM_HOST.slice(0, -1);
  const mebibytes = Number(execFileSync(process.execPath, [...flags, "--eval", CHURN], { encoding: "utf8" }));
  expect(mebibytes).toBeGreaterThan(0);
  expect(mebibytes).toBeLessThanOrEqual(32);
});
