import { describe, expect, it } from "vitest";
import { keyWarning } from "./key-warning.ts";

describe("a pasted key", () => {
  it.each(["pspk_0123456789", "acme_pk_0123", "pk_1", "sandbox_public_b41e07d9c6a3f258"])(
    "%s may be public in every mode, and no more than that is said",
    (key) => {
      for (const mode of ["sandbox", "test", "live", "unset"] as const)
        expect(keyWarning(key, mode)).toEqual({ tone: "neutral", sentence: expect.stringMatching(/^Some services/) });
    },
  );

  it("is compared with the mode of the profile", () => {
    expect(keyWarning("pssk_live_0123", "test")?.sentence).toContain("live key");
    expect(keyWarning("pssk_test_0123", "live")?.sentence).toContain("test key");
    expect(keyWarning("pssk_live_0123", "live")).toBeNull();
    expect(keyWarning("pssk_test_0123", "test")).toBeNull();
  });

  it.each(["", "  ", "abcdef", "contestant_deliver", "spkx_olive_1"])("%j is nothing to warn about", (key) => {
    expect(keyWarning(key, "test")).toBeNull();
  });

  it("is not called wrong once the service has accepted it, though it may be of another mode", () => {
    expect(keyWarning("pk_1", "test", true)).toBeNull();
    expect(keyWarning("Bearer abc", "test", true)).toBeNull();
    expect(keyWarning("pk_live_1", "test", true)?.sentence).toContain("live key");
  });

  it("may not bring its header or its scheme along", () => {
    expect(keyWarning("Authorization: Token abc", "test")?.sentence).toContain("whole header line");
    expect(keyWarning("Bearer abc", "test")?.sentence).toContain("word in front");
  });
});
