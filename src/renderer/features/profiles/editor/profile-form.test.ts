import { describe, expect, it } from "vitest";
import { DEFAULT_ANSWER_SCRIPT } from "../../../../shared/answer-script.ts";
import { NEW_PROFILE, type ProfileDraft } from "../../../../shared/profile.ts";
import { wholeNumber } from "../../../ui/form-text.ts";
import { profileText, readProfileText } from "./profile-form.ts";
import { NEW_STEP, readScriptText, scriptText } from "./script/script-text.ts";

const DRAFT: ProfileDraft = {
  ...NEW_PROFILE,
  name: "Acme",
  mode: "test",
  baseUrl: "https://api.example.test/v1",
  extraHeaders: [{ id: "a", name: "X-Tenant", value: "acme", secret: false }],
  unitsPerCurrency: 100,
};

function problems(change: Partial<ReturnType<typeof profileText>>): Record<string, string> {
  const reading = readProfileText({ ...profileText(DRAFT), ...change });
  return reading.ok ? {} : Object.fromEntries(reading.problems);
}

describe("a profile as text", () => {
  it.each([
    DRAFT,
    { ...DRAFT, unitsPerCurrency: null },
    { ...DRAFT, authentication: { scheme: "none" } },
    {
      ...DRAFT,
      runs: { limitMs: 1_500, tagRemarks: true, awaits: "nothing" },
    },
    { ...DRAFT, authentication: { scheme: "basic", username: "ada" } },
  ] satisfies ProfileDraft[])("comes back as it went in", (draft) => {
    expect(readProfileText(profileText(draft))).toEqual({ ok: true, value: draft });
  });

  it("says all that is wrong at once, each at its field", () => {
    const text = profileText(DRAFT);
    expect(
      problems({
        name: " ",
        baseUrl: "ftp://x",
        timeouts: { connectMs: "soon", totalMs: "5" },
        unitsPerCurrency: "1.5",
        answerScript: {
          ...text.answerScript,
          steps: [{ ...NEW_STEP, status: "", headers: [{ name: "a b", value: "" }] }],
        },
      }),
    ).toEqual({
      baseUrl: expect.stringContaining("https://"),
      name: "Give the profile a name.",
      "timeouts.connectMs": "Enter a whole number.",
      "timeouts.totalMs": "At least 100 ms.",
      unitsPerCurrency: "Enter a whole number.",
      "answerScript.steps.0.status": "Enter a whole number.",
      "answerScript.steps.0.headers.0.name": expect.stringContaining("header name"),
    });
  });

  it("says what is wrong with the address beside the address", () => {
    expect(problems({ baseUrl: "example.test" })).toHaveProperty("baseUrl");
    expect(problems({ baseUrl: "example.test", mode: "sandbox" })).toEqual({});
  });

  it("takes the limit of a run in seconds, and says so", () => {
    const { runs } = profileText(DRAFT);
    expect(runs.limitMs).toBe("30");
    expect(readProfileText({ ...profileText(DRAFT), runs: { ...runs, limitMs: " 0,5 " } })).toMatchObject({
      value: { runs: { limitMs: 500 } },
    });
    expect(problems({ runs: { ...runs, limitMs: "soon" } })).toEqual({
      "runs.limitMs": expect.stringContaining("seconds"),
    });
  });

  it("makes a header secret whose name says that it is one", () => {
    const header = { id: "a", name: "Authorization", value: "", secret: false };
    const reading = readProfileText({ ...profileText(DRAFT), extraHeaders: [header] });
    expect(reading).toMatchObject({ ok: true, value: { extraHeaders: [{ secret: true }] } });
  });
});

describe("whole numbers", () => {
  it.each(["", "1.5", "1e3", "-1", "0x10", "1 000", "Infinity", "1".repeat(16)])("%j is none", (text) => {
    expect(wholeNumber(text)).toBeNaN();
  });

  it("may have spaces around them", () => {
    expect(wholeNumber(" 200 ")).toBe(200);
    const reading = readScriptText({ ...scriptText(DEFAULT_ANSWER_SCRIPT), steps: [{ ...NEW_STEP, status: " 204 " }] });
    expect(reading).toMatchObject({ ok: true, value: { steps: [{ status: 204 }] } });
  });
});
