import { describe, expect, it } from "vitest";
import { deliveryEvent } from "../../../../tests/fakes/sample-events.ts";
import { bytesOf } from "../../core/base64.ts";
import { editedRequest, editsOf, hostHeaderFrom, type ReplayDraft, readHeaders, requestLine } from "./draft.ts";

const { detail } = deliveryEvent({ at: 1, facts: {}, path: "/webhooks?a=1" });
if (detail.kind !== "delivery") throw new Error("A delivery event is a delivery.");
const draft: ReplayDraft = { target: "listener", url: "", host: null, withSecrets: false, edits: null };

describe("a replay as it is filled in", () => {
  it("says what will be sent, and where", () => {
    expect(requestLine(draft, detail, "http://127.0.0.1:8787/webhooks")).toBe("POST /webhooks?a=1 → 127.0.0.1:8787");
    expect(requestLine({ ...draft, target: "url", url: "http://x/y" }, detail, null)).toBe("POST /y?a=1 → x");
    expect(requestLine({ ...draft, target: "url", url: "x" }, detail, null)).toBeNull();
    expect(requestLine(draft, detail, null)).toBeNull();
  });

  it("names the target in its Host header beyond this machine, unless somebody says otherwise", () => {
    const to = (url: string) => hostHeaderFrom({ ...draft, target: "url", url });
    expect([to("http://localhost:1"), to("https://example.com"), to("nonsense")]).toEqual([
      "received",
      "target",
      "received",
    ]);
    expect(hostHeaderFrom({ ...draft, target: "url", url: "https://example.com", host: "received" })).toBe("received");
  });

  it("gives back the same headers and bytes when nothing is changed", () => {
    const bytes = new TextEncoder().encode('\ufeff{"a": 10.00}\r\n');
    const edits = editsOf(detail, "/x", bytes);
    const read = readHeaders(edits.headers);
    expect("headers" in read && read.headers).toEqual(detail.request.headers);
    const sent = editedRequest(edits, []);
    expect(bytesOf(sent.body ?? "")).toEqual(bytes);
  });

  it("leaves bytes that are no text as they are, and compressed ones", () => {
    expect(editsOf(detail, "/", Uint8Array.of(0xff)).body).toBeNull();
    const gzip = { ...detail, request: { ...detail.request, headers: [["Content-Encoding", "gzip"]] as const } };
    expect(editsOf(gzip, "/", new Uint8Array()).body).toBeNull();
  });

  it("keeps secrets of the sender out of the editor", () => {
    const secret = {
      ...detail,
      request: {
        ...detail.request,
        headers: [
          ["Authorization", "Bearer x"],
          ["A", "1"],
        ] as const,
      },
    };
    expect(editsOf(secret, "/", new Uint8Array()).headers).toBe("A: 1");
  });

  it("reads header lines, and says which one is none", () => {
    expect(readHeaders("A:1\n\nb:  x:y ")).toEqual({
      headers: [
        ["A", "1"],
        ["b", " x:y "],
      ],
    });
    expect(readHeaders("A: 1\nnothing")).toEqual({ line: 2 });
    expect(readHeaders(": x")).toEqual({ line: 1 });
  });
});
