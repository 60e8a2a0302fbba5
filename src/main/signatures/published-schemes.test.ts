import { createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { HeaderList } from "../../shared/primitives.ts";
import { type SignatureSettings, type SignedSettings, signatureSettings } from "../../shared/signature.ts";
import { presetSettings } from "../../shared/signature-presets.ts";
import { verify } from "./index.ts";

/**
 * Schemes of well-known senders, as their documentation describes them, set up through the fields that a profile has.
 * The signatures are made here step by step as a sender would, by nothing of the program's own.
 */

const AT = 1_760_000_000;
const BODY = '{"event":"charge.success","data":{"amount":50000,"name":"Zoë"}}';
const KEY = "key-of-the-subscription";
const URL = "https://bench.example.test/webhooks";
const plain = presetSettings("body") as SignedSettings;
const mac = (algorithm: string, content: string, key: string | Buffer = KEY) =>
  createHmac(algorithm, key).update(content, "utf8");

interface Scheme {
  readonly settings: SignatureSettings;
  readonly headers: HeaderList;
  readonly secret?: string;
}

const over = (template: string) => ({ kind: "template", template }) as const;
const timeIn = (name: string) => ({ from: "header", name }) as const;

const SCHEMES: Readonly<Record<string, Scheme>> = {
  "Slack: v0, timestamp and body": {
    settings: {
      ...plain,
      header: "X-Slack-Signature",
      prefix: "v0=",
      algorithm: "sha256",
      content: over("v0:{timestamp}:{body}"),
      timestamp: timeIn("X-Slack-Request-Timestamp"),
      toleranceSeconds: 300,
    },
    headers: [
      ["X-Slack-Request-Timestamp", `${AT}`],
      ["X-Slack-Signature", `v0=${mac("sha256", `v0:${AT}:${BODY}`).digest("hex")}`],
    ],
  },
  "Shopify: Base64": {
    settings: { ...plain, header: "X-Shopify-Hmac-Sha256", algorithm: "sha256", encoding: "base64" },
    headers: [["x-shopify-hmac-sha256", mac("sha256", BODY).digest("base64")]],
  },
  "Paystack: SHA-512 in hex": {
    settings: { ...plain, header: "x-paystack-signature", algorithm: "sha512" },
    headers: [["X-Paystack-Signature", mac("sha512", BODY).digest("hex")]],
  },
  "Flutterwave: a value that stays the same": {
    settings: { ...(presetSettings("static") as SignatureSettings), header: "verif-hash" },
    headers: [["verif-hash", KEY]],
  },
  "Square: the address and the body": {
    settings: {
      ...plain,
      header: "x-square-hmacsha256-signature",
      algorithm: "sha256",
      encoding: "base64",
      content: over(`${URL}{body}`),
    },
    headers: [["x-square-hmacsha256-signature", mac("sha256", URL + BODY).digest("base64")]],
  },
  "Trello: the body and the address": {
    settings: { ...plain, header: "X-Trello-Webhook", encoding: "base64", content: over(`{body}${URL}`) },
    headers: [["X-Trello-Webhook", mac("sha1", BODY + URL).digest("base64")]],
  },
  "HubSpot: method, address, body and timestamp": {
    settings: {
      ...plain,
      header: "X-HubSpot-Signature-v3",
      algorithm: "sha256",
      encoding: "base64",
      content: over(`{method}${URL}{body}{timestamp}`),
      timestamp: timeIn("X-HubSpot-Request-Timestamp"),
      timestampUnit: "milliseconds",
      toleranceSeconds: 300,
    },
    headers: [
      ["X-HubSpot-Request-Timestamp", `${AT}000`],
      ["X-HubSpot-Signature-v3", mac("sha256", `POST${URL}${BODY}${AT}000`).digest("base64")],
    ],
  },
  "Adyen's platforms: a key in hex": {
    settings: {
      ...plain,
      header: "HmacSignature",
      algorithm: "sha256",
      encoding: "base64",
      secretDecoding: "hex",
    },
    secret: "44782DEF547AAA06C910C43932B1EB0C71FC68D9D0C057550C48EC2ACF6BA056",
    headers: [
      [
        "HmacSignature",
        mac(
          "sha256",
          BODY,
          Buffer.from("44782def547aaa06c910c43932b1eb0c71fc68d9d0c057550c48ec2acf6ba056", "hex"),
        ).digest("base64"),
      ],
    ],
  },
  "Paddle: timestamp and signature in one header": {
    settings: {
      ...plain,
      header: "Paddle-Signature",
      prefix: "h1=",
      separator: ";",
      algorithm: "sha256",
      content: over("{timestamp}:{body}"),
      timestamp: { from: "part", prefix: "ts=" },
      toleranceSeconds: 300,
    },
    headers: [["Paddle-Signature", `ts=${AT};h1=${mac("sha256", `${AT}:${BODY}`).digest("hex")}`]],
  },
  "Svix: the Standard Webhooks scheme under its own names": {
    settings: {
      ...(presetSettings("standard-webhooks") as SignedSettings),
      header: "svix-signature",
      id: timeIn("svix-id"),
      timestamp: timeIn("svix-timestamp"),
    },
    secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
    headers: [
      ["svix-id", "msg_1"],
      ["svix-timestamp", `${AT}`],
      [
        "svix-signature",
        `v1,AAAA v1,${mac("sha256", `msg_1.${AT}.${BODY}`, Buffer.from("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "base64")).digest("base64")}`,
      ],
    ],
  },
};

describe("a sender's published scheme can be set up, and holds", () => {
  it.each(Object.entries(SCHEMES))("%s", (_, { settings, headers, secret = KEY }) => {
    const check = (body: string, value: string) => {
      const message = { method: "POST", path: "/webhooks", headers, body: Buffer.from(body) };
      return verify(message, signatureSettings.parse(settings), [{ name: "s", value }], AT * 1_000_000).state;
    };
    expect(check(BODY, secret)).toBe("valid");
    const other = settings.kind === "signed" && settings.secretDecoding !== "text" ? "00ff00ff" : `${secret}x`;
    expect(check(BODY, other)).toBe("invalid");
    if (settings.kind === "signed") expect(check(BODY.replace("50000", "50001"), secret)).toBe("invalid");
  });
});
