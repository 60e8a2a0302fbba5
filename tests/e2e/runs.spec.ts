import type { Page } from "playwright/test";
import { PLAIN_ANSWER, sequenceOf } from "../../src/shared/answer-script.ts";
import type { Profile } from "../../src/shared/profile.ts";
import { DEFAULT_RUN_SETTINGS, type RunDetail } from "../../src/shared/run.ts";
import { simulateMany } from "../runs/many.ts";
import { KNOWN_SHAPES } from "../runs/payload-shapes.ts";
import { answerOf, ask } from "../support/bridge.ts";
import { expect, test } from "./fixtures.ts";
import { launchAt } from "./foreign.ts";
import { CASES, type Case } from "./run-cases.ts";
import { credit, runsOf } from "./runs.ts";
import { windowParts } from "./window-parts.ts";

test("each fault of the sandbox leads to its verdict, and after a kill the log gives the same ones again, also where one was open or tied by hand", async ({
  launch,
}) => {
  test.slow();
  const app = await launch();
  const runs = runsOf(app.page);
  const ids = new Map<Case, number>();
  for (const each of CASES) {
    await runs.bend(each.behaviour ?? {});
    await runs.changeRuns(each.runs ?? {});
    ids.set(each, await runs.simulate(each.action));
  }
  const found = new Map<string, RunDetail>();
  for (const [{ name, verdict, roles, certainty }, id] of ids)
    await test.step(`${name}: ${verdict}`, async () => {
      const run = await runs.reaches(id, verdict);
      expect(run.ties.map(({ role }) => role)).toEqual(roles);
      if (certainty !== undefined) expect(run.summary.certainty).toBe(certainty);
      found.set(name, run);
    });
  expect(found.get("wrong amount of a charge")?.summary.verdict).toMatchObject({
    fields: [{ field: "amount", expected: "2008", actual: "2009", path: "charge.amount" }],
  });
  const first = found.get("the first of two out of order")?.ties[0]?.deliveryId ?? 0;
  expect(first).toBeGreaterThan(found.get("the second of them")?.ties[0]?.deliveryId ?? 0);

  await test.step("answers that are no success: the same again is a retry", async () => {
    await runs.bend({ attempts: 3, retryIntervalMs: 50 });
    await runs.change({ answerScript: answering(500, 500, 200), runs: DEFAULT_RUN_SETTINGS });
    const id = await runs.simulate(credit("1030"));
    await expect
      .poll(async () => (await runs.get(id)).ties.map(({ role }) => role))
      .toEqual(["match", "retry", "retry"]);
    found.set("retries", await runs.reaches(id, "matched"));
    await runs.change({ answerScript: answering(200) });
  });

  await test.step("across a time without a listener: it could not be seen", async () => {
    await runs.bend({ webhookFault: "dropped" });
    await runs.changeRuns({ limitMs: 1_000 });
    await answerOf(app.page, "listener", "stop", null);
    const id = await runs.simulate(credit("1031"));
    await answerOf(app.page, "listener", "start", null);
    found.set("listener stopped", await runs.reaches(id, "not-seen"));
  });

  await test.step("a tag in the remark: the form says so before, and the answer what was sent", async () => {
    await runs.bend({ chargeShape: "charge-with-remark" });
    await runs.changeRuns({ tagRemarks: true });
    const { tab, field, button, answer } = windowParts(app.page);
    await tab("Charge").click();
    await field("Amount").fill("1040");
    await field("Currency").fill("KES");
    await field("From").fill("ref_ada");
    await field("To").fill("ref_wanjiru");
    await field("Remark").fill("Dinner");
    await expect(app.page.getByText("A short tag is added to it")).toBeVisible();
    await button("Simulate charge").click();
    await expect(answer.getByText(/Sent with the remark “Dinner \[ld-\w{5}\]”/)).toBeVisible();
    const call = (await runs.rows("kind:call amount:1040")).at(-1);
    expect(await runs.reaches(call?.id ?? 0, "matched")).toMatchObject({ summary: { certainty: "certain" } });
    await expect(field("Remark")).toHaveValue("Dinner");
  });

  // What the rows show is what the runs say, and what the filter finds.
  const rows = await runs.rows();
  for (const { summary, ties } of found.values()) {
    expect(rows.find(({ id }) => id === summary.id)).toMatchObject({ run: summary });
    for (const { deliveryId, role, certainty, after } of ties)
      expect(rows.find(({ id }) => id === deliveryId)).toMatchObject({
        tie: { deliveryId, runId: summary.id, role, certainty, after, byHand: false },
      });
  }
  const missing = [...found.values()].filter(({ summary }) => summary.verdict.code === "missing");
  expect((await runs.rows("match:missing")).map(({ id }) => id)).toEqual(missing.map(({ summary }) => summary.id));
  expect(missing).toContain(found.get("dropped"));
  expect(await runs.rows("match:duplicate")).toMatchObject([{ kind: "call" }, { kind: "delivery" }]);
  expect(await runs.rows("match:none")).toEqual([]);

  const left = await leaveOpen(app.page);
  await app.kill();
  const { page } = await launch();
  const again = runsOf(page);
  for (const [name, run] of found)
    await test.step(`after a kill: ${name}`, async () => expect(await again.get(run.summary.id)).toEqual(run));
  const before = new Map(rows.map((row) => [row.id, row]));
  for (const row of await again.rows()) if (before.has(row.id)) expect(row).toEqual(before.get(row.id));
  await test.step("after a kill: what came in time counts, and what could not come is not called missing", async () => {
    expect((await again.get(left.matched)).summary.verdict.code).toBe("matched");
    expect((await again.reaches(left.open, "not-seen")).summary.verdict).toMatchObject({
      spans: [{ cause: "ended-abruptly" }],
    });
  });
  await test.step("after a kill: what was tied by hand stays so, and is untied", async () => {
    const { first, second, deliveryId } = left.byHand;
    expect((await again.get(first)).ties.find((tie) => tie.deliveryId === deliveryId)).toMatchObject({ by: "hand" });
    await answerOf(page, "runs", "untie", { deliveryId });
    expect((await again.rows("match:by-hand")).map(({ id }) => id)).toEqual([deliveryId]);
    await answerOf(page, "runs", "decideAgain", { deliveryId });
    expect((await again.get(second)).summary.verdict.code).toBe("matched");
  });
});

/** Runs that a kill must leave as they are: one tied by hand, one that has its webhook, one that still waits for it. */
async function leaveOpen(page: Page) {
  const runs = runsOf(page);
  await runs.bend({});
  await runs.changeRuns({});
  const first = await runs.simulate(credit("601"));
  const second = await runs.simulate(credit("602"));
  const { ties } = await runs.reaches(second, "matched");
  await runs.reaches(first, "matched");
  const deliveryId = ties[0]?.deliveryId ?? 0;
  await answerOf(page, "runs", "tie", { deliveryId, runId: first });
  expect((await runs.get(second)).summary.verdict.code).toBe("waiting");
  expect(await ask(page, "runs", "tie", { deliveryId, runId: deliveryId + 1_000 })).toMatchObject({
    code: "tie-order",
  });
  await runs.changeRuns({ limitMs: 10_000 });
  const matched = await runs.simulate(credit("501"));
  await runs.reaches(matched, "matched");
  await runs.bend({ webhookFault: "dropped" });
  const open = await runs.simulate(credit("502"));
  expect((await runs.get(open)).summary.verdict.code).toBe("waiting");
  return { byHand: { first, second, deliveryId }, matched, open };
}

function answering(...statuses: readonly number[]): Profile["answerScript"] {
  return sequenceOf(...statuses.map((status) => ({ ...PLAIN_ANSWER, status })));
}

// The short form of tests/endurance/runs.long.ts.
test("150 simulations at 50 a second, with equal and different values: no webhook is given to the wrong one without saying so", async ({
  launch,
}) => {
  const { app, service } = await launchAt(launch, { limitMs: 3_000 });
  const seed = 1 + Math.floor(Math.random() * 999_999);
  const shape = KNOWN_SHAPES["event"];
  if (shape === undefined) throw new Error("There is no such shape.");
  const report = await simulateMany({ page: app.page, service, shape, count: 150, perSecond: 50, seed });
  expect(report, `seed ${seed}`).toMatchObject({ wrong: { unmarked: [] }, faults: [] });
  expect(report.deliveries).toBeGreaterThan(100);
  await service.close();
});
