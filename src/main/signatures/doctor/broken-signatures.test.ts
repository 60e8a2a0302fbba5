import { generateKeyPairSync } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { HeaderList } from "../../../shared/primitives.ts";
import { type SignatureSettings, type SignedSettings, signatureSettings } from "../../../shared/signature.ts";
import { presetSettings, SIGNATURE_PRESETS, type SignaturePreset } from "../../../shared/signature-presets.ts";
import { explainReport } from "../../../shared/text/explain-doctor.ts";
import { type SignedMessage, sign, verify } from "../index.ts";
import { readKey } from "../public-key.ts";
import { examine } from "./examine.ts";
import type { Candidate, Outcome } from "./types.ts";

/**
 * Every scheme broken in every way that a sender or a set-up breaks it: nothing false may be said, and nothing advised
 * that the profile cannot hold. What is found, and how, is for the tests beside this one.
 */

const NOW = 1_760_000_000_000_000;
const BODY = '{"event":"charge.success","data":{"amount":50000,"name":"Zoë"}}';
const ADYEN =
  '{"notificationItems":[{"NotificationRequestItem":{"pspReference":"79","merchantAccountCode":"T","amount":{"value":1130,"currency":"EUR"},"eventCode":"AUTHORISATION","success":"true","additionalData":{"hmacSignature":""}}}]}';
const PRIVATE = {
  rsa: generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey,
  ec: generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey,
  ed25519: generateKeyPairSync("ed25519").privateKey,
};
const LIMITS = { tries: 3_000, milliseconds: 60_000 };

function secretOf(settings: SignatureSettings): string {
  if (settings.kind === "static") return "a-value-that-stays";
  const kind = (["rsa", "ed25519"] as const).find((each) => settings.algorithm.startsWith(each));
  const key = kind ?? (settings.algorithm.startsWith("ecdsa") ? "ec" : null);
  if (key !== null) return PRIVATE[key].export({ type: "pkcs8", format: "pem" }).toString();
  if (settings.secretDecoding === "hex") return "44782def547aaa06c910c43932b1eb0c";
  return settings.secretDecoding === "base64" ? "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw" : "key-of-the-subscription";
}

function whole(preset: SignaturePreset): SignedMessage {
  const bare: SignedMessage = {
    method: "POST",
    path: "/webhooks?data.id=12",
    headers: [
      ["Host", "127.0.0.1:8787"],
      ["x-request-id", "req-1"],
    ],
    body: Buffer.from(preset === "adyen" ? ADYEN : preset === "twilio" ? "To=%2B1&From=Zo%C3%AB" : BODY),
  };
  const settings = presetSettings(preset);
  return { ...bare, ...sign(settings, secretOf(settings), bare, NOW) };
}

/** The header of the signature and those of its id and time, changed; the others as they are. */
function reheaded(message: SignedMessage, change: (name: string, value: string) => HeaderList): SignedMessage {
  const own = new Set(["host", "x-request-id"]);
  const headers = message.headers.flatMap(([name, value]) =>
    own.has(name.toLowerCase()) ? [[name, value] as const] : change(name, value),
  );
  return { ...message, headers };
}

interface Case {
  readonly message: SignedMessage;
  readonly settings: SignatureSettings;
  readonly candidates: readonly Candidate[];
  readonly arrivedAt: number;
}
const own = (value: string): Candidate => ({ value, change: null, id: "s1", isCallsKey: false });

const signedOnly = (change: (settings: SignedSettings) => SignedSettings) => (each: Case) => ({
  ...each,
  settings: each.settings.kind === "signed" ? change(each.settings) : each.settings,
});
const BREAKS: Readonly<Record<string, (whole: Case) => Case>> = {
  "nothing broken": (each) => each,
  "another secret": (each) => ({ ...each, candidates: [own("00ff00ff00ff00ff")] }),
  "no secret": (each) => ({ ...each, candidates: [] }),
  "another header": (each) => ({
    ...each,
    message: reheaded(each.message, (name, value) => [[`X-Acme-${name}`, value]]),
  }),
  "no header": (each) => ({ ...each, message: reheaded(each.message, () => []) }),
  "headers that came twice": (each) => ({
    ...each,
    message: reheaded(each.message, (name, value) => [
      [name, value],
      [name, value],
    ]),
  }),
  "another prefix": (each) => ({ ...each, message: reheaded(each.message, (name, value) => [[name, `v9=${value}`]]) }),
  "cut short": (each) => ({ ...each, message: reheaded(each.message, (name, value) => [[name, value.slice(0, -6)]]) }),
  "capital letters": (each) => ({
    ...each,
    message: reheaded(each.message, (name, value) => [[name, value.toUpperCase()]]),
  }),
  "another body": (each) => ({ ...each, message: { ...each.message, body: Buffer.from(`${BODY}${BODY}`) } }),
  "a body with a line more": (each) => ({
    ...each,
    message: { ...each.message, body: Buffer.concat([each.message.body, Buffer.from("\n")]) },
  }),
  "an hour late": (each) => ({ ...each, arrivedAt: NOW + 3_600_000_000 }),
  "an hour late, with a tolerance": (each) => ({
    ...signedOnly((settings) => ({ ...settings, toleranceSeconds: settings.timestamp === null ? null : 60 }))(each),
    arrivedAt: NOW + 3_600_000_000,
  }),
  "another hash set": signedOnly((settings) => ({ ...settings, algorithm: "md5" })),
  "another encoding set": signedOnly((settings) => ({
    ...settings,
    encoding: settings.encoding === "hex" ? "base64" : "hex",
  })),
  "another unit of time set": signedOnly((settings) => ({
    ...settings,
    timestampUnit: settings.timestampUnit === "iso" ? "seconds" : "iso",
    toleranceSeconds: settings.timestamp === null ? null : 60,
  })),
  "a timestamp where none is": signedOnly((settings) => ({
    ...settings,
    timestamp: { from: "header", name: "X-Time" },
    toleranceSeconds: 60,
  })),
  "set up as a fixed value": (each) => ({ ...each, settings: presetSettings("static") }),
  "set up as the plain hash": (each) => ({ ...each, settings: presetSettings("body") }),
};

const CASES = SIGNATURE_PRESETS.flatMap((preset) => Object.keys(BREAKS).map((name) => [preset, name] as const));

function broken(preset: SignaturePreset, name: string): Case {
  const settings = presetSettings(preset);
  const start = { message: whole(preset), settings, candidates: [own(secretOf(settings))], arrivedAt: NOW };
  return BREAKS[name]?.(start) ?? start;
}

describe("nothing false is said of a broken signature", () => {
  it(`has more than two hundred of them`, () => {
    expect(CASES.length).toBeGreaterThan(210);
  });

  it.each(CASES)("%s: %s", (preset, name) => {
    const { message, settings, candidates, arrivedAt } = broken(preset, name);
    const secrets = candidates.map(({ value }) => ({ name: "s", value }));
    const state = verify(message, settings, secrets, arrivedAt).state;
    const outcome: Outcome = examine({ message, decoded: null, settings, candidates, arrivedAt, limits: LIMITS });
    // "Valid now" only where a check passes.
    const saysValid = outcome.result === "found" && outcome.changes.length === 0;
    expect([saysValid, outcome]).toEqual([state === "valid", outcome]);
    if (outcome.result === "unknown") {
      // What is sure although nothing was found is so.
      if (outcome.cause === "other-value") expect(settings.kind).toBe("static");
      if (outcome.cause === "timestamp-missing")
        expect(name).toMatch(/timestamp where none|no header|another header|another prefix/);
      return;
    }
    if (outcome.changes.length === 0) return;
    const { title, reasons, advice } = explainReport({
      ...outcome,
      changes: [...outcome.changes],
      fix: outcome.remedy === null ? null : 1,
    });
    expect([title, ...reasons, advice].join(" ")).not.toMatch(/undefined|\[object|\bnull\b/);
    if (outcome.remedy === null) {
      expect(advice).not.toMatch(/Change the profile|The profile can be changed/);
      return;
    }
    // What is advised fits into a profile, and with it the webhook holds, unless only its clock is off.
    const advised = signatureSettings.parse(outcome.remedy.settings);
    const value = outcome.remedy.secret?.value;
    const known = value === undefined ? secrets : [{ name: "s", value }];
    expect(verify(message, advised, known, arrivedAt).state).toBe("valid");
  });

  it("a public key is never taken for what signs", () => {
    for (const key of Object.values(PRIVATE))
      expect(readKey(key.export({ type: "pkcs8", format: "pem" }).toString())?.privateKey).not.toBeNull();
  });
});
