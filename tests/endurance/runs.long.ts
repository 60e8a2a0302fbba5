import { expect, test } from "../e2e/fixtures.ts";
import { launchAt } from "../e2e/foreign.ts";
import { simulateMany } from "../runs/many.ts";
import { KNOWN_SHAPES } from "../runs/payload-shapes.ts";
import { SEED } from "./options.ts";

for (const [name, shape] of Object.entries(KNOWN_SHAPES))
  test(`1,000 simulations at 50 a second: no webhook is given to the wrong one without saying so (${name})`, async ({
    launch,
  }) => {
    const { app, service } = await launchAt(launch, { limitMs: 10_000 });
    const report = await simulateMany({ page: app.page, service, shape, count: 1_000, perSecond: 50, seed: SEED });
    console.log(`seed ${SEED}: ${JSON.stringify(report)}`);
    expect(report.wrong.unmarked).toEqual([]);
    expect(report.faults).toEqual([]);
    expect(report.deliveries).toBeGreaterThan(800);
    await service.close();
  });
