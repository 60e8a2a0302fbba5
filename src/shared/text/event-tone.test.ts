import { describe, expect, it } from "vitest";
import type { CallSummary, DeliverySummary } from "../events.ts";
import type { Verdict } from "../run.ts";
import { graverWords, toneOfEvent } from "./event-tone.ts";

describe("the tone of an event as a whole", () => {
  const webhook = (more: Partial<DeliverySummary>) =>
    toneOfEvent({ id: 1, at: 0, kind: "delivery", ...more } as DeliverySummary, "good");
  const tie = { deliveryId: 1, runId: 2, certainty: "likely", after: 1, byHand: false } as const;

  it("is never green above what is red about it", () => {
    expect(webhook({})).toBe("good");
    expect(webhook({ signature: "valid", tie: { ...tie, role: "match" } })).toBe("good");
    expect(webhook({ signature: "invalid", tie: { ...tie, role: "match" } })).toBe("bad");
    expect(webhook({ signature: "missing" })).toBe("bad");
    expect(webhook({ signature: "unreadable" })).toBe("odd");
    expect(webhook({ tie: { ...tie, role: "mismatch" } })).toBe("bad");
    expect(webhook({ tie: { ...tie, role: "late" } })).toBe("odd");
    const forward = { outcome: { code: "not-sent", because: "closed" }, status: null, duration: 0 } as const;
    expect(webhook({ forward })).toBe("bad");
    const accepted = { by: 9, outcome: { code: "success", message: null }, status: 204 } as const;
    expect(webhook({ forward: { ...forward, again: accepted } })).toBe("good");
    expect(webhook({ forward: { ...forward, outcome: { code: "waiting" } } })).toBe("good");
  });

  it("says beside its own words what makes it so", () => {
    const webhook = (more: Partial<DeliverySummary>) =>
      graverWords({ id: 1, at: 0, kind: "delivery", ...more } as DeliverySummary);
    const delivery = (signature: DeliverySummary["signature"]) => webhook({ signature });
    expect([delivery("invalid"), delivery("missing"), delivery("unreadable"), delivery("valid")]).toEqual([
      "bad signature",
      "no signature",
      "unreadable signature",
      null,
    ]);
    expect(webhook({ tie: { ...tie, role: "extra" } })).toBe("one too many");
    expect(webhook({ tie: { ...tie, role: "match" } })).toBeNull();
    expect(webhook({ signature: "invalid", tie: { ...tie, role: "mismatch", wrongSignature: "invalid" } })).toBe(
      "bad signature",
    );
    const call = (of: Verdict) => graverWords({ kind: "call", run: { verdict: of } } as CallSummary);
    expect(call({ code: "missing", call: "accepted" })).toBe("webhook: missing");
    expect(call({ code: "matched", after: 1 })).toBeNull();
  });
});
