import { createHash, createHmac, randomBytes } from "node:crypto";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import type { HeaderList } from "../../../shared/primitives.ts";
import type { HmacSettings, SignatureSettings } from "../../../shared/signature.ts";
import type { SignatureChange } from "../../../shared/signature-diagnosis.ts";
import { presetSettings } from "../../../shared/signature-presets.ts";
import { type SignedMessage, verify } from "../index.ts";
import type { Candidate } from "./candidate.ts";
import { diagnose, type Outcome } from "./diagnose.ts";

const RAW = presetSettings("body") as HmacSettings;
const GITHUB = presetSettings("github") as HmacSettings;
const STRIPE = presetSettings("stripe") as HmacSettings;
const STANDARD: HmacSettings = { ...(presetSettings("standard-webhooks") as HmacSettings), secretDecoding: "text" };

const KEY = "s3cret-of-the-profile";
const AT_SECONDS = 1_760_000_000;
const AT = AT_SECONDS * 1_000_000;
const BODY =
  '{"url":"https://example.test/a","name":"Zoë & <Ada>","amount":50000,"fee":10.00,"id":9007199254740993123}';

const OWN: Candidate = { value: KEY, change: null, id: "s1", isCallsKey: false };
const OTHER_CHANGE = {
  change: "secret",
  owner: "Acme live",
  sameProfile: false,
  what: "the key of its calls",
  otherMode: true,
  publicKey: false,
} as const;
const OTHER: Candidate = { value: "pssk_live_another-key", change: OTHER_CHANGE, id: null, isCallsKey: false };
const PUBLIC_CHANGE = {
  ...OTHER_CHANGE,
  owner: null,
  what: "its public key",
  otherMode: false,
  publicKey: true,
} as const;
const PUBLIC: Candidate = { value: "pspk_test_public", change: PUBLIC_CHANGE, id: null, isCallsKey: false };

const hex = (algorithm: string, key: string | Buffer, ...content: (string | Buffer)[]) => {
  const hmac = createHmac(algorithm, key);
  for (const piece of content) hmac.update(piece);
  return hmac.digest("hex");
};
const sha1 = (content: string | Buffer, key: string | Buffer = KEY) => hex("sha1", key, content);

function message(body: string | Buffer, headers: HeaderList): SignedMessage {
  const usual: HeaderList = [
    ["Host", "127.0.0.1:8787"],
    ["Content-Type", "application/json"],
    ["User-Agent", "Sender/1.0"],
  ];
  return { method: "POST", path: "/webhooks", headers: [...usual, ...headers], body: Buffer.from(body) };
}

interface Case {
  readonly settings?: SignatureSettings;
  readonly body?: string | Buffer;
  readonly headers?: HeaderList;
  /** The signature, in the usual header. */
  readonly signature?: string;
  readonly candidates?: readonly Candidate[];
  readonly decoded?: Buffer;
  readonly changes: readonly SignatureChange[];
  /** Whether the profile can be changed so that it holds. */
  readonly fixable?: boolean;
}

function ask({
  settings = RAW,
  body = BODY,
  headers,
  signature = "",
  candidates = [OWN, OTHER, PUBLIC],
  decoded,
}: Case) {
  const sent = message(body, headers ?? [["X-Signature", signature]]);
  const secrets = candidates.filter(({ change }) => change === null).map(({ value }) => ({ name: "own", value }));
  // What is being explained is indeed a failure.
  expect(verify(sent, settings, secrets, AT).state).not.toBe("valid");
  const outcome = diagnose({
    message: sent,
    decoded: decoded ?? null,
    settings,
    candidates,
    arrivedAt: AT,
    limits: { tries: 400_000, milliseconds: 60_000 },
  });
  if (outcome.result === "found" && outcome.remedy !== null) {
    const { settings: next, secret } = outcome.remedy;
    const value = secret?.value ?? secrets[0]?.value ?? "";
    expect(verify(sent, next, [{ name: "fixed", value }], AT).state).toBe("valid");
  }
  return outcome;
}

const parsed = JSON.parse(BODY) as Record<string, unknown>;
const sorted = (value: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
const json = (...how: Extract<SignatureChange, { change: "json" }>["how"][]) =>
  how.map((each) => ({ change: "json", how: each }) as const);
const bodyIs = (how: Extract<SignatureChange, { change: "body" }>["how"]) => [{ change: "body", how } as const];
const formIs = (form: Extract<SignatureChange, { change: "secret-form" }>["form"]) => [
  { change: "secret-form", form } as const,
];
const wayIs = (construction: Extract<SignatureChange, { change: "construction" }>["construction"]) => [
  { change: "construction", construction } as const,
];
const asPhp = BODY.replaceAll("/", "\\/").replace("ë", "\\u00eb");
const escapedBody = BODY.replace("ë", "\\u00EB");
const stamped = (offset: number, prefix = "v1=", key = KEY, body = BODY): HeaderList => [
  ["Stripe-Signature", `t=${AT_SECONDS + offset},${prefix}${hex("sha256", key, `${AT_SECONDS + offset}.${body}`)}`],
];

const TABLE: Record<string, Case> = {
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
  "an algorithm that a profile cannot name": {
    signature: hex("sha384", KEY, BODY),
    changes: [{ change: "algorithm", algorithm: "sha384" }],
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
  // JSON written again
  "slashes escaped": { signature: sha1(BODY.replaceAll("/", "\\/")), changes: json("slashes-escaped"), fixable: false },
  "slashes not escaped": {
    body: BODY.replaceAll("/", "\\/"),
    signature: sha1(BODY),
    changes: json("slashes-plain"),
  },
  "letters escaped": { signature: sha1(BODY.replace("ë", "\\u00eb")), changes: json("unicode-escaped") },
  "letters escaped with capitals": { signature: sha1(escapedBody), changes: json("unicode-escaped-upper") },
  "letters not escaped": { body: escapedBody, signature: sha1(BODY), changes: json("unicode-plain") },
  "written again by PHP": { signature: sha1(asPhp), changes: json("slashes-escaped", "unicode-escaped") },
  "characters of HTML escaped, as in Go": {
    signature: sha1(BODY.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")),
    changes: json("html-escaped"),
  },
  "spaces between, as in Python": {
    body: '{"a":1,"b":[1,2],"c":{}}',
    signature: sha1('{"a": 1, "b": [1, 2], "c": {}}'),
    changes: json("spaced"),
  },
  indented: {
    signature: sha1(
      BODY.replaceAll(/([{,])"/g, '$1\n  "')
        .replace("}", "\n}")
        .replaceAll('":', '": '),
    ),
    changes: json("indent-2"),
  },
  "spaces taken out": {
    body: JSON.stringify({ a: 1, b: [] }, null, 4),
    signature: sha1('{"a":1,"b":[]}'),
    changes: json("compact"),
  },
  "keys sorted": {
    body: '{"b":1,"a":{"d":2,"c":3}}',
    signature: sha1('{"a":{"c":3,"d":2},"b":1}'),
    changes: json("sorted"),
  },
  "keys sorted, spaces kept": {
    body: '{"b": 1, "a": 2}',
    signature: sha1('{"a": 2, "b": 1}'),
    changes: json("sorted"),
  },
  "parsed and written again in JavaScript": {
    signature: sha1(JSON.stringify(parsed)),
    changes: json("numbers-rounded"),
  },
  "parsed, sorted and indented in JavaScript": {
    signature: sha1(JSON.stringify(sorted(parsed), null, 2)),
    changes: json("indent-2", "sorted", "numbers-rounded"),
  },
  "trailing zeros lost": { signature: sha1(BODY.replace("10.00", "10.0")), changes: json("numbers-shortened") },
  "numbers as text": { body: '{"a":5}', signature: sha1('{"a":"5"}'), changes: json("numbers-quoted") },
  // The body's bytes
  "a line break added": { signature: sha1(`${BODY}\n`), changes: bodyIs("newline-added"), fixable: false },
  "a line break taken away": { body: `${BODY}\n`, signature: sha1(BODY), changes: bodyIs("newline-removed") },
  "line ends of Windows": { body: "a=1\nb=2\n", signature: sha1("a=1\r\nb=2\r\n"), changes: bodyIs("to-crlf") },
  "line ends of Unix": { body: "a=1\r\nb=2\r\n", signature: sha1("a=1\nb=2\n"), changes: bodyIs("to-lf") },
  "a byte order mark added": { signature: sha1(`\uFEFF${BODY}`), changes: bodyIs("bom-added") },
  "a byte order mark taken away": { body: `\uFEFF${BODY}`, signature: sha1(BODY), changes: bodyIs("bom-removed") },
  "signed before it was compressed": {
    body: gzipSync(BODY),
    decoded: Buffer.from(BODY),
    signature: sha1(BODY),
    changes: bodyIs("decoded"),
  },
  "nothing signed": { signature: sha1(""), changes: bodyIs("empty") },
  "read as Latin-1": { signature: sha1(Buffer.from(BODY, "latin1")), changes: bodyIs("latin1") },
  "encoded twice": {
    signature: sha1(Buffer.from(Buffer.from(BODY).toString("latin1"))),
    changes: bodyIs("double-utf8"),
  },
  "a form, decoded": { body: "a=1+2&b=%2F", signature: sha1("a=1 2&b=/"), changes: bodyIs("form-decoded") },
  "signed as a form": { body: '{"a":"x y","b":2}', signature: sha1("a=x+y&b=2"), changes: bodyIs("form") },
  "JSON in a JSON text": { signature: sha1(JSON.stringify(BODY)), changes: bodyIs("json-string") },
  "the data without its envelope": {
    body: '{"event":"x","data":{"a":1}}',
    signature: sha1('{"a":1}'),
    changes: [{ change: "member", key: "data" }],
  },
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
      { change: "prefix", prefix: "h1=" },
      { change: "content", template: "{timestamp}:{body}", address: false },
    ],
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
    changes: [{ change: "scheme", kind: "hmac" }],
    fixable: true,
  },
};

describe("the signature doctor explains", () => {
  test.each(Object.entries(TABLE))("%s", (_, each) => {
    const outcome = ask(each);
    expect(outcome).toMatchObject({ result: "found" });
    if (outcome.result !== "found") return;
    const bySort = (changes: readonly SignatureChange[]) =>
      changes.map((change) => JSON.stringify(change, Object.keys(change).sort())).toSorted();
    expect(bySort(outcome.changes)).toEqual(bySort(each.changes));
    if (each.fixable !== undefined) expect(outcome.remedy !== null).toBe(each.fixable);
    // Neither what was found nor how it would be put right shows a secret, but for what main is to set.
    const told = JSON.stringify([outcome.changes, outcome.remedy?.settings]);
    for (const secret of [KEY, OTHER.value, PUBLIC.value]) expect(told).not.toContain(secret);
  });

  test("enough distinct failures", () => {
    expect(Object.keys(TABLE).length).toBeGreaterThanOrEqual(30);
  });
});

describe("the signature doctor does not explain", () => {
  const unknown = (outcome: Outcome) =>
    expect(outcome).toMatchObject({ result: "unknown", complete: true, nothing: false });

  test("random signatures of any length, and those of a stranger's key", () => {
    for (const bytes of [16, 20, 32, 64])
      unknown(ask({ body: '{"a":1}', signature: randomBytes(bytes).toString("hex"), changes: [] }));
    unknown(ask({ body: '{"a":1}', signature: sha1('{"a":1}', "a key that nobody here has"), changes: [] }));
    unknown(ask({ body: '{"a":1}', signature: randomBytes(20).toString("base64"), changes: [] }));
  });

  test("a wrong signature beside a checksum, which proves nothing", () => {
    const body = '{"a":1}';
    const digest = createHash("sha256").update(body).digest("base64");
    const headers: HeaderList = [
      ["Digest", `SHA-256=${digest}`],
      ["Content-Digest", `sha-256=:${digest}:`],
      ["Content-MD5", createHash("md5").update(body).digest("base64")],
      ["X-Signature", randomBytes(20).toString("hex")],
    ];
    expect(ask({ body, headers, candidates: [OWN], changes: [] }).result).toBe("unknown");
  });

  test("a body that was changed on its way", () => {
    unknown(ask({ body: '{"amount":50001}', signature: sha1('{"amount":50000}'), changes: [] }));
  });

  test("a delivery without anything like a signature", () => {
    expect(ask({ headers: [], changes: [] })).toMatchObject({ result: "unknown", nothing: true });
  });

  test("more than its time allows, and says that it did not try everything", () => {
    const limits = { tries: 50, milliseconds: 60_000 };
    const sent = message(BODY, [["X-Signature", "00".repeat(20)]]);
    const outcome = diagnose({ message: sent, decoded: null, settings: RAW, candidates: [OWN], arrivedAt: AT, limits });
    expect(outcome).toEqual({ result: "unknown", tries: 50, complete: false, nothing: false });
  });
});
