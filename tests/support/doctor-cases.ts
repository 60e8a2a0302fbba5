import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { examine } from "../../src/main/signatures/doctor/examine.ts";
import type { Candidate } from "../../src/main/signatures/doctor/types.ts";
import { type SignedMessage, verify } from "../../src/main/signatures/index.ts";
import type { HeaderList } from "../../src/shared/primitives.ts";
import type { SignatureSettings, SignedSettings } from "../../src/shared/signature.ts";
import type { SignatureChange } from "../../src/shared/signature-doctor.ts";
import { presetSettings } from "../../src/shared/signature-presets.ts";

// A sender that signs wrongly in many ways: what these have in common.

export const RAW = presetSettings("body") as SignedSettings;

export const KEY = "s3cret-of-the-profile";

export const AT_SECONDS = 1_760_000_000;

export const AT = AT_SECONDS * 1_000_000;

export const BODY =
  '{"url":"https://example.test/a","name":"Zoë & <Ada>","amount":50000,"fee":10.00,"id":9007199254740993123}';

export const OWN: Candidate = { value: KEY, change: null, id: "s1", isCallsKey: false };

export const OTHER_CHANGE = {
  change: "secret",
  owner: "Acme live",
  sameProfile: false,
  what: "the key of its calls",
  otherMode: true,
  publicKey: false,
} as const;

export const OTHER: Candidate = { value: "pssk_live_another-key", change: OTHER_CHANGE, id: null, isCallsKey: false };

export const PUBLIC_CHANGE = {
  ...OTHER_CHANGE,
  owner: null,
  what: "its public key",
  otherMode: false,
  publicKey: true,
} as const;

export const PUBLIC: Candidate = { value: "pspk_test_public", change: PUBLIC_CHANGE, id: null, isCallsKey: false };

export const hex = (algorithm: string, key: string | Buffer, ...content: (string | Buffer)[]) => {
  const hmac = createHmac(algorithm, key);
  for (const piece of content) hmac.update(piece);
  return hmac.digest("hex");
};

export const sha1 = (content: string | Buffer, key: string | Buffer = KEY) => hex("sha1", key, content);

export function message(body: string | Buffer, headers: HeaderList): SignedMessage {
  const usual: HeaderList = [
    ["Host", "127.0.0.1:8787"],
    ["Content-Type", "application/json"],
    ["User-Agent", "Sender/1.0"],
  ];
  return { method: "POST", path: "/webhooks", headers: [...usual, ...headers], body: Buffer.from(body) };
}

export interface Case {
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

export function ask({
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
  const outcome = examine({
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

export const json = (...how: Extract<SignatureChange, { change: "json" }>["how"][]) =>
  how.map((each) => ({ change: "json", how: each }) as const);

export const formIs = (form: Extract<SignatureChange, { change: "secret-form" }>["form"]) => [
  { change: "secret-form", form } as const,
];

/** Each failure of a table is explained as it says, and told without any secret. */
export function explains(table: Readonly<Record<string, Case>>): void {
  test.each(Object.entries(table))("%s", (_, each) => {
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
}
