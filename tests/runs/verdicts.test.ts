import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { ACCEPTED, createRunsBench } from "./bench.ts";
import { accepted, CHARGE, CREDIT, noAnswer, refused, SECOND, verdict, webhook } from "./one-user.ts";

describe("one run", () => {
  it("waits, and is matched by the webhook that carries its values", async () => {
    const bench = await createRunsBench();
    const id = await accepted(bench);
    expect(verdict(bench, id)).toEqual({ code: "waiting", until: bench.clock.now() + 30 * SECOND, downtime: null });
    await bench.clock.advance(412_305);
    const delivery = await bench.deliver(webhook());
    expect(bench.told.runs.get(id)).toMatchObject({
      verdict: { code: "matched", after: 412_305 },
      certainty: "likely",
    });
    expect(bench.told.ties.get(delivery)).toEqual({
      deliveryId: delivery,
      runId: id,
      role: "match",
      certainty: "likely",
      after: 412_305,
      byHand: false,
    });
  });

  it("is missing once its time is over, and not before", async () => {
    const bench = await createRunsBench();
    const id = await accepted(bench);
    await bench.clock.advance(30 * SECOND);
    expect(verdict(bench, id)?.code).toBe("waiting");
    await bench.clock.advance(SECOND);
    expect(verdict(bench, id)).toEqual({ code: "missing", call: "accepted" });
  });

  it("is not called missing for a webhook that came in time and took a moment to be recorded", async () => {
    const bench = await createRunsBench();
    const id = await accepted(bench);
    await bench.clock.advance(30 * SECOND + 100_000);
    expect(verdict(bench, id)?.code).toBe("waiting");
  });

  it("is late when the webhook comes after that, even after an hour, but not after a day", async () => {
    for (const [wait, code] of [
      [31 * SECOND, "late"],
      [3_600 * SECOND, "late"],
      [86_400 * SECOND, "missing"],
    ] as const) {
      const bench = await createRunsBench();
      const id = await accepted(bench);
      await bench.clock.advance(wait);
      await bench.deliver(webhook());
      expect(verdict(bench, id)).toMatchObject({ code, ...(code === "late" ? { lateBy: wait - 30 * SECOND } : {}) });
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
    const bench = await createRunsBench();
    const id = await accepted(bench);
    await bench.deliver(webhook(wrong));
    expect(verdict(bench, id)).toMatchObject({ code: "mismatch", fields: [field] });
    // The right one may still come; then the wrong one was one too many.
    await bench.deliver(webhook({ id: '"evt_000002"' }));
    expect(bench.told.runs.get(id)).toMatchObject({
      verdict: { code: "unexpected", because: "extra" },
      counts: { extras: 1 },
    });
  });

  it.each([
    ["another person", webhook({ reference: '"ref_tunde"' })],
    ["two things wrong", webhook({ amount: "7", currency: '"USD"' })],
    ["a charge", '{"event":"charge.success","data":{"amount":1,"currency":"NGN","user":{"reference":"ref_ada"}}}'],
    ["another amount of nobody", '{"hello":"world","amount":12}'],
    ["somebody else alone", '{"user":{"reference":"ref_tunde"}}'],
    ["a charge that says no more", '{"event":"charge.success"}'],
    ["nothing", ""],
  ])("has nothing to do with %s", async (_, body) => {
    const bench = await createRunsBench();
    const id = await accepted(bench);
    const delivery = await bench.deliver(body);
    expect(bench.told.ties.get(delivery)).toBeUndefined();
    await bench.clock.advance(31 * SECOND);
    expect(verdict(bench, id)?.code).toBe("missing");
  });

  it.each([
    ["an id to ask for the rest by", '{"id":"evt_1","created":1790000000}', "no-amount"],
    ["something encrypted", `{"payload":"${"q83vEjRWeJA".repeat(20)}"}`, "no-amount"],
    ["something that nobody can read", "q83vEjRWeJA.q83vEjRWeJA.q83vEjRWeJA.q83vEjRWeJA.q83vEjRWeJA", "not-structured"],
  ])("is not sure of what says nothing: %s", async (_, body, code) => {
    const bench = await createRunsBench();
    const matched = await accepted(bench);
    await bench.deliver(webhook());
    const [first, second] = [await accepted(bench), await accepted(bench)];
    await bench.deliver(body);
    expect((await bench.runs.get(first)).ties).toMatchObject([
      { role: "possible", certainty: "unsure", reasons: expect.arrayContaining([{ code }]) },
    ]);
    // Each run gets one such at most, and only while it waits: what comes again and again does not pile up.
    for (let times = 0; times < 5; times += 1) await bench.deliver(body);
    await bench.clock.advance(31 * SECOND);
    const late = await bench.deliver(body);
    expect([matched, first, second].map((id) => verdict(bench, id))).toMatchObject([
      { code: "matched" },
      { code: "not-sure", because: "doubt", possible: 1 },
      { code: "not-sure", because: "doubt", possible: 1 },
    ]);
    expect(bench.told.ties.get(late)).toBeUndefined();
  });

  it("takes the webhook that it can read, whatever else came before it", async () => {
    const bench = await createRunsBench();
    const id = await accepted(bench);
    await bench.deliver('{"event":"ping"}');
    await bench.deliver('{"event":"ping"}');
    await bench.deliver(webhook());
    await bench.deliver('{"event":"ping"}');
    expect(bench.told.runs.get(id)).toMatchObject({ verdict: { code: "matched" }, counts: { duplicates: 0 } });
  });

  it.each([
    ["no person in it", '{"amount":50000,"currency":"NGN"}', "no-identity"],
    ["no amount in it", '{"currency":"NGN","user":{"reference":"ref_ada"}}', "no-amount"],
    ["no structure in it", "<hook><amount>50000</amount><ref>ref_ada</ref></hook>", "not-structured"],
    ["two amounts that could be it", '{"x":50000,"y":7,"who":"ref_ada"}', null],
    ["another subject", webhook().replace('"credit"', '"debit"').replace('"transaction"', '"charge"'), null],
  ])("is not sure of a webhook with %s", async (_, body, code) => {
    const bench = await createRunsBench();
    const id = await accepted(bench);
    const delivery = await bench.deliver(body);
    expect(bench.told.ties.get(delivery)).toMatchObject({ runId: id, role: "possible", certainty: "unsure" });
    expect(verdict(bench, id)?.code).toBe("waiting");
    await bench.clock.advance(31 * SECOND);
    expect(verdict(bench, id)).toEqual({ code: "not-sure", because: "doubt", possible: 1 });
    const { ties } = await bench.runs.get(id);
    expect(ties[0]?.reasons.map((reason) => reason.code)).toEqual(code === null ? [] : [code]);
    // The right one makes it plain.
    await bench.deliver(webhook());
    expect(verdict(bench, id)?.code).toBe("late");
  });
});

describe("a tag in the remark", () => {
  const tagged = (tag: string) => CHARGE.replace("Lunch", `Lunch [ld-${tag}]`);
  const charged = (remark: string, amount = "50000") =>
    `{"type":"charge","charge":{"amount":${amount},"remark":"${remark}","user":{"reference":"ref_ada"}}}`;

  it("makes the tie certain among equal runs, in any order", async () => {
    const bench = await createRunsBench();
    const one = await bench.simulate("charge", tagged("aaaa2"));
    const two = await bench.simulate("charge", tagged("bbbb2"));
    await bench.deliver(charged("LUNCH [LD-BBBB2]"));
    await bench.deliver(charged("Lunch [ld-aaaa2]"));
    expect(bench.told.runs.get(one)).toMatchObject({ verdict: { code: "matched" }, certainty: "certain" });
    expect(bench.told.runs.get(two)).toMatchObject({ verdict: { code: "mismatch" }, certainty: "certain" });
  });

  it("of another run, or of nobody's, speaks against every other", async () => {
    const bench = await createRunsBench();
    const id = await bench.simulate("charge", CHARGE);
    const other = await bench.simulate("charge", tagged("aaaa2"));
    await bench.deliver(charged("Lunch [ld-zzzz9]"));
    await bench.clock.advance(31 * SECOND);
    expect(verdict(bench, id)?.code).toBe("missing");
    expect(verdict(bench, other)?.code).toBe("missing");
  });

  it("names its run though the amount is wrong", async () => {
    const bench = await createRunsBench();
    await bench.simulate("charge", tagged("aaaa2").replace("50000", "60000"));
    const id = await bench.simulate("charge", tagged("bbbb2"));
    await bench.deliver(charged("Lunch [ld-bbbb2]", "60000"));
    expect(bench.told.runs.get(id)).toMatchObject({
      verdict: { code: "mismatch", fields: [{ field: "amount", actual: "60000" }] },
      certainty: "certain",
    });
  });

  it("that another call went out with before ties nothing to that one, and nothing for certain", async () => {
    const bench = await createRunsBench();
    const first = await bench.simulate("charge", tagged("aaaa2"));
    const one = await bench.deliver(charged("Lunch [ld-aaaa2]"));
    const again = await bench.simulate("charge", tagged("aaaa2"), {}, null);
    expect(bench.told.ties.get(one)).toMatchObject({ runId: first, certainty: "certain" });
    const two = await bench.deliver(charged("Lunch [ld-aaaa2]").replace("}}}", '},"n":2}}'));
    expect(bench.told.ties.get(two)).toMatchObject({ runId: again, certainty: "likely" });
    // A webhook before the second call can only be the first one's, whatever came after.
    expect(bench.told.ties.get(one)).toMatchObject({ runId: first, certainty: "certain" });
  });

  it("of a call that never got its webhook leaves it open whose it is", async () => {
    const bench = await createRunsBench();
    const first = await bench.simulate("charge", tagged("aaaa2"));
    await bench.clock.advance(31 * SECOND);
    const again = await bench.simulate("charge", tagged("aaaa2"), {}, null);
    const id = await bench.deliver(charged("Lunch [ld-aaaa2]"));
    expect(bench.told.ties.get(id)).toMatchObject({ runId: again, certainty: "ambiguous" });
    expect(verdict(bench, first)?.code).toBe("missing");
  });

  it("that stands in the remark and was made for nobody counts as the remark it is", async () => {
    const bench = await createRunsBench();
    const id = await bench.simulate("charge", tagged("aaaa2"), {}, null);
    await bench.deliver(charged("Lunch [ld-aaaa2]"));
    expect(bench.told.runs.get(id)).toMatchObject({ verdict: { code: "matched" }, certainty: "likely" });
  });

  it("that is new is found again in what is sent", async () => {
    const bench = await createRunsBench();
    const tag = bench.runs.newTag();
    const id = await bench.simulate("charge", tagged(tag));
    expect((await bench.runs.get(id)).expectation.tag).toBe(tag);
  });
});

describe("a run that expects nothing", () => {
  it("is right when nothing comes, also after a call that failed", async () => {
    const bench = await createRunsBench();
    const one = await bench.simulate("credit", CREDIT, { awaits: "nothing" });
    const two = await bench.simulate("credit", CREDIT, { awaits: "nothing" });
    await bench.end(one, ACCEPTED);
    await bench.end(two, refused, 422);
    expect(verdict(bench, two)?.code).toBe("waiting");
    await bench.clock.advance(31 * SECOND);
    for (const id of [one, two]) expect(verdict(bench, id)).toEqual({ code: "nothing-came" });
  });

  it("is wrong when something comes, but does not take what another waits for", async () => {
    const bench = await createRunsBench();
    const nothing = await bench.simulate("credit", CREDIT, { awaits: "nothing" });
    const waiting = await accepted(bench);
    await bench.deliver(webhook());
    expect(verdict(bench, waiting)?.code).toBe("matched");
    await bench.deliver(webhook({ id: '"evt_000002"' }));
    expect(verdict(bench, nothing)).toMatchObject({ code: "unexpected", because: "nothing-awaited" });
  });
});

describe("a call that failed", () => {
  it("expects nothing, and says so when something comes", async () => {
    const bench = await createRunsBench();
    const id = await bench.simulate("credit", CREDIT);
    await bench.end(id, refused, 422);
    expect(verdict(bench, id)).toEqual({ code: "refused" });
    await bench.deliver(webhook());
    expect(verdict(bench, id)).toMatchObject({ code: "unexpected", because: "call-refused" });
  });

  it("is one without an answer only if nothing comes", async () => {
    const bench = await createRunsBench();
    const id = await bench.simulate("credit", CREDIT);
    await bench.deliver(webhook());
    await bench.end(id, noAnswer, null);
    expect(verdict(bench, id)?.code).toBe("matched");
  });
});

describe("what could not be seen", () => {
  it.each([
    ["the listener was stopped", { code: "listener-stopped", url: "u" }, "listener-stopped"],
    ["it could not start", { code: "listener-failed", url: "u", reason: "r", nextFreePort: null }, "listener-failed"],
  ] as const)("is not called missing: %s", async (_, notice, cause) => {
    const bench = await createRunsBench();
    const id = await accepted(bench);
    await bench.clock.advance(SECOND);
    const from = bench.clock.now();
    await bench.notice(notice);
    await bench.clock.advance(SECOND);
    await bench.notice({ code: "listener-started", url: "u" });
    const after = await accepted(bench);
    await bench.clock.advance(31 * SECOND);
    expect(verdict(bench, id)).toEqual({ code: "not-seen", spans: [{ from, until: from + SECOND, cause }] });
    expect(verdict(bench, after)?.code).toBe("missing");
  });

  it("goes on after a kill until the listener says that it listens", async () => {
    const bench = await createRunsBench();
    const now = bench.clock.now();
    await bench.notice({ code: "gap", from: now - 60 * SECOND, until: now, cause: "ended-abruptly" });
    await bench.clock.advance(SECOND);
    const id = await accepted(bench);
    await bench.clock.advance(31 * SECOND);
    expect(verdict(bench, id)).toMatchObject({ code: "not-seen", spans: [{ until: null, cause: "ended-abruptly" }] });
  });

  it("goes on while the listener is down", async () => {
    const bench = await createRunsBench();
    await bench.notice({ code: "listener-stopped", url: "u" });
    await bench.clock.advance(60 * SECOND);
    const id = await accepted(bench);
    await bench.clock.advance(31 * SECOND);
    expect(verdict(bench, id)).toMatchObject({ code: "not-seen", spans: [{ until: null }] });
  });

  it("is what was answered 503, known before the log can tell of it, and from the log after a restart", async () => {
    const bench = await createRunsBench();
    const id = await accepted(bench);
    const from = bench.clock.now();
    await bench.clock.advance(SECOND);
    bench.lose({ from, until: bench.clock.now() });
    await bench.clock.advance(SECOND);
    const until = bench.clock.now();
    bench.lose({ from, until });
    const later = await accepted(bench);
    await bench.clock.advance(31 * SECOND);
    const notSeen = { code: "not-seen", spans: [{ from, until, cause: "not-recorded" }] };
    expect(verdict(bench, id)).toEqual(notSeen);
    expect(verdict(bench, later)?.code).toBe("missing");
    bench.lose(null);
    await bench.notice({ code: "not-recorded", from, until, count: 2, reason: "The disk is full." });
    const next = await bench.restart();
    expect((await next.runs.get(id)).summary.verdict).toEqual(notSeen);
    expect((await next.runs.get(later)).summary.verdict.code).toBe("missing");
  });

  it("is known a moment after the machine has woken, and nothing is called missing before", async () => {
    const bench = await createRunsBench();
    const id = await accepted(bench);
    const from = bench.clock.now() + SECOND;
    bench.clock.jump(600 * SECOND);
    await bench.clock.advance(SECOND);
    expect(verdict(bench, id)?.code).toBe("waiting");
    await bench.notice({ code: "gap", from, until: bench.clock.now(), cause: "asleep" });
    await bench.clock.advance(10 * SECOND);
    expect(verdict(bench, id)).toMatchObject({ code: "not-seen", spans: [{ cause: "asleep" }] });
  });

  it("changes nothing for what has come", async () => {
    const bench = await createRunsBench();
    const id = await accepted(bench);
    await bench.notice({ code: "listener-stopped", url: "u" });
    await bench.notice({ code: "listener-started", url: "u" });
    await bench.deliver(webhook());
    expect(verdict(bench, id)?.code).toBe("matched");
  });
});

describe("a webhook that went astray", () => {
  it.each([
    ["on another path", { onPath: false, status: 404 }, { code: "other-path", path: "/elsewhere" }],
    ["cut off", { completeness: "cut", status: 413 }, { code: "not-whole", completeness: "cut" }],
  ] as const)("%s is shown with its run, which goes on waiting", async (_, options, reason) => {
    const bench = await createRunsBench();
    const id = await accepted(bench);
    const body = webhook();
    const stray = await bench.deliver(options.status === 413 ? body.slice(0, -4) : body, options);
    expect(bench.told.ties.get(stray)).toMatchObject({ runId: id, role: "astray" });
    expect((await bench.runs.get(id)).ties[0]?.reasons).toContainEqual(reason);
    expect(bench.told.runs.get(id)).toMatchObject({ verdict: { code: "waiting" }, counts: { astray: 1 } });
    const right = await bench.deliver(body);
    expect(bench.told.ties.get(right)).toMatchObject({ runId: id, role: "match" });
    const again = await bench.deliver(body);
    expect(bench.told.ties.get(again)).toMatchObject({ runId: id, role: "duplicate" });
  });
});

describe("bodies in other dress", () => {
  it("are read compressed, as a form, with a byte order mark and with JSON in a text", async () => {
    const dressed = [
      { bytes: gzipSync(webhook()), headers: [["Content-Encoding", "gzip"]] },
      {
        bytes: Buffer.from("amount=50%2C000&currency=NGN&user%5Breference%5D=ref_ada"),
        headers: [["content-type", "application/x-www-form-urlencoded"]],
      },
      { bytes: Buffer.from(`\ufeff${webhook()}`) },
      { bytes: Buffer.from(JSON.stringify({ Message: webhook() })) },
    ] as const;
    for (const each of dressed) {
      const bench = await createRunsBench();
      const id = await accepted(bench);
      await bench.deliver("", each);
      expect(verdict(bench, id)?.code).toBe("matched");
    }
  });

  it("that claim a coding and do not have it are read as they are", async () => {
    const bench = await createRunsBench();
    const id = await accepted(bench);
    await bench.deliver(webhook(), { headers: [["content-encoding", "br"]] });
    expect(verdict(bench, id)?.code).toBe("matched");
  });
});
