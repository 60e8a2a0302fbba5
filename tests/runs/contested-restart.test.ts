import { expect, it } from "vitest";
import { createFakeLog } from "./fake-log.ts";
import { accepted, CREDIT, SECOND, verdict } from "./one-user.ts";
import { createRunsSetup } from "./setup.ts";

it("simulations that one webhook may belong to are unsure, also after a restart, until one is decided by hand", async () => {
  const log = createFakeLog();
  const setup = await createRunsSetup(log);
  const first = await accepted(setup);
  const second = await accepted(setup, CREDIT.replace("ref_ada", "ref_mai"));
  const delivery = await setup.deliver('{"amount":50000,"currency":"NGN"}');
  await setup.clock.advance(31 * SECOND);
  const notSure = { code: "not-sure", because: "doubt", possible: 1 };
  expect([verdict(setup, first), verdict(setup, second)]).toEqual([notSure, notSure]);

  const again = await createRunsSetup(log, setup.clock);
  const details = await Promise.all([first, second].map((id) => again.runs.get(id)));
  expect(details.map(({ summary }) => summary.verdict.code)).toEqual(["not-sure", "not-sure"]);
  expect(details[1]?.alsoFits).toEqual([{ deliveryId: delivery, runId: first }]);

  await again.runs.tie(delivery, second);
  await again.clock.advance(SECOND);
  expect((await again.runs.get(second)).summary.verdict.code).not.toBe("not-sure");
  expect((await again.runs.get(first)).summary.verdict.code).toBe("missing");
});
