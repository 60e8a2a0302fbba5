import { expect, test } from "vitest";
import { webPageSentence } from "./web-page-sender.ts";

test.each([
  [["Origin", "https://evil.example"], "of https://evil.example sent"],
  [["origin", "http://xn--80ak6aa92e.com:8080"], "of http://xn--80ak6aa92e.com:8080 sent"],
  [["Origin", "null"], "A web page sent"],
  [["Sec-Fetch-Site", "cross-site"], "A web page sent"],
  [["Origin", "https://аpple.com‮"], "A web page sent"],
] as const)("%j: %s", (header, sentence) => expect(webPageSentence([["Host", "x"], header])).toContain(sentence));

test("other senders are no web page", () => {
  expect(
    webPageSentence([
      ["Host", "x"],
      ["User-Agent", "curl/8"],
      ["Referer", "https://a.example"],
    ]),
  ).toBeNull();
});
