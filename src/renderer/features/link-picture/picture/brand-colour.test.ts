import { describe, expect, it } from "vitest";
import { brandColour } from "./brand-colour.ts";
import { initials } from "./initials.ts";

it.each([
  ["#FFFFFF", "#000000"],
  ["#ffd400", "#000000"],
  ["#777777", "#000000"],
  ["#6f6f6f", "#ffffff"],
  ["#0033cc", "#ffffff"],
  ["#000000", "#ffffff"],
])("the colour %s is written on in %s", (hex, ink) => {
  expect(brandColour(hex)).toEqual({ fill: hex.toLowerCase(), ink });
});

describe("initials", () => {
  it.each([
    ["Ada Obi", "AO"],
    ["ada", "A"],
    ["Ọlá Ṣadé Ẹ̀bùn", "ỌẸ̀"],
    ["  <b>x</b> 9ja  ", "B9"],
    ["\u202e\u0000 zed", "Z"],
    ["山田 太郎", "山太"],
    ["👩🏽‍💻", "?"],
    ["", "?"],
  ])("of %j are %s", (name, expected) => {
    expect(initials(name)).toBe(expected);
  });
});
