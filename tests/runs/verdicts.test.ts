import { describe, expect, it } from "vitest";
import { createDowntimes } from "../../src/main/runs/downtimes.ts";
import { accepted, CHARGE, CREDIT, noAnswer, refused, SECOND, verdict, webhook } from "./one-user.ts";
import { ACCEPTED, createRunsSetup } from "./setup.ts";

/** An inbox from which the simulations' profile receives. */
const RELAY = {
  code: "relay",
  inbox: "i",
  name: "shop",
  relay: "https://relay.example",
  profileId: "acme",
} as const;

describe("one run", () => {
  it("waits, and is matched by the webhook that carries its values", async () => {
    const setup = await createRunsSetup();
    const id = await accepted(setup);
    expect(verdict(setup, id)).toEqual({ code: "waiting", until: setup.clock.now() + 30 * SECOND, downtime: null });
    await setup.clock.advance(412_305);
    const delivery = await setup.deliver(webhook());
    expect(setup.told.runs.get(id)).toMatchObject({
      verdict: { code: "matched", after: 412_305 },
      certainty: "likely",
    });
    expect(setup.told.ties.get(delivery)).toEqual({
      deliveryId: delivery,
      runId: id,
      role: "match",
      certainty: "likely",
      after: 412_305,
      byHand: false,
    });
  });

  it("of a negative amount is matched by the webhook that says the same, and not by one without the minus", async () => {
    for (const [amount, code] of [
      ["-5", "matched"],
      ["5", "mismatch"],
    ] as const) {
      const setup = await createRunsSetup();
      const id = await accepted(setup, CREDIT.replace("50000", "-5"));
      await setup.deliver(webhook({ amount }));
      expect([amount, verdict(setup, id)?.code]).toEqual([amount, code]);
    }
  });

  it("is not disturbed by a webhook that is about something else and tells no amount, whichever comes first", async () => {
    const note = webhook({ id: '"evt_000009"' })
      .replace('"amount":50000,"currency":"NGN",', "")
      .replace('"credit"', '"refund-terms"');
    for (const bodies of [
      [note, webhook()],
      [webhook(), note],
    ]) {
      const setup = await createRunsSetup();
      const id = await accepted(setup);
      for (const body of bodies) await setup.deliver(body);
      expect(verdict(setup, id)?.code).toBe("matched");
    }
    const setup = await createRunsSetup();
    const id = await accepted(setup);
    await setup.deliver(note);
    await setup.clock.advance(31 * SECOND);
    expect(verdict(setup, id)?.code).toBe("missing");
  });

  it("each gets its own wrong amount, one after the other", async () => {
    const setup = await createRunsSetup();
    for (const [asked, came] of [
      ["703", "704"],
      ["713", "714"],
      ["723", "72300"],
    ] as const) {
      const id = await accepted(setup, CREDIT.replace("50000", asked));
      await setup.clock.advance(SECOND);
      const deliveryId = await setup.deliver(webhook({ amount: came, id: `"evt_${came}"` }));
      expect(verdict(setup, id)).toMatchObject({ code: "mismatch", fields: [{ field: "amount", actual: came }] });
      expect(setup.told.ties.get(deliveryId)?.runId).toBe(id);
    }
  });

  it("is missing once its time is over, and not before", async () => {
    const setup = await createRunsSetup();
    const id = await accepted(setup);
    await setup.clock.advance(30 * SECOND);
    expect(verdict(setup, id)?.code).toBe("waiting");
    await setup.clock.advance(SECOND);
    expect(verdict(setup, id)).toEqual({ code: "missing", call: "accepted" });
  });

  it("is not called missing for a webhook that came in time and took a moment to be recorded", async () => {
    const setup = await createRunsSetup();
    const id = await accepted(setup);
    await setup.clock.advance(30 * SECOND + 100_000);
    expect(verdict(setup, id)?.code).toBe("waiting");
  });

  it("is late when the webhook comes after that, even after an hour, but not after a day", async () => {
    for (const [wait, code] of [
      [31 * SECOND, "late"],
      [3_600 * SECOND, "late"],
      [86_400 * SECOND, "missing"],
    ] as const) {
      const setup = await createRunsSetup();
      const id = await accepted(setup);
      await setup.clock.advance(wait);
      await setup.deliver(webhook());
      expect(verdict(setup, id)).toMatchObject({ code, ...(code === "late" ? { lateBy: wait - 30 * SECOND } : {}) });
    }
  });

  it.each([
    [
      "amount",
      { amount: "50001" },
      { field: "amount", expected: "50000", actual: "50001", path: "transaction.amount" },
    ],
    ["another unit", { amount: "500.00" }, { field: "amount", actual: "500.00", hint: "hundredth" }],
    ["the other way", { amount: "5000000" }, { field: "amount", actual: "5000000", hint: "hundred-times" }],
    ["a text", { amount: '"50 001"' }, { field: "amount", actual: "50 001", hint: null }],
    ["currency", { currency: '"USD"' }, { field: "currency", expected: "NGN", actual: "USD" }],
  ])("is a mismatch when one thing is wrong: %s", async (_, wrong, field) => {
    const setup = await createRunsSetup();
    const id = await accepted(setup);
    await setup.deliver(webhook(wrong));
    expect(verdict(setup, id)).toMatchObject({ code: "mismatch", fields: [field] });
    // The right one may still come; then the wrong one was one too many.
    await setup.deliver(webhook({ id: '"evt_000002"' }));
    expect(setup.told.runs.get(id)).toMatchObject({
      verdict: { code: "unexpected", because: "extra" },
      counts: { extras: 1 },
    });
  });

  it.each([
    ["several values", webhook({ amount: "7", currency: '"USD"' }), ["amount", "currency"]],
    ["only the reference", webhook({ reference: '"ref_tunde"' }), ["user"]],
    ["a refund", webhook().replace('"transaction",', '"refund",'), ["purpose"]],
    ["a charge", webhook().replace('"credit"', '"debit"'), ["purpose"]],
    ["a failure", webhook().replace('"mode"', '"status":"failed","mode"'), ["outcome"]],
    [
      "a failure with another amount",
      webhook({ amount: "7" }).replace('"mode"', '"status":"failed","mode"'),
      ["amount", "outcome"],
    ],
  ])("is a mismatch that names everything that is wrong: %s", async (_, body, fields) => {
    const setup = await createRunsSetup();
    const id = await accepted(setup);
    const delivery = await setup.deliver(body);
    await setup.clock.advance(31 * SECOND);
    expect(setup.told.ties.get(delivery)).toMatchObject({ runId: id, role: "mismatch" });
    expect(verdict(setup, id)).toMatchObject({ code: "mismatch", fields: fields.map((field) => ({ field })) });
  });

  it.each([
    ["another person and another amount", webhook({ reference: '"ref_tunde"', amount: "7" })],
    ["another person and another currency", webhook({ reference: '"ref_tunde"', currency: '"USD"' })],
    ["a refund to somebody else", webhook({ reference: '"ref_tunde"' }).replace('"transaction",', '"refund",')],
    ["somebody else alone", '{"user":{"reference":"ref_tunde"}}'],
    ["a sign of life", '{"event":"ping"}'],
    ["nothing", ""],
  ])("has nothing to do with %s", async (_, body) => {
    const setup = await createRunsSetup();
    const id = await accepted(setup);
    const delivery = await setup.deliver(body);
    expect(setup.told.ties.get(delivery)).toBeUndefined();
    await setup.clock.advance(31 * SECOND);
    expect(verdict(setup, id)?.code).toBe("missing");
  });

  it.each([
    ["an id to ask for the rest by", '{"id":"evt_1","created":1790000000}', "no-identity", "doubt"],
    ["another amount of nobody", '{"amount":12}', "no-identity", "doubt"],
    ["something that nobody can read", "q83vEjRWeJA.q83vEjRWeJA.q83vEjRWeJA", "not-structured", "not-searched"],
    ["a list too long", '{"user":{"reference":"x"},"unread":"too-long"}', "not-searched", "not-searched"],
  ])("is never called missing for want of reading what came: %s", async (_, body, code, because) => {
    const setup = await createRunsSetup();
    const matched = await accepted(setup);
    await setup.deliver(webhook());
    const [first, second] = [await accepted(setup), await accepted(setup)];
    const delivery = await setup.deliver(body);
    expect((await setup.runs.get(first)).ties).toMatchObject([
      { role: "possible", certainty: "unsure", reasons: expect.arrayContaining([expect.objectContaining({ code })]) },
    ]);
    expect((await setup.runs.get(second)).alsoFits).toEqual([{ deliveryId: delivery, runId: first }]);
    // What comes again and again does not pile up, and what comes after their time is nobody's.
    for (let times = 0; times < 5; times += 1) await setup.deliver(body);
    await setup.clock.advance(61 * SECOND);
    const late = await setup.deliver(body);
    expect(verdict(setup, matched)?.code).toBe("matched");
    expect(verdict(setup, first)).toEqual({ code: "not-sure", because, possible: 1 });
    expect(verdict(setup, second)?.code).toBe("not-sure");
    expect(setup.told.ties.get(late)).toBeUndefined();
  });

  it("takes the webhook that it can read, whatever else came before it", async () => {
    const setup = await createRunsSetup();
    const id = await accepted(setup);
    await setup.deliver('{"event":"ping"}');
    await setup.deliver('{"id":"evt_1"}');
    await setup.deliver(webhook());
    await setup.deliver('{"event":"ping"}');
    expect(setup.told.runs.get(id)).toMatchObject({ verdict: { code: "matched" }, counts: { duplicates: 0 } });
  });

  it.each([
    ["no amount in it", '{"currency":"NGN","user":{"reference":"ref_ada"}}', "doubt"],
    ["an amount that is no number", webhook({ amount: '"50.000,-"' }), "doubt"],
    ["the reference in other letters", webhook({ reference: '"REF_ADA"' }), "doubt"],
    ["an outcome that is none yet", webhook().replace('"mode"', '"status":"pending","mode"'), "not-over"],
    ["another movement of the same person", webhook({ amount: "7" }).replace('"credit"', '"debit"'), "doubt"],
  ])("is not sure of a webhook with %s", async (_, body, because) => {
    const setup = await createRunsSetup();
    const id = await accepted(setup);
    const delivery = await setup.deliver(body);
    expect(setup.told.ties.get(delivery)).toMatchObject({ runId: id, role: "possible", certainty: "unsure" });
    expect(verdict(setup, id)?.code).toBe("waiting");
    await setup.clock.advance(31 * SECOND);
    expect(verdict(setup, id)).toEqual({ code: "not-sure", because, possible: 1 });
    // The right one makes it plain.
    await setup.deliver(webhook({ id: '"evt_000002"' }));
    expect(verdict(setup, id)?.code).toBe("late");
  });
});

describe("a webhook that names nobody", () => {
  const bare = '{"type":"credit","amount":50000,"currency":"NGN","id":"evt_000001"}';

  it("is the right one while no other simulation could be meant", async () => {
    const setup = await createRunsSetup();
    const id = await accepted(setup);
    await accepted(setup, CREDIT.replace("50000", "70000"));
    await setup.deliver(bare);
    expect(setup.told.runs.get(id)).toMatchObject({ verdict: { code: "matched" }, certainty: "likely" });
  });

  it("leaves all of them open otherwise", async () => {
    const setup = await createRunsSetup();
    const ids = [await accepted(setup), await accepted(setup, CREDIT.replace("ref_ada", "ref_mai"))];
    await setup.deliver(bare);
    await setup.clock.advance(31 * SECOND);
    expect(ids.map((id) => verdict(setup, id)?.code)).toEqual(["not-sure", "not-sure"]);
  });

  it("is a mismatch when it says that it failed", async () => {
    const setup = await createRunsSetup();
    const id = await accepted(setup);
    await setup.deliver(bare.replace('"id"', '"status":"failed","id"'));
    expect(verdict(setup, id)).toMatchObject({ code: "mismatch", fields: [{ field: "outcome" }] });
  });
});

describe("a reading that nobody has confirmed", () => {
  const proposed = (body: string) => body.replace('"type"', '"reading":"proposed","type"');

  it.each([
    ["right", webhook(), []],
    ["right", webhook().replace('"currency":"NGN",', ""), []],
    ["wrong", webhook({ amount: "5000000" }), ["amount"]],
    ["wrong", webhook().replace('"amount":50000,', ""), ["amount"]],
    ["wrong", webhook({ reference: '"ref_tunde"' }), ["user"]],
    ["wrong", webhook({ reference: '"ref_tunde"' }).replace("credit", "charge"), ["user", "purpose"]],
    ["wrong", webhook().replace(/"user":\{[^}]*\},?/, ""), ["user"]],
    ["wrong", webhook().replace('"mode"', '"status":"failed","mode"'), ["outcome"]],
    ["wrong", webhook().replace('"mode"', '"status":"pending","mode"'), ["outcome"]],
  ] as const)("makes a question of it that looks %s, and no verdict: %s", async (looks, body, fields) => {
    const setup = await createRunsSetup();
    const id = await accepted(setup);
    const deliveryId = await setup.deliver(proposed(body));
    expect(setup.told.ties.get(deliveryId)).toMatchObject({ runId: id, role: "unconfirmed", certainty: "unsure" });
    expect(verdict(setup, id)).toEqual({
      code: "unconfirmed",
      looks,
      deliveryId,
      because: "reading",
      after: 0,
      fields: fields.map((field) => expect.objectContaining({ field })),
    });
  });

  it("of plainly somebody else's keeps no simulation from being missing", async () => {
    const setup = await createRunsSetup();
    const id = await accepted(setup);
    await setup.deliver(proposed(webhook({ reference: '"ref_tunde"', amount: "7" })));
    await setup.clock.advance(31 * SECOND);
    expect(verdict(setup, id)?.code).toBe("missing");
  });

  it("ties by the tag for certain, and still says nothing of the rest", async () => {
    const setup = await createRunsSetup();
    const id = await setup.simulate("charge", CHARGE.replace("Lunch", "Lunch [ld-aaaa2]"));
    const body = '{"type":"charge","amount":50000,"remark":"Lunch [ld-aaaa2]","user":{"reference":"ref_ada"}}';
    await setup.deliver(proposed(body));
    expect(setup.told.runs.get(id)).toMatchObject({
      verdict: { code: "unconfirmed", looks: "right" },
      certainty: "certain",
    });
  });

  it("gives way to a webhook that can be judged", async () => {
    const setup = await createRunsSetup();
    const id = await accepted(setup);
    await setup.deliver(proposed(webhook({ amount: "7", id: '"evt_000003"' })));
    await setup.deliver(webhook({ currency: '"USD"' }));
    expect(verdict(setup, id)?.code).toBe("mismatch");
    await setup.deliver(webhook({ id: '"evt_000002"' }));
    expect(verdict(setup, id)?.code).toBe("unexpected");
  });

  it("and that has no amount does not push aside one whose values are known to be wrong", async () => {
    const setup = await createRunsSetup();
    const id = await accepted(setup);
    await setup.deliver(webhook({ currency: '"USD"' }));
    const note = webhook({ id: '"evt_000002"' }).replace('"amount":50000,"currency":"NGN",', "");
    const deliveryId = await setup.deliver(proposed(note));
    expect(setup.told.ties.get(deliveryId)?.runId).toBe(id);
    expect(verdict(setup, id)?.code).toBe("mismatch");
  });

  it("and that has no amount does not push aside another question, whichever comes first", async () => {
    const note = () => proposed(webhook({ id: '"evt_000002"' }).replace('"amount":50000,"currency":"NGN",', ""));
    const failed = () => proposed(webhook({ id: '"evt_000003"' }).replace('"mode"', '"status":"failed","mode"'));
    for (const [first, second] of [
      [note(), failed()],
      [failed(), note()],
    ] as const) {
      const setup = await createRunsSetup();
      const id = await accepted(setup);
      await setup.deliver(first);
      await setup.deliver(second);
      expect(verdict(setup, id)).toMatchObject({ code: "unconfirmed", looks: "wrong", fields: [{ field: "outcome" }] });
    }
  });

  it("does not look right where nobody has said what its outcome means", async () => {
    const setup = await createRunsSetup();
    const id = await accepted(setup);
    await setup.deliver(proposed(webhook().replace('"mode"', '"status":"settled","mode"')));
    expect(verdict(setup, id)).toMatchObject({ code: "unconfirmed", because: "new-word" });
  });

  it("asks for each of several equal simulations", async () => {
    const setup = await createRunsSetup();
    const ids = [await accepted(setup), await accepted(setup)];
    await setup.deliver(proposed(webhook()));
    await setup.deliver(proposed(webhook({ id: '"evt_000002"' })));
    expect(ids.map((id) => verdict(setup, id)?.code)).toEqual(["unconfirmed", "unconfirmed"]);
  });

  it("is settled by hand where it looks right", async () => {
    const setup = await createRunsSetup();
    const id = await accepted(setup);
    await setup.runs.tie(await setup.deliver(proposed(webhook())), id);
    expect(setup.told.runs.get(id)).toMatchObject({ verdict: { code: "matched" }, certainty: "by-hand" });
  });
});

describe("a word that was never seen", () => {
  it("asks, whatever else agrees, and never passes as success", async () => {
    const setup = await createRunsSetup();
    const id = await accepted(setup);
    const deliveryId = await setup.deliver(webhook().replace('"mode"', '"status":"settled","mode"'));
    expect(verdict(setup, id)).toMatchObject({
      code: "unconfirmed",
      looks: "right",
      because: "new-word",
      deliveryId,
    });
    expect((await setup.runs.get(id)).ties[0]?.fields).toContainEqual(
      expect.objectContaining({ field: "outcome", state: "unclear", actual: "settled", hint: "new-word" }),
    );
  });
});

describe("a batch", () => {
  const item = (reference: string, more = "") =>
    `{"type":"credit",${more}"amount":50000,"currency":"NGN","user":{"reference":"${reference}"}}`;

  it("is each simulation's own item", async () => {
    const setup = await createRunsSetup();
    const ids = [];
    for (const person of ["ref_ada", "ref_mai", "ref_tunde"])
      ids.push(await accepted(setup, CREDIT.replace("ref_ada", person)));
    const failed = item("ref_mai", '"status":"failed",');
    const delivery = await setup.deliver(`[${item("ref_x")},${failed},${item("ref_ada")},${item("ref_tunde")}]`);
    expect(ids.map((id) => verdict(setup, id)?.code)).toEqual(["matched", "mismatch", "matched"]);
    const next = await setup.restart();
    const details = await Promise.all(ids.map((id) => next.runs.get(id)));
    expect(details.map(({ summary, ties }) => [summary.verdict.code, ties[0]?.deliveryId])).toEqual([
      ["matched", delivery],
      ["mismatch", delivery],
      ["matched", delivery],
    ]);
  });

  it("stays each simulation's own when they are looked up long after", async () => {
    const setup = await createRunsSetup();
    const ids = [await accepted(setup), await accepted(setup, CREDIT.replace("ref_ada", "ref_mai"))];
    const delivery = await setup.deliver(`[${item("ref_mai")},${item("ref_ada")}]`);
    await setup.clock.advance(3 * 3_600 * SECOND);
    // Whatever began too long before it is forgotten.
    await accepted(setup, CREDIT.replace("ref_ada", "ref_new"));
    for (const id of ids) {
      const { summary, ties } = await setup.runs.get(id);
      expect([summary.verdict.code, ties[0]?.deliveryId]).toEqual(["matched", delivery]);
    }
  });

  it.each([
    ["went through and failed", [item("ref_ada"), item("ref_ada", '"status":"failed",')]],
    ["failed and went through", [item("ref_ada", '"status":"failed",'), item("ref_ada")]],
    ["went through and may not be over", [item("ref_ada"), item("ref_ada", '"status":"pending",')]],
  ])("that says of one transaction that it %s is no match", async (_, items) => {
    const setup = await createRunsSetup();
    const id = await accepted(setup);
    const delivery = await setup.deliver(`[${items.join()}]`);
    expect(setup.told.ties.get(delivery)).toMatchObject({ runId: id, role: "possible", certainty: "unsure" });
    expect((await setup.runs.get(id)).ties[0]?.reasons).toContainEqual({ code: "contradicted" });
  });

  it("gives each of two equal simulations its own, though one of them failed", async () => {
    const setup = await createRunsSetup();
    const ids = [await accepted(setup), await accepted(setup)];
    await setup.deliver(`[${item("ref_ada", '"status":"failed",')},${item("ref_ada")}]`);
    expect(new Set(ids.map((id) => verdict(setup, id)?.code))).toEqual(new Set(["matched", "mismatch"]));
  });

  it("gives two simulations with equal values one item each", async () => {
    const setup = await createRunsSetup();
    const ids = [await accepted(setup), await accepted(setup)];
    await setup.deliver(`[${item("ref_ada")},${item("ref_ada")}]`);
    expect(ids.map((id) => verdict(setup, id)?.code)).toEqual(["matched", "matched"]);
  });
});

describe("a signature that the profile checks", () => {
  it("that holds once it is checked again makes the verdict right, and the other way round", async () => {
    const setup = await createRunsSetup();
    const id = await setup.simulate("credit", CREDIT);
    await setup.end(id, ACCEPTED);
    const delivery = await setup.deliver(webhook(), { signature: "invalid" });
    expect(setup.told.runs.get(id)?.verdict).toMatchObject({ code: "mismatch" });
    await setup.runs.signatureChecked(delivery, "valid");
    expect(setup.told.runs.get(id)?.verdict).toMatchObject({ code: "matched" });
    // Also of a simulation that is not remembered any more, and it stays so.
    await setup.clock.advance(10 * 3_600_000_000);
    await setup.simulate("credit", CREDIT.replace("50000", "1"));
    const next = await setup.restart();
    await next.runs.signatureChecked(delivery, "invalid");
    expect((await next.runs.get(id)).summary.verdict).toMatchObject({ code: "mismatch" });
    const last = await next.restart();
    expect((await last.runs.get(id)).summary.verdict).toMatchObject({ code: "mismatch" });
  });

  it.each(["invalid", "missing", "unchecked"] as const)("never leaves a webhook green: %s", async (signature) => {
    const setup = await createRunsSetup();
    const id = await accepted(setup);
    await setup.deliver(webhook(), { signature });
    expect(verdict(setup, id)).toMatchObject({
      code: "mismatch",
      fields: [{ field: "signature", expected: "valid", actual: signature }],
    });
    // The same bytes, rightly signed, are no copy of a forged one.
    await setup.deliver(webhook(), { signature: "valid" });
    expect(verdict(setup, id)?.code).toBe("unexpected");
  });

  it("that holds is one more value that agrees", async () => {
    const setup = await createRunsSetup();
    const id = await accepted(setup);
    await setup.deliver(webhook(), { signature: "valid" });
    expect(verdict(setup, id)?.code).toBe("matched");
  });
});

describe("a tag in the remark", () => {
  const tagged = (tag: string) => CHARGE.replace("Lunch", `Lunch [ld-${tag}]`);
  const charged = (remark: string, amount = "50000") =>
    `{"type":"charge","charge":{"amount":${amount},"remark":"${remark}","user":{"reference":"ref_ada"}}}`;

  it("makes the tie certain among equal runs, in any order", async () => {
    const setup = await createRunsSetup();
    const one = await setup.simulate("charge", tagged("aaaa2"));
    const two = await setup.simulate("charge", tagged("bbbb2"));
    await setup.deliver(charged("LUNCH [LD-BBBB2]"));
    await setup.deliver(charged("Lunch [ld-aaaa2]"));
    expect(setup.told.runs.get(one)).toMatchObject({ verdict: { code: "matched" }, certainty: "certain" });
    expect(setup.told.runs.get(two)).toMatchObject({ verdict: { code: "matched" }, certainty: "certain" });
  });

  it("of another run, or of nobody's, speaks against every other", async () => {
    const setup = await createRunsSetup();
    const id = await setup.simulate("charge", CHARGE);
    const other = await setup.simulate("charge", tagged("aaaa2"));
    await setup.deliver(charged("Lunch [ld-zzzz9]"));
    await setup.clock.advance(31 * SECOND);
    expect(verdict(setup, id)?.code).toBe("missing");
    expect(verdict(setup, other)?.code).toBe("missing");
  });

  it("a remark that another one only begins with is not that one", async () => {
    const setup = await createRunsSetup();
    const remarked = (remark: string) => CHARGE.replace("Lunch", remark);
    await setup.simulate("charge", remarked("R 811"));
    await setup.deliver(charged("R 811"), { signature: "invalid" });
    const id = await setup.simulate("charge", remarked("R 8111"));
    await setup.deliver(charged("R 8111"), { signature: "unchecked" });
    expect(verdict(setup, id)).toMatchObject({ code: "mismatch", fields: [{ field: "signature" }] });
  });

  it("names its run though the amount is wrong", async () => {
    const setup = await createRunsSetup();
    await setup.simulate("charge", tagged("aaaa2").replace("50000", "60000"));
    const id = await setup.simulate("charge", tagged("bbbb2"));
    await setup.deliver(charged("Lunch [ld-bbbb2]", "60000"));
    expect(setup.told.runs.get(id)).toMatchObject({
      verdict: { code: "mismatch", fields: [{ field: "amount", actual: "60000" }] },
      certainty: "certain",
    });
  });

  it("that another call went out with before ties nothing to that one, and nothing for certain", async () => {
    const setup = await createRunsSetup();
    const first = await setup.simulate("charge", tagged("aaaa2"));
    const one = await setup.deliver(charged("Lunch [ld-aaaa2]"));
    const again = await setup.simulate("charge", tagged("aaaa2"), {}, null);
    expect(setup.told.ties.get(one)).toMatchObject({ runId: first, certainty: "certain" });
    const two = await setup.deliver(charged("Lunch [ld-aaaa2]").replace("}}}", '},"n":2}}'));
    expect(setup.told.ties.get(two)).toMatchObject({ runId: again, certainty: "likely" });
    // A webhook before the second call can only be the first one's, whatever came after.
    expect(setup.told.ties.get(one)).toMatchObject({ runId: first, certainty: "certain" });
  });

  it("of a call that never got its webhook leaves it open whose it is", async () => {
    const setup = await createRunsSetup();
    const first = await setup.simulate("charge", tagged("aaaa2"));
    await setup.clock.advance(31 * SECOND);
    const again = await setup.simulate("charge", tagged("aaaa2"), {}, null);
    const id = await setup.deliver(charged("Lunch [ld-aaaa2]"));
    expect(setup.told.ties.get(id)).toMatchObject({ runId: again, certainty: "ambiguous" });
    expect(verdict(setup, first)?.code).toBe("missing");
  });

  it("that stands in the remark and was made for nobody counts as the remark it is", async () => {
    const setup = await createRunsSetup();
    const id = await setup.simulate("charge", tagged("aaaa2"), {}, null);
    await setup.deliver(charged("Lunch [ld-aaaa2]"));
    expect(setup.told.runs.get(id)).toMatchObject({ verdict: { code: "matched" }, certainty: "likely" });
  });

  it("that is new is found again in what is sent", async () => {
    const setup = await createRunsSetup();
    const tag = setup.runs.newTag();
    const id = await setup.simulate("charge", tagged(tag));
    expect((await setup.runs.get(id)).expectation.tag).toBe(tag);
  });
});

describe("a run that expects nothing", () => {
  it("is right when nothing comes, also after a call that failed", async () => {
    const setup = await createRunsSetup();
    const one = await setup.simulate("credit", CREDIT, { awaits: "nothing" });
    const two = await setup.simulate("credit", CREDIT, { awaits: "nothing" });
    await setup.end(one, ACCEPTED);
    await setup.end(two, refused, 422);
    expect(verdict(setup, two)?.code).toBe("waiting");
    await setup.clock.advance(31 * SECOND);
    for (const id of [one, two]) expect(verdict(setup, id)).toEqual({ code: "nothing-came" });
  });

  it("is wrong when something comes, but does not take what another waits for", async () => {
    const setup = await createRunsSetup();
    const nothing = await setup.simulate("credit", CREDIT, { awaits: "nothing" });
    const waiting = await accepted(setup);
    await setup.deliver(webhook());
    expect(verdict(setup, waiting)?.code).toBe("matched");
    await setup.deliver(webhook({ id: '"evt_000002"' }));
    expect(verdict(setup, nothing)).toMatchObject({ code: "unexpected", because: "nothing-awaited" });
  });
});

describe("a call that failed", () => {
  it("expects nothing, and says so when something comes", async () => {
    const setup = await createRunsSetup();
    const id = await setup.simulate("credit", CREDIT);
    await setup.end(id, refused, 422);
    expect(verdict(setup, id)).toEqual({ code: "refused" });
    await setup.deliver(webhook());
    expect(verdict(setup, id)).toMatchObject({ code: "unexpected", because: "call-refused" });
  });

  it("is one without an answer only if nothing comes", async () => {
    const setup = await createRunsSetup();
    const id = await setup.simulate("credit", CREDIT);
    await setup.deliver(webhook());
    await setup.end(id, noAnswer, null);
    expect(verdict(setup, id)?.code).toBe("matched");
  });
});

describe("what could not be seen", () => {
  it.each([
    ["the listener was stopped", { code: "listener-stopped", url: "u" }, "listener-stopped"],
    ["it could not start", { code: "listener-failed", url: "u", reason: "r", nextFreePort: null }, "listener-failed"],
  ] as const)("is not called missing: %s", async (_, notice, cause) => {
    const setup = await createRunsSetup();
    const id = await accepted(setup);
    await setup.clock.advance(SECOND);
    const from = setup.clock.now();
    await setup.notice(notice);
    await setup.clock.advance(SECOND);
    await setup.notice({ code: "listener-started", url: "u" });
    const after = await accepted(setup);
    await setup.clock.advance(31 * SECOND);
    expect(verdict(setup, id)).toEqual({ code: "not-seen", spans: [{ from, until: from + SECOND, cause }] });
    expect(verdict(setup, after)?.code).toBe("missing");
  });

  it("is not forgotten where the webhook comes late", async () => {
    const setup = await createRunsSetup();
    const id = await accepted(setup);
    const from = setup.clock.now();
    await setup.notice({ code: "listener-stopped", url: "u" });
    await setup.clock.advance(25 * SECOND);
    await setup.notice({ code: "listener-started", url: "u" });
    await setup.clock.advance(10 * SECOND);
    await setup.deliver(webhook());
    const spans = [{ from, until: from + 25 * SECOND, cause: "listener-stopped" }];
    expect(verdict(setup, id)).toMatchObject({ code: "late", spans });
  });

  it("goes on after a kill until the listener says that it listens", async () => {
    const setup = await createRunsSetup();
    const now = setup.clock.now();
    await setup.notice({ code: "gap", from: now - 60 * SECOND, until: now, cause: "ended-abruptly" });
    await setup.clock.advance(SECOND);
    const id = await accepted(setup);
    await setup.clock.advance(31 * SECOND);
    expect(verdict(setup, id)).toMatchObject({ code: "not-seen", spans: [{ until: null, cause: "ended-abruptly" }] });
  });

  it("goes on while the listener is down", async () => {
    const setup = await createRunsSetup();
    await setup.notice({ code: "listener-stopped", url: "u" });
    await setup.clock.advance(60 * SECOND);
    const id = await accepted(setup);
    await setup.clock.advance(31 * SECOND);
    expect(verdict(setup, id)).toMatchObject({ code: "not-seen", spans: [{ until: null }] });
  });

  it("is what was answered 503, known before the log can tell of it, and from the log after a restart", async () => {
    const setup = await createRunsSetup();
    const id = await accepted(setup);
    const from = setup.clock.now();
    await setup.clock.advance(SECOND);
    setup.lose({ from, until: setup.clock.now() });
    await setup.clock.advance(SECOND);
    const until = setup.clock.now();
    setup.lose({ from, until });
    const later = await accepted(setup);
    await setup.clock.advance(31 * SECOND);
    const notSeen = { code: "not-seen", spans: [{ from, until, cause: "not-recorded" }] };
    expect(verdict(setup, id)).toEqual(notSeen);
    expect(verdict(setup, later)?.code).toBe("missing");
    setup.lose(null);
    await setup.notice({ code: "not-recorded", from, until, count: 2, reason: "The disk is full." });
    const next = await setup.restart();
    expect((await next.runs.get(id)).summary.verdict).toEqual(notSeen);
    expect((await next.runs.get(later)).summary.verdict.code).toBe("missing");
  });

  it("is known a moment after the machine has woken, and nothing is called missing before", async () => {
    const setup = await createRunsSetup();
    const id = await accepted(setup);
    const from = setup.clock.now() + SECOND;
    setup.clock.jump(600 * SECOND);
    await setup.clock.advance(SECOND);
    expect(verdict(setup, id)?.code).toBe("waiting");
    await setup.notice({ code: "gap", from, until: setup.clock.now(), cause: "asleep" });
    await setup.clock.advance(10 * SECOND);
    expect(verdict(setup, id)).toMatchObject({ code: "not-seen", spans: [{ cause: "asleep" }] });
  });

  const address = { code: "public-address", way: "ssh", url: "https://a.example/webhooks" } as const;

  it("is what was sent to a public address that was down, since it was last proven", async () => {
    const setup = await createRunsSetup();
    await setup.notice({ ...address, change: "ready" });
    await setup.clock.advance(SECOND);
    const since = setup.clock.now();
    const id = await accepted(setup);
    await setup.clock.advance(5 * SECOND);
    await setup.notice({ ...address, change: "reconnecting", since });
    await setup.clock.advance(SECOND);
    const until = setup.clock.now();
    await setup.notice({ ...address, change: "ready" });
    const after = await accepted(setup);
    await setup.clock.advance(31 * SECOND);
    const notSeen = { code: "not-seen", spans: [{ from: since, until, cause: "address-down" }] };
    expect(verdict(setup, id)).toEqual(notSeen);
    expect(verdict(setup, after)?.code).toBe("missing");
    const next = await setup.restart();
    expect((await next.runs.get(id)).summary.verdict).toEqual(notSeen);
  });

  it.each([
    ["that never was ready", ["starting", "failed"], false, "missing"],
    ["that was stopped before", ["ready", "stopped"], true, "missing"],
    ["that failed for good", ["ready", "failed"], true, "not-seen"],
    ["that a restart has yet to bring back", ["starting"], true, "not-seen"],
  ] as const)("is told of a public address %s", async (_, changes, wasInUse, code) => {
    const setup = await createRunsSetup();
    const since = wasInUse ? { since: setup.clock.now() } : {};
    for (const change of changes) await setup.notice({ ...address, ...since, change });
    await setup.clock.advance(SECOND);
    const id = await accepted(setup);
    await setup.clock.advance(31 * SECOND);
    expect(verdict(setup, id)?.code).toBe(code);
  });

  it("is nothing of a public address for the sandbox, which sends on this machine", () => {
    const downtimes = createDowntimes();
    downtimes.notice(SECOND, { ...address, change: "reconnecting", since: SECOND });
    expect(downtimes.within({ at: 0, deadline: 9 * SECOND, isLocal: false, profileId: "p" })).toHaveLength(1);
    expect(downtimes.within({ at: 0, deadline: 9 * SECOND, isLocal: true, profileId: "p" })).toEqual([]);
  });

  it("waits for what a relay may hold, and judges it by the time at which it came there", async () => {
    const setup = await createRunsSetup();
    await setup.notice({ ...RELAY, change: "ready" });
    const id = await accepted(setup);
    const sentAt = setup.clock.now();
    await setup.clock.advance(SECOND);
    await setup.notice({ ...RELAY, change: "lost", since: sentAt });
    await setup.clock.advance(60 * SECOND);
    expect(verdict(setup, id)).toMatchObject({ code: "waiting", downtime: { cause: "relay-away" } });
    const next = await setup.restart();
    expect((await next.runs.get(id)).summary.verdict.code).toBe("waiting");
    await next.notice({ ...RELAY, change: "ready" });
    await next.clock.advance(SECOND);
    expect(verdict(next, id)?.code).toBe("missing");
  });

  it("is nothing of a relay that another profile receives from", () => {
    const downtimes = createDowntimes();
    downtimes.notice(SECOND, { ...RELAY, change: "lost", since: SECOND });
    const run = { at: 0, deadline: 9 * SECOND, isLocal: false };
    expect(downtimes.within({ ...run, profileId: "acme" })).toHaveLength(1);
    expect(downtimes.within({ ...run, profileId: "other" })).toEqual([]);
    downtimes.notice(2 * SECOND, { ...RELAY, change: "removed", count: 3, since: SECOND });
    downtimes.notice(3 * SECOND, { ...RELAY, change: "ready" });
    expect(downtimes.within({ ...run, profileId: "acme" })).toMatchObject([{ cause: "relay-removed" }]);
  });

  it("is nothing of the listener for a profile whose webhooks come by relays alone, from then on", () => {
    const downtimes = createDowntimes();
    const causes = (at: number, profileId = "acme") =>
      downtimes
        .within({ at: at * SECOND, deadline: (at + 5) * SECOND, isLocal: false, profileId })
        .map(({ cause }) => cause);
    downtimes.notice(SECOND, { code: "listener-stopped", url: "u" });
    expect(causes(2)).toEqual(["listener-stopped"]);
    downtimes.notice(10 * SECOND, { ...RELAY, change: "only", only: true });
    expect([causes(11), causes(11, "other"), causes(2)]).toEqual([[], ["listener-stopped"], ["listener-stopped"]]);
    // Then there is no other way, also for what is begun later.
    downtimes.notice(20 * SECOND, { ...RELAY, change: "failed", only: true });
    expect(causes(30)).toEqual(["relay-stopped"]);
    downtimes.notice(40 * SECOND, { ...RELAY, change: "ready", only: true });
    expect(causes(41)).toEqual([]);
    downtimes.notice(50 * SECOND, { ...RELAY, change: "not-only" });
    expect([causes(51), causes(42)]).toEqual([["listener-stopped"], []]);
  });

  it("is told by the log after a restart, also who receives by relays alone", async () => {
    const setup = await createRunsSetup();
    await setup.notice({ ...RELAY, change: "ready" });
    await setup.notice({ ...RELAY, change: "only", only: true });
    await setup.notice({ code: "listener-stopped", url: "u" });
    const next = await setup.restart();
    const id = await accepted(next);
    await next.clock.advance(31 * SECOND);
    expect(verdict(next, id)?.code).toBe("missing");
    const other = await createRunsSetup();
    await other.notice({ code: "listener-stopped", url: "u" });
    const unseen = await accepted(other);
    await other.clock.advance(31 * SECOND);
    expect(verdict(other, unseen)?.code).toBe("not-seen");
  });

  it("is what was under way when the public address was stopped", async () => {
    const setup = await createRunsSetup();
    await setup.notice({ ...address, change: "ready" });
    const id = await accepted(setup);
    await setup.clock.advance(SECOND);
    await setup.notice({ ...address, change: "stopped", since: setup.clock.now() });
    await setup.clock.advance(31 * SECOND);
    expect(verdict(setup, id)).toMatchObject({ code: "not-seen", spans: [{ cause: "address-stopped" }] });
  });

  it("changes nothing for what has come", async () => {
    const setup = await createRunsSetup();
    const id = await accepted(setup);
    await setup.notice({ code: "listener-stopped", url: "u" });
    await setup.notice({ code: "listener-started", url: "u" });
    await setup.deliver(webhook());
    expect(verdict(setup, id)?.code).toBe("matched");
  });
});

describe("a webhook that went astray", () => {
  it("on another path is shown with its run, which goes on waiting", async () => {
    const setup = await createRunsSetup();
    const id = await accepted(setup);
    const stray = await setup.deliver(webhook(), { onPath: false, status: 404 });
    expect(setup.told.ties.get(stray)).toMatchObject({ runId: id, role: "astray" });
    expect((await setup.runs.get(id)).ties[0]?.reasons).toContainEqual({ code: "other-path", path: "/elsewhere" });
    expect(setup.told.runs.get(id)).toMatchObject({ verdict: { code: "waiting" }, counts: { astray: 1 } });
    const right = await setup.deliver(webhook());
    expect(setup.told.ties.get(right)).toMatchObject({ runId: id, role: "match" });
    const again = await setup.deliver(webhook());
    expect(setup.told.ties.get(again)).toMatchObject({ runId: id, role: "duplicate" });
  });

  it("and is sent again is counted once", async () => {
    const setup = await createRunsSetup();
    const id = await accepted(setup);
    for (const _attempt of [1, 2, 3]) await setup.deliver(webhook(), { onPath: false, status: 404 });
    expect((await setup.runs.get(id)).ties.map(({ role }) => role)).toEqual(["astray", "astray", "astray"]);
    expect(setup.told.runs.get(id)).toMatchObject({ counts: { astray: 1 } });
  });

  it.each([webhook(), webhook().slice(0, -4)])("cut off leaves open what the rest would have said", async (body) => {
    const setup = await createRunsSetup();
    const id = await accepted(setup);
    await setup.deliver(body, { completeness: "cut", status: 413 });
    expect((await setup.runs.get(id)).ties[0]?.reasons).toContainEqual({ code: "not-whole", completeness: "cut" });
    expect(verdict(setup, id)?.code).toBe("waiting");
    await setup.clock.advance(31 * SECOND);
    expect(verdict(setup, id)).toEqual({ code: "not-sure", because: "not-searched", possible: 1 });
  });
});
