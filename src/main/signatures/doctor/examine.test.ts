import { createHash, createHmac, randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { AT, ask, BODY, message, OWN, RAW, sha1 } from "../../../../tests/support/doctor-cases.ts";
import type { HeaderList } from "../../../shared/primitives.ts";
import type { SignedSettings } from "../../../shared/signature.ts";
import { presetSettings } from "../../../shared/signature-presets.ts";
import { explainReport } from "../../../shared/text/explain-doctor.ts";
import { digestsFor, missingHashes } from "./constructions.ts";
import { examine } from "./examine.ts";
import type { Outcome } from "./types.ts";

describe("the signature doctor does not explain", () => {
  const unknown = (outcome: Outcome, cause: "not-understood" | null = null) =>
    expect(outcome).toMatchObject({ result: "unknown", complete: true, cause });

  // Each alone: a search that finds nothing tries everything, which takes seconds on a busy machine.
  test.each([16, 20, 32, 64])("random signatures of %s bytes", (bytes) => {
    const outcome = ask({ body: '{"a":1}', signature: randomBytes(bytes).toString("hex"), changes: [] });
    // A signature of HMAC-SHA1 has 20: no other can even be compared.
    unknown(outcome, bytes === 20 ? null : "not-understood");
  });

  test("those of a stranger's key, and random ones in Base64", () => {
    unknown(ask({ body: '{"a":1}', signature: sha1('{"a":1}', "a key that nobody here has"), changes: [] }));
    unknown(ask({ body: '{"a":1}', signature: randomBytes(20).toString("base64"), changes: [] }), "not-understood");
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

  test("a header of several values that no secret here fits: what is sure is that the profile reads it as one", () => {
    const settings: SignedSettings = {
      ...(presetSettings("stripe") as SignedSettings),
      header: "X-Signature",
      separator: "",
      toleranceSeconds: null,
    };
    const body = '{"a":1}';
    const signature = `t=1760000000,v1=${createHmac("sha256", "a stranger's key").update(`1760000000.${body}`).digest("hex")}`;
    const outcome = ask({ settings, body, signature, candidates: [OWN], changes: [] });
    expect(outcome).toMatchObject({
      result: "unknown",
      cause: "separator",
      place: "X-Signature",
      separator: { is: ",", set: "" },
    });
    if (outcome.result === "unknown") {
      const { title, reasons, advice } = explainReport({ ...outcome, leftOut: [] });
      const said = [title, ...reasons, advice].join(" ");
      expect(said).toContain("set “Between several” to a comma");
      expect(said).not.toMatch(/most likely|was changed/i);
    }
  });

  test("a header in which nothing begins as the profile says, and blames neither secret nor body", () => {
    const settings = { ...RAW, prefix: "proof:" };
    const outcome = ask({ settings, body: '{"a":1}', signature: randomBytes(20).toString("hex"), changes: [] });
    expect(outcome).toMatchObject({ result: "unknown", cause: "not-understood", place: "X-Signature" });
    if (outcome.result === "unknown")
      expect(explainReport({ ...outcome, leftOut: [] }).title).toContain(
        "does not understand what stands in X-Signature",
      );
  });

  test("a delivery without anything like a signature", () => {
    expect(ask({ headers: [], changes: [] })).toMatchObject({ result: "unknown", cause: "no-signature" });
  });

  test("more than its time allows, and says that it did not try everything", () => {
    const limits = { tries: 50, milliseconds: 60_000 };
    const sent = message(BODY, [["X-Signature", "00".repeat(20)]]);
    const outcome = examine({ message: sent, decoded: null, settings: RAW, candidates: [OWN], arrivedAt: AT, limits });
    expect(outcome).toEqual({
      result: "unknown",
      tries: 50,
      milliseconds: expect.any(Number),
      complete: false,
      cause: null,
      place: "X-Signature",
      leftOut: [],
    });
  });

  test("with a hash that this machine cannot compute: it is left out, named, and ends nothing", () => {
    const missing = missingHashes((name) => {
      if (name.startsWith("sha3-")) throw new Error("Invalid digest: " + name);
    });
    expect(missing).toEqual(["sha3-256", "sha3-512"]);
    const limits = { tries: 50_000, milliseconds: 60_000 };
    const given = { decoded: null, settings: RAW, candidates: [OWN], arrivedAt: AT, limits };
    const signed = createHmac("sha3-256", OWN.value).update(BODY).digest("hex");
    const sent = message(BODY, [["X-Signature", signed]]);
    expect(examine({ ...given, message: sent }, [])).toMatchObject({ result: "found" });
    expect(examine({ ...given, message: sent }, missing)).toMatchObject({ result: "unknown", leftOut: missing });
    // Without the list the search would have ended the thread.
    expect(digestsFor("sha1", new Set([32, 64]), missing).map(({ value }) => value.hash)).not.toContain("sha3-256");
  });
});
