import { expect, it } from "vitest";
import { explainForward } from "./explain-replay.ts";

it("says where the target's answer is to be read, from where that is said", () => {
  const refused = {
    code: "status",
    status: 500,
    message: null,
    body: "text",
    credentials: "none",
    errors: {},
    retryAfterSeconds: null,
  } as const;
  expect(explainForward(refused).nextStep).toMatch(/^Its answer, in the tab Answer, may say why\./);
  expect(explainForward(refused, "right below").nextStep).toMatch(/^Its answer, right below, may say why\./);
});
