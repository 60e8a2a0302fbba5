import { describe, expect, it } from "vitest";
import { readWebhook } from "../../src/main/payload/index.ts";
import { createFakeLog } from "./fake-log.ts";
import { accepted, CHARGE, CREDIT, noAnswer, refused, SECOND, verdict, webhook } from "./one-user.ts";
import { readingOf } from "./read.ts";
import { ACCEPTED, createRunsSetup } from "./setup.ts";

describe("the same webhook again", () => {
  it("is a duplicate after an answer that took it", async () => {
    const setup = await createRunsSetup();
    const id = await accepted(setup);
    await setup.deliver(webhook(), { answerState: "sent" });
    const again = await setup.deliver(webhook(), { answerState: "sent" });
    expect(setup.told.ties.get(again)).toMatchObject({ runId: id, role: "duplicate" });
    expect(verdict(setup, id)).toMatchObject({ code: "duplicate", times: 2 });
  });

  it("is a duplicate by its own id, though a moment in it has changed", async () => {
    const setup = await createRunsSetup();
    const id = await accepted(setup);
    const first = await setup.deliver(webhook());
    const again = await setup.deliver(webhook().replace("10:00:00", "10:05:00"));
    expect(setup.told.ties.get(again)).toMatchObject({ runId: id, role: "duplicate" });
    expect((await setup.runs.get(id)).ties[1]?.reasons).toEqual([
      { code: "same-id", as: first, path: "transaction.id", value: "evt_000001" },
    ]);
  });

  it("is a retry after any other answer, and a duplicate once one was taken", async () => {
    const setup = await createRunsSetup();
    const id = await accepted(setup);
    await setup.deliver(webhook(), { status: 500, answerState: "sent" });
    const retry = await setup.deliver(webhook(), { status: 200, answerState: "sent" });
    expect(setup.told.ties.get(retry)?.role).toBe("retry");
    expect(setup.told.runs.get(id)).toMatchObject({ verdict: { code: "matched", after: 0 }, counts: { retries: 1 } });
    const copy = await setup.deliver(webhook());
    expect(setup.told.ties.get(copy)?.role).toBe("duplicate");
  });

  it("is a retry when the answer did not get through", async () => {
    const setup = await createRunsSetup();
    await accepted(setup);
    await setup.deliver(webhook(), { status: 200, answerState: "failed" });
    const retry = await setup.deliver(webhook());
    expect(setup.told.ties.get(retry)?.role).toBe("retry");
  });

  it("with another id is one more than was asked for", async () => {
    const setup = await createRunsSetup();
    const id = await accepted(setup);
    await setup.deliver(webhook());
    const extra = await setup.deliver(webhook({ id: '"evt_000002"' }));
    expect(setup.told.ties.get(extra)).toMatchObject({ runId: id, role: "extra" });
    expect(verdict(setup, id)).toMatchObject({ code: "unexpected", because: "extra" });
  });

  it("belongs to its first one's run, not to another that waits for the same values", async () => {
    const setup = await createRunsSetup();
    const first = await accepted(setup);
    await setup.deliver(webhook());
    const second = await accepted(setup);
    const copy = await setup.deliver(webhook());
    expect(setup.told.ties.get(copy)).toMatchObject({ runId: first, role: "duplicate" });
    await setup.deliver(webhook({ id: '"evt_000002"' }));
    expect(setup.told.runs.get(second)).toMatchObject({ verdict: { code: "matched" }, certainty: "likely" });
  });

  it("by its id only, is marked while another run waits for the same values", async () => {
    const setup = await createRunsSetup();
    const first = await accepted(setup);
    await setup.deliver(webhook());
    const second = await accepted(setup);
    const copy = await setup.deliver(webhook().replace("10:00:00", "10:05:00"));
    expect(setup.told.ties.get(copy)).toMatchObject({ runId: first, role: "duplicate", certainty: "ambiguous" });
    expect((await setup.runs.get(second)).alsoFits).toEqual([{ deliveryId: copy, runId: first }]);
  });

  it("with something wrong in it stays with its run, without an id too", async () => {
    const setup = await createRunsSetup();
    const id = await accepted(setup);
    const wrong = '{"amount":7,"user_reference":"ref_ada"}';
    await setup.deliver(wrong);
    const copy = await setup.deliver(wrong);
    expect(setup.told.ties.get(copy)).toMatchObject({ runId: id, role: "duplicate" });
    expect(verdict(setup, id)?.code).toBe("mismatch");
  });

  it("with something wrong in it stays there though it may be another's by now", async () => {
    const setup = await createRunsSetup();
    const id = await accepted(setup);
    const wrong = '{"amount":7,"n":9,"user_reference":"ref_ada"}';
    await setup.deliver(wrong);
    await accepted(setup, CREDIT.replace("50000", "9"));
    const copy = await setup.deliver(wrong);
    expect(setup.told.ties.get(copy)).toMatchObject({ runId: id, role: "duplicate" });
  });

  it("without an id cannot be told from another run's: the one that waits gets it, marked", async () => {
    const setup = await createRunsSetup();
    const bare = '{"amount":50000,"currency":"NGN","user_reference":"ref_ada"}';
    await accepted(setup);
    await setup.deliver(bare);
    const second = await accepted(setup);
    await setup.deliver(bare);
    expect(setup.told.runs.get(second)).toMatchObject({ verdict: { code: "matched" }, certainty: "ambiguous" });
  });
});

describe("webhooks that are alike in their bytes alone", () => {
  it("are two where all that they say stands in the query", async () => {
    const setup = await createRunsSetup(
      createFakeLog(undefined, ({ summary, request, requestBody }) => {
        const source = { body: requestBody, headers: request.headers, target: summary.path };
        const awaited = [50_000, 2_600].map((amount) => ({
          operation: "credit" as const,
          amount: String(amount),
          currency: "NGN",
          user: "ref_ada",
          from: null,
          to: null,
          remark: null,
        }));
        return readWebhook(source, [], awaited);
      }),
    );
    const one = await accepted(setup);
    const two = await accepted(setup, CREDIT.replace("50000", "2600"));
    const target = (amount: number, id: string) =>
      `/webhooks?event=wallet.credit&id=${id}&amount=${amount}&currency=NGN&user=ref_ada&status=paid`;
    await setup.deliver("", { path: target(50_000, "TX11aa22bb") });
    await setup.deliver("", { path: target(2_600, "TX33cc44dd") });
    expect([verdict(setup, one)?.code, verdict(setup, two)?.code]).toEqual(["unconfirmed", "unconfirmed"]);
  });

  it("are two where each has an id of its own in a header", async () => {
    const bare = '{"amount":50000,"currency":"NGN","user_reference":"ref_ada"}';
    const setup = await createRunsSetup(
      createFakeLog(undefined, (event) => {
        const reading = readingOf(event.requestBody);
        const text = event.request.headers[0]?.[1] ?? "";
        return { ...reading, items: reading.items.map((item) => ({ ...item, ids: [{ path: "header:x", text }] })) };
      }),
    );
    const one = await accepted(setup);
    await setup.deliver(bare, { headers: [["webhook-id", "msg_000001"]] });
    const two = await accepted(setup);
    await setup.deliver(bare, { headers: [["webhook-id", "msg_000002"]] });
    expect([verdict(setup, one)?.code, verdict(setup, two)?.code]).toEqual(["matched", "matched"]);
    // And the same id again is the same one again.
    await setup.deliver(bare, { headers: [["webhook-id", "msg_000002"]], answerState: "sent" });
    expect(verdict(setup, two)).toMatchObject({ code: "duplicate" });
  });
});

describe("references that a service writes in a way of its own", () => {
  const otherwise = () =>
    createRunsSetup(
      createFakeLog(undefined, (event) => {
        const reading = readingOf(event.requestBody);
        return {
          ...reading,
          items: reading.items.map((item) => ({
            ...item,
            user: item.user === null ? null : { ...item.user, written: "otherwise" as const },
          })),
        };
      }),
    );

  it.each(["user:ref_ada", "REF_ADA", "/users/ref_ada", "tel:+ref_ada", "ref_ada@acme"])(
    "are found: %s",
    async (text) => {
      const setup = await otherwise();
      const [one, other] = [await accepted(setup), await accepted(setup, CREDIT.replace("ref_ada", "ref_bola"))];
      await setup.deliver(webhook({ reference: JSON.stringify(text) }));
      expect([verdict(setup, one)?.code, verdict(setup, other)?.code]).toEqual(["matched", "waiting"]);
    },
  );

  it("are found with a wrong amount, too", async () => {
    const setup = await otherwise();
    const id = await accepted(setup);
    await setup.deliver(webhook({ reference: '"user:ref_ada"', amount: "50001" }));
    expect(verdict(setup, id)?.code).toBe("mismatch");
  });

  it.each(["ref_ada+bola", "bola+ref_ada", "ref_ada2", "ref_ada-2"])(
    "are not taken for another's: %s",
    async (text) => {
      const setup = await otherwise();
      const id = await accepted(setup);
      await setup.deliver(webhook({ reference: JSON.stringify(text) }));
      expect(verdict(setup, id)?.code).not.toBe("matched");
    },
  );

  it("are no other person's whose reference stands there to the letter", async () => {
    const setup = await otherwise();
    const [one, other] = [await accepted(setup), await accepted(setup, CREDIT.replace("ref_ada", "REF_ADA"))];
    await setup.deliver(webhook({ reference: '"REF_ADA"' }));
    expect([verdict(setup, one)?.code, verdict(setup, other)?.code]).toEqual(["waiting", "matched"]);
    expect(setup.told.runs.get(other)?.certainty).toBe("likely");
  });
});

describe("several runs with the same values", () => {
  it("of two, one has got a wrong webhook: what is right and its copy are the other one's", async () => {
    const setup = await createRunsSetup();
    const bare = (amount: number) => `{"amount":${amount},"currency":"NGN","user_reference":"ref_ada"}`;
    const one = await accepted(setup);
    await setup.deliver(bare(50_001));
    expect(verdict(setup, one)?.code).toBe("mismatch");
    const two = await accepted(setup);
    await setup.deliver(bare(50_000));
    expect([verdict(setup, one)?.code, verdict(setup, two)?.code]).toEqual(["mismatch", "matched"]);
    const copy = await setup.deliver(bare(50_000));
    expect([verdict(setup, one)?.code, verdict(setup, two)?.code]).toEqual(["mismatch", "duplicate"]);
    expect(setup.told.ties.get(copy)).toMatchObject({ runId: two, role: "duplicate" });
    // Alone, it gets what is right though something wrong came before.
    await setup.deliver(webhook());
    expect(verdict(setup, one)).toMatchObject({ code: "unexpected", because: "extra" });
  });

  it("are served first come, first served, and marked", async () => {
    const setup = await createRunsSetup();
    const one = await accepted(setup);
    const two = await accepted(setup);
    const first = await setup.deliver(webhook());
    await setup.deliver(webhook({ id: '"evt_000002"' }));
    for (const id of [one, two])
      expect(setup.told.runs.get(id)).toMatchObject({ verdict: { code: "matched" }, certainty: "ambiguous" });
    expect(setup.told.ties.get(first)?.runId).toBe(one);
    expect((await setup.runs.get(one)).ties[0]?.reasons).toEqual([{ code: "rivals", runIds: [two], more: 0 }]);
    // Both have got one, so the next is beyond doubt again.
    const three = await accepted(setup);
    await setup.deliver(webhook({ id: '"evt_000003"' }));
    expect(setup.told.runs.get(three)?.certainty).toBe("likely");
  });

  it("one that is missing says which webhook may have been its", async () => {
    const setup = await createRunsSetup();
    const one = await accepted(setup);
    const two = await accepted(setup);
    const delivery = await setup.deliver(webhook());
    await setup.clock.advance(31 * SECOND);
    expect(verdict(setup, two)?.code).toBe("missing");
    expect((await setup.runs.get(two)).alsoFits).toEqual([{ deliveryId: delivery, runId: one }]);
  });

  it.each([
    ["no outcome that is known", '"status":"odd"', '"status":"failed"'],
    ["no outcome that is known, and the next another amount", '"status":"odd"', '"status":"success","amount":50001'],
  ])("each get their own while the first only has to be confirmed: it has %s", async (_, doubtful, wrong) => {
    const setup = await createRunsSetup();
    const said = (rest: string) =>
      `{"user_reference":"ref_ada",${rest.includes("amount") ? "" : '"amount":50000,'}"purpose":"credit",${rest}}`;
    const first = await accepted(setup);
    const second = await accepted(setup);
    await setup.deliver(said(doubtful));
    const last = await setup.deliver(said(wrong));
    expect(setup.told.ties.get(last)).toMatchObject({ runId: second });
    expect(verdict(setup, first)?.code).toBe("unconfirmed");
    expect(verdict(setup, second)?.code).toBe("mismatch");
  });

  it("whose webhook looks right have what is surely right left to one that has got none", async () => {
    const setup = await createRunsSetup();
    const said = (status: string) => `{"user_reference":"ref_ada","amount":50000,"status":"${status}"}`;
    const first = await accepted(setup);
    const second = await accepted(setup);
    await setup.deliver(said("odd"));
    await setup.deliver(said("success"));
    expect([verdict(setup, first)?.code, verdict(setup, second)?.code]).toEqual(["unconfirmed", "matched"]);
  });

  it.each<["credit" | "charge", string, string]>([
    ["charge", CHARGE, '{"user_reference":"ref_ada","amount":50000,"status":"success"}'],
    ["credit", CREDIT, '{"from_reference":"ref_tunde","to_reference":"ref_ada","amount":50000,"status":"success"}'],
  ])(
    "a %s has no webhook that names its person in another part, and not what it is about",
    async (kind, call, said) => {
      const setup = await createRunsSetup();
      const id = await setup.simulate(kind, call);
      await setup.deliver(said);
      expect(verdict(setup, id)?.code).toBe("waiting");
      await setup.deliver(said.replace("{", `{"event":"${kind}",`));
      expect(verdict(setup, id)?.code).toBe("matched");
    },
  );

  it.each([false, true])(
    "a credit and a charge of one person are both in doubt, charged first: %s",
    async (reverse) => {
      const setup = await createRunsSetup();
      const calls = [["credit", CREDIT] as const, ["charge", CHARGE] as const];
      const ids: number[] = [];
      for (const [kind, call] of reverse ? calls.toReversed() : calls) ids.push(await setup.simulate(kind, call));
      const said = await setup.deliver('{"user_reference":"ref_ada","amount":50000,"status":"success"}');
      expect(ids.map((id) => verdict(setup, id)?.code)).toEqual(["waiting", "waiting"]);
      expect(setup.told.ties.get(said)).toMatchObject({ certainty: "unsure" });
    },
  );

  it("stay in doubt while any exchange among them would leave one without", async () => {
    const setup = await createRunsSetup();
    // It does not say whether it is a credit or a charge, and names its person for either.
    const to = (person: string) =>
      `{"user_reference":"${person}","${person === "ref_mai" ? "to" : "from"}_reference":"${person}","amount":50000}`;
    const credit = (person: string) => setup.simulate("credit", CREDIT.replace("ref_ada", person));
    await setup.simulate("charge", CHARGE.replace("ref_tunde", "ref_mai"));
    await credit("ref_mai");
    // It may be the charge's or the credit's: the charge gets it.
    await setup.deliver(to("ref_mai"));
    await credit("ref_mai");
    await setup.deliver(`${to("ref_mai")} `);
    // The last credit has got none; so the charge's may have been the first credit's, and this one the charge's.
    const last = await credit("ref_ada");
    await setup.deliver(to("ref_ada"));
    expect(setup.told.runs.get(last)).toMatchObject({ verdict: { code: "matched" }, certainty: "ambiguous" });
  });

  it("leave a wrong webhook to the run that has got none, once each has one, though nobody knows which is whose", async () => {
    const setup = await createRunsSetup();
    const of = (amount: number, id: number) => webhook({ amount: String(amount), id: `"evt_00000${id}"` });
    const equal = [await accepted(setup), await accepted(setup)];
    const other = await accepted(setup, CREDIT.replace("50000", "1407"));
    await setup.deliver(of(50_000, 1));
    const early = await setup.deliver(of(1_414, 2));
    expect(setup.told.ties.get(early)).toMatchObject({ role: "possible", certainty: "unsure" });
    await setup.deliver(of(50_000, 3));
    for (const id of equal) expect(verdict(setup, id)?.code).toBe("matched");
    const wrong = await setup.deliver(of(1_415, 4));
    expect(setup.told.ties.get(wrong)).toMatchObject({ runId: other, role: "mismatch", certainty: "likely" });
    expect(verdict(setup, other)?.code).toBe("mismatch");
  });

  it("stay in doubt while one of them may have got a mere copy", async () => {
    const setup = await createRunsSetup();
    const bare = (second: number) =>
      `{"user_reference":"ref_ada","amount":50000,"when":"2026-11-20T10:00:0${second}Z"}`;
    await accepted(setup);
    await accepted(setup);
    await setup.deliver(bare(2));
    await setup.deliver(bare(2));
    // Both have got one; but the second may be the first one's copy, and the first webhook still under way.
    const later = await accepted(setup);
    await setup.deliver(bare(1));
    expect(setup.told.runs.get(later)).toMatchObject({ verdict: { code: "matched" }, certainty: "ambiguous" });
  });

  it("an old one that never got its own does not make every later one ambiguous, but is named", async () => {
    const setup = await createRunsSetup();
    const lost = await accepted(setup);
    await setup.clock.advance(120 * SECOND);
    const id = await accepted(setup);
    await setup.deliver(webhook());
    expect(setup.told.runs.get(id)).toMatchObject({ verdict: { code: "matched" }, certainty: "likely" });
    expect((await setup.runs.get(id)).ties[0]?.reasons).toEqual([
      { code: "earlier-unanswered", runIds: [lost], more: 0 },
    ]);
    expect(verdict(setup, lost)?.code).toBe("missing");
  });

  it("an old one that got the webhook of its failure is not named: it has got its own", async () => {
    const setup = await createRunsSetup();
    const failed = await accepted(setup);
    await setup.deliver(webhook().replace('"created_at"', '"status":"failed","created_at"'));
    expect(verdict(setup, failed)?.code).toBe("mismatch");
    await setup.clock.advance(120 * SECOND);
    const id = await accepted(setup);
    await setup.deliver(webhook({ id: '"evt_000002"' }));
    expect(setup.told.runs.get(id)).toMatchObject({ verdict: { code: "matched" }, certainty: "likely" });
    expect((await setup.runs.get(id)).ties[0]?.reasons).toEqual([]);
  });

  it.each([
    { own: "a right webhook", signature: "valid" as const, later: SECOND, code: "matched" },
    { own: "one with a bad signature", signature: "invalid" as const, later: 270 * SECOND, code: "mismatch" },
  ])("one that has got $own stays as it is, when the next call's webhook has its amount", async (earlier) => {
    const setup = await createRunsSetup();
    const answered = await accepted(setup);
    await setup.deliver(webhook(), { signature: earlier.signature });
    await setup.clock.advance(earlier.later);
    const waiting = await accepted(setup, CREDIT.replace("50000", "60000"));
    const wrong = await setup.deliver(webhook({ id: '"evt_000002"' }), { signature: "valid" });
    expect(verdict(setup, answered)?.code).toBe(earlier.code);
    expect(setup.told.ties.get(wrong)).toMatchObject({ runId: waiting, role: "mismatch", certainty: "ambiguous" });
    expect((await setup.runs.get(waiting)).ties[0]?.reasons).toEqual([
      { code: "earlier-answered", runIds: [answered], more: 0 },
    ]);
    // Its own comes after all: then nobody knows whether the other one was one too many.
    await setup.deliver(webhook({ id: '"evt_000003"', amount: "60000" }), { signature: "valid" });
    expect(setup.told.runs.get(waiting)).toMatchObject({
      verdict: { code: "matched" },
      counts: { possible: 1, extras: 0 },
    });
  });

  it("what is tied to it by hand takes nothing from the next call: its own webhook may come after it", async () => {
    const setup = await createRunsSetup();
    const [first, second] = [await accepted(setup), await accepted(setup, CREDIT.replace("50000", "60000"))];
    const seconds = await setup.deliver(webhook({ id: '"evt_000002"', amount: "60000" }));
    await setup.deliver(webhook());
    await setup.runs.tie(seconds, first);
    await setup.runs.idle();
    expect(verdict(setup, second)?.code).toBe("waiting");
  });

  it("a wrong payee to whom an earlier charge was paid is the waiting charge's, another remark the earlier one's", async () => {
    const setup = await createRunsSetup();
    const charged = (id: string, to: string, remark: string) =>
      `{"type":"transaction","transaction":{"id":"${id}","amount":50000,"currency":"NGN","mode":"debit","from":"ref_ada","to":"${to}","remark":"${remark}"}}`;
    const charge = async (body: string) => {
      const id = await setup.simulate("charge", body);
      await setup.end(id, ACCEPTED);
      return id;
    };
    const first = await charge(CHARGE);
    await setup.deliver(charged("evt_1", "ref_tunde", "Lunch"));
    const second = await charge(CHARGE.replace("ref_tunde", "ref_bola"));
    const wrong = await setup.deliver(charged("evt_2", "ref_tunde", "Lunch"));
    expect(setup.told.ties.get(wrong)).toMatchObject({ runId: second, role: "mismatch" });
    expect(verdict(setup, first)?.code).toBe("matched");
    const third = await charge(CHARGE.replace("Lunch", "Dinner"));
    const again = await setup.deliver(charged("evt_3", "ref_tunde", "Lunch"));
    expect(setup.told.ties.get(again)).toMatchObject({ runId: first, role: "extra" });
    expect(verdict(setup, third)?.code).toBe("waiting");
  });

  it("one whose limit is over counts for as long again, and the reasons say so", async () => {
    const setup = await createRunsSetup();
    const closed = await accepted(setup);
    await setup.clock.advance(45 * SECOND);
    expect(verdict(setup, closed)?.code).toBe("missing");
    const id = await accepted(setup);
    await setup.deliver(webhook());
    expect(setup.told.runs.get(id)).toMatchObject({ verdict: { code: "matched" }, certainty: "ambiguous" });
    expect((await setup.runs.get(id)).ties[0]?.reasons).toEqual([
      { code: "rivals", runIds: [closed], more: 0 },
      { code: "late-rivals", runIds: [closed], more: 0 },
    ]);
  });

  it.each([
    { apart: 20 * SECOND, certainty: "ambiguous" },
    { apart: 50 * SECOND, certainty: "likely" },
  ])(
    "one that is late for all of them may be any's for which it is less than twice as late: $certainty",
    async ({ apart, certainty }) => {
      const setup = await createRunsSetup();
      const closed = await accepted(setup);
      await setup.clock.advance(apart);
      const id = await accepted(setup);
      await setup.clock.advance(45 * SECOND);
      await setup.deliver(webhook());
      expect(setup.told.runs.get(id)).toMatchObject({ verdict: { code: "late" }, certainty });
      const named = certainty === "likely" ? { code: "earlier-unanswered" } : { code: "rivals" };
      expect((await setup.runs.get(id)).ties[0]?.reasons).toContainEqual({ ...named, runIds: [closed], more: 0 });
    },
  );

  it("a failed one leaves its place to the others, whenever its failure becomes known", async () => {
    const setup = await createRunsSetup();
    const failing = await setup.simulate("credit", CREDIT);
    const good = await setup.simulate("credit", CREDIT);
    const delivery = await setup.deliver(webhook());
    expect(setup.told.ties.get(delivery)?.runId).toBe(failing);
    await setup.end(failing, refused, 422);
    expect(setup.told.ties.get(delivery)).toMatchObject({ runId: good, certainty: "likely" });
    expect(verdict(setup, failing)).toEqual({ code: "refused" });
    expect(verdict(setup, good)?.code).toBe("matched");
  });

  it("one without an answer comes after one that was accepted", async () => {
    const setup = await createRunsSetup();
    const unclear = await setup.simulate("credit", CREDIT);
    await setup.end(unclear, noAnswer, null);
    const good = await accepted(setup);
    await setup.deliver(webhook());
    expect(setup.told.runs.get(good)).toMatchObject({ verdict: { code: "matched" }, certainty: "ambiguous" });
    await setup.clock.advance(31 * SECOND);
    expect(verdict(setup, unclear)).toEqual({ code: "missing", call: "unclear" });
  });
});
