import type { Evidence, Expectation, RunField } from "../../shared/run.ts";
import { tagsIn } from "../../shared/run-tag.ts";
import { isWrittenOtherwise } from "./near.ts";
import type { PayloadValues } from "./values.ts";

/**
 * Each field of an expectation held against a payload. The rule behind all of them: a place that is called what we
 * look for decides; without one, the value counts wherever it stands, as long as nothing else there could be meant.
 */

/** A remark shorter than this is looked for only where a remark stands. */
const SHORT_REMARK = 4;

/** Code units of a value that evidence carries; compared is all of it. */
const SHOWN_AT_MOST = 1_000;

/** One value compared, with no more of it than can be shown. */
export function evidence(
  field: RunField,
  state: Evidence["state"],
  expected: string,
  found: { readonly text: string; readonly path: string } | null,
  hint: Evidence["hint"] = null,
): Evidence {
  const actual = found === null ? null : found.text.slice(0, SHOWN_AT_MOST);
  return { field, state, expected: expected.slice(0, SHOWN_AT_MOST), actual, path: found?.path ?? null, hint };
}

/** The remark of a charge. Payloads need not carry it, and services may put more text around it. */
export function judgeRemark(expectation: Expectation, values: PayloadValues): Evidence | null {
  const expected = expectation.remark;
  if (expected === null || expected === "") return null;
  const places = values.named.remark;
  const agreeing = places.find(({ text }) => text === expected);
  if (agreeing !== undefined) return evidence("remark", "agrees", expected, agreeing);
  const around = expected.length < SHORT_REMARK ? undefined : places.find(({ text }) => text.includes(expected));
  if (around !== undefined) return evidence("remark", "agrees", expected, around, "within");
  const elsewhere =
    expected.length < SHORT_REMARK ? undefined : values.byText.get(expected)?.find(({ kind }) => kind === "string");
  if (elsewhere !== undefined) return evidence("remark", "agrees", expected, elsewhere);
  const [first] = places;
  if (first === undefined) return evidence("remark", "absent", expected, null);
  const hint = isWrittenOtherwise(first.text, expected) ? "written-otherwise" : null;
  return evidence("remark", "differs", expected, first, hint);
}

/**
 * The tag that was made for this call; one that is not in its remark is another run's. One that is in the remark and
 * was made for another call, or went out with another one too, tells nothing.
 */
export function judgeTag({ tag, remark }: Expectation, values: PayloadValues): Evidence | null {
  const [found] = values.tags;
  if (found === undefined) return tag === null ? null : evidence("tag", "absent", tag, null);
  if (tag !== null && values.tags.includes(tag) && !values.sharedTags.has(tag))
    return evidence("tag", "agrees", tag, { text: tag, path: "" });
  const carried = tagsIn(remark ?? "");
  const known = values.tags.find((each) => carried.includes(each));
  if (known === undefined)
    return evidence("tag", "differs", tag ?? "", tag === null ? { text: found, path: "" } : null);
  return tag === null ? null : evidence("tag", "unclear", tag, { text: known, path: "" });
}

/**
 * Whether the payload calls itself a credit's or a charge's. `unclear`: it says that it went wrong or is not over, so it
 * is not the last word.
 */
export function judgePurpose({ operation }: Expectation, { subject, purpose }: PayloadValues): Evidence {
  const against = purpose.otherwise ?? (operation === "credit" ? purpose.outgoing : null);
  if (against !== null) return evidence("purpose", "differs", operation, against);
  const found = subject === null ? null : { text: subject, path: "" };
  if (subject !== null && subject !== operation) return evidence("purpose", "differs", operation, found);
  if (purpose.unfinished !== null) return evidence("purpose", "unclear", operation, purpose.unfinished);
  return evidence("purpose", subject === null ? "absent" : "agrees", operation, found);
}
