import { createHash, createHmac } from "node:crypto";
import { describe } from "vitest";
import {
  AT_SECONDS,
  BODY,
  type Case,
  explains,
  formIs,
  hex,
  KEY,
  OTHER,
  OTHER_CHANGE,
  OWN,
  RAW,
  sha1,
} from "../../../../tests/support/doctor-cases.ts";
import type { HeaderList } from "../../../shared/primitives.ts";
import type { SignedSettings } from "../../../shared/signature.ts";
import type { SignatureChange } from "../../../shared/signature-doctor.ts";
import { presetSettings } from "../../../shared/signature-presets.ts";

const STRIPE = presetSettings("stripe") as SignedSettings;
const STANDARD: SignedSettings = { ...(presetSettings("standard-webhooks") as SignedSettings), secretDecoding: "text" };
const wayIs = (construction: Extract<SignatureChange, { change: "construction" }>["construction"]) => [
  { change: "construction", construction } as const,
];
const stamped = (offset: number, prefix = "v1=", key = KEY, body = BODY): HeaderList => [
  ["Stripe-Signature", `t=${AT_SECONDS + offset},${prefix}${hex("sha256", key, `${AT_SECONDS + offset}.${body}`)}`],
];

/** As somebody has set it up who did not see that “Between several” has to be said. */
const NIMBUS: SignedSettings = {
  ...STRIPE,
  header: "X-Nimbus-Proof",
  prefix: "s=",
  separator: "",
  timestampUnit: "milliseconds",
  toleranceSeconds: null,
};
const nimbus = (between: string, key = KEY) =>
  `t=${AT_SECONDS}123${between}s=${hex("sha256", key, `${AT_SECONDS}123.${BODY}`)}`;

const TABLE: Readonly<Record<string, Case>> = {
  // Ways of signing
  "signed a hash of the body": {
    signature: sha1(createHash("sha1").update(BODY).digest("hex")),
    changes: wayIs("hmac-of-hex-hash"),
  },
  "hashed the signature once more": {
    signature: createHash("sha1").update(sha1(BODY)).digest("hex"),
    changes: wayIs("hash-of-hex-hmac"),
  },
  "a plain hash with the key in front": {
    signature: createHash("sha1")
      .update(KEY + BODY)
      .digest("hex"),
    changes: wayIs("key-before"),
  },
  "a plain hash with the key behind": {
    signature: createHash("sha1")
      .update(BODY + KEY)
      .digest("hex"),
    changes: wayIs("key-after"),
  },
  "a hash without a key": { signature: createHash("sha1").update(BODY).digest("hex"), changes: wayIs("no-key") },
  "key and body in the wrong order": { signature: sha1(KEY, BODY), changes: wayIs("swapped") },
  // Templates and clocks
  "a timestamp signed too": {
    headers: [
      ["X-Timestamp", String(AT_SECONDS)],
      ["X-Signature", sha1(`${AT_SECONDS}.${BODY}`)],
    ],
    changes: [{ change: "content", template: "{timestamp}.{body}", address: false }],
    fixable: true,
  },
  "the timestamp behind the body": {
    settings: STRIPE,
    headers: [["Stripe-Signature", `t=${AT_SECONDS},v1=${hex("sha256", KEY, `${BODY}.${AT_SECONDS}`)}`]],
    changes: [{ change: "content", template: "{body}.{timestamp}", address: false }],
    fixable: true,
  },
  "another separator": {
    settings: STRIPE,
    headers: [["Stripe-Signature", `t=${AT_SECONDS},v1=${hex("sha256", KEY, `${AT_SECONDS}:${BODY}`)}`]],
    changes: [{ change: "content", template: "{timestamp}:{body}", address: false }],
    fixable: true,
  },
  "milliseconds signed, seconds sent": {
    settings: STRIPE,
    headers: [["Stripe-Signature", `t=${AT_SECONDS},v1=${hex("sha256", KEY, `${AT_SECONDS}000.${BODY}`)}`]],
    changes: [{ change: "timestamp-unit", unit: "milliseconds" }],
    fixable: false,
  },
  "only the body signed": {
    settings: STRIPE,
    headers: [["Stripe-Signature", `t=${AT_SECONDS},v1=${hex("sha256", KEY, BODY)}`]],
    changes: [{ change: "content", template: "{body}", address: false }],
    fixable: true,
  },
  "id and timestamp swapped": {
    settings: STANDARD,
    headers: [
      ["webhook-id", "msg_1"],
      ["webhook-timestamp", String(AT_SECONDS)],
      ["webhook-signature", `v1,${createHmac("sha256", KEY).update(`${AT_SECONDS}.msg_1.${BODY}`).digest("base64")}`],
    ],
    changes: [{ change: "content", template: "{timestamp}.{id}.{body}", address: false }],
    fixable: true,
  },
  "method and path signed too": {
    signature: sha1(`POST\n/webhooks\n${BODY}`),
    changes: [{ change: "content", template: "{method}\n{path}\n{body}", address: false }],
    fixable: true,
  },
  "the whole address signed too": {
    signature: sha1(`http://127.0.0.1:8787/webhooks${BODY}`),
    changes: [{ change: "content", template: "{address}{body}", address: true }],
    fixable: true,
  },
  "the address before a tunnel signed too": {
    headers: [
      ["X-Forwarded-Host", "abc.tunnel.test"],
      ["X-Signature", sha1(`https://abc.tunnel.test/webhooks${BODY}`)],
    ],
    changes: [{ change: "content", template: "{address}{body}", address: true }],
    fixable: true,
  },
  "the address behind the body": {
    headers: [
      ["Forwarded", "for=192.0.2.1;host=abc.tunnel.test;proto=https"],
      ["X-Signature", sha1(`${BODY}https://abc.tunnel.test/webhooks`)],
    ],
    changes: [{ change: "content", template: "{body}{address}", address: true }],
    fixable: true,
  },
  "method, address, body and time in a row": {
    headers: [
      ["X-Timestamp", `${AT_SECONDS}000`],
      ["X-Signature", sha1(`POSThttp://127.0.0.1:8787/webhooks${BODY}${AT_SECONDS}000`)],
    ],
    changes: [{ change: "content", template: "{method}{address}{body}{timestamp}", address: true }],
    fixable: true,
  },
  "a timestamp within another signature header": {
    headers: [["Acme-Signature", `ts=${AT_SECONDS};h1=${hex("sha1", KEY, `${AT_SECONDS}:${BODY}`)}`]],
    changes: [
      { change: "header", name: "Acme-Signature" },
      { change: "separator", is: ";", set: "" },
      { change: "prefix", prefix: "h1=" },
      { change: "content", template: "{timestamp}:{body}", address: false },
    ],
    fixable: true,
  },
  ...Object.fromEntries(
    [",", ";", " ", "&", "|", ", "].map((between) => [
      `several values in the header, with “${between}” between them, which the profile reads as one`,
      {
        settings: NIMBUS,
        headers: [["X-Nimbus-Proof", nimbus(between)]],
        changes: [{ change: "separator", is: between.trim() === "" ? " " : between.trim(), set: "" }],
        fixable: true,
      } satisfies Case,
    ]),
  ),
  "another separator between the values than the profile says": {
    settings: { ...NIMBUS, separator: ";" },
    headers: [["X-Nimbus-Proof", nimbus(",")]],
    changes: [{ change: "separator", is: ",", set: ";" }],
    fixable: true,
  },
  "several values, and another profile's secret": {
    settings: NIMBUS,
    headers: [["X-Nimbus-Proof", nimbus(",", OTHER.value)]],
    changes: [{ change: "separator", is: ",", set: "" }, OTHER_CHANGE],
    fixable: true,
  },
  "several values, and a timestamp that the profile reads in seconds": {
    settings: { ...NIMBUS, timestampUnit: "seconds", toleranceSeconds: 300 },
    headers: [["X-Nimbus-Proof", nimbus(",")]],
    changes: [
      { change: "separator", is: ",", set: "" },
      { change: "timestamp-format", unit: "milliseconds" },
    ],
    fixable: true,
  },
  "several values, and no front set for the signature": {
    settings: { ...NIMBUS, prefix: "" },
    headers: [["X-Nimbus-Proof", nimbus(",")]],
    changes: [
      { change: "separator", is: ",", set: "" },
      { change: "prefix", prefix: "s=" },
    ],
    fixable: true,
  },
  "one value that the profile takes apart": {
    settings: { ...RAW, separator: "=", prefix: "sha1=" },
    signature: `sha1=${sha1(BODY)}`,
    changes: [{ change: "separator", is: "", set: "=" }],
    fixable: true,
  },
  "a hexadecimal number's mark in front": {
    signature: `0x${sha1(BODY)}`,
    changes: [{ change: "prefix", prefix: "0x" }],
    fixable: true,
  },
  "a secret with a character that nobody sees": {
    candidates: [{ ...OWN, value: `${KEY}\u200b` }],
    signature: sha1(BODY),
    changes: formIs("trimmed"),
    fixable: true,
  },
  "a clock that is slow": {
    settings: STRIPE,
    headers: stamped(-432),
    changes: [{ change: "clock", ageSeconds: 432, toleranceSeconds: 300 }],
    fixable: true,
  },
  "a clock that is fast": {
    settings: STRIPE,
    headers: stamped(3_600),
    changes: [{ change: "clock", ageSeconds: -3_600, toleranceSeconds: 300 }],
    fixable: true,
  },
  "an old delivery sent again": {
    settings: STRIPE,
    headers: stamped(-864_000),
    changes: [{ change: "clock", ageSeconds: 864_000, toleranceSeconds: 300 }],
    fixable: false,
  },
  "another profile's key and an old timestamp": {
    settings: STRIPE,
    headers: stamped(-400, "v1=", OTHER.value),
    changes: [OTHER_CHANGE, { change: "clock", ageSeconds: 400, toleranceSeconds: 300 }],
    fixable: true,
  },
};

describe("the signature doctor explains another way of signing, and clocks:", () => {
  explains(TABLE);
});
