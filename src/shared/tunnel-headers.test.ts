import { describe, expect, it } from "vitest";
import { isOfTunnel, trueSender } from "./tunnel-headers.ts";

const forwarded = [["X-Forwarded-For", "6.6.6.6, 203.0.113.9"]] as const;

describe("the true sender of what came through a tunnel", () => {
  it.each([
    ["cloudflared", null, [["CF-Connecting-IP", "203.0.113.7"], ...forwarded], "203.0.113.7"],
    ["ngrok", null, forwarded, "203.0.113.9"],
    // What the sender wrote itself does not count.
    [
      "localhost.run",
      null,
      [
        ["x-forwarded-for", "6.6.6.6"],
        ["X-Forwarded-For", "203.0.113.9"],
      ],
      "203.0.113.9",
    ],
    ["ssh", "203.0.113.5", forwarded, "203.0.113.5"],
    ["ssh", "127.0.0.1", forwarded, "203.0.113.9"],
    ["ssh", "127.0.0.1", [], null],
    ["ngrok", null, [["X-Forwarded-For", "<script>"]], null],
    // These go straight to the listener: the fields may be anybody's.
    ["own", null, forwarded, null],
    ["cloudflared-named", null, [["CF-Connecting-IP", "203.0.113.7"]], null],
  ] as const)("by %s, from %s: %j is %s", (way, peer, headers, sender) => {
    expect(trueSender({ way, peer }, headers)).toBe(sender);
  });
});

describe("what is the tunnel's", () => {
  it.each([
    ["cloudflared", "CF-Ray", true],
    ["cloudflared", "X-Signature", false],
    ["ngrok", "Cf-Ray", false],
    ["ngrok", "X-Forwarded-Proto", true],
  ] as const)("%s %s: %s", (way, name, is) => {
    expect(isOfTunnel({ way, peer: null }, name)).toBe(is);
  });
});
