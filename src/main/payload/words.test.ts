import { expect, it } from "vitest";
import { outcomeSaid } from "./word-meanings.ts";
import { keyWords, SAYS, wordsOf } from "./words.ts";

it("words are compared without their marks, and the letters of Hangul are not taken apart", () => {
  expect(wordsOf("MontantRéglé")).toEqual(["montant", "regle"]);
  expect(wordsOf("wpłata_opłacona")).toEqual(["wplata", "oplacona"]);
  expect(wordsOf("결제_금액")).toEqual(["결제", "금액"]);
  expect(["성공", "실패", "대기", "başarılı"].map(outcomeSaid)).toEqual([
    "went-through",
    "failed",
    "neither",
    "went-through",
  ]);
});

it("what is an amount by itself is some amount beside other words", () => {
  const says = (key: string) => keyWords(key).says;
  for (const key of ["금액", "importo", "bedrag"]) {
    expect(says(key) & SAYS.amount).not.toBe(0);
    expect(says(`${key}_eur`) & SAYS.amount).toBe(0);
    expect(says(`${key}_eur`) & SAYS.someAmount).not.toBe(0);
  }
});
