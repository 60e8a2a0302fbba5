import type { FormMemory } from "../../../../shared/form-memory.ts";
import { assertNever } from "../../../../shared/primitives.ts";
import type { SandboxStatus } from "../../../../shared/sandbox.ts";
import type { Suggestion, SuggestionGroup } from "../../../ui/suggest-input.tsx";
import type { FieldKind } from "./forms.ts";

export type Samples = SandboxStatus["samples"];

/** Where the values that were used before are kept. */
const RECENT: Readonly<Record<FieldKind, keyof FormMemory["recent"]>> = {
  "link-id": "linkIds",
  amount: "amounts",
  currency: "currencies",
  reference: "references",
  remark: "remarks",
};

function samplesOf(kind: FieldKind, samples: Samples): readonly Suggestion[] {
  switch (kind) {
    case "link-id":
      return samples.links;
    case "reference":
      return samples.references;
    case "currency":
      return samples.currencies.map((value) => ({ value, label: null }));
    case "amount":
    case "remark":
      return [];
    default:
      return assertNever(kind);
  }
}

/**
 * What a field offers: values used before, then the sandbox's examples (`samples` is null for any other profile).
 * A value used before that is an example keeps the example's label and is not offered twice.
 */
export function suggestionsFor(kind: FieldKind, memory: FormMemory, samples: Samples | null): SuggestionGroup[] {
  const examples = samples === null ? [] : samplesOf(kind, samples);
  const recent = [...new Set(memory.recent[RECENT[kind]])]
    .filter((value) => value !== "")
    .map((value) => ({ value, label: examples.find((example) => example.value === value)?.label ?? null }));
  const fresh = examples.filter((example) => !recent.some(({ value }) => value === example.value));
  return [
    { heading: "Recent", items: recent },
    { heading: "Sandbox examples", items: fresh },
  ].filter(({ items }) => items.length > 0);
}
