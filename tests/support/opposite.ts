import type { PlaybookExpectation, ValueCheck } from "../../src/shared/playbook.ts";

/** What an expectation that holds is turned into, so that it holds no more. */
export function opposite(expected: PlaybookExpectation): PlaybookExpectation {
  switch (expected.about) {
    case "outcome":
      return { ...expected, is: expected.is === "success" ? "failure" : "success" };
    case "status":
      return { ...expected, oneOf: [418] };
    case "verdict":
      return { ...expected, is: expected.is === "matched" ? "missing" : "matched" };
    case "webhooks":
      return {
        ...expected,
        how: "exactly",
        count: expected.how === "exactly" ? expected.count + 1 : expected.count - 1,
      };
    case "retries":
      return { ...expected, count: expected.count + 1 };
    case "signature":
      return { ...expected, is: expected.is === "valid" ? "invalid" : "valid" };
    case "stopped":
      // Nothing that can be turned about: it is asked of a step in which it did not stop.
      return { about: "webhooks", how: "exactly", count: 0, withinMs: 8_000 };
    default:
      return { ...expected, check: otherCheck(expected.check) };
  }
}

function otherCheck(check: ValueCheck): ValueCheck {
  switch (check.is) {
    case "equals":
      return { is: "equals", value: `${check.value}0` };
    case "contains":
      return { is: "contains", value: `${check.value}\u0000` };
    case "one-of":
      return { is: "one-of", values: check.values.map((value) => `${value}0`) };
    case "matches":
      return { is: "matches", pattern: `${check.pattern}\u0000` };
    case "absent":
      return { is: "any" };
    default:
      return { is: "absent" };
  }
}
