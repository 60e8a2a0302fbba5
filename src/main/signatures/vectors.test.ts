import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { type SignatureAlgorithm, type SignedSettings, signatureSettings } from "../../shared/signature.ts";
import { presetSettings } from "../../shared/signature-presets.ts";
import { type SignedMessage, sign, verify } from "./index.ts";

const RAW = presetSettings("body") as SignedSettings;

function message(body: Uint8Array | string, headers: SignedMessage["headers"]): SignedMessage {
  return { method: "POST", path: "/webhooks", headers, body: Buffer.from(body) };
}

const hex = (text: string) => Buffer.from(text, "hex");
const times = (byte: number, count: number) => Buffer.alloc(count, byte);

/** Keys are given in hex, so that those that are no text can be used too. */
interface Vector {
  readonly key: Buffer;
  readonly data: Buffer;
  readonly digests: Partial<Record<SignatureAlgorithm, string>>;
}

// RFC 2202 section 3: test cases 1 to 7 for HMAC-SHA-1.
const RFC_2202: readonly Vector[] = [
  {
    key: times(0x0b, 20),
    data: Buffer.from("Hi There"),
    digests: { sha1: "b617318655057264e28bc0b6fb378c8ef146be00" },
  },
  {
    key: Buffer.from("Jefe"),
    data: Buffer.from("what do ya want for nothing?"),
    digests: { sha1: "effcdf6ae5eb2fa2d27416d5f184df9c259a7c79" },
  },
  { key: times(0xaa, 20), data: times(0xdd, 50), digests: { sha1: "125d7342b9ac11cd91a39af48aa17b4f63f175d3" } },
  {
    key: hex("0102030405060708090a0b0c0d0e0f10111213141516171819"),
    data: times(0xcd, 50),
    digests: { sha1: "4c9007f4026250c6bc8414f9bf50c86c2d7235da" },
  },
  {
    key: times(0x0c, 20),
    data: Buffer.from("Test With Truncation"),
    digests: { sha1: "4c1a03424b55e07fe7f27be1d58bb9324a9a5a04" },
  },
  {
    key: times(0xaa, 80),
    data: Buffer.from("Test Using Larger Than Block-Size Key - Hash Key First"),
    digests: { sha1: "aa4ae5e15272d00e95705637ce8a3b55ed402112" },
  },
  {
    key: times(0xaa, 80),
    data: Buffer.from("Test Using Larger Than Block-Size Key and Larger Than One Block-Size Data"),
    digests: { sha1: "e8e99d0f45237d786d6bbaa7965c7808bbff1a91" },
  },
];

// RFC 4231 section 4: test cases 1 to 4, 6 and 7 for HMAC-SHA-256 and HMAC-SHA-512. Case 5 is a truncated output,
// which is not taken for a signature; see below.
const RFC_4231: readonly Vector[] = [
  {
    key: times(0x0b, 20),
    data: Buffer.from("Hi There"),
    digests: {
      sha256: "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7",
      sha512:
        "87aa7cdea5ef619d4ff0b4241a1d6cb02379f4e2ce4ec2787ad0b30545e17cdedaa833b7d6b8a702038b274eaea3f4e4be9d914eeb61f1702e696c203a126854",
    },
  },
  {
    key: Buffer.from("Jefe"),
    data: Buffer.from("what do ya want for nothing?"),
    digests: {
      sha256: "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
      sha512:
        "164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea2505549758bf75c05a994a6d034f65f8f0e6fdcaeab1a34d4a6b4b636e070a38bce737",
    },
  },
  {
    key: times(0xaa, 20),
    data: times(0xdd, 50),
    digests: {
      sha256: "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe",
      sha512:
        "fa73b0089d56a284efb0f0756c890be9b1b5dbdd8ee81a3655f83e33b2279d39bf3e848279a722c806b485a47e67c807b946a337bee8942674278859e13292fb",
    },
  },
  {
    key: hex("0102030405060708090a0b0c0d0e0f10111213141516171819"),
    data: times(0xcd, 50),
    digests: {
      sha256: "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b",
      sha512:
        "b0ba465637458c6990e5a8c5f61d4af7e576d97ff94b872de76f8050361ee3dba91ca5c11aa25eb4d679275cc5788063a5f19741120c4f2de2adebeb10a298dd",
    },
  },
  {
    key: times(0xaa, 131),
    data: Buffer.from("Test Using Larger Than Block-Size Key - Hash Key First"),
    digests: {
      sha256: "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54",
      sha512:
        "80b24263c7c1a3ebb71493c1dd7be8b49b46d1f41b4aeec1121b013783f8f3526b56d037e05f2598bd0fd2215d6a1e5295e64f73f63f0aec8b915a985d786598",
    },
  },
  {
    key: times(0xaa, 131),
    data: Buffer.from(
      "This is a test using a larger than block-size key and a larger than block-size data. The key needs to be hashed before being used by the HMAC algorithm.",
    ),
    digests: {
      sha256: "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2",
      sha512:
        "e37b6a775dc87dbaa4dfa9f96e5e3ffddebd71f8867289865df5a32d20cdc944b6022cac3c4982b10d5eeb55c3e4de15134676fb6de0446065c97440fa8c6a58",
    },
  },
];

const cases = [...RFC_2202, ...RFC_4231].flatMap(({ key, data, digests }) =>
  Object.entries(digests).map(([algorithm, digest]) => [algorithm as SignatureAlgorithm, key, data, digest] as const),
);

test.each(cases)("RFC test vector, %s", (algorithm, key, data, digest) => {
  const secret = { name: "vector", value: key.toString("hex") };
  for (const encoding of ["hex", "base64", "base64url"] as const) {
    const settings: SignedSettings = { ...RAW, algorithm, encoding, secretDecoding: "hex" };
    const written = hex(digest).toString(encoding);
    expect(verify(message(data, [["X-Signature", written]]), settings, [secret], 0)).toEqual({
      state: "valid",
      secret: "vector",
    });
    expect(sign(settings, secret.value, message(data, []), 0).headers).toEqual([["X-Signature", written]]);
    const wrong = message(Buffer.concat([data, Buffer.from("!")]), [["X-Signature", written]]);
    expect(verify(wrong, settings, [secret], 0)).toMatchObject({ state: "invalid", problem: { code: "different" } });
  }
});

test("a truncated output, as in RFC 4231 test case 5, is not taken for a signature", () => {
  const settings: SignedSettings = { ...RAW, algorithm: "sha256", secretDecoding: "hex" };
  const secret = { name: "vector", value: times(0x0c, 20).toString("hex") };
  const truncated = message("Test With Truncation", [["X-Signature", "a3b6167473100ee06e0c796c2955552b"]]);
  expect(verify(truncated, settings, [secret], 0)).toEqual({
    state: "unreadable",
    problem: { code: "malformed", expectedBytes: 32 },
  });
});

test("Standard Webhooks: the example of its specification and libraries", () => {
  // The specification's example headers, and the signature that its reference libraries test with
  // (standard-webhooks/standard-webhooks, libraries/*/tests).
  const settings = presetSettings("standard-webhooks");
  const secret = { name: "endpoint", value: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw" };
  const sent = message('{"test": 2432232314}', [
    ["webhook-id", "msg_p5jXN8AQM9LWM0D4loKWxJek"],
    ["webhook-timestamp", "1614265330"],
    ["webhook-signature", "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="],
  ]);
  const at = 1_614_265_330_000_000;
  expect(verify(sent, settings, [secret], at)).toEqual({ state: "valid", secret: "endpoint" });
  // The prefix of the secret says only what it is.
  const bare = { ...secret, value: secret.value.slice(6) };
  expect(verify(sent, settings, [bare], at + 299_000_000).state).toBe("valid");
  expect(verify(sent, settings, [secret], at + 301_000_000)).toEqual({
    state: "invalid",
    problem: { code: "out-of-tolerance", ageSeconds: 301, toleranceSeconds: 300, unit: null },
  });
  // Several signatures, one of them under an asymmetric scheme, while secrets are rotated.
  const rotated = sent.headers.map(([name, value]) =>
    name === "webhook-signature"
      ? ([
          name,
          `v1,Ceo5qEr07ixe2NLpvHk3FH9bwy/WavXrAFQ/9tdO6mc= v1a,hnO3f9T8Ytu9HwrXslvumlUpqtNVqkhqw/enGzPCXe5BdqzCInXqYXFymVJaA7AZdpXwVLPo3mNl8EM+m7TBAg== ${value}`,
        ] as const)
      : ([name, value] as const),
  );
  expect(verify({ ...sent, headers: rotated }, settings, [secret], at).state).toBe("valid");
});

test("Standard Webhooks: the worked example of “Verifying webhooks manually” (Svix documentation, same scheme)", () => {
  const sent = message('{"email":"test@example.com","username":"test_user"}', [
    ["webhook-id", "msg_27UH4WbU6Z5A5EzD8u03UvzRbpk"],
    ["webhook-timestamp", "1649367553"],
    ["webhook-signature", "v1,tZ1I4/hDygAJgO5TYxiSd6Sd0kDW6hPenDe+bTa3Kkw="],
  ]);
  const secret = { name: "endpoint", value: "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD" };
  const at = 1_649_367_553_000_000;
  const settings = presetSettings("standard-webhooks");
  expect(verify(sent, settings, [secret], at)).toEqual({ state: "valid", secret: "endpoint" });
  // Signed again: the same id, so the same signature.
  expect(sign(settings, secret.value, sent, at).headers).toEqual(sent.headers);
});

test("GitHub: the example of “Validating webhook deliveries”", () => {
  const settings = presetSettings("github");
  const secret = { name: "hook", value: "It's a Secret to Everybody" };
  const sent = message("Hello, World!", [
    ["X-Hub-Signature-256", "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17"],
  ]);
  expect(verify(sent, settings, [secret], 0)).toEqual({ state: "valid", secret: "hook" });
  expect(sign(settings, secret.value, message("Hello, World!", []), 0).headers).toEqual(sent.headers);
});

test("Stripe: the scheme of “Verify webhook signatures manually”", () => {
  // The documentation gives the scheme and the shape of the header but no key for its example, so the expected value
  // is made here in its own steps: timestamp, a full stop, the body; HMAC-SHA256 in hex, keyed with the whole secret.
  const settings = presetSettings("stripe");
  const body = '{"id":"evt_test_webhook","object":"event"}';
  const secret = { name: "endpoint", value: "whsec_test_secret" };
  const v1 = createHmac("sha256", secret.value).update(`1492774577.${body}`).digest("hex");
  const v0 = "6ffbb59b2300aae63f272406069a9788598b792a944a07aba816edb039989a39";
  const sent = message(body, [["Stripe-Signature", `t=1492774577,v1=${v1},v0=${v0}`]]);
  const at = 1_492_774_577_000_000;
  expect(verify(sent, settings, [secret], at)).toEqual({ state: "valid", secret: "endpoint" });
  const two = message(body, [["Stripe-Signature", `t=1492774577, v1=${v0}, v1=${v1}`]]);
  expect(verify(two, settings, [secret], at).state).toBe("valid");
  expect(verify({ ...sent, headers: [["Stripe-Signature", `t=1492774578,v1=${v1}`]] }, settings, [secret], at)).toEqual(
    { state: "invalid", problem: { code: "different", secrets: 1 } },
  );
  expect(verify({ ...sent, headers: [["Stripe-Signature", `v1=${v1}`]] }, settings, [secret], at)).toEqual({
    state: "unreadable",
    problem: { code: "timestamp-missing" },
  });
  expect(sign(settings, secret.value, message(body, []), at).headers).toEqual([
    ["Stripe-Signature", `t=1492774577,v1=${v1}`],
  ]);
});

test("every preset is in order", () => {
  for (const preset of ["body", "standard-webhooks", "github", "stripe", "static"] as const)
    expect(signatureSettings.parse(presetSettings(preset))).toEqual(presetSettings(preset));
});
