import type { HmacSettings, SignatureSecret, SignatureSettings, StaticSettings } from "./signature.ts";

export const SIGNATURE_PRESETS = ["body", "standard-webhooks", "github", "stripe", "static"] as const;
export type SignaturePreset = (typeof SIGNATURE_PRESETS)[number];

const BODY: HmacSettings = {
  kind: "hmac",
  header: "X-Signature",
  prefix: "",
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

// Sources: Standard Webhooks specification 1.0.0, "Signature scheme" and "Webhook Headers"; GitHub documentation,
// "Validating webhook deliveries"; Stripe documentation, "Verify webhook signatures manually". Five minutes are what
// the first and the last of them recommend.
const PRESETS: Readonly<Record<SignaturePreset, SignatureSettings>> = {
  body: BODY,
  "standard-webhooks": {
    ...BODY,
    header: "webhook-signature",
    prefix: "v1,",
    separator: " ",
    algorithm: "sha256",
    encoding: "base64",
    secretDecoding: "base64",
    content: { kind: "template", template: "{id}.{timestamp}.{body}" },
    id: { from: "header", name: "webhook-id" },
    timestamp: { from: "header", name: "webhook-timestamp" },
    toleranceSeconds: 300,
  },
  github: { ...BODY, header: "X-Hub-Signature-256", prefix: "sha256=", algorithm: "sha256" },
  stripe: {
    ...BODY,
    header: "Stripe-Signature",
    prefix: "v1=",
    separator: ",",
    algorithm: "sha256",
    content: { kind: "template", template: "{timestamp}.{body}" },
    timestamp: { from: "part", prefix: "t=" },
    toleranceSeconds: 300,
  },
  static: { kind: "static", header: "X-Webhook-Secret", prefix: "", secrets: [] } satisfies StaticSettings,
};

/** The settings of a preset, with the secrets that are given. */
export function presetSettings(preset: SignaturePreset, secrets: readonly SignatureSecret[] = []): SignatureSettings {
  return { ...PRESETS[preset], secrets };
}

/** Which preset settings are, whatever their secrets and tolerance; null when they are nobody's but the user's. */
export function presetOf(settings: SignatureSettings): SignaturePreset | null {
  if (settings.kind === "static") return "static";
  const { content, prefix, separator } = settings;
  // A raw body under any header name, algorithm and encoding is the plain scheme, unless it is just GitHub's.
  const likeBody = content.kind === "body" && prefix === "" && separator === "" && settings.timestamp === null;
  if (likeBody && settings.secretDecoding === "text") return "body";
  return SIGNATURE_PRESETS.find((preset) => same(settings, PRESETS[preset])) ?? null;
}

const FREE: ReadonlySet<string> = new Set(["secrets", "toleranceSeconds"]);

function same(one: SignatureSettings, other: SignatureSettings): boolean {
  const bare = (settings: SignatureSettings) =>
    JSON.stringify(
      Object.entries(settings)
        .filter(([name]) => !FREE.has(name))
        .sort(([left], [right]) => (left < right ? -1 : 1)),
    );
  return bare(one) === bare(other);
}

/**
 * The secret of the sandbox profile: the key that calls go out with, which is what the sandbox signs with. The same
 * is likely at the real service (service supplement, "Webhooks").
 */
export const CALLS_KEY: SignatureSecret = { id: "calls-key", name: "Key of the calls", source: "authentication" };

/** How the sandbox signs as long as nobody tells it otherwise. */
export const SANDBOX_SIGNATURE: SignatureSettings = presetSettings("body", [CALLS_KEY]);
