import { ANY_PORT, expect, test } from "../e2e/fixtures.ts";
import { runStorm } from "../hostile/storm/storm.ts";
import { faultsOf } from "../hostile/storm/verdict.ts";
import { MINUTES, SEED } from "./options.ts";

test(`through every door at once for ${MINUTES} minutes`, async ({ launch }) => {
  test.setTimeout((MINUTES + 15) * 60_000);
  const app = await launch({ settings: ANY_PORT });
  const log = (line: string): void => console.log(line);
  const report = await runStorm({ app, ms: MINUTES * 60_000, seed: SEED, log });
  expect(await faultsOf({ app, report, log, slowestMs: 1_000, restMs: 300_000 }), `seed ${SEED}`).toEqual([]);
});
