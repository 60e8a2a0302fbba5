import { expect, test } from "vitest";
import {
  ANSWER_STATES,
  CALL_STATES,
  CERTAINTIES,
  COMPLETENESSES,
  KINDS,
  OPERATIONS,
  ROLES,
  SIGNATURE_STATES,
  VERDICTS,
} from "./codec.ts";

test("words have the numbers by which logs on disk know them: a new one comes last", () => {
  expect({
    kinds: KINDS.join(" "),
    operations: OPERATIONS.join(" "),
    completenesses: COMPLETENESSES.join(" "),
    callStates: CALL_STATES.join(" "),
    verdicts: VERDICTS.join(" "),
    roles: ROLES.join(" "),
    certainties: CERTAINTIES.join(" "),
    signatureStates: SIGNATURE_STATES.join(" "),
    answerStates: ANSWER_STATES.join(" "),
  }).toMatchInlineSnapshot(`
    {
      "answerStates": "pending sent failed withheld unknown",
      "callStates": "under-way accepted unclear refused",
      "certainties": "certain likely ambiguous unsure by-hand",
      "completenesses": "whole cut aborted timed-out malformed",
      "kinds": "call delivery notice",
      "operations": "link credit charge replay recorded",
      "roles": "match mismatch late duplicate retry extra unconfirmed possible astray",
      "signatureStates": "valid invalid missing unreadable unchecked",
      "verdicts": "waiting matched late duplicate mismatch unconfirmed missing unexpected nothing-came refused not-seen not-sure",
    }
  `);
});
