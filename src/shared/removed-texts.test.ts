import { expect, test } from "vitest";
import { holdsRemoved, removedTextsOf } from "./removed-texts.ts";

test("whom the events name is forgotten, but for whoever has events that stay", () => {
  const gone = removedTextsOf({
    references: [{ text: "cust-1" }, { text: "cust-10", stays: true }, { text: "cust-22" }],
    linkIds: [{ text: "lnk_of_1" }, { text: "lnk_of_10", stays: true }],
    remarks: ["Lunch"],
  });
  expect(gone).toEqual({ names: ["cust-1", "cust-22", "lnk_of_1"], remarks: ["Lunch"] });
  const isGone = holdsRemoved(gone);
  const kept = ["cust-10", "lnk_of_10"];
  expect([...kept, "cust-1", "cust-22", "lnk_of_1", "Lunch"].filter((text) => !isGone(text))).toEqual(kept);
});
