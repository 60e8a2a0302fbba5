import { describe, expect, it } from "vitest";
import type { Outcome } from "../outcomes.ts";
import {
  type ComparedField,
  type Downtime,
  faultOf,
  type Reason,
  type RunSummary,
  type Verdict,
  verdict,
} from "../run.ts";
import { afterDowntime } from "./explain-downtime.ts";
import { explainRun, verdictText, verdictTone } from "./explain-run.ts";
import { comparedFieldText, comparedValues, tieText } from "./explain-tie.ts";
import { roleName, tieSign, tieTone, verdictSign } from "./run-words.ts";

const amount: ComparedField = {
  field: "amount",
  state: "differs",
  expected: "50000",
  actual: "500.00",
  path: "transaction.amount",
  hint: "hundredth",
};
const spans: readonly Downtime[] = [
  { from: 0, until: 216_000_000, cause: "asleep" },
  { from: 0, until: null, cause: "listener-stopped" },
];
const TIE = { deliveryId: 2, runId: 1, certainty: "likely", after: 412_305, byHand: false } as const;
const none = { duplicates: 0, retries: 0, extras: 0, unconfirmed: 0, possible: 0, astray: 0 };

function run(of: Verdict, more: Partial<RunSummary> = {}): RunSummary {
  return {
    id: 1,
    operation: "credit",
    startedAt: 0,
    deadline: 30_000_000,
    call: "accepted",
    verdict: of,
    certainty: null,
    counts: none,
    ...more,
  };
}

const VERDICTS: readonly (readonly [Verdict, string, string, string])[] = [
  [{ code: "waiting", until: 1, downtime: null }, "neutral", "waiting", "It is to come within 30 s of the call."],
  [
    { code: "waiting", until: 1, downtime: { from: 0, until: null, cause: "listener-stopped" } },
    "neutral",
    "none can be seen now",
    "It is to come within 30 s of the call. But nothing can be seen now: the listener was stopped.",
  ],
  [{ code: "matched", after: 412_305 }, "good", "matched in 0.41 s", "The right webhook came 0.41 s after the call."],
  [
    { code: "late", after: 35_000_000, lateBy: 5_000_000 },
    "odd",
    "late, after 35.0 s",
    "The right webhook came 35.0 s after the call; the limit is 30 s.",
  ],
  [
    { code: "duplicate", after: 1, times: 2 },
    "odd",
    "came twice",
    "The right webhook came, was answered with success, and then the same one came again.",
  ],
  [
    { code: "mismatch", after: 1, fields: [amount] },
    "bad",
    "amount mismatch",
    "The amount is 500.00 at transaction.amount, expected was 50\u202f000. That is a hundredth of it: another unit, it seems.",
  ],
  [
    { code: "missing", call: "accepted" },
    "bad",
    "missing",
    "The service answered the call with success. Within 30 s none came for it, though the listener was up.",
  ],
  [
    { code: "missing", call: "unclear" },
    "odd",
    "none came",
    "It is not known whether the service acted on the call. Within 30 s none came for it, though the listener was up.",
  ],
  [
    { code: "unexpected", because: "nothing-awaited", after: 1 },
    "bad",
    "unexpected",
    "This simulation was to cause no webhook, and one came that fits it.",
  ],
  [
    { code: "unexpected", because: "call-refused", after: 1 },
    "bad",
    "unexpected",
    "By the end of the call no webhook was to be expected, and one for it came all the same.",
  ],
  [
    { code: "unexpected", because: "extra", after: 1 },
    "bad",
    "one too many",
    "The right webhook came, and another one that is for this simulation but is not the same.",
  ],
  [{ code: "nothing-came" }, "good", "nothing came", "As expected, no webhook came within 30 s."],
  [
    { code: "refused" },
    "neutral",
    "call failed",
    "The simulation did not take place, so no webhook is to be expected. Why stands below.",
  ],
  [
    { code: "late", after: 35_000_000, lateBy: 5_000_000, spans },
    "odd",
    "late, after 35.0 s",
    "The right webhook came 35.0 s after the call; the limit is 30 s. But in that time this machine was asleep or kept Linkdesk from running for 30.0 s; the listener was stopped.",
  ],
  [
    { code: "not-seen", spans },
    "odd",
    "could not be seen",
    "Nothing came, but for a part of the time nothing could have been seen: this machine was asleep or kept Linkdesk from running for 30.0 s; the listener was stopped.",
  ],
  [
    { code: "mismatch", after: 1, fields: [{ ...amount, field: "signature", expected: "valid", actual: "missing" }] },
    "bad",
    "no signature",
    "All that can be compared agrees, but nobody can tell who sent it: the profile asks for a signature, and there is none.",
  ],
  [
    { code: "unconfirmed", looks: "right", deliveryId: 2, because: "reading", after: 1, fields: [] },
    "odd",
    "looks right",
    "Is it read correctly? Nobody has confirmed yet how this kind of webhook is read.",
  ],
  [
    { code: "unconfirmed", looks: "right", deliveryId: 2, because: "new-word", after: 1, fields: [] },
    "odd",
    "says something new",
    "Is it read correctly? Something in it is not known from a webhook that was confirmed.",
  ],
  [
    {
      code: "unconfirmed",
      looks: "wrong",
      deliveryId: 2,
      because: "new-word",
      after: 1,
      fields: [
        { ...amount, field: "purpose", expected: "charge", actual: "DENIED", path: "state", hint: "new-word" },
        { ...amount, field: "outcome", expected: "went through", actual: "DENIED", path: "state", hint: "new-word" },
      ],
    },
    "odd",
    "looks wrong",
    "Is it read correctly? Something in it is not known from a webhook that was confirmed. It says “DENIED” at state: nobody has said yet what that means.",
  ],
  [
    {
      code: "unconfirmed",
      looks: "wrong",
      deliveryId: 2,
      because: "new-word",
      after: 1,
      fields: [
        { ...amount, field: "outcome", expected: "went through", actual: "", path: "paid_at", hint: "new-word" },
      ],
    },
    "odd",
    "looks wrong",
    "Is it read correctly? Something in it is not known from a webhook that was confirmed. Nothing stands at paid_at, and something did before.",
  ],
  [
    { code: "not-sure", because: "doubt", possible: 2 },
    "odd",
    "not sure",
    "2 webhooks came that may be it, but there is a doubt.",
  ],
  [
    { code: "not-sure", because: "not-over", possible: 1 },
    "odd",
    "not over yet",
    "A webhook came that fits, but it tells of something that has not ended.",
  ],
  [
    { code: "not-sure", because: "not-searched", possible: 1 },
    "odd",
    "not sure",
    "1 webhook came in this time that could not be read to the end: it may stand in there.",
  ],
];

describe("verdicts", () => {
  it.each(VERDICTS)("%j", (of, tone, text, sentence) => {
    expect(verdictText(of)).toBe(text);
    expect(verdictTone(of)).toBe(tone);
    expect(explainRun(run(of), null)).toMatchObject({ tone, sentence });
  });

  it("all have words", () => {
    const codes = verdict.options.map((option) => option.shape.code.value);
    expect(new Set(VERDICTS.map(([of]) => of.code))).toEqual(new Set(codes));
  });

  it("do not call right what says a word that nobody knows: it may be “failed”", () => {
    const unknown = {
      code: "unconfirmed",
      looks: "right",
      deliveryId: 2,
      because: "new-word",
      after: 1,
      fields: [],
    } as const;
    expect(explainRun(run(unknown), null).title).toBe("A webhook came that says something new");
    expect(explainRun(run({ ...unknown, because: "reading" }), null).title).toBe("A webhook came that looks right");
  });

  it("count of a time in which nothing could be seen what lies within the wait, and ask to start nothing that runs", () => {
    const stopped: Downtime = { from: -17_000_000, until: 23_000_000, cause: "listener-stopped" };
    expect(explainRun(run({ code: "not-seen", spans: [stopped] }), null).sentence).toContain("stopped for 23.0 s");
    expect(afterDowntime(stopped)).toBe("Simulate it again.");
    expect(afterDowntime({ ...stopped, until: null })).toContain("Start the listener");
  });

  it("say of a late one both times as fine, so that one less the limit is the other", () => {
    const late = (after: number): string => {
      const { title, sentence } = explainRun(run({ code: "late", after, lateBy: after - 30_000_000 }), null);
      return `${title}: ${sentence}`;
    };
    expect(late(33_096_000)).toContain("Late by 3.0 s: The right webhook came 33.0 s after");
    expect(late(63_996_000)).toContain("Late by 33 s: The right webhook came 1 min 03 s after");
  });

  it("say what else came", () => {
    const matched: Verdict = { code: "matched", after: 1_000_000 };
    expect(explainRun(run(matched, { counts: { ...none, retries: 2 } }), null).sentence).toBe(
      "The right webhook came 1.00 s after the call. It came again 2 times after an answer that was no success.",
    );
    expect(explainRun(run(matched, { counts: { ...none, retries: 1 } }), null).sentence).toContain(
      " It came again after ",
    );
    expect(explainRun(run(matched, { certainty: "ambiguous" }), null).nextStep).toContain("one by one");
    const missing = explainRun(run({ code: "missing", call: "accepted" }, { counts: { ...none, astray: 1 } }), null);
    expect(missing.title).toBe("The webhook went astray");
    expect(missing.sentence).toContain("But 1 webhook that fits went astray.");
    expect(explainRun(run({ code: "missing", call: "accepted" }), null).nextStep).toMatch(
      /^Go through .* ask whoever runs/,
    );
    const doubtful = { code: "not-sure", because: "doubt", possible: 1 } as const;
    expect(explainRun(run(doubtful), null).nextStep).toContain("counted for another simulation");
    const waiting = explainRun(
      run({ code: "waiting", until: 1, downtime: null }, { counts: { ...none, possible: 1 } }),
      null,
    );
    expect(waiting.sentence).toContain("1 webhook came that may be it.");
  });

  it("say why what fits went astray, and what to do about it, also while it is waited for", () => {
    const path = { code: "other-path", path: "/hook?token=abc" } as const;
    const cut = { code: "not-whole", completeness: "cut" } as const;
    const stray = (reason: Reason) => ({ ...TIE, role: "astray", reasons: [reason] }) as never;
    const say = (verdict: Verdict, ...reasons: Reason[]) =>
      explainRun(run(verdict, { counts: { ...none, astray: reasons.length } }), null, {
        ties: reasons.map(stray),
        alsoFits: [],
      });
    const missing: Verdict = { code: "missing", call: "accepted" };
    expect(say(missing, path).sentence).toMatch(
      /But 1 webhook that fits went astray\. It went to \/hook, which is not the webhook path\.$/,
    );
    expect(say(missing, path).nextStep).toMatch(/^Correct the path that the service sends to/);
    // Where the listener's path is known, it is named.
    const known = (webhookPath: string) =>
      explainRun(run(missing, { counts: { ...none, astray: 1 } }), null, {
        ties: [stray(path)],
        alsoFits: [],
        webhookPath,
      });
    expect(known("/webhooks").nextStep).toBe(
      "Let the address that the service sends to end in /webhooks, or change the listener’s path to /hook. Then simulate it again.",
    );
    expect(known("/hook").nextStep).toBe("By now the webhook path is /hook. Simulate it again.");
    expect(say(missing, path, path).sentence).toMatch(/2 webhooks that fit went astray\. Each of them went to \/hook,/);
    // One webhook, sent twice.
    const again = { ties: [stray(path), stray(path)], alsoFits: [] };
    expect(explainRun(run(missing, { counts: { ...none, astray: 1 } }), null, again).sentence).toMatch(
      /But 1 webhook that fits went astray\. Each of its 2 attempts went to \/hook,/,
    );
    expect(say(missing, path, cut).sentence).toMatch(/The last of them was longer than the listener takes\.$/);
    expect(say(missing, cut).nextStep).toContain("larger body");
    const waiting = say({ code: "waiting", until: 1, downtime: null }, path);
    expect(waiting).toMatchObject({
      sentence: expect.stringMatching(/It went to \/hook/),
      nextStep: say(missing, path).nextStep,
    });
  });

  it("say of a call that the service failed that nobody knows whether it acted, and call no webhook missing then", () => {
    const unclear = run({ code: "missing", call: "unclear" }, { call: "unclear" });
    const failed = { code: "status", status: 500 } as Outcome;
    const { title, sentence } = explainRun(unclear, null, null, failed);
    expect(title).toBe("None came");
    expect(sentence).toContain("The service failed (500), so it is not known whether it acted on the call.");
    expect(explainRun(unclear, null).sentence).toContain("It is not known whether the service acted on the call.");
  });

  it("name what the right webhook leaves out, and a webhook that fits and went to another call", () => {
    const matched: Verdict = { code: "matched", after: 1_000_000 };
    const tie = { ...TIE, role: "match", fields: [amount, { ...amount, field: "to", state: "absent" }] } as never;
    const said = explainRun(run(matched), null, { ties: [tie], alsoFits: [] });
    expect(said.sentence).toBe(
      "All that was read in the webhook agrees. It came 1.00 s after the call. Not in it, so not compared: reference in “to”. That is no fault: senders may leave it out.",
    );
    // A word may well be there: only that none was read as such is known.
    const purpose = { ...amount, field: "purpose", state: "absent" };
    const unread = { ...TIE, role: "match", fields: [amount, purpose] } as never;
    expect(explainRun(run(matched), null, { ties: [unread], alsoFits: [] }).sentence).toBe(
      "All that was read in the webhook agrees. It came 1.00 s after the call. Nothing in it was read as its purpose.",
    );
    const missing: Verdict = { code: "missing", call: "accepted" };
    const given = explainRun(run(missing), null, { ties: [], alsoFits: [{ deliveryId: 5, runId: 3 }] });
    expect(given.sentence).toContain("1 webhook fits just as well, and was given to another call");
    expect(given.nextStep).toContain("choose it here");
    expect(explainRun(run(missing), null, { ties: [], alsoFits: [] })).toEqual(explainRun(run(missing), null));
  });

  it("say of a wrong signature alone just that, in the verdict, in its part and in full", () => {
    const signature = { ...amount, field: "signature", expected: "valid", path: null, hint: null } as const;
    for (const [actual, words, sign, tone] of [
      ["invalid", "bad signature", "signature", "bad"],
      ["missing", "no signature", "signature", "bad"],
      ["unreadable", "unreadable signature", "unreadable", "odd"],
      ["unchecked", "signature not checked", "unreadable", "odd"],
    ] as const) {
      const fields = [{ ...signature, actual }];
      const forged: Verdict = { code: "mismatch", after: 1, fields };
      const explained = explainRun(run(forged), null);
      expect([verdictText(forged), explained.title.toLowerCase(), verdictSign(forged)]).toEqual([words, words, sign]);
      const tie = { ...TIE, role: "mismatch", ...faultOf("mismatch", fields) } as const;
      expect([tieText(tie), tieSign(tie.role, tie)]).toEqual([words, sign]);
      expect([explained.tone, verdictTone(forged), tieTone(tie.role, tie)]).toEqual([tone, tone, tone]);
      // Of a header that was not understood nothing is said that only a comparison could show.
      expect(/nobody can tell who sent it/.test(explained.sentence)).toBe(actual === "invalid" || actual === "missing");
      expect(roleName({ role: "mismatch", fields })).toBe(words);
    }
    const both: Verdict = { code: "mismatch", after: 1, fields: [amount, { ...signature, actual: "invalid" }] };
    expect([verdictText(both), verdictSign(both)]).toEqual(["amount and signature mismatch", "mismatch"]);
  });

  it("call a failure a failure where all values agree, and what has not ended not over yet", () => {
    const outcome = { ...amount, field: "outcome", expected: "went-through", actual: "declined" } as const;
    const failed: Verdict = { code: "mismatch", after: 1, fields: [outcome] };
    const tie = { ...TIE, role: "mismatch", ...faultOf("mismatch", [outcome]) } as const;
    expect([verdictText(failed), tieText(tie), roleName({ role: "mismatch", fields: [outcome] })]).toEqual([
      "failed",
      "failed",
      "failed",
    ]);
    expect(explainRun(run(failed), null).title).toBe("The webhook says that it failed");
    // Nothing in it is wrong that its sender would have to put right.
    expect(explainRun(run(failed), null).nextStep).toMatch(/it is the payment that failed.*whoever runs the service/);
    expect(roleName({ role: "mismatch", fields: [outcome, amount] })).toBe("outcome and amount mismatch");
    const open: Verdict = { code: "not-sure", because: "not-over", possible: 1 };
    expect([verdictText(open), explainRun(run(open), null).title]).toEqual(["not over yet", "Not over yet"]);
  });

  it("keep the words for several wrong values short", () => {
    const wrong = (...fields: readonly ComparedField[]) => {
      const said = verdictText({ code: "mismatch", after: 1, fields });
      // The webhook's own row and part say the same.
      expect(roleName({ role: "mismatch", fields })).toBe(said);
      expect(tieText({ ...TIE, role: "mismatch", ...faultOf("mismatch", fields) })).toBe(said);
      return said;
    };
    const from = { ...amount, field: "from", expected: "a", actual: "b", hint: "other-side" } as const;
    const to = { ...from, field: "to", expected: "b", actual: "a" } as const;
    expect(wrong(from, to)).toBe("mismatch, exchanged people");
    expect(explainRun(run({ code: "mismatch", after: 1, fields: [from, to] }), null).title).toBe(
      "Mismatch: exchanged people",
    );
    expect(wrong({ ...from, hint: null }, to)).toBe("mismatch of 2 values");
  });

  it("show amounts as everywhere: the digits as sent, and the money where the unit is known", () => {
    const differs = { ...amount, expected: "8300", actual: "8301", path: "payment.sum", hint: null } as const;
    const told = explainRun(run({ code: "mismatch", after: 1, fields: [differs] }), 100).sentence;
    expect(told).toBe("The amount is 8\u202f301 = 83.01 at payment.sum, expected was 8\u202f300 = 83.00.");
    expect(comparedFieldText({ ...differs, actual: "eighty" }, 100)).toContain("is “eighty” at payment.sum");
    // What the reading takes for whole naira is told in the simulation's units as well.
    const scaled = { ...differs, state: "agrees", actual: "83", meant: "8300" } as const;
    expect(comparedFieldText(scaled, 100)).toBe(
      "The amount 83 at payment.sum stands for 8\u202f300 = 83.00 and agrees.",
    );
    expect(comparedValues(scaled, 100)).toEqual({
      expected: "8\u202f300 = 83.00",
      actual: "8\u202f300 = 83.00, written 83",
    });
    const cent = { ...differs, expected: "63", actual: "6301", meant: "63.01" } as const;
    expect(comparedFieldText(cent, null)).toBe(
      "The amount is 63.01, written 6\u202f301 at payment.sum, expected was 63.",
    );
    expect(comparedFieldText({ ...cent, actual: "650000", meant: "6500", hint: "hundred-times" }, null)).toContain(
      "The amount is 6\u202f500, written 650\u202f000 at payment.sum, expected was 63. That is a hundred times",
    );
  });

  it("name everything that is wrong", () => {
    const fields = (["amount", "currency"] as const).map((field) => ({ ...amount, field }));
    expect(verdictText({ code: "mismatch", after: 1, fields })).toBe("amount and currency mismatch");
    expect(verdictText({ code: "duplicate", after: 1, times: 3 })).toBe("came 3 times");
  });
});
