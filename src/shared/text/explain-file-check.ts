import { type FileCheck, fingerprintText, type PartState, type SignedBy } from "../case-file.ts";
import { pluralText } from "../measures.ts";
import type { Tone } from "../outcomes.ts";

type CaseCheck = Extract<FileCheck, { is: "case" }>;

/** What was found of a file, in a title and a sentence. */
export function checkWords(check: FileCheck): {
  readonly tone: Tone;
  readonly title: string;
  readonly sentence: string;
} {
  if (check.is !== "case")
    return {
      tone: "neutral",
      title: "Not signed",
      sentence: `${check.is === "har" ? "A HAR file" : "An NDJSON file"} carries no proof: nobody can tell whether it was changed.`,
    };
  if (check.signedBy.by === "none")
    return {
      tone: "bad",
      title: check.signedBy.why === "missing" ? "The signature is missing" : "The signature does not hold",
      sentence: "Somebody has changed this file, or it was damaged on its way. Nobody vouches for what is in it.",
    };
  const changed = check.parts.filter(({ state }) => state !== "whole");
  if (changed.length > 0)
    return {
      tone: "bad",
      title: "Altered",
      sentence: `${changed.map((part) => `${part.name} ${partWords(part)}`).join(", ")}. The rest is as it was signed.`,
    };
  return check.signedBy.by === "unknown"
    ? {
        tone: "odd",
        title: "Whole, signed by somebody you do not know",
        sentence:
          "Nothing was changed since it was signed. Ask the sender for their fingerprint, by another way than this file.",
      }
    : { tone: "good", title: `Whole, signed by ${signerName(check.signedBy)}`, sentence: "Nothing was changed since." };
}

const PART_WORDS: Readonly<Record<PartState, string>> = {
  whole: "is as it was signed",
  altered: "was changed",
  missing: "is missing",
  added: "was added",
};

/** "was changed in line 12": a line is an event. */
export function partWords({ state, from }: CaseCheck["parts"][number]): string {
  if (state !== "altered" || from === undefined) return PART_WORDS[state];
  const { line, through } = from;
  const place =
    through === null ? `from line ${line} on` : line === through ? `in line ${line}` : `in lines ${line} to ${through}`;
  return `${PART_WORDS[state]} ${place}`;
}

export function signerName(signedBy: SignedBy): string {
  switch (signedBy.by) {
    case "own":
      return "this Linkdesk";
    case "known":
      return signedBy.name;
    case "unknown":
      return fingerprintText(signedBy.fingerprint);
    case "none":
      return "nobody";
  }
}

const LEFT_OUT_WORDS = {
  details: "addresses, header fields and other details",
  request: "the request’s body",
  answer: "the answer’s body",
  forward: "the body of the answer to a forward",
} as const;

/** "the request's body of 2 events (12, 13)". */
export function leftOutWords({ part, events, first }: CaseCheck["leftOut"][number]): string {
  const more = events > first.length ? ", …" : "";
  return `${LEFT_OUT_WORDS[part]} of ${pluralText(events, "event", "events")} (${first.join(", ")}${more})`;
}

/** Whether the originals of what was left out are in one's own log, and are what the file is committed to. */
export function originalsWords({ held, agree }: NonNullable<CaseCheck["originals"]>): string {
  if (held === 0) return "The originals of what was left out are no longer in your log.";
  if (held === agree)
    return `${pluralText(held, "original is", "originals are")} still in your log, byte for byte what was signed.`;
  return `Of ${pluralText(held, "original", "originals")} in your log ${pluralText(held - agree, "is", "are")} not what was signed.`;
}
