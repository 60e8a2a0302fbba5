import { expect, it } from "vitest";
import { NO_FAULTS } from "../../../shared/sandbox.ts";
import { sandboxThenText } from "./sandbox-then.ts";

const DROPPED = { ...NO_FAULTS, webhookFault: "dropped" } as const;
const FAILED = { answerFault: "500", webhookFault: "dropped" } as const;

it("says what the sandbox did when calls went out, only where it does otherwise now", () => {
  expect(sandboxThenText([], DROPPED)).toBeNull();
  expect(sandboxThenText([DROPPED, DROPPED], DROPPED)).toBeNull();
  expect(sandboxThenText([NO_FAULTS, DROPPED, FAILED], NO_FAULTS)).toBe(
    "The sandbox is set otherwise now (nothing wrong) than at the time of 2 of them (webhook: dropped; answer: 500 and webhook: dropped). Sent again, calls meet what is set now; “Make a playbook” sets it as it was for each.",
  );
  expect(sandboxThenText([NO_FAULTS], DROPPED)).toMatch(
    /^The sandbox is set otherwise now \(webhook: dropped\) than at the time \(nothing wrong\)\./,
  );
});
