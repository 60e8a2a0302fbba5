import type { SignatureSecret, SignatureSettings, SignedSettings, StaticSettings } from "./signature.ts";

/** What a preset is called, and what tells it from others. */
export interface PresetWords {
  readonly label: string;
  readonly description: string;
}

const BODY: SignedSettings = {
  kind: "signed",
  header: "X-Signature",
  prefix: "",
  field: null,
  separator: "",
  algorithm: "sha1",
  encoding: "hex",
  secretDecoding: "text",
  content: { kind: "body" },
  id: null,
  timestamp: null,
  timestampUnit: "seconds",
  toleranceSeconds: null,
  secrets: [],
};

const over = (template: string) => ({ kind: "template", template }) as const;
const inHeader = (name: string) => ({ from: "header", name }) as const;
/** Five minutes are what those recommend that recommend something. */
const SHORTLY = 300;

/** The values of Adyen's signed fields, in their order. */
const ADYEN = [
  "pspReference",
  "originalReference",
  "merchantAccountCode",
  "merchantReference",
  "amount.value",
  "amount.currency",
  "eventCode",
  "success",
].map((name) => `{field:notificationItems.0.NotificationRequestItem.${name}}`);

/** What PayPal's id of a webhook takes the place of: everybody has one of their own. */
export const WEBHOOK_ID = "WEBHOOK-ID";

// Sources: Standard Webhooks specification 1.0.0, "Signature scheme"; and the documentation of each provider on how its
// webhooks are verified, as of November 2026.
const GENERAL = {
  body: BODY,
  "standard-webhooks": {
    ...BODY,
    header: "webhook-signature",
    prefix: "v1,",
    separator: " ",
    algorithm: "sha256",
    encoding: "base64",
    secretDecoding: "base64",
    content: over("{id}.{timestamp}.{body}"),
    id: inHeader("webhook-id"),
    timestamp: inHeader("webhook-timestamp"),
    toleranceSeconds: SHORTLY,
  },
  static: { kind: "static", header: "X-Webhook-Secret", prefix: "", secrets: [] } satisfies StaticSettings,
} as const satisfies Readonly<Record<string, SignatureSettings>>;

const OF_PROVIDERS = {
  adyen: {
    ...BODY,
    field: "notificationItems.0.NotificationRequestItem.additionalData.hmacSignature",
    algorithm: "sha256",
    encoding: "base64",
    secretDecoding: "hex",
    content: over(ADYEN.join(":")),
  },
  discord: {
    ...BODY,
    header: "X-Signature-Ed25519",
    algorithm: "ed25519",
    content: over("{timestamp}{body}"),
    timestamp: inHeader("X-Signature-Timestamp"),
  },
  github: { ...BODY, header: "X-Hub-Signature-256", prefix: "sha256=", algorithm: "sha256" },
  "mercado-pago": {
    ...BODY,
    header: "x-signature",
    prefix: "v1=",
    separator: ",",
    algorithm: "sha256",
    content: over("id:{query:data.id};request-id:{header:x-request-id};ts:{timestamp};"),
    timestamp: { from: "part", prefix: "ts=" },
    timestampUnit: "milliseconds",
  },
  paypal: {
    ...BODY,
    header: "PAYPAL-TRANSMISSION-SIG",
    algorithm: "rsa-sha256",
    encoding: "base64",
    content: over(`{id}|{timestamp}|${WEBHOOK_ID}|{crc32}`),
    id: inHeader("PAYPAL-TRANSMISSION-ID"),
    timestamp: inHeader("PAYPAL-TRANSMISSION-TIME"),
    timestampUnit: "iso",
  },
  paystack: { ...BODY, header: "x-paystack-signature", algorithm: "sha512" },
  sendgrid: {
    ...BODY,
    header: "X-Twilio-Email-Event-Webhook-Signature",
    algorithm: "ecdsa-sha256",
    encoding: "base64",
    content: over("{timestamp}{body}"),
    timestamp: inHeader("X-Twilio-Email-Event-Webhook-Timestamp"),
  },
  shopify: { ...BODY, header: "X-Shopify-Hmac-Sha256", algorithm: "sha256", encoding: "base64" },
  slack: {
    ...BODY,
    header: "X-Slack-Signature",
    prefix: "v0=",
    algorithm: "sha256",
    content: over("v0:{timestamp}:{body}"),
    timestamp: inHeader("X-Slack-Request-Timestamp"),
    toleranceSeconds: SHORTLY,
  },
  square: {
    ...BODY,
    header: "x-square-hmacsha256-signature",
    algorithm: "sha256",
    encoding: "base64",
    content: over("{url}{body}"),
  },
  stripe: {
    ...BODY,
    header: "Stripe-Signature",
    prefix: "v1=",
    separator: ",",
    algorithm: "sha256",
    content: over("{timestamp}.{body}"),
    timestamp: { from: "part", prefix: "t=" },
    toleranceSeconds: SHORTLY,
  },
  twilio: { ...BODY, header: "X-Twilio-Signature", encoding: "base64", content: over("{url}{params}") },
  wise: { ...BODY, header: "X-Signature-SHA256", algorithm: "rsa-sha256", encoding: "base64" },
} as const satisfies Readonly<Record<string, SignatureSettings>>;

const PRESETS = { ...GENERAL, ...OF_PROVIDERS };
export type SignaturePreset = keyof typeof PRESETS;

/** In the order in which they are offered: first those that are nobody's own. */
export const SIGNATURE_PRESETS = Object.keys(PRESETS) as readonly SignaturePreset[];

export function isOfProvider(preset: SignaturePreset): boolean {
  return preset in OF_PROVIDERS;
}

/** What the sandbox can sign by: it has no signature, and no values of a provider, in its body. */
export const SANDBOX_PRESETS = SIGNATURE_PRESETS.filter((preset) => {
  const settings: SignatureSettings = PRESETS[preset];
  return settings.kind === "static" || settings.field === null;
});

export const PRESET_WORDS: Readonly<Record<SignaturePreset, PresetWords>> = {
  body: {
    label: "HMAC of the body",
    description:
      "A hash of the body, made with a secret. Of one peer linking service it is known that it sends it, with SHA1.",
  },
  "standard-webhooks": { label: "Standard Webhooks", description: "webhook-signature, over id, timestamp and body." },
  static: { label: "Fixed value", description: "A header that always has the same secret value." },
  adyen: { label: "Adyen", description: "In the body, over eight of its fields." },
  discord: { label: "Discord", description: "Ed25519: wants the public key of the application." },
  github: { label: "GitHub", description: "X-Hub-Signature-256, with sha256= in front." },
  "mercado-pago": { label: "Mercado Pago", description: "x-signature, over ids and time; not over the body." },
  paypal: {
    label: "PayPal",
    description: "RSA: wants the public key, and the webhook’s id in the template.",
  },
  paystack: { label: "Paystack", description: "HMAC-SHA512 of the body." },
  sendgrid: { label: "SendGrid", description: "ECDSA: wants the verification key." },
  shopify: { label: "Shopify", description: "HMAC-SHA256 of the body, in Base64." },
  slack: { label: "Slack", description: "v0=, over timestamp and body." },
  square: { label: "Square", description: "Over the address and the body." },
  stripe: { label: "Stripe", description: "t= and v1= in one header, over timestamp and body." },
  twilio: { label: "Twilio", description: "Over the address and the parameters of the form." },
  wise: { label: "Wise", description: "RSA over the body: wants the public key." },
};

/** The settings of a preset, with the secrets that are given. */
export function presetSettings(preset: SignaturePreset, secrets: readonly SignatureSecret[] = []): SignatureSettings {
  return { ...PRESETS[preset], secrets };
}

/** Which preset settings are, whatever their secrets and tolerance; null when they are the user's own. */
export function presetOf(settings: SignatureSettings): SignaturePreset | null {
  if (settings.kind === "static") return "static";
  const exact = SIGNATURE_PRESETS.find((preset) => same(settings, PRESETS[preset]));
  if (exact !== undefined) return exact;
  const { content, prefix, separator, algorithm } = settings;
  // A raw body under any header name, hash and encoding is the plain scheme.
  const isHmac = !/^(?:rsa|ed25519|ecdsa)/.test(algorithm);
  const likeBody = content.kind === "body" && prefix === "" && separator === "" && settings.timestamp === null;
  return likeBody && isHmac && settings.secretDecoding === "text" ? "body" : null;
}

const FREE: ReadonlySet<string> = new Set(["secrets", "toleranceSeconds"]);

function same(one: SignedSettings, other: SignatureSettings): boolean {
  const bare = (settings: SignatureSettings) =>
    JSON.stringify(
      Object.entries(settings)
        .filter(([name]) => !FREE.has(name))
        .sort(([left], [right]) => (left < right ? -1 : 1)),
    );
  // PayPal's webhook id stands in the template, and is everybody's own.
  const template = one.content.kind === "template" ? one.content.template : "";
  const general = template.replace(/^(\{id\}\|\{timestamp\}\|)[^{}|]+(\|\{crc32\})$/, `$1${WEBHOOK_ID}$2`);
  return bare(template === general ? one : { ...one, content: over(general) }) === bare(other);
}

/**
 * The secret of the sandbox profile: the key that calls go out with, which is what the sandbox signs with. The same
 * is likely at the real service (service supplement, "Webhooks").
 */
export const CALLS_KEY: SignatureSecret = { id: "calls-key", name: "Key of the calls", source: "authentication" };

/** How the sandbox signs as long as nobody tells it otherwise. */
export const SANDBOX_SIGNATURE: SignatureSettings = presetSettings("body", [CALLS_KEY]);
