import { describe, expect, it } from "vitest";
import { type ComparedField, certainty, type Reason, role, runField } from "../run.ts";
import { agreeingText, comparedFieldText, explainCertainty, fieldText, reasonText, tieText } from "./explain-tie.ts";

const amount: ComparedField = {
  field: "amount",
  state: "differs",
  expected: "50000",
  actual: "500.00",
  path: "transaction.amount",
  hint: "hundredth",
};
const TIE = { deliveryId: 2, runId: 1, certainty: "likely", after: 412_305, byHand: false } as const;

describe("values compared", () => {
  it.each<[Partial<ComparedField>, string]>([
    [{ state: "agrees", actual: "50000.00", hint: null }, "The amount 50\u202f000.00 agrees at transaction.amount."],
    [
      { state: "agrees", actual: "500.00", meant: "50000", hint: null },
      "The amount 500.00 at transaction.amount stands for 50\u202f000 and agrees.",
    ],
    [
      { field: "remark", state: "agrees", expected: "Lunch", actual: "a Lunch b", path: "remark", hint: "within" },
      "The remark “Lunch” stands within “a Lunch b” at remark.",
    ],
    [
      { actual: "5000000", hint: "hundred-times" },
      "The amount is 5\u202f000\u202f000 at transaction.amount, expected was 50\u202f000. That is a hundred times as much: another unit, it seems.",
    ],
    [
      { state: "unclear", actual: "50000", hint: null },
      "The amount 50\u202f000 stands in it at transaction.amount, but that place may mean something else.",
    ],
    [
      { state: "unclear", actual: "50.000", hint: null },
      "50.000 stands at transaction.amount, which may or may not mean the amount 50\u202f000.",
    ],
    [
      { state: "unclear", actual: "-50000", hint: "other-sign" },
      "The amount is -50\u202f000 at transaction.amount: the same but for its sign.",
    ],
    [
      {
        field: "user",
        state: "unclear",
        expected: "ada-1",
        actual: "ADA-1",
        path: "user.ref",
        hint: "written-otherwise",
      },
      "The user reference is “ADA-1” at user.ref: “ada-1”, it seems, but not to the letter.",
    ],
    [
      { field: "to", state: "differs", expected: "t-1", actual: "b-1", path: "payee_id", hint: "other-side" },
      "The reference in “to” is “b-1” at payee_id, expected was “t-1”. That is the one expected on the other side.",
    ],
    [
      { field: "purpose", state: "differs", expected: "credit", actual: "refund.success", path: "event", hint: null },
      "It says “refund.success” at event: that is something other than a credit.",
    ],
    [
      {
        field: "outcome",
        state: "differs",
        expected: "went through",
        actual: "failed",
        path: "data.status",
        hint: null,
      },
      "It says “failed” at data.status: it did not go through.",
    ],
    [{ state: "absent", actual: null, path: null, hint: null }, "No amount was found in it."],
  ])("%j", (change, sentence) => {
    expect(comparedFieldText({ ...amount, ...change }, null)).toBe(sentence);
  });

  it("have names", () => {
    expect(runField.options.map(fieldText)).toEqual([
      "amount",
      "currency",
      "user reference",
      "reference in “from”",
      "reference in “to”",
      "remark",
      "tag",
      "purpose",
      "outcome",
      "signature",
    ]);
  });
});

describe("reasons", () => {
  it.each<[Reason, string]>([
    [{ code: "by-hand" }, "You decided it."],
    [{ code: "same-bytes", as: 7 }, "Its body is the same, byte for byte, as that of webhook No. 7."],
    [{ code: "same-id", as: 7, path: "id", value: "evt_1" }, "It has the same id as webhook No. 7: “evt_1” at id."],
    [{ code: "rivals", runIds: [3], more: 0 }, "It fits simulation No. 3 equally well."],
    [{ code: "rivals", runIds: [3, 4], more: 0 }, "It fits simulation No. 3 and simulation No. 4 equally well."],
    [
      { code: "rivals", runIds: [3, 4, 5, 6], more: 9 },
      "It fits simulation No. 3, simulation No. 4, simulation No. 5 and 10 more equally well.",
    ],
    [{ code: "contested", runIds: [3], more: 0 }, "It may as well belong to simulation No. 3, with other values."],
    [
      { code: "late-rivals", runIds: [3], more: 0 },
      "The limit of simulation No. 3 was over when it came, but for as long again, and longer where it is late for this one too, a webhook may still be that one’s.",
    ],
    [
      { code: "earlier-unanswered", runIds: [3], more: 0 },
      "Simulation No. 3 had the same values and got no webhook that is right. Twice its limit was over when this one came, so it is not called ambiguous; but a very late one would look like this.",
    ],
    [
      { code: "earlier-answered", runIds: [3], more: 0 },
      "Simulation No. 3 had just these values, and had got its webhook before this one came. So this one is taken for the call that still waited, with something wrong in it; or it is one too many.",
    ],
    [{ code: "no-identity" }, "Nothing in it says whose it is."],
    [{ code: "no-amount" }, "No amount was found in it."],
    [{ code: "not-structured" }, "It is neither JSON nor a form, so its values have no names."],
    [
      { code: "contradicted" },
      "Another transaction in the same webhook has the same amount and people, and ended otherwise.",
    ],
    [
      { code: "not-searched", because: "too-deep" },
      "It is nested deeper than Linkdesk reads: what lies further down was not looked at.",
    ],
    [{ code: "not-confirmed", because: "reading" }, "Nobody has confirmed yet how this kind of webhook is read."],
    [{ code: "other-path", path: "/hook" }, "It went to /hook, which is not the webhook path."],
    [{ code: "not-whole", completeness: "cut" }, "It was longer than the listener takes."],
    [{ code: "not-whole", completeness: "aborted" }, "It did not come whole."],
  ])("%j", (reason, sentence) => {
    expect(reasonText(reason)).toBe(sentence);
  });

  it("the values that led there are named, and none that differs", () => {
    const field = (name: ComparedField["field"], state: ComparedField["state"] = "agrees") =>
      ({ ...amount, field: name, state }) as const;
    expect(agreeingText([field("amount"), field("from"), field("to"), field("remark"), field("outcome")])).toBe(
      "Amount, payer, payee and remark are this simulation’s.",
    );
    expect(agreeingText([field("amount", "differs"), field("user")])).toBe("User reference is this simulation’s.");
    expect(agreeingText([field("purpose")])).toBeNull();
  });

  it("each certainty has a word and a sentence of its own", () => {
    const sentences = certainty.options.map((each) => explainCertainty(each).sentence);
    expect(new Set(sentences).size).toBe(certainty.options.length);
    // Beside “Matched” and “amount mismatch” alike: neither doubts the one nor says that all values agree.
    expect(explainCertainty("likely")).toEqual({
      label: "by its values",
      sentence: "No simulation that was waiting fits it better than this one.",
    });
  });

  it("each role has words", () => {
    expect(role.options.map((each) => tieText({ ...TIE, role: each }))).toEqual([
      "matched in 0.41 s",
      "mismatch",
      "late, after 0.41 s",
      "duplicate",
      "retry",
      "one too many",
      "to be confirmed",
      "may belong to a simulation",
      "went astray",
    ]);
    expect(tieText({ ...TIE, runId: null, role: null, certainty: null, after: null })).toBeNull();
  });
});
