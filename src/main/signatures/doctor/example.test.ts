import { expect, test } from "vitest";
import type { SignedSettings } from "../../../shared/signature.ts";
import { presetSettings, SIGNATURE_PRESETS } from "../../../shared/signature-presets.ts";
import { sign } from "../index.ts";
import { headersIn, readExample } from "./example.ts";

const AT = 1_795_447_281_813_000;
const HEX = "239aa95aa71ff9225eac461526d1ffa3f916d7feea37f504a35ed30797826f75";
const read = (text: string, header = "X-Signature") => readExample(headersIn(text, header), header, AT);

test("a header of several values: signature, timestamp with its unit, and what stands between them", () => {
  const written = {
    header: "X-Nimbus-Proof",
    prefix: "s=",
    separator: ",",
    encoding: "hex",
    bytes: 32,
    algorithm: "sha256",
    timestamp: { from: "part", prefix: "t=" },
    timestampUnit: "milliseconds",
  };
  expect(read(`X-Nimbus-Proof: t=1795447281813,s=${HEX}`)).toEqual(written);
  expect(read(`t=1795447281813,s=${HEX}`, "X-Nimbus-Proof")).toEqual(written);
  // The one of a documentation is old: its unit is told by its length.
  expect(read(`t=1492774577; s=${HEX}`)).toMatchObject({ separator: ";", timestampUnit: "seconds" });
});

test("the unit of an old or made-up timestamp is told by how many digits it has", () => {
  for (const [moment, unit] of [
    ["1763900000000", "milliseconds"],
    ["1263900000000", "milliseconds"],
    ["1763900000", "seconds"],
    ["1263900000", "seconds"],
  ])
    expect(read(`t=${moment},s=${HEX}`)).toMatchObject({ timestampUnit: unit });
});

test("of a signature that is left out or cut short, what is sure: its header, its parts, what stands between them", () => {
  const parts = {
    header: "X-Nimbus-Proof",
    prefix: "s=",
    separator: ",",
    encoding: null,
    bytes: null,
    algorithm: null,
    timestamp: { from: "part", prefix: "t=" },
  };
  expect(read("X-Nimbus-Proof: t=…,s=…")).toEqual({ ...parts, timestampUnit: null });
  expect(read("X-Nimbus-Proof: t=1763900000000,s=3b1f")).toEqual({ ...parts, timestampUnit: "milliseconds" });
  expect(read("s=3b1f")).toMatchObject({ header: "X-Signature", separator: "", timestamp: null, bytes: null });
});

test("several header lines: the signature by its name, the timestamp in a header of its own, no checksum", () => {
  const lines = `Content-Type: application/json\r\nDigest: SHA-256=${Buffer.alloc(32, 7).toString("base64")}
X-Time: 2026-11-23T15:21:21Z\nX-Acme-Signature: sha256=${HEX}\n`;
  expect(read(lines, "")).toMatchObject({
    header: "X-Acme-Signature",
    prefix: "sha256=",
    separator: "",
    timestamp: { from: "header", name: "X-Time" },
    timestampUnit: "iso",
  });
});

test("several header lines whose names say nothing: each is what its value is, in whatever order", () => {
  const lines = [
    "Content-Type: application/json",
    "Date: Mon, 23 Nov 2026 15:21:21 GMT",
    "X-Acme-Account: 100000001234",
    `X-Acme-Request: ${HEX.slice(32)}`,
    "X-Acme-Stamp: 1795447281",
    `X-Acme-Seal: ${HEX}`,
  ];
  const written = {
    header: "X-Acme-Seal",
    prefix: "",
    encoding: "hex",
    bytes: 32,
    timestamp: { from: "header", name: "X-Acme-Stamp" },
  };
  for (const text of [lines.join("\n"), lines.toReversed().join("\r\n")])
    expect(read(text)).toMatchObject({ ...written, timestampUnit: "seconds" });
  for (const [moment, timestampUnit] of [
    ["1795447281813", "milliseconds"],
    ["2026-11-23T15:21:21Z", "iso"],
  ])
    expect(read(`X-Acme-Stamp: ${moment}\nX-Acme-Seal: ${HEX}`)).toMatchObject({ ...written, timestampUnit });
  expect(read(`1795447281\n${HEX}`)).toMatchObject({ header: "X-Signature", timestamp: null });
});

test.each(["", "t=1795447281813", "Bearer abc", "X-Signature:"])("%j has nothing like a signature", (text) => {
  expect(read(text)).toBeNull();
});

test.each(SIGNATURE_PRESETS)("what %s writes is read as it writes it", (preset) => {
  const settings = presetSettings(preset);
  if (settings.kind !== "signed" || settings.field !== null || !(settings.algorithm in DIGESTS)) return;
  const body = Buffer.from('{"a":1}');
  const bare = { method: "POST", path: "/webhooks", headers: [], body };
  const secret = settings.secretDecoding === "hex" ? "44782def547aaa06" : "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
  const { headers } = sign(settings, secret, bare, AT);
  const found = readExample(headers, "", AT);
  const { header, prefix, separator, encoding, algorithm } = settings;
  expect(found).toMatchObject({ header, prefix, encoding, algorithm });
  // Where there is one signature alone, what would stand between several cannot be seen.
  if (settings.timestamp?.from === "part") expect(found).toMatchObject({ separator, timestamp: settings.timestamp });
});

const DIGESTS: Readonly<Partial<Record<SignedSettings["algorithm"], true>>> = {
  sha1: true,
  sha256: true,
  sha384: true,
  sha512: true,
  md5: true,
};
