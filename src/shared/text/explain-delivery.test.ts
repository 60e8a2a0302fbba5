import { describe, expect, it, test } from "vitest";
import { completeness, type DeliveryDetail, type DeliverySummary } from "../events.ts";
import { explainDelivery, webPageSentence } from "./explain-delivery.ts";

function detail(changes: Partial<DeliverySummary>, problem: string | null = null): DeliveryDetail {
  return {
    kind: "delivery",
    summary: {
      id: 1,
      at: 0,
      kind: "delivery",
      profile: null,
      method: "POST",
      path: "/webhooks",
      onPath: true,
      completeness: "whole",
      status: 200,
      answerState: "sent",
      size: 1_200,
      duration: 900,
      facts: {},
      ...changes,
    },
    request: {
      headers: [],
      size: 1_200,
      httpVersion: "1.1",
      trailers: [],
      remoteAddress: "127.0.0.1",
      remotePort: 1,
      localAddress: "127.0.0.1",
      localPort: 8787,
      problem,
    },
    answer: null,
    timing: { headersComplete: 1, bodyComplete: 2, committed: 3, answerStarted: 4, answerEnded: 5 },
  };
}

describe("a delivery in plain words", () => {
  it.each([
    [{}, "good", "Received whole and answered 200"],
    [{ status: 503 }, "odd", "Received whole and answered 503"],
    [{ answerState: "failed" }, "bad", "Received, but the sender was gone before the answer"],
    [{ answerState: "pending" }, "neutral", "Being answered"],
    [{ onPath: false, status: 404 }, "neutral", "A request to another path"],
    [{ completeness: "malformed" }, "odd", "This is not HTTP"],
  ] as readonly (readonly [Partial<DeliverySummary>, string, string])[])("%j", (changes, tone, title) => {
    expect(explainDelivery(detail(changes))).toMatchObject({ tone, title });
  });

  it("says of a test of ours that came to another path what a webhook would have met there", () => {
    const onPurpose = { does: "proof", choice: { by: "step", step: 1, of: 1 }, ms: 0 } as const;
    const elsewhere = explainDelivery(detail({ onPurpose, onPath: false, path: "/other?key=1", status: 404 }));
    expect(elsewhere.tone).toBe("odd");
    expect(elsewhere.sentence).toMatch(
      /It does, but to \/other, which is not the webhook path: it was answered 404, as a/,
    );
    expect(explainDelivery(detail({ onPurpose })).sentence).toMatch(/It does\.$/);
  });

  it("is made of whole sentences, whatever happened, with what the parser objected to in them", () => {
    for (const each of completeness.options)
      for (const onPath of [true, false])
        for (const answerState of ["pending", "sent", "failed"] as const) {
          const explained = explainDelivery(detail({ completeness: each, onPath, answerState }, "line 3 has no colon"));
          expect(explained.sentence).toMatch(/^[A-Z].*\.$/);
          expect(explained.nextStep).toMatch(/^$|^[A-Z].*\.$/);
          if (each !== "whole") expect(explained.sentence).toContain("Line 3 has no colon.");
        }
  });
});

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
