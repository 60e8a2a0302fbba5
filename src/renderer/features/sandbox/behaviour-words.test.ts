import { describe, expect, it } from "vitest";
import {
  answerFault,
  DEFAULT_SANDBOX_BEHAVIOUR,
  DEFAULT_SANDBOX_SETTINGS,
  type SandboxBehaviour,
} from "../../../shared/sandbox.ts";
import { ANSWER_GROUPS, backToNormal, bentText } from "./behaviour-words.ts";

function bent(change: Partial<SandboxBehaviour>): string | null {
  return bentText({ ...DEFAULT_SANDBOX_BEHAVIOUR, ...change });
}

describe("the reminder of a bent sandbox", () => {
  it("is silent while it behaves", () => {
    expect(bent({})).toBeNull();
  });

  it("says what is bent", () => {
    expect(bent({ answerFault: "500" })).toBe("answers 500");
    expect(bent({ answerFault: "hang", webhookFault: "twice" })).toBe("answers hang, webhook twice");
    expect(bent({ answerDelayMs: 1_500 })).toBe("slow by 1.5 s");
  });

  it("is never silent about any other change", () => {
    expect(bent({ retryIntervalMs: 50 })).toBe("other settings");
    expect(bent({ chargeShape: "event" })).toBe("other settings");
  });
});

it("going back to normal leaves alone where webhooks go", () => {
  const settings = {
    ...DEFAULT_SANDBOX_SETTINGS,
    webhookUrl: "http://127.0.0.1:9/x",
    behaviour: { ...DEFAULT_SANDBOX_BEHAVIOUR, answerFault: "500" as const },
  };
  expect(backToNormal(settings)).toEqual({ ...settings, behaviour: DEFAULT_SANDBOX_BEHAVIOUR });
});

it("offers every way of answering, once", () => {
  const offered = ANSWER_GROUPS.flatMap((group) => group.faults);
  expect(offered.toSorted()).toEqual(answerFault.options.toSorted());
});
