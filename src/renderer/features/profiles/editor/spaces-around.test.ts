import { expect, test } from "vitest";
import { spacesAround } from "./spaces-around.ts";

test.each([
  ["whsec_abc123 ", "Ends with a space, which counts as part of it."],
  ["\twhsec_abc123", "Starts with a space, which counts as part of it."],
  ["\u200b whsec_abc123\n", "Starts and ends with a space, which counts as part of it."],
])("%j is said to have more than can be seen, and can be had without", (secret, sentence) => {
  expect(spacesAround(secret)).toEqual({ sentence, without: "whsec_abc123" });
});

test.each(["", "   ", "whsec_abc123", "two words"])("nothing is said of %j", (secret) => {
  expect(spacesAround(secret)).toBeNull();
});
