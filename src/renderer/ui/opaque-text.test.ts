import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { wordsOf } from "./opaque-text.tsx";

describe("a text that may have to be broken", () => {
  it.each([
    ["ref_late", ["ref_late"]],
    ["Credit to ref_late", ["Credit ", "to ", "ref_late"]],
    ["transaction.amount", ["transaction", ".amount"]],
    ["https://example.test/hooks/credit?n=1", ["https://example", ".test/", "hooks/", "credit?n=1"]],
    ["is now: http://127.0.0.1:8787/webhooks.", ["is ", "now: ", "http://127.0.0.1:8787/", "webhooks."]],
    ["http://localhost:8787/webhooks", ["http://localhost:8787/", "webhooks"]],
    ["ref_9f8a7b6c5d4e", ["ref_9f8a7b6c5d4e"]],
    ["expected was 50\u202f000\u00a0NGN.", ["expected ", "was ", "50\u202f000\u00a0NGN."]],
    ["99\u202f999\u202f999\u202f999\u202f999\u202f999", ["99\u202f999\u202f", "999\u202f999\u202f", "999\u202f999"]],
    ["", [""]],
  ])("%j", (text, words) => {
    expect(wordsOf(text)).toEqual(words);
  });

  it("is never changed by it", () => {
    const text = fc
      .array(fc.constantFrom("a", "Zoë", "_", ".", "/", " ", "  ", "\n", "-", "12345678", "☕"))
      .map((all) => all.join(""));
    fc.assert(fc.property(text, (each) => wordsOf(each).join("") === each));
  });
});
