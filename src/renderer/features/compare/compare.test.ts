import { describe, expect, it } from "vitest";
import { createFakeBridge } from "../../../../tests/fakes/bridge.ts";
import { callEvent, deliveryEvent, noticeEvent } from "../../../../tests/fakes/sample-events.ts";
import type { EventSummary, Facts } from "../../../shared/events.ts";
import { NO_ITEM } from "../../../shared/reading.ts";
import { NO_UNITS } from "../../../shared/text/amount-text.ts";
import { createStores } from "../../core/store.ts";
import { createToasts } from "../../core/toasts.ts";
import { bodyFinding } from "./bodies/body-finding.ts";
import { compareBodies } from "./bodies/compare-bodies.ts";
import { type Comparable, compareStore } from "./compare-store.ts";
import type { DifferenceRow } from "./differences-table.tsx";
import { meaningRows, meaningText } from "./meaning.ts";
import { outcomeRows } from "./outcome-rows.ts";

async function setUp() {
  const fake = createFakeBridge({
    events: [
      deliveryEvent({ at: 1, facts: {} }),
      callEvent({ at: 2, operation: "link", facts: {}, outcome: null }),
      noticeEvent(3, { code: "secrets-unprotected" }),
    ],
  });
  const stores = createStores(fake.bridge, createToasts());
  const page = await fake.bridge.journal.page({ limit: 10, filter: "" });
  if (!page.ok) throw new Error(page.message);
  return {
    fake,
    state: () => stores.get(compareStore),
    events: page.value.events as readonly [EventSummary, EventSummary, EventSummary],
  };
}

describe("choosing two events", () => {
  it("marks one, then compares it with another", async () => {
    const { state, events } = await setUp();
    await state().next(events[0], "own");
    expect(state().marked?.summary.id).toBe(1);
    await state().next(events[0], "own");
    expect(state().comparison.state).toBe("closed");
    await state().next(events[1], "own");
    expect(state().marked).toBeNull();
    expect(state().comparison).toMatchObject({ left: { kind: "delivery" }, right: { kind: "call" } });
    state().swap();
    expect(state().comparison).toMatchObject({ left: { kind: "call" }, right: { kind: "delivery" } });
  });

  it("has the earlier one on the left, whichever was chosen first", async () => {
    const { state, events } = await setUp();
    const sides = { left: { summary: { at: 1 } }, right: { summary: { at: 2 } } };
    await state().next(events[1], "own");
    await state().next(events[0], "own");
    expect(state().comparison).toMatchObject(sides);
    await state().compare(events[1].id, events[0].id, "own");
    expect(state().comparison).toMatchObject(sides);
  });

  it("has nothing to do with notices, and says when one is gone", async () => {
    const { fake, state, events } = await setUp();
    await state().next(events[2], "own");
    expect(state().marked).toBeNull();
    await state().next(events[0], "own");
    fake.failNext("journal", "detail", "no-event", "This event is not in the log any more.");
    await state().next(events[1], "own");
    expect(state().comparison).toEqual({ state: "failed", message: "This event is not in the log any more." });
  });

  it("does not open again after it was closed while reading", async () => {
    const { state, events } = await setUp();
    await state().next(events[0], "own");
    const reading = state().next(events[1], "own");
    state().close();
    await reading;
    expect(state().comparison.state).toBe("closed");
  });
});

describe("what comparing two bodies comes to", () => {
  const side = (text: string) => ({ bytes: new TextEncoder().encode(text), text });
  const finding = (left: string, right: string) => {
    const result = compareBodies({ left: side(left), right: side(right), itemOrder: true });
    const counted =
      result.values?.state === "different"
        ? { shown: result.values.differences.filter(({ kind }) => kind === "value"), ignored: 1 }
        : null;
    return bodyFinding(result, [left.length, right.length], counted);
  };

  it.each([
    ['{"a":1}', '{"a":1}', "Identical, byte for byte", ""],
    ['{"a":1}', '{"a":1.0}', "Same values, other bytes", "They part at byte 6."],
    ['{"id":1}', '{"id":2}', "Same values but for ids and times", "1 difference in ids"],
    ['{"a":1}', '{"a":2}', "1 value differs", ""],
    ["{", '{"a":2}', "Other text", "The left one is not JSON"],
  ])("%s and %s: %s", (left, right, title, part) => {
    const found = finding(left, right);
    expect(found.title).toBe(title);
    expect(found.sentence).toContain(part);
  });

  it("what does not count is left out of the values only", () => {
    const result = compareBodies({ left: side('{"id":1}'), right: side('{"id":2}'), itemOrder: true });
    expect(bodyFinding(result, [8, 8], { shown: [], ignored: 1 }, false).sentence).toBe(
      "1 difference in ids or times not counted, but marked below.",
    );
  });

  it("of what is no text only the bytes", () => {
    const bytes = (text: string) => ({ ...side(text), text: null });
    const result = compareBodies({ left: bytes("ab"), right: bytes("acd"), itemOrder: true });
    expect(bodyFinding(result, [2, 3], null).sentence).toBe(
      "They part at byte 1. One has 2 bytes, the other 3. At least one is not text.",
    );
  });
});

it("what became of two webhooks has their forwarding, and one profile under whichever name it had", () => {
  const webhook = (status: number | null, profile: string): Comparable => {
    const { detail } = deliveryEvent({ at: 1, facts: {} });
    if (detail.kind !== "delivery") throw new Error("It is no webhook.");
    const outcome = { code: "reset", sent: true, detail: "" } as const;
    const forward = status === null ? {} : { forward: { outcome, status, duration: 5 } };
    const summary = { ...detail.summary, ...forward, profile: { id: "p", name: profile, mode: "test" } as const };
    return { ...detail, summary, log: "own", says: null };
  };
  const rows = outcomeRows(webhook(null, "Acme"), webhook(503, "Acme EU"), NO_UNITS);
  const row = (name: string) => rows.find((each) => each.name === name);
  expect(row("Forwarding")).toMatchObject({ change: "changed", left: ["not forwarded"] });
  expect(row("Forwarding")?.right[0]).toMatch(/, 503$/);
  expect(row("Profile")).toMatchObject({ change: "same", left: ["Acme"], right: ["Acme EU"] });
  expect(outcomeRows(webhook(null, "Acme"), webhook(null, "Acme"), NO_UNITS).map(({ name }) => name)).not.toContain(
    "Forwarding",
  );
});

describe("by meaning", () => {
  const facts = { amount: "8300", currency: "NGN", userReference: "ref_ada" };
  const side = (kind: "call" | "delivery", said: Facts) =>
    ({ kind, summary: { id: 1, kind, profile: null, facts: said }, log: "own", says: null }) as unknown as Comparable;
  const call = side("call", facts);
  const webhook = side("delivery", { ...facts, amount: "8301", remark: "x" });
  const brief = (rows: readonly DifferenceRow[]) =>
    rows.map(({ name, change, left, right }) => [name, change, left, right]);

  it("two events stand value beside value, wherever the values stand in their bodies", () => {
    expect(brief(meaningRows(call, webhook, null, NO_UNITS))).toEqual([
      ["amount", "changed", ["8\u202f300"], ["8\u202f301"]],
      ["currency", "same", ["NGN"], ["NGN"]],
      ["user reference", "same", ["ref_ada"], ["ref_ada"]],
      ["remark", "added", [], ["x"]],
    ]);
    const spelled = side("delivery", { ...facts, amount: "8300.00" });
    expect(meaningRows(call, spelled, null, NO_UNITS)[0]).toMatchObject({ change: "same", right: ["8\u202f300.00"] });
  });

  it("two webhooks also say how they ended and which id they have, which counts for no difference", () => {
    const says = (outcome: "went-through" | "failed", id: string) => ({
      ...NO_ITEM,
      outcome: { text: outcome, path: "hali", means: outcome },
      ids: [{ text: id, path: "kumb" }],
    });
    const sides = [
      { ...webhook, says: says("went-through", "e-1") },
      { ...webhook, says: says("failed", "e-2") },
    ] as const;
    const rows = meaningRows(...sides, null, NO_UNITS);
    expect(brief(rows).slice(-2)).toEqual([
      ["outcome", "changed", ["it went through"], ["it failed"]],
      ["id", "own", ["e-1"], ["e-2"]],
    ]);
    expect(meaningText(rows)).toContain("1 value differs.");
  });

  it("what is coloured is counted above", () => {
    const row = (change: DifferenceRow["change"]): DifferenceRow => ({ name: "x", change, left: [], right: [] });
    const said = (...changes: DifferenceRow["change"][]) => meaningText(changes.map(row)).replace(/^.*: /, "");
    expect(said("same", "same")).toBe("none differs.");
    expect(said("changed", "same", "removed")).toBe("1 value differs and 1 stands only left.");
    expect(said("changed", "changed", "unclear", "added", "added")).toBe(
      "2 values differ, 1 is not clear and 2 stand only right.",
    );
    expect(said("removed")).toBe("1 stands only left.");
  });

  it("a simulation and its webhook say what the verdict says, from either side", () => {
    const fields = [
      { field: "amount", state: "differs", expected: "8300", actual: "83.00", path: "a.b", hint: "hundredth" },
      { field: "user", state: "agrees", expected: "ref_ada", actual: "ref_ada", path: "u", hint: null },
      { field: "remark", state: "absent", expected: "tea", actual: null, path: null, hint: null },
      { field: "outcome", state: "unclear", expected: "went through", actual: "odd", path: "s", hint: "new-word" },
      { field: "signature", state: "agrees", expected: "valid", actual: "valid", path: null, hint: null },
    ] as const;
    const rows = [
      ["amount", "changed", ["8\u202f300"], ["83.00", "A hundredth of it: another unit?"]],
      ["user reference", "same", ["ref_ada"], ["ref_ada"]],
      ["remark", "removed", ["tea"], []],
      ["outcome", "unclear", ["expected: went through"], ["odd", "Never seen before"]],
      // The call was never signed: nothing may say that its signature is valid.
      ["signature", "same", ["expected: valid"], ["valid"]],
    ];
    expect(brief(meaningRows(call, webhook, fields, NO_UNITS))).toEqual(rows);
    expect(brief(meaningRows(webhook, call, fields, NO_UNITS))).toEqual(
      rows.map(([name, change, left, right]) => [name, change === "removed" ? "added" : change, right, left]),
    );
  });
});
