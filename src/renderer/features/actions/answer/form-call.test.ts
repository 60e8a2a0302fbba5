import { describe, expect, it } from "vitest";
import type { CallDetail } from "../../../../shared/events.ts";
import type { Outcome } from "../../../../shared/outcomes.ts";
import type { Values } from "../form/forms.ts";
import { type FormCall, fieldMessages, isOfOtherValues, unplacedErrors } from "./form-call.ts";

function ended(outcome: Outcome): CallDetail {
  return {
    kind: "call",
    summary: {
      id: 1,
      at: 0,
      kind: "call",
      profile: { id: "p", name: "Test", mode: "test" },
      operation: "credit",
      method: "POST",
      path: "/test/credit",
      outcome,
      status: 422,
      duration: 1_000,
      facts: {},
    },
    url: "http://127.0.0.1/test/credit",
    request: { headers: [], size: 0 },
    answer: null,
    timing: { connected: null, sent: null, answerStarted: null, answerEnded: null },
  };
}

const values: Values = { amount: "1", currency: "NGN", userReference: "ref" };

function objections(errors: Record<string, string[]>, rawBody: string | null = null): FormCall {
  const event = ended({
    code: "status",
    status: 422,
    message: "Invalid.",
    body: "json",
    credentials: "sent",
    errors,
    retryAfterSeconds: null,
  });
  return { state: "ended", requestId: "r", sent: { values, rawBody }, event, run: null };
}

describe("what the service objects to", () => {
  const call = objections({
    amount: ["Too small.", "Not round."],
    user_reference: ["Unknown."],
    mood: ["Bad."],
    remark: ["No."],
  });

  it("stands beside the field it names", () => {
    expect(fieldMessages("credit", call, values)).toEqual({
      amount: "Too small. Not round.",
      userReference: "Unknown.",
    });
    const written = objections({ Currency: ["Unknown."], userReference: ["Unknown."] });
    expect(fieldMessages("credit", written, values)).toEqual({ currency: "Unknown.", userReference: "Unknown." });
  });

  it("stands there, too, where only the sentence for the whole names the field", () => {
    const said = (message: string, status = 422) => {
      const outcome = { code: "status", status, message, body: "json", credentials: "sent" } as const;
      const event = ended({ ...outcome, errors: {}, retryAfterSeconds: null });
      return { state: "ended", requestId: "r", sent: { values, rawBody: null }, event, run: null } as const;
    };
    const least = "amount must be at least 100";
    expect(fieldMessages("credit", said(least), values)).toEqual({ amount: least });
    expect(unplacedErrors("credit", said(least))).toEqual([]);
    expect(fieldMessages("credit", said("Unknown currency.", 400), values)).toEqual({ currency: "Unknown currency." });
    const unknown = "No such User Reference.";
    expect(fieldMessages("credit", said(unknown), values)).toEqual({ userReference: unknown });
    expect(fieldMessages("credit", said("The amount is too small for this currency."), values)).toEqual({});
    expect(fieldMessages("credit", said("Not allowed to do that."), values)).toEqual({});
  });

  it("goes once that value is another one, and only that", () => {
    expect(fieldMessages("credit", call, { ...values, amount: "10000" })).toEqual({ userReference: "Unknown." });
  });

  it("is listed when no field stands for it", () => {
    expect(unplacedErrors("credit", call)).toEqual([
      { field: "mood", messages: ["Bad."] },
      { field: "remark", messages: ["No."] },
    ]);
    expect(unplacedErrors("credit", objections({ amount: [] }))).toEqual([{ field: "amount", messages: [] }]);
  });

  it("is listed whole when a body of the user's own was sent", () => {
    const raw = objections({ amount: ["Too small."] }, "{}");
    expect(fieldMessages("credit", raw, values)).toEqual({});
    expect(unplacedErrors("credit", raw)).toEqual([{ field: "amount", messages: ["Too small."] }]);
  });
});

it("is about other values once one of them is changed, and a tag that was added changes none", () => {
  const call = objections({});
  expect(isOfOtherValues("credit", call, values, null)).toBe(false);
  expect(isOfOtherValues("credit", call, { ...values, amount: "2" }, null)).toBe(true);
  expect(isOfOtherValues("credit", call, values, "{}")).toBe(true);
  expect(isOfOtherValues("credit", objections({}, "{}"), values, "{}")).toBe(false);
  expect(isOfOtherValues("credit", objections({}, "{}"), values, "[]")).toBe(true);
  expect(isOfOtherValues("credit", objections({}, "{}"), values, null)).toBe(true);
  expect(isOfOtherValues("credit", undefined, values, null)).toBe(false);
  if (call.state !== "ended") throw new Error("It has ended.");
  const expectation = { tag: "[ld-1]" } as NonNullable<CallDetail["expectation"]>;
  const tagged = { ...call, event: { ...call.event, expectation } };
  expect(isOfOtherValues("charge", tagged, { ...values, remark: "rent" }, null)).toBe(false);
});

it("puts a refusal of main's beside the field it names", () => {
  const refused: FormCall = {
    state: "refused",
    requestId: "r",
    sent: { values, rawBody: null },
    code: "field:currency",
    message: "Enter a currency code.",
  };
  expect(fieldMessages("credit", refused, values)).toEqual({ currency: "Enter a currency code." });
  expect(fieldMessages("credit", { ...refused, code: "profile-live" }, values)).toEqual({});
});
