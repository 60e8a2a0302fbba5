import { describe, expect, it } from "vitest";
import { createFakeBridge } from "../../../../tests/fakes/bridge.ts";
import { sampleRunLog } from "../../../../tests/fakes/sample-runs.ts";
import type { DeliverySummary } from "../../../shared/events.ts";
import { createStores } from "../../core/store.ts";
import { runsStore } from "./runs-store.ts";

const NOW = Date.UTC(2026, 10, 20) * 1_000;

/** The store by itself; what can be taken back is kept. */
function opened() {
  const { events, runs } = sampleRunLog(NOW);
  const fake = createFakeBridge({ events, runs, now: () => NOW });
  const undos: (() => void)[] = [];
  const stores = createStores(fake.bridge, {
    done: (_: string, undo?: () => void) => undo !== undefined && undos.push(undo),
    failed: () => undefined,
    outcome: () => undefined,
  } as never);
  const run = (user: string) => {
    const found = runs.find(({ expectation }) => expectation.user === user);
    if (found === undefined) throw new Error(`There is no sample for ${user}.`);
    return found;
  };
  const asked = (group: string, method: string) =>
    fake.calls.filter((call) => call.group === group && call.method === method).map(({ input }) => input);
  return { fake, run, asked, undos, state: () => stores.get(runsStore) };
}

describe("the run that is looked at", () => {
  it("comes with its deliveries, and only with as many as are drawn", async () => {
    const { run, state } = opened();
    const many = run("ref_many");
    await state().open(many.summary.id);
    const shown = state().opened;
    expect(shown).toMatchObject({ state: "ready", id: many.summary.id });
    expect(shown.state === "ready" && shown.deliveries.size).toBe(40);
  });

  it("is read anew when it changes, and nothing is when another does", async () => {
    const { fake, run, state, asked } = opened();
    const { summary } = run("ref_missing");
    await state().open(summary.id);
    fake.push("runs.changed", { runs: [run("ref_late").summary], ties: [] });
    expect(asked("runs", "get")).toHaveLength(1);
    fake.handle("runs", "get", () => ({
      ...run("ref_missing"),
      summary: { ...summary, verdict: { code: "not-sure", because: "doubt", possible: 1 } },
    }));
    for (let change = 0; change < 20; change += 1) fake.push("runs.changed", { runs: [summary], ties: [] });
    await expect.poll(() => state().opened).toMatchObject({ detail: { summary: { verdict: { code: "not-sure" } } } });
    // A flood of changes is one question under way and one more.
    expect(asked("runs", "get").length).toBeLessThanOrEqual(3);
  });

  it("reads a delivery again that was answered while it was read", async () => {
    const { fake, run, state } = opened();
    const { summary, ties } = run("ref_matched");
    const deliveryId = ties[0]?.deliveryId ?? 0;
    const answered = await fake.bridge.journal.detail({ id: deliveryId });
    if (!answered.ok || answered.value.kind !== "delivery") throw new Error("There is no delivery.");
    const detail = answered.value;
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let reads = 0;
    fake.handle("journal", "detail", async () => {
      reads += 1;
      if (reads > 1) return detail;
      await held;
      return { ...detail, summary: { ...detail.summary, answerState: "pending" } };
    });
    const opening = state().open(summary.id);
    await expect.poll(() => reads).toBe(1);
    fake.push("journal.changed", { appended: [], amended: [detail.summary], reset: false, skipped: 0 });
    release();
    await opening;
    await expect
      .poll(() => {
        const shown = state().opened;
        return shown.state === "ready" ? shown.deliveries.get(deliveryId)?.summary.answerState : null;
      })
      .toBe("sent");
  });

  it("keeps what is drawn of a delivery while that is read anew", async () => {
    const { fake, run, state, asked } = opened();
    const { summary, ties } = run("ref_matched");
    await state().open(summary.id);
    const drawn = () => {
      const shown = state().opened;
      return shown.state === "ready" ? shown.deliveries.size : null;
    };
    expect(drawn()).toBe(1);
    const [delivery] = (
      await fake.bridge.journal.page({ limit: 100, filter: "" }).then((page) => (page.ok ? page.value.events : []))
    ).filter(({ id }) => id === ties[0]?.deliveryId);
    if (delivery === undefined) throw new Error("There is no delivery.");
    const release = fake.hold("journal", "detail");
    const reads = asked("journal", "detail").length;
    fake.push("journal.changed", { appended: [], amended: [delivery], reset: false, skipped: 0 });
    await expect.poll(() => asked("journal", "detail").length).toBe(reads + 1);
    expect(drawn()).toBe(1);
    release();
  });

  it("says that it is gone, and that it could not be read, apart", async () => {
    const { fake, run, state } = opened();
    fake.failNext("runs", "get", "no-run", "This simulation is no longer in the log.");
    await state().open(run("ref_late").summary.id);
    expect(state().opened).toMatchObject({ state: "gone" });
    fake.failNext("runs", "get", "journal", "The disk is gone.");
    await state().open(run("ref_matched").summary.id);
    expect(state().opened).toMatchObject({ state: "failed", message: "The disk is gone." });
    await state().retry();
    expect(state().opened).toMatchObject({ state: "ready" });
  });
});

describe("what is decided by hand", () => {
  it.each([
    [undefined, "decideAgain", {}],
    [{ byHand: false, runId: 3 }, "decideAgain", {}],
    [{ byHand: true, runId: null }, "untie", {}],
    [{ byHand: true, runId: 3 }, "tie", { runId: 3 }],
  ] as const)("is taken back to what it was: %j", async (before, method, rest) => {
    const { run, state, asked, undos } = opened();
    const id = run("ref_late").ties[0]?.deliveryId ?? 0;
    const whole = { deliveryId: id, role: "late", certainty: "likely", after: 1 } as const;
    const delivery: Pick<DeliverySummary, "id" | "tie"> =
      before === undefined ? { id } : { id, tie: { ...whole, ...before } };
    expect(await state().tie(delivery, 1)).toBeNull();
    const calls = asked("runs", method).length;
    undos[0]?.();
    await expect.poll(() => asked("runs", method).slice(calls)).toEqual([{ deliveryId: id, ...rest }]);
  });

  it("is refused with a sentence, and there is nothing to take back", async () => {
    const { run, state, undos } = opened();
    const delivery = { id: run("ref_matched").ties[0]?.deliveryId ?? 0 };
    expect(await state().tie(delivery, run("ref_late").summary.id)).toContain("after the webhook");
    expect(undos).toHaveLength(0);
  });
});
