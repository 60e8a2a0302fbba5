import { describe, expect, it, test } from "vitest";
import type { OnPurpose } from "../answer-script.ts";
import { explainPurpose, purposeResult, purposeTitle } from "./explain-purpose.ts";

const STEP = (step: number, of: number): OnPurpose["choice"] => ({ by: "step", step, of });

describe("what was done on purpose", () => {
  test.each<[OnPurpose, number | null, string]>([
    [{ does: "answer", ms: 0, choice: STEP(1, 3) }, 500, "Answered 500 on purpose (step 1 of 3)"],
    [{ does: "answer", ms: 0, choice: STEP(3, 3) }, 200, "Answered 200 (step 3 of 3)"],
    [{ does: "answer", ms: 10_000, choice: STEP(1, 1) }, 200, "Answered 200 after 10.0 s on purpose"],
    [{ does: "drip", ms: 0, choice: STEP(1, 1) }, 200, "Answered 200 drop by drop on purpose"],
    [{ does: "hang", ms: 60_000, choice: STEP(2, 2) }, null, "Left without an answer on purpose (step 2 of 2)"],
    [{ does: "reset", ms: 0, choice: STEP(1, 1) }, null, "Connection reset on purpose"],
    [
      { does: "close", ms: 500, choice: STEP(1, 1) },
      null,
      "Connection closed after 0.50 s without an answer on purpose",
    ],
    [
      { does: "garbage", ms: 0, choice: { by: "chance", failed: true, percent: 30 } },
      null,
      "Answered with what is not HTTP, on purpose (one of 30 %)",
    ],
    [
      { does: "answer", ms: 0, choice: { by: "chance", failed: false, percent: 30 } },
      200,
      "Answered 200 (one of the other 70 %)",
    ],
  ])("%j is %s", (purpose, status, title) => {
    expect(purposeTitle(purpose, status)).toBe(title);
  });

  it("is never called a fault, and says when the sender gave up", () => {
    const purpose: OnPurpose = { does: "hang", ms: 60_000, choice: STEP(1, 1) };
    const given = explainPurpose(purpose, { status: null, answerState: "failed", duration: 10_000_000 });
    expect(given).toMatchObject({ tone: "odd", title: "The sender gave up after 10.0 s" });
    const limit = explainPurpose(purpose, { status: null, answerState: "withheld", duration: 60_000_000 });
    expect(limit.sentence).toContain("The sender waited for 1 min 00 s");
    // Nothing is claimed of what comes after it: it may be the last.
    expect(limit.nextStep).toBe("See below whether the sender tried again.");
    const row = purposeResult(purpose, { status: null, answerState: "failed", duration: 10_000_000 });
    expect(row).toBe("left without an answer on purpose; the sender gave up");
  });
});
