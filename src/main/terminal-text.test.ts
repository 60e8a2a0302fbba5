import { expect, test } from "vitest";
import { logText, terminalText } from "./terminal-text.ts";

test.each([
  ["a screen wiped", "\u001b[2J\u001b[H", "\\u{1b}[2J\\u{1b}[H"],
  ["a window renamed", "\u001b]0;root\u0007", "\\u{1b}]0;root\\u{7}"],
  ["commands in one byte", "\u009b31m", "\\u{9b}31m"],
  ["a line written over", "good\rbad", "good\\u{d}bad"],
  ["a backspace", "bad\u0008\u0008\u0008", "bad\\u{8}\\u{8}\\u{8}"],
  ["text turned about", "a\u202egnp.exe", "a\\u{202e}gnp.exe"],
  ["half of a pair", "\ud800", "\\u{d800}"],
])("%s is written out, not obeyed", (_what, text, shown) => expect(terminalText(text)).toBe(shown));

test("what people write stays as it is", () => {
  const text = "Zażółć\tgęślą jaźń, Ọlá 😀\nمرحبا";
  expect(terminalText(text)).toBe(text);
});

test("an error that quotes a stranger makes no line that passes for a message of ours", () => {
  const error = new TypeError("Invalid header “\u001b]0;x\u0007\nLinkdesk is ready”", {
    cause: new Error("because of \u001b[31m"),
  });
  const text = logText("The call calls.send failed.", error);
  expect(text).toMatch(/^The call calls\.send failed\. TypeError: Invalid header/);
  expect(text).toContain("because of");
  expect(text).not.toMatch(/(?!\n)\p{Cc}/u);
  expect(text).not.toMatch(/^Linkdesk is ready/m);
});
