import { describe, expect, it } from "vitest";
import { FOREIGN_ANSWERS, type ForeignAnswer } from "../../../tests/support/foreign-answers.ts";
import { type Outcome, outcome as outcomeSchema } from "../../shared/outcomes.ts";
import { explainOutcome } from "../../shared/text/explain-outcome.ts";
import { callStateOf } from "../runs/index.ts";
import { classify } from "./classify.ts";

function bytesOf(body: string): Uint8Array {
  if (body.startsWith("latin:")) return Buffer.from(body.slice(6), "latin1");
  if (body.startsWith("utf16:")) return Buffer.from(body.slice(6), "utf16le");
  return Buffer.from(body);
}

function outcomeOf({ status, body, type = "application/json", headers = [] }: ForeignAnswer): Outcome {
  const fields = type === "" ? headers : [["content-type", type] as const, ...headers];
  const head = { status, statusText: "", httpVersion: "1.1", headers: fields.map(([name, value]) => [name, value]) };
  return classify("credit", head as never, { bytes: bytesOf(body), problem: null }, "sent", 0);
}

describe("what is said of answers of other makes", () => {
  it("has at least a hundred and fifty of them", () => {
    expect(FOREIGN_ANSWERS.length).toBeGreaterThanOrEqual(150);
  });

  it.each(FOREIGN_ANSWERS.map((each) => [`${each.status} ${each.name}`, each] as const))("%s", (_, answer) => {
    const outcome = outcomeSchema.parse(outcomeOf(answer));
    const { tone, title, sentence, nextStep } = explainOutcome(outcome, "credit", { mode: "test" });
    const said = `${title} ${sentence} ${nextStep}`;
    for (const words of answer.says ?? []) expect(said).toContain(words);
    for (const words of answer.not ?? []) expect(said).not.toContain(words);
    if (answer.fields !== undefined) {
      const errors = "errors" in outcome ? Object.keys(outcome.errors) : [];
      expect(errors.toSorted()).toEqual(answer.fields.toSorted());
    }
    const state = callStateOf(outcome);
    expect(state).toBe(answer.state);
    // Answer and run say the same: where nobody can know, both say so, and only there.
    expect(sentence.includes("may have acted")).toBe(state === "unclear");
    expect(nextStep.startsWith("Look for its webhook")).toBe(state === "unclear");
    // What is not success is never green, and what is refused is no success.
    if (tone === "good") expect(outcome.code).toBe("success");
    expect(said).not.toMatch(/accepted the call|undefined|\[object/);
    const spoke = outcome.code === "status" && (outcome.message !== null || Object.keys(outcome.errors).length > 0);
    if (spoke) expect(said).not.toContain("without saying");
  });

  it("a look-up says nothing of having acted", () => {
    for (const answer of FOREIGN_ANSWERS) {
      const { sentence, nextStep } = explainOutcome(outcomeOf(answer), "link");
      expect(`${sentence} ${nextStep}`).not.toMatch(/may have acted|its webhook/);
    }
  });

  it.each([
    ["nesting", "[".repeat(20_000) + "]".repeat(20_000)],
    ["nested errors", '{"errors":'.repeat(20_000) + "1" + "}".repeat(20_000)],
    [
      "many fields",
      JSON.stringify({ errors: Object.fromEntries(Array.from({ length: 60_000 }, (_, at) => [`f${at}`, ["x"]])) }),
    ],
    [
      "many errors",
      JSON.stringify({ errors: Array.from({ length: 60_000 }, (_, at) => ({ field: `f${at}`, message: "x" })) }),
    ],
    ["many members", JSON.stringify(Object.fromEntries(Array.from({ length: 60_000 }, (_, at) => [`k${at}`, at])))],
    ["open brackets", "<".repeat(2_000_000)],
    ["entities", `<title>${"&amp".repeat(500_000)}`],
    ["white space", `${" ".repeat(1_000_000)}x`],
  ])("stays small with %s", (_, body) => {
    for (const status of [200, 422]) {
      const outcome = outcomeOf({ name: "", status, body, type: "", state: "refused" });
      expect(JSON.stringify(outcome).length).toBeLessThan(80_000);
    }
  });
});
