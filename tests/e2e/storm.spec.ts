import { runStorm } from "../hostile/storm/storm.ts";
import { faultsOf } from "../hostile/storm/verdict.ts";
import { ANY_PORT, expect, test } from "./fixtures.ts";

// The first seconds of `npm run test:endurance -- storm`, each time from another seed. How long others wait is asked there,
// on a machine that does nothing else.
test("through every door at once, for a few seconds", async ({ launch }) => {
  test.setTimeout(240_000);
  const seed = 1 + Math.floor(Math.random() * 999_999);
  const app = await launch({ settings: ANY_PORT });
  const report = await runStorm({ app, ms: 3_000, seed, log: () => undefined });
  expect(await faultsOf({ app, report, log: () => undefined, slowestMs: null, restMs: null }), `seed ${seed}`).toEqual(
    [],
  );
});
