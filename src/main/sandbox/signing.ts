import { createHash, createPrivateKey, createPublicKey, generateKeyPair } from "node:crypto";
import { promisify } from "node:util";
import type { HeaderList, Instant } from "../../shared/primitives.ts";
import { type PublicKeyAlgorithm, type SignatureSettings, usesPublicKey } from "../../shared/signature.ts";
import { type Signed, sign } from "../signatures/index.ts";

/**
 * Private keys of the sandbox (PKCS #8). Like its secret key they open nothing but the sandbox, and they stay the same
 * so that a profile that has the public one goes on checking after a restart.
 */
const PRIVATE_KEYS = {
  ed25519: "MC4CAQAwBQYDK2VwBCIEIFXZ2tlmi9pBrUkCNa/fOaYGLjyUm5muuUDpCnk1jija",
  ec: [
    "MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQguypxs3kd8XVV9L3mIS3+DS73kBonuub6t5qMLssCEjOhRANCAATW",
    "+N649kCBp0O4jwWLjNVGvlTgwVYsoCic7K36TWOziERfyvDZR6cSOsQOc1r9pe/sNk6rQ+0F4iwxq0JF6tYX",
  ].join(""),
  rsa: [
    "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQCUi8mglFPb+XKrmYHyHPrz1kL39Ih61iRLEYdXN6bOMsgF0WAj",
    "/W0tRMyosUkKf7uqSmBwvpTqaO1Wc1748Yq1JHnBDdz1yjJ4tJCU6Q9fA9CZLneH4Cfo7meAe9vy6tRQjG4XYxNfWsbWzcvFYSoR",
    "39/nTdJiNTON4S4Yj/Kd7N5E6QKFVAM0RUNQsrqBXEaAvp536zGT1v8SFc8NyxO1kZRkthNJt9bZqNhf4jj/ktqZCM0y8AOxq1a1",
    "aclc7TIeFEnmiTXw3nk8zLhs1b9zQZBmrF9Uq6EfbsXzalPwb391fs5UfyxRE0sGdAZAkfoKAXyzjOprPt7dlpRf3bgrAgMBAAEC",
    "ggEAEIYEJaKaOWvj/4aR19a1a4434NEIpXFQlDEc9uyv11v6t/r0UMyN6m0uvs0JrOtMesLPO3tXoUOOswEeXV6w6TlnebwLCiQ1",
    "vQuI0aejGBSajY+HqEuc5OIwDTC55KmOeG9Gh79zljXIzHgT5J7MSTS3+UjE0DvOwkd8Eytf94UIMO65NFkNFbe7u3QPhdTZADGk",
    "xymW6FZh8nmT64nt3EkBgzA9anZEoJ5u8lUnINKvExbsceRUjR36Vw0kaw0K1LpqijYE8lZoQ3S0d0NQfQVvMfHht7SR2EZ4tTxA",
    "cobvTdP3fnHN6vz4jqpDuBmLI9x2/NOAD1p4LQKRNIVjAQKBgQDQmjKJlhGLha2vzyhR/tcdOkFNEGeGBTPtUZxVLVYX5ZnDwtvo",
    "PWWvg3tKCAzGt4IKAXUSeDfx229GHpNDeQNgJrdPEfS0+deiuAo0OHlOefc3COAgzSMaDVeEsAy9Y5Gv3lewDymSBRgUt2EteHLh",
    "j+HG8Cs9IDYOr8fF19wQwQKBgQC2TEmJMOswBGNpiP4eRvMMBZJImM4daGKD2cZwEz2pNeqMSdvVINcRHJ6lkDo//tGtw67/CaJI",
    "JYJjJbXiGYUuHspbzOewgBMJlTsKEfRdS/UmDDgiYWL3+dlqSiT9xAVtqJijjxqYF3xjD2naLHC7uEtLhnjkm1zUIVm4cJkX6wKB",
    "gAS8e4lELwHL9zWWroOuFZRETldBmBgi5hrtT29fqCTCwcsAEZ4kRrrFcXcs151rbThs8AuLTznekZg1+YH+rWTxfBf/gF7bjVnU",
    "c+bboWV2v3YwbWZRQgrFYsdQd/mU2Sn1Emic74SxOOq/fyVZJsKYUbgCm/i3UoLi2tZTIFwBAoGARdF56H0/1igYGvdIvDfYJiaM",
    "HBnJ9yFfebgSdCIqX4Ay0IAJHdtyAy++4xIV/SSPEcn8X9lEufUDtw1eV7YGd997CSW1JrgmkmkBL54oxQKuZWAQr7o0uVyLlFXJ",
    "TReiLJmBvEK2oMF99kKU++ZBVuQCkm5yJrwKFYSgZC9bsvkCgYEArwN4YYEPbP8wldYb5zoNPf6yTwfsv64aKmgyUDADiorl1q0q",
    "kJ9U8v68IPmT49HcLuIZW+igoyOx6473PIswQribLnQHv6fKSP9CtBUlfavngNefwwncY2rS8ON5wVbs06PVKqpVtF6gsGk6ZMYW",
    "gdS3jKoR9/NVYiJkBAr8svg=",
  ].join(""),
} as const;

type KeyKind = keyof typeof PRIVATE_KEYS;

function kindOf(algorithm: PublicKeyAlgorithm): KeyKind {
  if (algorithm === "ed25519") return "ed25519";
  return algorithm === "ecdsa-sha256" ? "ec" : "rsa";
}

/** What the sandbox signs with in this scheme, and what a receiver checks that with. */
interface SandboxKeys {
  readonly sign: string;
  readonly check: string;
}

/** The key of its calls where a secret is used as it is written; else one that is made out of it, or a key pair. */
export function sandboxKeys(settings: SignatureSettings, secretKey: string): SandboxKeys {
  if (settings.kind === "signed" && usesPublicKey(settings.algorithm)) {
    const key = PRIVATE_KEYS[kindOf(settings.algorithm)];
    const der = { key: Buffer.from(key, "base64"), format: "der", type: "pkcs8" } as const;
    const publicKey = createPublicKey(createPrivateKey(der)).export({ format: "der", type: "spki" });
    return { sign: key, check: publicKey.toString("base64") };
  }
  const key = derived(settings, secretKey);
  return { sign: key, check: key };
}

function derived(settings: SignatureSettings, secretKey: string): string {
  const hash = createHash("sha256").update(secretKey);
  // A value that stands in every webhook for all to see is not the key that opens the service.
  if (settings.kind === "static") return hash.digest("hex").slice(0, 32);
  switch (settings.secretDecoding) {
    case "text":
      return secretKey;
    case "hex":
      return hash.digest("hex");
    case "base64":
      return `whsec_${hash.digest("base64")}`;
  }
}

/** A key of the right kind that the receiver's does not fit, for webhooks that are to be signed wrongly. */
export async function wrongKey(settings: SignatureSettings, publicKey: string): Promise<string> {
  if (settings.kind === "static" || !usesPublicKey(settings.algorithm)) return derived(settings, publicKey);
  const kind = kindOf(settings.algorithm);
  const { privateKey } = await (kind === "rsa"
    ? promisify(generateKeyPair)("rsa", { modulusLength: 2048 })
    : kind === "ec"
      ? promisify(generateKeyPair)("ec", { namedCurve: "P-256" })
      : promisify(generateKeyPair)("ed25519", {}));
  return privateKey.export({ format: "der", type: "pkcs8" }).toString("base64");
}

/** A webhook before it is signed, as its sender has it. */
interface Unsigned {
  readonly url: URL;
  readonly headers: HeaderList;
  readonly body: string;
}

/**
 * Signs a webhook by the same code that checks webhooks. @throws Refusal for a scheme that this body has no place for
 */
export function signed(
  settings: SignatureSettings,
  key: string,
  { url, headers, body }: Unsigned,
  now: Instant,
): Signed {
  const message = {
    method: "POST",
    path: url.pathname + url.search,
    // What the request line and the Host header will say is signed where the scheme takes the address in.
    headers: [["Host", url.host], ...headers] as const,
    body: Buffer.from(body),
  };
  const result = sign(settings, key, message, now);
  return { ...result, headers: result.headers.filter(([name]) => name !== "Host") };
}

/** The named places of a scheme that the webhook itself has to bring: headers, and parameters of the address. */
export function placesToBring(settings: SignatureSettings, kind: "header" | "query"): readonly string[] {
  if (settings.kind === "static" || settings.content.kind === "body") return [];
  const names = settings.content.template.matchAll(/\{(header|query):([^{}]+)\}/g);
  return [...names].flatMap(([, each, name = ""]) => (each === kind ? [name] : []));
}
