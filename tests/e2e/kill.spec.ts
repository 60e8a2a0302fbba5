import { runAppKills } from "../endurance/app-kills.ts";
import { expect, test } from "./fixtures.ts";

// The short form of tests/endurance/kills.long.ts.
test("killed in a flood with a call under way, it keeps every delivery that it has answered", async ({ host }) => {
  test.slow();
  const seed = 1 + Math.floor(Math.random() * 999_999);
  const report = await runAppKills({ host, rounds: 1, seed, log: () => undefined });
  expect(report.faults, `seed ${seed}`).toEqual([]);
  expect(report.acknowledged).toBeGreaterThan(0);
});
