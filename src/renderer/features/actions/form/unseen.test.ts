import { expect, it } from "vitest";
import { unseenNote } from "./unseen.ts";

it.each([
  ["", null],
  ["ref_ada", null],
  ["a b 👩🏽‍💻 é", null],
  ["ref_ada ", "Ends with a space. It is sent too."],
  ["\u00a0ref_ada", "Starts with a space. It is sent too."],
  [" ref_ada ", "Starts and ends with a space. Both are sent too."],
  ["  ", "Has nothing but spaces. They are sent."],
  ["ref\u200b_ada ", "Has a character that cannot be seen, Zero width space (U+200B). It is sent as it is."],
  [
    "\u202eref\u202c\u0007",
    "Has a character that cannot be seen, Right-to-left override (U+202E) and 2 more. It is sent as it is.",
  ],
])("of %j says %j", (text, note) => {
  expect(unseenNote(text)).toBe(note);
});
