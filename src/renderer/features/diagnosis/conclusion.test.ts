import { expect, it } from "vitest";
import type { Check, CheckState } from "../../../shared/diagnosis.ts";
import { conclusionOf } from "./conclusion.ts";

const checks = (...states: CheckState[]): Check[] =>
  states.map((state) => ({ code: "listener", state, sentence: "", nextStep: "", events: [] }));

it("is drawn where every cause was looked into and none was found", () => {
  expect(conclusionOf({ runId: 41, checks: checks("fine", "fine") })).toMatch(
    /^Send this question .* the webhook\. As far .* nothing is wrong here\.$/,
  );
  expect(conclusionOf({ runId: null, checks: checks("fine") })).toMatch(/ its webhooks\. As far/);
  expect(conclusionOf({ runId: 41, checks: checks("fine", "not-tested") })).toBeNull();
  expect(conclusionOf({ runId: 41, checks: checks("problem", "fine") })).toBeNull();
});
