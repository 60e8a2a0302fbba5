import { pluralText } from "../../../shared/measures.ts";
import type { RunSummary } from "../../../shared/run.ts";

/** What a simulation came to, as far as it matters to a user who is not looking at the window. */
export type Told = "came" | "wrong" | "missing" | "unsure";

/** null while there is nothing to tell. */
export function toldOf({ verdict }: RunSummary): Told | null {
  switch (verdict.code) {
    case "matched":
    case "late":
    case "duplicate":
      return "came";
    case "mismatch":
    case "unexpected":
      return "wrong";
    case "missing":
      return "missing";
    case "unconfirmed":
    case "not-sure":
    case "not-seen":
      return "unsure";
    default:
      return null;
  }
}

const ONE: Readonly<Record<Told, string>> = {
  came: "The awaited webhook came",
  wrong: "A webhook came with something wrong in it",
  missing: "An awaited webhook is missing",
  unsure: "A simulation ended without a sure verdict",
};

/** The title of one notification for all that was told at once: what is wrong first. */
export function titleOf(told: readonly Told[]): string {
  const [first] = told;
  if (first === undefined) return "";
  if (told.length === 1) return ONE[first];
  const count = (kind: Told) => told.filter((each) => each === kind).length;
  const part = (kind: Told, words: (number: number) => string) => (count(kind) === 0 ? [] : [words(count(kind))]);
  return [
    ...part("missing", (number) => `${number} missing`),
    ...part("wrong", (number) => `${number} wrong`),
    ...part("unsure", (number) => `${number} not sure`),
    ...part("came", (number) => `${number} came`),
  ]
    .join(", ")
    .replace(/^/, `${pluralText(told.length, "webhook", "webhooks")}: `);
}
