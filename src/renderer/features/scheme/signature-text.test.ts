import { describe, expect, it } from "vitest";
import { signatureSettings } from "../../../shared/signature.ts";
import { presetSettings, SIGNATURE_PRESETS } from "../../../shared/signature-presets.ts";
import {
  fieldOfSignature,
  readSignatureText,
  schemeOf,
  signatureOf,
  signatureText,
  withPreset,
  withWritten,
} from "./signature-text.ts";

const SECRETS = [{ id: "s1", name: "Present", source: "own" }] as const;

describe("the signature check as it is typed", () => {
  it.each(SIGNATURE_PRESETS)("brings the preset %s back as it was, and knows it", (preset) => {
    const settings = presetSettings(preset, SECRETS);
    const text = signatureText(settings);
    expect(signatureSettings.parse(signatureOf(text))).toEqual(settings);
    expect(schemeOf(text)).toBe(preset);
  });

  it("is nobody's preset once it was changed, and a preset again when chosen", () => {
    const changed = { ...signatureText(presetSettings("stripe", SECRETS)), template: "{body}.{timestamp}" };
    expect(schemeOf(changed)).toBe("own");
    const chosen = withPreset(changed, "github", "new");
    expect(schemeOf(chosen)).toBe("github");
    expect(chosen.secrets).toEqual(SECRETS);
    expect(schemeOf(withPreset(changed, "none", "new"))).toBe("none");
    expect(signatureOf(withPreset(changed, "none", "new"))).toBeNull();
  });

  it("begins with one secret to be set", () => {
    expect(withPreset(signatureText(null), "body", "new").secrets).toEqual([
      { id: "new", name: "Secret", source: "own" },
    ]);
  });

  it("takes a timestamp that an example shows to be signed with the body, where the body alone was", () => {
    const alone = {
      header: "X-Proof",
      prefix: "",
      separator: "",
      encoding: "hex",
      bytes: 32,
      algorithm: "sha256",
      timestamp: null,
      timestampUnit: null,
    } as const;
    const dated = {
      ...alone,
      separator: ",",
      timestamp: { from: "part", prefix: "t=" },
      timestampUnit: "seconds",
    } as const;
    const content = (text: Parameters<typeof signatureOf>[0]) => signatureSettings.parse(signatureOf(text));
    const plain = signatureText(presetSettings("body", SECRETS));
    expect(content(withWritten(plain, alone, "new"))).toMatchObject({ content: { kind: "body" } });
    expect(content(withWritten(plain, dated, "new"))).toMatchObject({ content: { template: "{timestamp}.{body}" } });
    const own = { ...plain, content: "template" as const, template: "{body}" };
    expect(content(withWritten(own, dated, "new"))).toMatchObject({ content: { template: "{body}" } });
  });

  it("keeps line breaks in a template, which cannot be typed", () => {
    const settings = signatureSettings.parse({
      ...presetSettings("body", SECRETS),
      content: { kind: "template", template: "{method}\n{path}\n{body}" },
    });
    const text = signatureText(settings);
    expect(text.template).toBe("{method}\\n{path}\\n{body}");
    expect(signatureOf(text)).toEqual(settings);
  });

  it("puts every complaint where the user can see it", () => {
    expect(fieldOfSignature("signature.content.template")).toBe("signature.template");
    expect(fieldOfSignature("signature.id.name")).toBe("signature.id.text");
    expect(fieldOfSignature("signature.timestamp")).toBe("signature.timestamp.text");
    expect(fieldOfSignature("signature.secrets.0.name")).toBe("signature.secrets.0.name");
  });

  it("wants what stands between the values of a header that is said to hold several", () => {
    const stripe = signatureText(presetSettings("stripe", SECRETS));
    expect(readSignatureText({ signature: stripe }).ok).toBe(true);
    const reading = readSignatureText({ signature: { ...stripe, separator: "" } });
    expect(reading.ok ? [] : [...reading.problems]).toEqual([
      ["signature.separator", "Enter what stands between the values, such as a comma."],
    ]);
    const alone = signatureText(presetSettings("github", SECRETS));
    expect(readSignatureText({ signature: { ...alone, separator: "" } }).ok).toBe(true);
  });
});
