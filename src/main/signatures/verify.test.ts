import { expect, test } from "vitest";
import { type SignedSettings, signatureSettings } from "../../shared/signature.ts";
import type { SignatureResult } from "../../shared/signature-check.ts";
import { presetSettings, SIGNATURE_PRESETS } from "../../shared/signature-presets.ts";
import { type SignedMessage, sign, verify } from "./index.ts";
import { verifyInSlices } from "./verify.ts";

const RAW = presetSettings("body") as SignedSettings;
const STANDARD = presetSettings("standard-webhooks") as SignedSettings;
const SECRET = { name: "Present", value: "correct horse battery" };
const AT = 1_760_000_000_000_000;

function delivery(headers: SignedMessage["headers"], body = "{}"): SignedMessage {
  return { method: "POST", path: "/webhooks?a=1", headers, body: Buffer.from(body) };
}

function signed(settings: SignedSettings, secret = SECRET.value): SignedMessage {
  const bare = delivery([["Content-Type", "application/json"]], '{"amount":10.00}');
  return { ...bare, headers: sign(settings, secret, bare, AT).headers };
}

function problem(result: SignatureResult): unknown {
  return "problem" in result ? result.problem : result;
}

test("names the secret that fits, whichever of several it is", () => {
  const former = { name: "Former", value: "old" };
  expect(verify(signed(RAW, "old"), RAW, [SECRET, former], AT)).toEqual({ state: "valid", secret: "Former" });
  expect(verify(signed(RAW), RAW, [SECRET, former], AT)).toEqual({ state: "valid", secret: "Present" });
  expect(problem(verify(signed(RAW, "third"), RAW, [SECRET, former], AT))).toEqual({ code: "different", secrets: 2 });
});

test("without the header it is missing, without a secret it is not checked", () => {
  expect(verify(delivery([]), RAW, [SECRET], AT)).toEqual({ state: "missing" });
  expect(verify(delivery([]), RAW, [], AT)).toEqual({ state: "missing" });
  expect(verify(signed(RAW), RAW, [], AT)).toEqual({ state: "not-checked", reason: "no-secret" });
  const undecodable: SignedSettings = { ...RAW, secretDecoding: "hex" };
  expect(verify(signed(RAW), undecodable, [SECRET], AT)).toEqual({ state: "not-checked", reason: "undecodable" });
});

test("header names are compared without letter case, hex is read in either", () => {
  const upper = signed(RAW).headers.map(([name, value]) => [name.toUpperCase(), value.toUpperCase()] as const);
  expect(verify({ ...signed(RAW), headers: upper }, RAW, [SECRET], AT).state).toBe("valid");
});

test.each([
  ["empty", "", { code: "malformed", expectedBytes: 20 }],
  ["one character short", "a".repeat(39), { code: "malformed", expectedBytes: 20 }],
  ["of another length", "ab".repeat(32), { code: "malformed", expectedBytes: 20 }],
  ["no hex", "z".repeat(40), { code: "malformed", expectedBytes: 20 }],
  ["with a line break inside", `${"ab".repeat(10)}\r\n${"ab".repeat(10)}`, { code: "malformed", expectedBytes: 20 }],
  ["with a NUL", `${"ab".repeat(20)}\0`, { code: "malformed", expectedBytes: 20 }],
  ["with letters beyond ASCII", "é".repeat(40), { code: "malformed", expectedBytes: 20 }],
  ["as long as a header can be", "a".repeat(60_000), { code: "too-long", length: 60_000 }],
])("a signature that is %s is refused by its shape", (_, value, expected) => {
  expect(problem(verify(delivery([["X-Signature", value]]), RAW, [SECRET], AT))).toEqual(expected);
});

test("a header that came twice is not guessed at, not even when both are right", () => {
  const once = signed(RAW);
  const signature = once.headers.at(-1) ?? ["", ""];
  const twice = { ...once, headers: [...once.headers, [signature[0].toLowerCase(), signature[1]] as const] };
  expect(problem(verify(twice, RAW, [SECRET], AT))).toEqual({ code: "repeated", header: "X-Signature", count: 2 });
  const key = { name: "k", value: Buffer.from(SECRET.value).toString("base64") };
  const good = signed(STANDARD, key.value);
  const timestamps = { ...good, headers: [...good.headers, ["Webhook-Timestamp", "1"] as const] };
  expect(problem(verify(timestamps, STANDARD, [key], AT))).toMatchObject({ code: "repeated", count: 2 });
});

test("of a thousand signatures in one header only the first few are tried", () => {
  const settings: SignedSettings = { ...RAW, separator: "," };
  const real = signed(settings).headers.at(-1)?.[1] ?? "";
  const many = (before: number) =>
    delivery([["X-Signature", [...Array(before).fill("00".repeat(20)), real].join(",")]], '{"amount":10.00}');
  expect(verify(many(5), settings, [SECRET], AT).state).toBe("valid");
  expect(verify(many(150), settings, [SECRET], AT).state).toBe("invalid");
});

test("id and timestamp must be there and be what they are to be", () => {
  const key = { name: "k", value: Buffer.from(SECRET.value).toString("base64") };
  const good = signed(STANDARD, key.value);
  expect(verify(good, STANDARD, [key], AT).state).toBe("valid");
  const without = (name: string) => ({ ...good, headers: good.headers.filter(([each]) => each !== name) });
  expect(problem(verify(without("webhook-id"), STANDARD, [key], AT))).toEqual({ code: "id-missing" });
  expect(problem(verify(without("webhook-timestamp"), STANDARD, [key], AT))).toEqual({ code: "timestamp-missing" });
  const odd = (value: string) => ({
    ...good,
    headers: good.headers.map(([name, old]) => [name, name === "webhook-timestamp" ? value : old] as const),
  });
  for (const value of ["", "-1", "1e9", "2026-01-01T00:00:00Z", "9".repeat(17)])
    expect(problem(verify(odd(value), STANDARD, [key], AT))).toEqual({ code: "timestamp-malformed", unit: null });
});

test("tolerance counts in both directions, from the moment of arrival", () => {
  const settings = { ...STANDARD, secretDecoding: "text" } as const;
  const later = (seconds: number) => verify(signed(settings), settings, [SECRET], AT + seconds * 1_000_000);
  expect(later(300).state).toBe("valid");
  expect(later(-300).state).toBe("valid");
  expect(problem(later(301))).toEqual({ code: "out-of-tolerance", ageSeconds: 301, toleranceSeconds: 300, unit: null });
  expect(problem(later(-301))).toMatchObject({ ageSeconds: -301 });
  expect(verify(signed(settings), { ...settings, toleranceSeconds: null }, [SECRET], AT * 2).state).toBe("valid");
});

test("method, path and milliseconds have their places in a template", () => {
  const settings: SignedSettings = {
    ...RAW,
    content: { kind: "template", template: "{method}\n{path}\n{timestamp}\n{body}\n" },
    timestamp: { from: "part", prefix: "t=" },
    timestampUnit: "milliseconds",
    toleranceSeconds: 1,
    prefix: "s=",
    separator: ";",
  };
  const good = signed(settings);
  expect(good.headers.at(-1)?.[1]).toMatch(/^t=1760000000000;s=[0-9a-f]{40}$/);
  expect(verify(good, settings, [SECRET], AT).state).toBe("valid");
  expect(verify({ ...good, path: "/webhooks" }, settings, [SECRET], AT).state).toBe("invalid");
  expect(verify({ ...good, method: "PUT" }, settings, [SECRET], AT).state).toBe("invalid");
});

test("a static value is compared whole, prefix and all", () => {
  const settings = { kind: "static", header: "Authorization", prefix: "Bearer ", secrets: [] } as const;
  const sent = (value: string) => verify(delivery([["authorization", value]]), settings, [SECRET], AT);
  expect(sent(`Bearer ${SECRET.value} `)).toEqual({ state: "valid", secret: "Present" });
  expect(problem(sent(`Bearer ${SECRET.value}!`))).toEqual({ code: "different", secrets: 1 });
  expect(problem(sent(SECRET.value))).toEqual({ code: "no-such-part" });
  expect(verify(delivery([]), settings, [SECRET], AT)).toEqual({ state: "missing" });
});

test("in slices it comes to the same, also beyond one slice, and lets others run in between", async () => {
  const body = Buffer.alloc(5_000_000, "a");
  const bare = { ...delivery([]), body };
  const message = { ...bare, headers: sign(RAW, SECRET.value, bare, AT).headers };
  let turns = 0;
  const other = setInterval(() => (turns += 1), 0);
  const result = await verifyInSlices(message, RAW, [SECRET], AT);
  clearInterval(other);
  expect(result).toEqual(verify(message, RAW, [SECRET], AT));
  expect(result.state).toBe("valid");
  expect(turns).toBeGreaterThan(0);
});

test("signing again puts the signature where the old one was, once", () => {
  const old = delivery([
    ["a", "1"],
    ["x-SIGNATURE", "old"],
    ["b", "2"],
    ["X-Signature", "older"],
  ]);
  const { headers } = sign(RAW, SECRET.value, old, AT);
  expect(headers.map(([name]) => name)).toEqual(["a", "x-SIGNATURE", "b"]);
  expect(verify({ ...old, headers }, RAW, [SECRET], AT).state).toBe("valid");
});

test("settings that cannot work are refused with the place", () => {
  const complaints = (settings: unknown) =>
    signatureSettings.safeParse(settings).error?.issues.map((issue) => issue.path.join("."));
  expect(complaints({ ...RAW, content: { kind: "template", template: "{id}.{body}" } })).toEqual(["id"]);
  expect(complaints({ ...RAW, content: { kind: "template", template: "{timestamp}" } })).toContain("content.template");
  expect(complaints({ ...RAW, content: { kind: "template", template: "{nonce}{body}" } })).toEqual([
    "content.template",
  ]);
  expect(complaints({ ...RAW, toleranceSeconds: 5 })).toEqual(["toleranceSeconds"]);
  expect(complaints({ ...RAW, header: "X Signature" })).toEqual(["header"]);
});

// Every delivery is checked while others wait. Ten times what a head may have, so that what is slow here takes minutes.
test("no field of a stranger takes long to read, in any scheme", () => {
  const secret = { name: "Present", value: "c2VjcmV0c2VjcmV0" };
  const repeated = ["\t", " ", "=", ",", ";", "a", "a=", "v1=", "t=1,", "0", '"', "ab ", "a\t", "=,", "v1,", "%41"];
  for (const preset of SIGNATURE_PRESETS) {
    const settings = presetSettings(preset);
    if (settings.kind !== "signed") continue;
    const places = [settings.id, settings.timestamp].flatMap((each) => (each?.from === "header" ? [each.name] : []));
    const names = new Set([settings.header, ...places]);
    for (const text of repeated) {
      const value = `x${text.repeat(300_000 / text.length)}x`;
      const headers = [...names].map((name) => [name, value] as const);
      expect(["invalid", "unreadable", "missing", "not-checked"]).toContain(
        verify(delivery(headers), settings, [secret], AT).state,
      );
    }
  }
});
