import { createHmac, createSign, generateKeyPairSync, sign as signBytes } from "node:crypto";
import { crc32 } from "node:zlib";
import { Webhook } from "standardwebhooks";
import nacl from "tweetnacl";
import { describe, expect, it } from "vitest";
import type { HeaderList } from "../../shared/primitives.ts";
import {
  type HmacAlgorithm,
  hmacAlgorithm,
  type SignatureSettings,
  type SignedSettings,
  signatureSettings,
} from "../../shared/signature.ts";
import {
  presetOf,
  presetSettings,
  SIGNATURE_PRESETS,
  type SignaturePreset,
  WEBHOOK_ID,
} from "../../shared/signature-presets.ts";
import { examine } from "./doctor/examine.ts";
import type { Candidate } from "./doctor/types.ts";
import { type SignedMessage, sign, verify } from "./index.ts";
import { hmacOf } from "./verify.ts";

/**
 * The scheme of every provider in the list, against webhooks that somebody else has signed: the provider's own library
 * where it is light enough to be here; else a webhook made with that library, whose version stands beside it; else the
 * steps of the provider's documentation.
 */

const AT = 1_760_000_000;
const NOW = AT * 1_000_000;
const BODY = '{"event":"charge.success","data":{"amount":50000,"name":"Zoë"}}';
const WEBHOOK = "5GP028458E2496506";

interface Sent {
  readonly secret: string;
  readonly headers: HeaderList;
  readonly body?: string;
  readonly path?: string;
}

const mac = (hash: string, key: string | Buffer, content: string) => createHmac(hash, key).update(content, "utf8");
const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 });
const rsaPem = rsa.publicKey.export({ type: "spki", format: "pem" }).toString();
const curve = generateKeyPairSync("ec", { namedCurve: "P-256" });
const ed = nacl.sign.keyPair.fromSeed(new Uint8Array(32).fill(7));
const whsec = `whsec_${Buffer.from("a secret of twenty-four!").toString("base64")}`;

// Signed by @adyen/api-library 32.1.0, `hmacValidator.calculateHmac`; key and item from its documentation.
const ADYEN_BODY =
  '{"live":"false","notificationItems":[{"NotificationRequestItem":{"pspReference":"7914073381342284","merchantAccountCode":"TestMerchant","merchantReference":"TestPayment-1407325143704","amount":{"value":1130,"currency":"EUR"},"eventCode":"AUTHORISATION","eventDate":"2026-11-20T10:00:00+01:00","paymentMethod":"visa","reason":"","success":"true","additionalData":{"hmacSignature":"coqCmt/IZ4E3CzPvMY8zTjQVL5hYJUiBRg8UU+iCWo0="}}}]}';

const SENT: Readonly<Record<Exclude<SignaturePreset, "body">, Sent>> = {
  "standard-webhooks": {
    secret: whsec,
    headers: [
      ["webhook-id", "msg_1"],
      ["webhook-timestamp", `${AT}`],
      ["webhook-signature", new Webhook(whsec).sign("msg_1", new Date(AT * 1_000), BODY)],
    ],
  },
  static: { secret: "a-value-that-stays", headers: [["X-Webhook-Secret", "a-value-that-stays"]] },
  adyen: { secret: "44782DEF547AAA06C910C43932B1EB0C71FC68D9D0C057550C48EC2ACF6BA056", headers: [], body: ADYEN_BODY },
  discord: {
    secret: Buffer.from(ed.publicKey).toString("hex"),
    headers: [
      ["X-Signature-Timestamp", `${AT}`],
      [
        "X-Signature-Ed25519",
        Buffer.from(nacl.sign.detached(Buffer.from(`${AT}${BODY}`), ed.secretKey)).toString("hex"),
      ],
    ],
  },
  github: { secret: "key", headers: [["X-Hub-Signature-256", `sha256=${mac("sha256", "key", BODY).digest("hex")}`]] },
  // Confirmed by mercadopago 3.6.1, `WebhookSignatureValidator.validate`.
  "mercado-pago": {
    secret: "mp-secret",
    path: "/webhooks?data.id=123456&type=payment",
    headers: [
      ["x-request-id", "req-1"],
      ["x-signature", "ts=1760000000000,v1=0b136f787deb93a7930a2133e58c185f9f4747960ef1ca0eeb91d359207e634d"],
    ],
  },
  paypal: {
    secret: rsaPem,
    headers: [
      ["PAYPAL-TRANSMISSION-ID", "69cd13f0-d67a-11e5-baa3-778b53f4ae55"],
      ["PAYPAL-TRANSMISSION-TIME", new Date(AT * 1_000).toISOString()],
      [
        "PAYPAL-TRANSMISSION-SIG",
        createSign("sha256")
          .update(
            `69cd13f0-d67a-11e5-baa3-778b53f4ae55|${new Date(AT * 1_000).toISOString()}|${WEBHOOK}|${crc32(BODY)}`,
          )
          .sign(rsa.privateKey, "base64"),
      ],
    ],
  },
  paystack: { secret: "key", headers: [["x-paystack-signature", mac("sha512", "key", BODY).digest("hex")]] },
  sendgrid: {
    secret: curve.publicKey.export({ type: "spki", format: "der" }).toString("base64"),
    headers: [
      ["X-Twilio-Email-Event-Webhook-Timestamp", `${AT}`],
      [
        "X-Twilio-Email-Event-Webhook-Signature",
        signBytes("sha256", Buffer.from(`${AT}${BODY}`), curve.privateKey).toString("base64"),
      ],
    ],
  },
  shopify: { secret: "key", headers: [["X-Shopify-Hmac-Sha256", mac("sha256", "key", BODY).digest("base64")]] },
  slack: {
    secret: "key",
    headers: [
      ["X-Slack-Request-Timestamp", `${AT}`],
      ["X-Slack-Signature", `v0=${mac("sha256", "key", `v0:${AT}:${BODY}`).digest("hex")}`],
    ],
  },
  square: {
    secret: "key",
    headers: [
      [
        "x-square-hmacsha256-signature",
        mac("sha256", "key", `https://bench.example.test/webhooks${BODY}`).digest("base64"),
      ],
    ],
  },
  // Made with stripe 23.1.0, `webhooks.generateTestHeaderString`.
  stripe: {
    secret: "whsec_test",
    body: '{"id":"evt_1","object":"event","name":"Zoë"}',
    headers: [["Stripe-Signature", "t=1760000000,v1=d39c2f2443492fbb2229dfd9078660996589a6c96108aec70db60b1b716a0341"]],
  },
  // Made with twilio 6.2.0, `getExpectedTwilioSignature`.
  twilio: {
    secret: "12345",
    path: "/webhooks?foo=1&bar=2",
    body: "From=%2B14158675309&To=%2B18005551212&Digits=1234&Caller=Zo%C3%AB+%26+S%C3%B6hne&CallSid=CA1234567890ABCDE",
    headers: [["X-Twilio-Signature", "s7VjpRfePqjxIelHAEhE1xvDsEM="]],
  },
  wise: {
    secret: rsaPem,
    headers: [["X-Signature-SHA256", createSign("sha256").update(BODY).sign(rsa.privateKey, "base64")]],
  },
};

function messageOf({ headers, body = BODY, path = "/webhooks" }: Sent): SignedMessage {
  const way: HeaderList = [
    ["Host", "127.0.0.1:8787"],
    ["X-Forwarded-Host", "bench.example.test"],
    ["X-Forwarded-Proto", "https"],
  ];
  return { method: "POST", path, headers: [...way, ...headers], body: Buffer.from(body) };
}

/** A preset as a user would complete it: PayPal's id of the webhook is everybody's own. */
function completed(preset: SignaturePreset): SignatureSettings {
  const settings = presetSettings(preset);
  const text = JSON.stringify(settings).replace(WEBHOOK_ID, WEBHOOK);
  return signatureSettings.parse(JSON.parse(text));
}

const known = (value: string) => [{ name: "Present", value }];
const own = (value: string): Candidate => ({ value, change: null, id: "s1", isCallsKey: false });
const limits = { tries: 400_000, milliseconds: 60_000 };
const entries = Object.entries(SENT) as [SignaturePreset, Sent][];

describe("the scheme of a provider", () => {
  it("is there for every one of the list", () => {
    expect([...SIGNATURE_PRESETS].toSorted()).toEqual(["body", ...Object.keys(SENT)].toSorted());
    for (const preset of SIGNATURE_PRESETS) expect(presetOf(completed(preset))).toBe(preset);
  });

  it.each(entries)("%s: holds for what it signed, and not for anything else", (preset, sent) => {
    const settings = completed(preset);
    const message = messageOf(sent);
    expect(verify(message, settings, known(sent.secret), NOW)).toEqual({ state: "valid", secret: "Present" });
    const other = generateKeyPairSync("rsa", { modulusLength: 2048 }).publicKey;
    const wrong = settings.kind === "signed" && settings.algorithm.startsWith("rsa") ? other : null;
    const secret = wrong?.export({ type: "spki", format: "pem" }).toString() ?? "a".repeat(sent.secret.length);
    expect(verify(message, settings, known(secret), NOW).state).not.toBe("valid");
    if (settings.kind === "static" || preset === "mercado-pago") return;
    const changed = Buffer.from(message.body)
      .toString("utf8")
      .replace(/(\d)(\D|$)/, (_, digit: string, rest: string) => `${(Number(digit) + 1) % 10}${rest}`);
    const forged = { ...message, body: Buffer.from(changed === BODY ? `${BODY} ` : changed) };
    expect(verify(forged, settings, known(sent.secret), NOW).state).toBe("invalid");
  });

  it.each(entries)(
    "%s: is found from the secret and one webhook",
    (preset, sent) => {
      // PayPal's id of the webhook stands in no webhook: the profile has to know it.
      const set =
        preset === "paypal"
          ? { ...(completed("paypal") as SignedSettings), header: "X-Other" }
          : presetSettings("body");
      const outcome = examine({
        message: messageOf(sent),
        decoded: null,
        settings: set,
        candidates: [own(sent.secret)],
        arrivedAt: NOW,
        limits,
      });
      if (outcome.result !== "found" || outcome.remedy === null) throw new Error(JSON.stringify(outcome));
      expect(verify(messageOf(sent), outcome.remedy.settings, known(sent.secret), NOW).state).toBe("valid");
    },
    120_000,
  );
});

describe("public keys", () => {
  const settings = presetSettings("wise") as SignedSettings;
  it.each([
    ["as PEM", rsaPem],
    ["as PEM without its line breaks", rsaPem.replace(/\n/g, "")],
    ["in Base64", rsa.publicKey.export({ type: "spki", format: "der" }).toString("base64")],
    ["in hexadecimal", rsa.publicKey.export({ type: "spki", format: "der" }).toString("hex")],
  ])("are read %s", (_, key) => {
    expect(verify(messageOf(SENT.wise), settings, known(key), NOW).state).toBe("valid");
  });

  it("are not taken for one when they are none", () => {
    for (const text of ["", "key", "00", `-----BEGIN PUBLIC KEY-----${"A".repeat(60)}-----END PUBLIC KEY-----`])
      expect(verify(messageOf(SENT.wise), settings, known(text), NOW)).toEqual({
        state: "not-checked",
        reason: "undecodable",
      });
  });

  it("of another kind than the algorithm say that the signature is another", () => {
    const key = Buffer.from(ed.publicKey).toString("hex");
    expect(verify(messageOf(SENT.wise), settings, known(key), NOW).state).toBe("invalid");
  });

  it("are found under any header name, over any usual content", () => {
    const signature = createSign("sha512").update(`${AT}.${BODY}`).sign(rsa.privateKey, "base64");
    const message = messageOf({
      secret: "",
      headers: [
        ["X-Acme-Proof", `v1=${signature}`],
        ["X-Acme-Timestamp", `${AT}`],
      ],
    });
    const outcome = examine({ message, decoded: null, settings, candidates: [own(rsaPem)], arrivedAt: NOW, limits });
    expect(outcome).toMatchObject({
      result: "found",
      changes: [
        { change: "header", name: "X-Acme-Proof" },
        { change: "prefix", prefix: "v1=" },
        { change: "algorithm", algorithm: "rsa-sha512" },
        { change: "content", template: "{timestamp}.{body}" },
      ],
      remedy: { settings: { header: "X-Acme-Proof", algorithm: "rsa-sha512" } },
    });
  });
});

describe("timestamps", () => {
  const stamped = (text: string): SignedMessage =>
    messageOf({
      secret: "key",
      headers: [
        ["X-Time", text],
        ["X-Signature", mac("sha256", "key", `${text}.${BODY}`).digest("hex")],
      ],
    });
  const settings: SignedSettings = {
    ...(presetSettings("body") as SignedSettings),
    algorithm: "sha256",
    content: { kind: "template", template: "{timestamp}.{body}" },
    timestamp: { from: "header", name: "X-Time" },
    toleranceSeconds: 300,
  };
  const texts = { seconds: `${AT}`, milliseconds: `${AT}123`, iso: new Date(AT * 1_000).toISOString() } as const;
  const units = Object.keys(texts) as (keyof typeof texts)[];

  it.each(units)("%s are read, and told apart from the others", (unit) => {
    for (const timestampUnit of units) {
      const result = verify(stamped(texts[unit]), { ...settings, timestampUnit }, known("key"), NOW);
      if (unit === timestampUnit) expect(result.state).toBe("valid");
      else expect(result).toMatchObject({ state: "unreadable", problem: { unit } });
    }
  });

  it.each(units)("%s read as something else are a cause of their own", (unit) => {
    for (const timestampUnit of units) {
      if (unit === timestampUnit) continue;
      const set = { ...settings, timestampUnit };
      const given = { message: stamped(texts[unit]), decoded: null, candidates: [own("key")], arrivedAt: NOW, limits };
      expect(examine({ ...given, settings: set })).toMatchObject({
        result: "found",
        changes: [{ change: "timestamp-format", unit }],
        remedy: { settings: { timestampUnit: unit } },
      });
    }
  });

  it("that are missing are named, and nothing is called valid that was not checked", () => {
    const signature = mac("sha1", "key", BODY).digest("hex");
    const message = messageOf({ secret: "key", headers: [["X-Signature", signature]] });
    const set: SignedSettings = {
      ...(presetSettings("body") as SignedSettings),
      timestamp: { from: "header", name: "X-Time" },
      toleranceSeconds: 300,
    };
    const outcome = examine({
      message,
      decoded: null,
      settings: set,
      candidates: [own("key")],
      arrivedAt: NOW,
      limits,
    });
    expect(outcome).toMatchObject({ result: "unknown", cause: "timestamp-missing", place: "X-Time" });
  });
});

it("a fixed value that differs is named, and one that came twice is not called valid", () => {
  const settings = presetSettings("static");
  const given = { decoded: null, settings, candidates: [own("the-right-value")], arrivedAt: NOW, limits };
  const message = (...values: string[]) =>
    messageOf({ secret: "", headers: values.map((value) => ["X-Webhook-Secret", value] as const) });
  expect(examine({ ...given, message: message("another-value") })).toMatchObject({
    result: "unknown",
    cause: "other-value",
    place: "X-Webhook-Secret",
  });
  expect(examine({ ...given, message: message("the-right-value", "the-right-value") })).toMatchObject({
    result: "found",
    changes: [{ change: "repeated", count: 2 }],
  });
});

it("an algorithm that this machine cannot compute is told from one that it can, and does not throw", () => {
  const key = Buffer.from("key");
  expect(hmacOf("sha999" as HmacAlgorithm, key)).toBeNull();
  for (const algorithm of hmacAlgorithm.options) expect(hmacOf(algorithm, key)).not.toBeNull();
});

it.each(["md5", "sha384"] as const)("HMAC with %s is checked", (algorithm) => {
  const settings = { ...(presetSettings("body") as SignedSettings), algorithm };
  const sent = { secret: "key", headers: [["X-Signature", mac(algorithm, "key", BODY).digest("hex")]] as const };
  expect(verify(messageOf(sent), settings, known("key"), NOW).state).toBe("valid");
  expect(verify(messageOf(sent), settings, known("other"), NOW).state).toBe("invalid");
});

describe("signing anew", () => {
  const curves = {
    "rsa-pss-sha256": rsa,
    "rsa-sha512": rsa,
    "ecdsa-sha256": curve,
    ed25519: generateKeyPairSync("ed25519"),
  };
  it.each(Object.entries(curves))(
    "with a private key in %s holds for its public key",
    (algorithm, { publicKey, privateKey }) => {
      const settings = { ...(presetSettings("wise") as SignedSettings), algorithm: algorithm as keyof typeof curves };
      const secret = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
      const message = { ...messageOf(SENT.wise), ...sign(settings, secret, messageOf(SENT.wise), NOW) };
      const pem = publicKey.export({ type: "spki", format: "pem" }).toString();
      for (const key of [pem, secret]) expect(verify(message, settings, known(key), NOW).state).toBe("valid");
      expect(verify({ ...message, body: Buffer.from("{}") }, settings, known(pem), NOW).state).toBe("invalid");
    },
  );

  it("is refused in words where it takes a private key and there is the public one", () => {
    for (const preset of ["wise", "discord"] as const)
      expect(() => sign(presetSettings(preset), SENT[preset].secret, messageOf(SENT[preset]), NOW)).toThrow(
        expect.objectContaining({ code: "cannot-sign", message: expect.stringContaining("private key") }),
      );
  });

  it("puts a signature of the body where it stood, and changes nothing else", () => {
    const { secret, body = "" } = SENT.adyen;
    const settings = presetSettings("adyen");
    const bare = body.replace("coqCmt/IZ4E3CzPvMY8zTjQVL5hYJUiBRg8UU+iCWo0=", "");
    const signed = (text: string) =>
      sign(settings, secret, { ...messageOf(SENT.adyen), body: Buffer.from(text) }, NOW).body;
    expect(Buffer.from(signed(bare)).toString()).toBe(body);
    // Where there was no place for it, there is one now, and the same signature in it.
    const without = signed(bare.replace(',"additionalData":{"hmacSignature":""}', ""));
    expect(verify({ ...messageOf(SENT.adyen), body: without }, settings, known(secret), NOW).state).toBe("valid");
    expect(() => signed("no JSON")).toThrow(expect.objectContaining({ code: "cannot-sign" }));
  });
});
