import { describe, expect, it } from "vitest";
import { brandColour } from "./brand-colour.ts";
import { initials } from "./initials.ts";

describe("a business's colour", () => {
  it.each([
    ["#FFFFFF", "#000000"],
    ["#ffd400", "#000000"],
    ["#777777", "#000000"],
    ["#6f6f6f", "#ffffff"],
    ["#0033cc", "#ffffff"],
    ["#000000", "#ffffff"],
  ])("%s is written on in %s", (text, ink) => {
    expect(brandColour(text)).toEqual({ fill: text.toLowerCase(), ink });
  });

  it.each([
    "",
    "#fff",
    "red",
    "#12345",
    "#1234567",
    " #123456",
    "#12345g",
    "#123456;background:url(x)",
    "#１２３４５６",
  ])("does not take %j", (text) => {
    expect(brandColour(text)).toBeNull();
  });
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
