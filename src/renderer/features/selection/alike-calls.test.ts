import { expect, it } from "vitest";
import type { Facts } from "../../../shared/events.ts";
import type { Operation } from "../../../shared/outcomes.ts";
import { alikeText } from "./alike-calls.ts";

const PROFILE = { id: "acme", name: "Acme", mode: "test" } as const;
const call = (operation: Operation, facts: Facts) => ({ operation, profile: PROFILE, facts });
const charge = (amount: string, remark = "rent") =>
  call("charge", { amount, currency: "NGN", from: "ada", to: "tunde", remark });

it("says which calls are so alike that their webhooks may not be told apart", () => {
  const never = () => false;
  expect(alikeText([charge("1"), charge("1"), charge("2")], never)).toMatch(/^2 of these calls are alike\. /);
  expect(alikeText([charge("1"), charge("1")], never)).toMatch(/^These calls are alike\. /);
  // Each is known by something of its own.
  expect(alikeText([charge("1"), charge("1", "food"), charge("2")], never)).toBeNull();
  expect(alikeText([charge("1"), charge("1")], () => true)).toBeNull();
  // No webhook is waited for.
  const lookUp = call("link", { linkId: "lnk" });
  expect(alikeText([lookUp, lookUp], never)).toBeNull();
  const credit = call("credit", { amount: "1", currency: "NGN", userReference: "ada" });
  expect(alikeText([credit, credit, lookUp], () => true)).toMatch(/^2 of these calls are alike\. /);
});
