import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createJournals, sampleCall, sampleDelivery } from "../../../../tests/journal/samples.ts";
import type { SignatureCheck, SignatureState } from "../../../shared/signature-check.ts";
import { presetSettings } from "../../../shared/signature-presets.ts";
import type { Journal, JournalChange } from "../index.ts";

const SETTINGS = presetSettings("github", [{ id: "s1", name: "Present", source: "own" }]);
const VALID: SignatureCheck = {
  result: { state: "valid", secret: "Present" },
  settings: SETTINGS,
  checkedAgain: null,
};
const INVALID: SignatureCheck = {
  result: { state: "invalid", problem: { code: "different", secrets: 1 } },
  settings: SETTINGS,
  checkedAgain: null,
};
const MISSING: SignatureCheck = { result: { state: "missing" }, settings: SETTINGS, checkedAgain: null };
const UNREADABLE: SignatureCheck = {
  result: { state: "unreadable", problem: { code: "no-such-part" } },
  settings: SETTINGS,
  checkedAgain: null,
};
const NO_SECRET: SignatureCheck = {
  result: { state: "not-checked", reason: "no-secret" },
  settings: SETTINGS,
  checkedAgain: null,
};
const CHECKS = { valid: VALID, invalid: INVALID, missing: MISSING, unreadable: UNREADABLE, unchecked: NO_SECRET };

function checked(state: SignatureState) {
  return { ...sampleDelivery("{}", { signature: state }), signature: CHECKS[state] };
}

describe("checks of signatures in the journal", () => {
  let journals: ReturnType<typeof createJournals>;
  beforeEach(() => {
    journals = createJournals();
  });
  afterEach(() => journals.dispose());

  async function found(journal: Journal, filter: string): Promise<readonly number[]> {
    return (await journal.page({ limit: 500, filter })).events.map(({ id }) => id);
  }

  it("come back as they were recorded, and none where none was", async () => {
    const journal = await journals.open();
    const ids = [
      await journal.append(checked("valid")),
      await journal.append(checked("invalid")),
      await journal.append(sampleDelivery()),
    ];
    const details = await Promise.all(ids.map((id) => journal.detail(id)));
    expect(details.map((each) => each?.kind === "delivery" && [each.summary.signature, each.signature])).toEqual([
      ["valid", VALID],
      ["invalid", INVALID],
      [undefined, undefined],
    ]);
  });

  it("are found by the filter, in large logs and across spans, negated and combined", async () => {
    const journal = await journals.open();
    const words = ["valid", "unchecked", "not set up", "call", "invalid", "valid", "missing", "unreadable"] as const;
    const ids: Record<string, number[]> = {
      valid: [],
      unchecked: [],
      call: [],
      invalid: [],
      missing: [],
      unreadable: [],
    };
    await Promise.all(
      Array.from({ length: 3_000 }, async (_, place) => {
        // Spans of one kind, so that passing over them is put to the test.
        const word = place < 1_500 ? "valid" : (words[place % words.length] ?? "valid");
        const event = word === "call" ? sampleCall() : word === "not set up" ? sampleDelivery("{}") : checked(word);
        // Who asks for what is unchecked means both.
        ids[word === "not set up" ? "unchecked" : word]?.push(await journal.append(event));
      }),
    );
    for (const word of ["valid", "invalid", "missing", "unreadable", "unchecked"]) {
      const expected = (ids[word] ?? []).toSorted((a, b) => a - b);
      expect(await found(journal, `signature:${word}`)).toEqual(expected.slice(-500));
      expect(
        (await journal.page({ limit: 500, filter: `signature:${word}`, after: 0 })).events.map(({ id }) => id),
      ).toEqual(expected.slice(0, 500));
    }
    const both = [...(ids["invalid"] ?? []), ...(ids["missing"] ?? [])].toSorted((a, b) => a - b);
    expect(await found(journal, "signature:invalid,missing")).toEqual(both.slice(-500));
    expect(await found(journal, "signature:invalid signature:valid")).toEqual([]);
    const notValid = Object.entries(ids).flatMap(([word, some]) => (word === "valid" ? [] : some));
    expect(await found(journal, "-signature:valid")).toEqual(notValid.toSorted((a, b) => a - b).slice(-500));
  });

  it("can be made again: the row, the filter and the open window follow, before and after the answer", async () => {
    const journal = await journals.open();
    const changes: JournalChange[] = [];
    journal.onChange((change) => changes.push(change));
    const id = await journal.append(checked("invalid"));
    const again: SignatureCheck = { ...VALID, settings: { ...SETTINGS, header: "X-Other" }, checkedAgain: 77 };
    await journal.recordCheck(id, again);
    await journal.finishDelivery(id, {
      answerState: "sent",
      duration: 9,
      committed: 1,
      answerStarted: 2,
      answerEnded: 3,
    });
    expect(await journal.detail(id)).toMatchObject({
      signature: again,
      summary: { signature: "valid", answerState: "sent" },
    });
    expect(await found(journal, "signature:valid")).toEqual([id]);
    expect(await found(journal, "signature:invalid")).toEqual([]);
    await journal.close();
    const told = changes.flatMap(({ appended, amended }) => [...appended, ...amended]).at(-1);
    expect(told).toMatchObject({ id, signature: "valid", answerState: "sent" });
  });

  it("of a row that is not there, or is no delivery, change nothing", async () => {
    const journal = await journals.open();
    const call = await journal.append(sampleCall());
    await journal.recordCheck(call, VALID);
    await journal.recordCheck(999, VALID);
    expect(await journal.detail(call)).not.toHaveProperty("signature");
    expect(await found(journal, "signature:valid")).toEqual([]);
  });
});
