import { describe, expect, it } from "vitest";
import { createRunsBench } from "./bench.ts";
import { accepted, CHARGE, CREDIT, noAnswer, refused, SECOND, verdict, webhook } from "./one-user.ts";

describe("the same webhook again", () => {
  it("is a duplicate after an answer that took it", async () => {
    const bench = await createRunsBench();
    const id = await accepted(bench);
    await bench.deliver(webhook(), { answerState: "sent" });
    const again = await bench.deliver(webhook(), { answerState: "sent" });
    expect(bench.told.ties.get(again)).toMatchObject({ runId: id, role: "duplicate" });
    expect(verdict(bench, id)).toMatchObject({ code: "duplicate", times: 2 });
  });

  it("is a duplicate by its own id, though a moment in it has changed", async () => {
    const bench = await createRunsBench();
    const id = await accepted(bench);
    const first = await bench.deliver(webhook());
    const again = await bench.deliver(webhook().replace("10:00:00", "10:05:00"));
    expect(bench.told.ties.get(again)).toMatchObject({ runId: id, role: "duplicate" });
    expect((await bench.runs.get(id)).ties[1]?.reasons).toEqual([
      { code: "same-id", as: first, path: "transaction.id", value: "evt_000001" },
    ]);
  });

  it("is a retry after any other answer, and a duplicate once one was taken", async () => {
    const bench = await createRunsBench();
    const id = await accepted(bench);
    await bench.deliver(webhook(), { status: 500, answerState: "sent" });
    const retry = await bench.deliver(webhook(), { status: 200, answerState: "sent" });
    expect(bench.told.ties.get(retry)?.role).toBe("retry");
    expect(bench.told.runs.get(id)).toMatchObject({ verdict: { code: "matched", after: 0 }, counts: { retries: 1 } });
    const copy = await bench.deliver(webhook());
    expect(bench.told.ties.get(copy)?.role).toBe("duplicate");
  });

  it("is a retry when the answer did not get through", async () => {
    const bench = await createRunsBench();
    await accepted(bench);
    await bench.deliver(webhook(), { status: 200, answerState: "failed" });
    const retry = await bench.deliver(webhook());
    expect(bench.told.ties.get(retry)?.role).toBe("retry");
  });

  it("with another id is one more than was asked for", async () => {
    const bench = await createRunsBench();
    const id = await accepted(bench);
    await bench.deliver(webhook());
    const extra = await bench.deliver(webhook({ id: '"evt_000002"' }));
    expect(bench.told.ties.get(extra)).toMatchObject({ runId: id, role: "extra" });
    expect(verdict(bench, id)).toMatchObject({ code: "unexpected", because: "extra" });
  });

  it("belongs to its first one's run, not to another that waits for the same values", async () => {
    const bench = await createRunsBench();
    const first = await accepted(bench);
    await bench.deliver(webhook());
    const second = await accepted(bench);
    const copy = await bench.deliver(webhook());
    expect(bench.told.ties.get(copy)).toMatchObject({ runId: first, role: "duplicate" });
    await bench.deliver(webhook({ id: '"evt_000002"' }));
    expect(bench.told.runs.get(second)).toMatchObject({ verdict: { code: "matched" }, certainty: "likely" });
  });

  it("by its id only, is marked while another run waits for the same values", async () => {
    const bench = await createRunsBench();
    const first = await accepted(bench);
    await bench.deliver(webhook());
    const second = await accepted(bench);
    const copy = await bench.deliver(webhook().replace("10:00:00", "10:05:00"));
    expect(bench.told.ties.get(copy)).toMatchObject({ runId: first, role: "duplicate", certainty: "ambiguous" });
    expect((await bench.runs.get(second)).alsoFits).toEqual([{ deliveryId: copy, runId: first }]);
  });

  it("with something wrong in it stays with its run, without an id too", async () => {
    const bench = await createRunsBench();
    const id = await accepted(bench);
    const wrong = '{"amount":7,"user_reference":"ref_ada"}';
    await bench.deliver(wrong);
    const copy = await bench.deliver(wrong);
    expect(bench.told.ties.get(copy)).toMatchObject({ runId: id, role: "duplicate" });
    expect(verdict(bench, id)?.code).toBe("mismatch");
  });

  it("with something wrong in it stays there though it may be another's by now", async () => {
    const bench = await createRunsBench();
    const id = await accepted(bench);
    const wrong = '{"amount":7,"n":9,"user_reference":"ref_ada"}';
    await bench.deliver(wrong);
    await accepted(bench, CREDIT.replace("50000", "9"));
    const copy = await bench.deliver(wrong);
    expect(bench.told.ties.get(copy)).toMatchObject({ runId: id, role: "duplicate" });
  });

  it("without an id cannot be told from another run's: the one that waits gets it, marked", async () => {
    const bench = await createRunsBench();
    const bare = '{"amount":50000,"currency":"NGN","user_reference":"ref_ada"}';
    await accepted(bench);
    await bench.deliver(bare);
    const second = await accepted(bench);
    await bench.deliver(bare);
    expect(bench.told.runs.get(second)).toMatchObject({ verdict: { code: "matched" }, certainty: "ambiguous" });
  });
});

describe("several runs with the same values", () => {
  it("are served first come, first served, and marked", async () => {
    const bench = await createRunsBench();
    const one = await accepted(bench);
    const two = await accepted(bench);
    const first = await bench.deliver(webhook());
    await bench.deliver(webhook({ id: '"evt_000002"' }));
    for (const id of [one, two])
      expect(bench.told.runs.get(id)).toMatchObject({ verdict: { code: "matched" }, certainty: "ambiguous" });
    expect(bench.told.ties.get(first)?.runId).toBe(one);
    expect((await bench.runs.get(one)).ties[0]?.reasons).toEqual([{ code: "rivals", runIds: [two], more: 0 }]);
    // Both have got one, so the next is beyond doubt again.
    const three = await accepted(bench);
    await bench.deliver(webhook({ id: '"evt_000003"' }));
    expect(bench.told.runs.get(three)?.certainty).toBe("likely");
  });

  it("one that is missing says which webhook may have been its", async () => {
    const bench = await createRunsBench();
    const one = await accepted(bench);
    const two = await accepted(bench);
    const delivery = await bench.deliver(webhook());
    await bench.clock.advance(31 * SECOND);
    expect(verdict(bench, two)?.code).toBe("missing");
    expect((await bench.runs.get(two)).alsoFits).toEqual([{ deliveryId: delivery, runId: one }]);
  });

  it("stay in doubt while any exchange among them would leave one without", async () => {
    const bench = await createRunsBench();
    const to = (person: string) => `{"${person === "ref_mai" ? "to" : "user"}_reference":"${person}","amount":50000}`;
    const credit = (person: string) => bench.simulate("credit", CREDIT.replace("ref_ada", person));
    await bench.simulate("charge", CHARGE.replace("ref_tunde", "ref_mai"));
    await credit("ref_mai");
    // It may be the charge's or the credit's: the charge gets it.
    await bench.deliver(to("ref_mai"));
    await credit("ref_mai");
    await bench.deliver(`${to("ref_mai")} `);
    // The last credit has got none; so the charge's may have been the first credit's, and this one the charge's.
    const last = await credit("ref_ada");
    await bench.deliver(to("ref_ada"));
    expect(bench.told.runs.get(last)).toMatchObject({ verdict: { code: "matched" }, certainty: "ambiguous" });
  });

  it("stay in doubt while one of them may have got a mere copy", async () => {
    const bench = await createRunsBench();
    const bare = (second: number) =>
      `{"user_reference":"ref_ada","amount":50000,"when":"2026-11-20T10:00:0${second}Z"}`;
    await accepted(bench);
    await accepted(bench);
    await bench.deliver(bare(2));
    await bench.deliver(bare(2));
    // Both have got one; but the second may be the first one's copy, and the first webhook still under way.
    const later = await accepted(bench);
    await bench.deliver(bare(1));
    expect(bench.told.runs.get(later)).toMatchObject({ verdict: { code: "matched" }, certainty: "ambiguous" });
  });

  it("an old one that never got its own does not make every later one ambiguous, but is named", async () => {
    const bench = await createRunsBench();
    const lost = await accepted(bench);
    await bench.clock.advance(120 * SECOND);
    const id = await accepted(bench);
    await bench.deliver(webhook());
    expect(bench.told.runs.get(id)).toMatchObject({ verdict: { code: "matched" }, certainty: "likely" });
    expect((await bench.runs.get(id)).ties[0]?.reasons).toEqual([
      { code: "earlier-unanswered", runIds: [lost], more: 0 },
    ]);
    expect(verdict(bench, lost)?.code).toBe("missing");
  });

  it("a failed one leaves its place to the others, whenever its failure becomes known", async () => {
    const bench = await createRunsBench();
    const failing = await bench.simulate("credit", CREDIT);
    const good = await bench.simulate("credit", CREDIT);
    const delivery = await bench.deliver(webhook());
    expect(bench.told.ties.get(delivery)?.runId).toBe(failing);
    await bench.end(failing, refused, 422);
    expect(bench.told.ties.get(delivery)).toMatchObject({ runId: good, certainty: "likely" });
    expect(verdict(bench, failing)).toEqual({ code: "refused" });
    expect(verdict(bench, good)?.code).toBe("matched");
  });

  it("one without an answer comes after one that was accepted", async () => {
    const bench = await createRunsBench();
    const unclear = await bench.simulate("credit", CREDIT);
    await bench.end(unclear, noAnswer, null);
    const good = await accepted(bench);
    await bench.deliver(webhook());
    expect(bench.told.runs.get(good)).toMatchObject({ verdict: { code: "matched" }, certainty: "ambiguous" });
    await bench.clock.advance(31 * SECOND);
    expect(verdict(bench, unclear)).toEqual({ code: "missing", call: "unclear" });
  });
});
