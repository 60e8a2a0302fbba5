import { createHmac } from "node:crypto";
import { describe } from "vitest";
import {
  BODY,
  type Case,
  explains,
  formIs,
  hex,
  KEY,
  OTHER,
  OTHER_CHANGE,
  OWN,
  PUBLIC,
  PUBLIC_CHANGE,
  RAW,
  sha1,
} from "../../../../tests/support/doctor-cases.ts";
import type { SignedSettings } from "../../../shared/signature.ts";
import { presetSettings } from "../../../shared/signature-presets.ts";

const GITHUB = presetSettings("github") as SignedSettings;

const TABLE: Readonly<Record<string, Case>> = {
  // Whose secret
  "another profile's key": { signature: sha1(BODY, OTHER.value), changes: [OTHER_CHANGE], fixable: true },
  "the public key": { signature: sha1(BODY, PUBLIC.value), changes: [PUBLIC_CHANGE], fixable: false },
  // The secret's form
  "the secret with a line break after it": {
    signature: sha1(BODY, `${KEY}\n`),
    changes: formIs("with-newline"),
    fixable: true,
  },
  "the secret in quotation marks": { signature: sha1(BODY, `"${KEY}"`), changes: formIs("quoted"), fixable: true },
  "a stored secret with white space": {
    candidates: [{ ...OWN, value: ` ${KEY}\n` }],
    signature: sha1(BODY),
    changes: formIs("trimmed"),
    fixable: true,
  },
  "a stored secret in quotation marks": {
    candidates: [{ ...OWN, value: `'${KEY}'` }],
    signature: sha1(BODY),
    changes: formIs("unquoted"),
    fixable: true,
  },
  "a stored secret with its prefix": {
    candidates: [{ ...OWN, value: "whsec_c2VjcmV0LW9mLXRoZS1wcm9maWxl" }],
    signature: sha1(BODY, "c2VjcmV0LW9mLXRoZS1wcm9maWxl"),
    changes: formIs("without-prefix"),
    fixable: true,
  },
  "a hex secret taken as text": {
    candidates: [{ ...OWN, value: "00112233445566778899aabbccddeeff" }],
    signature: sha1(BODY, Buffer.from("00112233445566778899aabbccddeeff", "hex")),
    changes: [{ change: "secret-decoding", decoding: "hex" }],
    fixable: true,
  },
  "a base64 secret taken as text": {
    candidates: [{ ...OWN, value: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw" }],
    signature: sha1(BODY, Buffer.from("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "base64")),
    changes: [{ change: "secret-decoding", decoding: "base64" }],
    fixable: true,
  },
  "a text secret taken as base64": {
    settings: { ...RAW, secretDecoding: "base64" },
    candidates: [{ ...OWN, value: "abcdefghijklmnop" }],
    signature: sha1(BODY, "abcdefghijklmnop"),
    changes: [{ change: "secret-decoding", decoding: "text" }],
    fixable: true,
  },
  "no secret at the sender": { signature: sha1(BODY, ""), changes: formIs("empty"), fixable: false },
  "a setting that was not set at the sender": {
    signature: sha1(BODY, "undefined"),
    changes: formIs("placeholder"),
    fixable: false,
  },
  // Algorithm, encoding, header
  "another algorithm": {
    signature: hex("sha256", KEY, BODY),
    changes: [{ change: "algorithm", algorithm: "sha256" }],
    fixable: true,
  },
  "another algorithm, SHA-384": {
    signature: hex("sha384", KEY, BODY),
    changes: [{ change: "algorithm", algorithm: "sha384" }],
    fixable: true,
  },
  "an algorithm that a profile cannot name": {
    signature: hex("sha224", KEY, BODY),
    changes: [{ change: "algorithm", algorithm: "sha224" }],
    fixable: false,
  },
  "base64 for hex": {
    signature: createHmac("sha1", KEY).update(BODY).digest("base64"),
    changes: [{ change: "encoding", encoding: "base64" }],
    fixable: true,
  },
  "hex for base64, in capitals": {
    settings: { ...RAW, encoding: "base64" },
    signature: sha1(BODY).toUpperCase(),
    changes: [{ change: "encoding", encoding: "hex" }],
    fixable: true,
  },
  "base64 of the hex": {
    signature: Buffer.from(sha1(BODY)).toString("base64"),
    changes: [
      { change: "written", as: "base64-of-hex" },
      { change: "encoding", encoding: "base64" },
    ],
    fixable: false,
  },
  "a prefix that was not expected": {
    signature: `sha1=${sha1(BODY)}`,
    changes: [{ change: "prefix", prefix: "sha1=" }],
    fixable: true,
  },
  "a prefix that is not there": {
    settings: GITHUB,
    headers: [["X-Hub-Signature-256", hex("sha256", KEY, BODY)]],
    changes: [{ change: "prefix", prefix: "" }],
    fixable: true,
  },
  "another header": {
    headers: [["X-Acme-Hash", sha1(BODY)]],
    changes: [{ change: "header", name: "X-Acme-Hash" }],
    fixable: true,
  },
  "another header, algorithm and prefix at once": {
    headers: [["X-Hub-Signature-256", `sha256=${hex("sha256", KEY, BODY)}`]],
    changes: [
      { change: "header", name: "X-Hub-Signature-256" },
      { change: "prefix", prefix: "sha256=" },
      { change: "algorithm", algorithm: "sha256" },
    ],
    fixable: true,
  },
  "the header twice": {
    headers: [
      ["X-Signature", "00".repeat(20)],
      ["x-signature", sha1(BODY)],
    ],
    changes: [{ change: "repeated", place: 2, count: 2 }],
    fixable: false,
  },
  "a signature that was cut off": {
    signature: sha1(BODY).slice(0, 32),
    changes: [{ change: "truncated", bytes: 16, of: 20 }],
    fixable: false,
  },
  "a signature in quotation marks": {
    signature: `"${sha1(BODY)}"`,
    changes: [{ change: "written", as: "quoted" }],
    fixable: false,
  },
  // Static values
  "a static value in another header": {
    settings: presetSettings("static"),
    headers: [["X-Business-Hash", KEY]],
    changes: [{ change: "header", name: "X-Business-Hash" }],
    fixable: true,
  },
  "a static value behind a word": {
    settings: presetSettings("static"),
    headers: [["X-Webhook-Secret", `Bearer ${KEY}`]],
    changes: [{ change: "prefix", prefix: "Bearer " }],
    fixable: true,
  },
  "another profile's static value": {
    settings: presetSettings("static"),
    headers: [["X-Webhook-Secret", OTHER.value]],
    changes: [OTHER_CHANGE],
    fixable: true,
  },
  "a static value where a signature is expected": {
    headers: [["X-Signature", KEY]],
    changes: [{ change: "scheme", kind: "static" }],
    fixable: true,
  },
  "a signature where a static value is expected": {
    settings: presetSettings("static"),
    headers: [["X-Webhook-Secret", sha1(BODY)]],
    changes: [{ change: "scheme", kind: "signed" }],
    fixable: true,
  },
};

describe("the signature doctor explains whose secret it was, and how the signature was written:", () => {
  explains(TABLE);
});
