import { expect, test } from "vitest";
import { goneTextsOf, holdsGone } from "./gone-texts.ts";

const NAMED = {
  references: [{ text: "cust-1" }, { text: "cust-10" }, { text: "cust-22" }],
  linkIds: [
    { text: "lnk_of_1", of: ["cust-1"] },
    { text: "lnk_of_10", of: ["cust-10"] },
  ],
  remarks: ["Lunch"],
};

test("of exactly one customer nobody is forgotten whom a charge of theirs happens to name", () => {
  const gone = goneTextsOf({ filter: "kind:call ref:=cust-1" }, NAMED);
  expect(gone).toEqual({ names: ["cust-1", "lnk_of_1"], remarks: ["Lunch"] });
  const isGone = holdsGone(gone);
  const kept = ["cust-10", "cust-22", "lnk_of_10"];
  expect([...kept, "cust-1", "lnk_of_1", "Lunch"].filter((text) => !isGone(text))).toEqual(kept);
});

test("of whoever has events that stay nothing is forgotten", () => {
  const [first, ...others] = NAMED.references;
  const references = [...others, { text: first?.text ?? "", stays: true } as const];
  expect(goneTextsOf({ filter: "cust" }, { ...NAMED, references }).names).toEqual([
    "cust-10",
    "cust-22",
    "lnk_of_1",
    "lnk_of_10",
  ]);
});

test("of exactly one link it is forgotten alone", () => {
  expect(goneTextsOf({ filter: "ref:=lnk_of_10" }, NAMED).names).toEqual(["lnk_of_10"]);
});

test.each([{ ids: [1] }, { filter: "ref:cust-1" }, { filter: "cust-1" }, { filter: "ref:=cust-1 ref:=cust-10" }])(
  "of %j everybody is whom the events name",
  (choice) =>
    expect(goneTextsOf(choice, NAMED).names).toEqual(["cust-1", "cust-10", "cust-22", "lnk_of_1", "lnk_of_10"]),
);
