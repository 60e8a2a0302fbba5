import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { CHROMIUM_HOST } from "../../build/steps/chromium-host.ts";

/** Makes objects of which a few live for a while, as a flood does, and says how much room V8 has taken for young ones. */
const CHURN = `
  let kept = [];
  for (let count = 0; count < 4_000_000; count += 1) {
    kept.push({ count, list: [count] });
    if (kept.length > 200_000) kept = [];
  }
  const young = require("node:v8").getHeapSpaceStatistics().find((space) => space.space_name === "new_space");
  console.log(young.space_size / 1_048_576);`;
const IN_A_THREAD = `new (require("node:worker_threads").Worker)(${JSON.stringify(CHURN)}, {
  eval: true, resourceLimits: { maxYoungGenerationSizeMb: 12 } })`;

test.each([
  ["the program's young objects have little room, however much memory the machine has", CHURN, 32],
  ["a thread that is given less has less", IN_A_THREAD, 12],
])("%s", (_, script, atMost) => {
  const flags = CHROMIUM_HOST.slice(0, -1);
  const mebibytes = Number(execFileSync(process.execPath, [...flags, "--eval", script], { encoding: "utf8" }));
  expect(mebibytes).toBeGreaterThan(0);
  expect(mebibytes).toBeLessThanOrEqual(atMost);
});
