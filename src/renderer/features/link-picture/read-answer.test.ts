import { describe, expect, it } from "vitest";
import { createFakeBridge } from "../../../../tests/fakes/bridge.ts";
import type { CallDetail } from "../../../shared/events.ts";
import { readLinkAnswer } from "./read-answer.ts";

type Answer = NonNullable<CallDetail["answer"]>;

function lookUp(answer: Partial<Answer> | null): CallDetail {
  return {
    kind: "call",
    summary: {
      id: 7,
      at: 0,
      kind: "call",
      profile: { id: "sandbox", name: "Sandbox", mode: "sandbox" },
      operation: "link",
      method: "GET",
      path: "/link/x",
      outcome: { code: "success", message: null },
      status: 200,
      duration: 1_000,
      facts: {},
    },
    url: "http://127.0.0.1/link/x",
    request: { headers: [], size: 0 },
    answer:
      answer === null
        ? null
        : {
            headers: [],
            size: 20,
            httpVersion: "1.1",
            status: 200,
            statusText: "OK",
            cut: false,
            redacted: false,
            ...answer,
          },
    timing: { connected: null, sent: null, answerStarted: null, answerEnded: null },
  };
}

function bridgeWith(bytes: Uint8Array | string) {
  const fake = createFakeBridge();
  const raw = typeof bytes === "string" ? new TextEncoder().encode(bytes) : bytes;
  const base64 = btoa(String.fromCharCode(...raw));
  fake.handle("journal", "body", () => ({ bytes: base64 }));
  fake.handle("journal", "decodedBody", () => ({ bytes: base64, encoding: "gzip" }));
  return fake;
}

describe("reading the answer of a look-up", () => {
  it("gives the link, beyond a byte order mark too", async () => {
    const { bridge, calls } = bridgeWith('\ufeff{"link":{"id":"Ọ"}}');
    const link = await readLinkAnswer(bridge, lookUp({}));
    expect(link).toMatchObject({ ok: true, value: { id: { state: "text", text: "Ọ" } } });
    expect(calls).toMatchObject([{ method: "body", input: { id: 7, part: "answer" } }]);
  });

  it("asks for the decoded body when the answer was encoded", async () => {
    const { bridge, calls } = bridgeWith('{"link":{}}');
    expect(await readLinkAnswer(bridge, lookUp({ headers: [["CONTENT-Encoding", "gzip"]] }))).toMatchObject({
      ok: true,
    });
    expect(calls.map(({ method }) => method)).toEqual(["decodedBody"]);
  });

  it.each([
    ["bytes that are no text", new Uint8Array([0x7b, 0xff]), /not UTF-8/],
    ["a text that is no JSON", "<html>", /not JSON/],
    ["JSON without a link", '{"links":[]}', /no link in it/],
    ["nothing", "", /not JSON/],
  ])("refuses %s in a sentence", async (_, body, reason) => {
    const result = await readLinkAnswer(bridgeWith(body).bridge, lookUp({}));
    expect(result).toMatchObject({ ok: false, message: expect.stringMatching(reason) });
  });

  it("does not even fetch what is too long to draw", async () => {
    const { bridge, calls } = bridgeWith("{}");
    expect(await readLinkAnswer(bridge, lookUp({ size: 5_000_000 }))).toMatchObject({
      ok: false,
      message: expect.stringContaining("5.0 MB"),
    });
    expect(await readLinkAnswer(bridge, lookUp(null))).toMatchObject({ ok: false });
    expect(calls).toEqual([]);
  });

  it("passes on why main has no body", async () => {
    const fake = bridgeWith("{}");
    fake.failNext("journal", "body", "gone", "The log was cleared.");
    expect(await readLinkAnswer(fake.bridge, lookUp({}))).toMatchObject({ ok: false, message: "The log was cleared." });
  });
});
