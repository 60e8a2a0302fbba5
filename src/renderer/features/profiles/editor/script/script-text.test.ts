import { describe, expect, it, test } from "vitest";
import { type AnswerScript, PLAIN_ANSWER, sequenceOf } from "../../../../../shared/answer-script.ts";
import { PRESETS } from "./presets.ts";
import { NEW_STEP, readScriptText, scriptText } from "./script-text.ts";

const CHANCE: AnswerScript = {
  order: "chance",
  percent: 5,
  seed: 12,
  failing: { does: "hang", limitMs: 100 },
  otherwise: { ...PLAIN_ANSWER, bytesPerSecond: 3, headers: [{ name: "X-One", value: "1" }], body: "slow" },
  scope: "all",
};

describe("a script as text", () => {
  test.each(PRESETS)("preset “$label” comes back as it was", ({ script }) => {
    expect(readScriptText(scriptText(script))).toEqual({ ok: true, value: script });
  });

  it("comes back as it was, whatever its steps and options are", () => {
    const sequence: AnswerScript = {
      ...sequenceOf({ does: "close", delayMs: 5 }, { does: "garbage", text: "no\n", delayMs: 0 }),
      per: "delivery",
      atEnd: "again",
      scope: "all",
    };
    for (const script of [sequence, CHANCE])
      expect(readScriptText(scriptText(script))).toEqual({ ok: true, value: script });
  });

  it("keeps what was typed for another kind of step, and does not complain about it", () => {
    const text = scriptText(sequenceOf(PLAIN_ANSWER));
    const steps = text.steps.map((step) => ({ ...step, does: "reset" as const, status: "what?" }));
    expect(readScriptText({ ...text, steps })).toMatchObject({ ok: true, value: { steps: [{ does: "reset" }] } });
  });

  it("complains about the two steps of a chance where they are typed", () => {
    const text = scriptText(CHANCE);
    const [failing = NEW_STEP, otherwise = NEW_STEP] = text.steps;
    const reading = readScriptText({
      ...text,
      percent: "101",
      steps: [
        { ...failing, limitMs: "5" },
        { ...otherwise, headers: [{ name: "a b", value: "" }] },
      ],
    });
    const problems = reading.ok ? {} : Object.fromEntries(reading.problems);
    expect(problems).toEqual({
      percent: "0 to 100.",
      "steps.0.limitMs": "At least 100 ms.",
      "steps.1.headers.0.name": expect.stringContaining("header name"),
    });
  });
});
