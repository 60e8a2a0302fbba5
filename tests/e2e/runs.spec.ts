import { answerOf } from "../support/bridge.ts";
import { expect, test } from "./fixtures.ts";

test("a simulation is matched with its webhook, and after a kill still is", async ({ launch }) => {
  const app = await launch();
  const { event } = await answerOf(app.page, "calls", "send", {
    requestId: "1",
    profileId: "sandbox",
    action: { operation: "credit", body: { amount: "50000", currency: "NGN", userReference: "ref_ada" } },
  });
  const { id } = event.summary;
  const run = () => answerOf(app.page, "runs", "get", { id });
  await expect.poll(async () => (await run()).summary.verdict.code).toBe("matched");
  const before = await run();
  expect(before.ties).toMatchObject([{ role: "match", certainty: "likely", by: "value" }]);

  await app.kill();
  const again = await launch();
  const { events } = await answerOf(again.page, "journal", "page", { limit: 100, filter: "" });
  expect(events).toContainEqual(expect.objectContaining({ id, run: before.summary }));
  expect(events).toContainEqual(
    expect.objectContaining({ kind: "delivery", tie: expect.objectContaining({ runId: id, role: "match" }) }),
  );
  expect(await answerOf(again.page, "runs", "get", { id })).toEqual(before);
});
