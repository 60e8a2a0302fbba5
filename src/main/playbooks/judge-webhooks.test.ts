import { expect, it } from "vitest";
import type { ReadItem } from "../../shared/reading.ts";
import { saidOf } from "./judge-webhooks.ts";

it("shows an amount that is written in hundredths first in the units that simulations are in", () => {
  const amount = { text: "37000000", path: "body.value_hundredths", units: "370000" };
  expect(saidOf({ amount } as unknown as ReadItem, "amount")).toMatchObject({
    text: "370\u202f000, written 37\u202f000\u202f000",
    checked: { text: "370000" },
  });
});
