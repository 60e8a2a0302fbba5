import { describe, expect, it } from "vitest";
import type { SignatureSettings } from "../../../shared/signature.ts";
import type { SignatureCheck, SignatureResult } from "../../../shared/signature-check.ts";
import { isOutdated } from "./outdated.ts";

const AT = 1_795_000_000_000_000;
const secret = (id: string) => ({ id, name: id, source: "own" as const });
const settings = (...ids: string[]): SignatureSettings => ({
  kind: "static",
  header: "X-Signature",
  prefix: "",
  secrets: ids.map(secret),
});
const different: SignatureResult = { state: "invalid", problem: { code: "different", secrets: 2 } };
const check = (changes: Partial<SignatureCheck> = {}): SignatureCheck => ({
  result: different,
  settings: settings("one", "two"),
  checkedAgain: null,
  ...changes,
});
const profile = (signature: SignatureSettings | null) => ({ id: "acme", signature });

describe("what was said of a signature", () => {
  it("is out of date once the profile has other settings, until it is checked by them", () => {
    const now = profile(settings("one", "two", "three"));
    expect(isOutdated(check(), AT, profile(settings("one", "two")), {})).toBe(false);
    expect(isOutdated(check(), AT, now, {})).toBe(true);
    const { secrets, ...rest } = settings("one", "two", "three");
    expect(isOutdated(check({ settings: { secrets, ...rest } }), AT, now, {})).toBe(false);
  });

  it("is out of date once one of its secrets was stored or removed, until it is checked after that", () => {
    const same = profile(settings("one", "two"));
    const secretsChanged = { acme: { "signature:two": AT + 10 } };
    expect(isOutdated(check(), AT, same, secretsChanged)).toBe(true);
    expect(isOutdated(check({ checkedAgain: AT + 20 }), AT, same, secretsChanged)).toBe(false);
    expect(isOutdated(check(), AT, same, { acme: { authentication: AT + 10 } })).toBe(false);
    expect(isOutdated(check(), AT, same, { other: { "signature:two": AT + 10 } })).toBe(false);
  });

  it("stays where a check would come to the same, or nothing could be checked by", () => {
    const now = profile(settings("three"));
    expect(isOutdated(check({ result: { state: "valid", secret: "one" } }), AT, now, {})).toBe(false);
    expect(isOutdated(check({ result: { state: "not-checked", reason: "incomplete" } }), AT, now, {})).toBe(false);
    expect(isOutdated(check(), AT, profile(null), {})).toBe(false);
    expect(isOutdated(check(), AT, null, {})).toBe(false);
  });
});
