import { describe, expect, it } from "vitest";
import { EMPTY_FORM_MEMORY, type FormMemory } from "../../../../shared/form-memory.ts";
import { firstValues } from "./first-values.ts";
import { reasonItIsOff } from "./permission.ts";
import { type Samples, suggestionsFor } from "./suggestions.ts";

const samples: Samples = {
  links: [{ value: "link_1", label: "Ada at Kudi" }],
  references: [
    { value: "ref_ada", label: "Ada" },
    { value: "ref_tunde", label: "Tunde" },
  ],
  currencies: ["NGN", "USD"],
};
const recent: FormMemory = {
  last: {},
  bodies: {},
  recent: { ...EMPTY_FORM_MEMORY.recent, references: ["mine", "ref_ada", "mine", ""], amounts: ["1", "2"] },
};

describe("suggestions", () => {
  it("offer what was used before, then the examples, each once", () => {
    expect(suggestionsFor("reference", recent, samples)).toEqual([
      {
        heading: "Recent",
        items: [
          { value: "mine", label: null },
          { value: "ref_ada", label: "Ada" },
        ],
      },
      { heading: "Sandbox examples", items: [{ value: "ref_tunde", label: "Tunde" }] },
    ]);
  });

  it("have no examples outside the sandbox, and no empty groups", () => {
    expect(suggestionsFor("amount", recent, null)).toEqual([
      {
        heading: "Recent",
        items: [
          { value: "1", label: null },
          { value: "2", label: null },
        ],
      },
    ]);
    expect(suggestionsFor("link-id", recent, null)).toEqual([]);
  });
});

describe("the first values of a form", () => {
  it("are the sandbox's examples on a fresh sandbox, enough to press the button", () => {
    expect(firstValues("credit", EMPTY_FORM_MEMORY, samples)).toEqual({
      amount: "50000",
      currency: "NGN",
      userReference: "ref_ada",
    });
    expect(firstValues("charge", EMPTY_FORM_MEMORY, samples)).toMatchObject({ from: "ref_ada", to: "ref_tunde" });
    expect(firstValues("link", EMPTY_FORM_MEMORY, samples)).toEqual({ linkId: "link_1" });
  });

  it("have the currency of the other form where nothing was sent from this one", () => {
    const memory: FormMemory = {
      ...EMPTY_FORM_MEMORY,
      last: { charge: { amount: "1", currency: "KES", from: "a", to: "b", remark: "" } },
    };
    expect(firstValues("credit", memory, null)).toEqual({ amount: "", currency: "KES", userReference: "" });
    expect(firstValues("link", memory, null)).toEqual({ linkId: "" });
  });

  it("are the last ones sent, even empty ones, wherever there are any", () => {
    const memory: FormMemory = { ...recent, last: { link: { linkId: "" } } };
    expect(firstValues("link", memory, samples)).toEqual({ linkId: "" });
    expect(firstValues("credit", memory, null)).toEqual({ amount: "", currency: "", userReference: "" });
  });
});

describe("permission", () => {
  it("lets a look-up out of any profile and a simulation only out of sandbox and test", () => {
    for (const mode of ["sandbox", "test", "live", "unset"] as const) {
      expect(reasonItIsOff("link", mode)).toBeNull();
      const on = mode === "sandbox" || mode === "test";
      expect(reasonItIsOff("credit", mode) === null).toBe(on);
      expect(reasonItIsOff("charge", mode) === null).toBe(on);
    }
  });
});
