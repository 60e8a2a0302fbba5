import { describe, expect, it } from "vitest";
import { NEW_PROFILE, type ProfileView } from "../../../../shared/profile.ts";
import { presetSettings } from "../../../../shared/signature-presets.ts";
import { missingSecret } from "./permission.ts";

const view: ProfileView = { profile: { ...NEW_PROFILE, id: "acme", mode: "test" }, secrets: {} };

describe("a profile without its key", () => {
  it("says what that means, and no more where secrets are kept", () => {
    expect(missingSecret(view, false)).toMatchObject({
      title: "No key is set",
      sentence: "Calls of this profile go out without the key.",
    });
  });

  it("says why it is gone where secrets last until Linkdesk is closed, and what can be done", () => {
    expect(missingSecret(view, true)?.sentence).toBe(
      "Calls of this profile go out without the key. This machine has no keychain, so secrets are kept only until Linkdesk is closed. Set it, with “Store them anyway” if it is to stay.",
    );
  });

  it("speaks of both secrets where both are missing", () => {
    const signature = presetSettings("body");
    const sentence = missingSecret({ ...view, profile: { ...view.profile, signature } }, true)?.sentence;
    expect(sentence).toMatch(/Set them, with “Store them anyway” if they are to stay\.$/);
  });

  it("says nothing once it is set", () => {
    expect(missingSecret({ ...view, secrets: { authentication: "session" } }, true)).toBeNull();
  });
});
