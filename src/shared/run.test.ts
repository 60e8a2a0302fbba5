import { expect, it } from "vitest";
import { decidingTie, type Tie } from "./run.ts";

function tie(deliveryId: number, states: readonly string[], role = "possible"): Tie {
  return { deliveryId, role, fields: states.map((state) => ({ state })) } as unknown as Tie;
}

it("takes of several webhooks that may be it the likeliest, and of equal ones the first", () => {
  const [worse, better, equal] = [tie(1, ["agrees", "differs"]), tie(2, ["agrees", "unclear"]), tie(3, ["agrees"])];
  expect(decidingTie([worse, better, equal])?.deliveryId).toBe(2);
  expect(decidingTie([tie(1, ["agrees"]), tie(2, ["agrees", "agrees"])])?.deliveryId).toBe(2);
  expect(decidingTie([worse, better, tie(4, ["differs", "differs"], "mismatch")])?.deliveryId).toBe(4);
  expect(decidingTie([better, tie(5, [], "unconfirmed")])?.deliveryId).toBe(5);
  expect(decidingTie([])).toBeNull();
});
