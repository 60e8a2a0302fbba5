import { pathText, readPath } from "../../shared/payload-path.ts";
import type { Evidence, Expectation, RunField } from "../../shared/run.ts";
import { tagsIn } from "../../shared/run-tag.ts";
import { isWrittenOtherwise } from "./near.ts";
import type { PayloadValues } from "./values.ts";
import type { Value } from "./walk.ts";

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
  more: { readonly by?: Evidence["by"]; readonly hint?: Evidence["hint"] } = {},
): Evidence {
  const { by = "value", hint = null } = more;
  const actual = found === null ? null : found.text.slice(0, SHOWN_AT_MOST);
  return { field, state, by, expected: expected.slice(0, SHOWN_AT_MOST), actual, path: found?.path ?? null, hint };
}

/** What stands where a rule of the profile points; undefined when there is no rule, or nothing there. */
export function ruled(expectation: Expectation, field: RunField, values: PayloadValues): Value | undefined {
  for (const rule of expectation.rules) {
    if (rule.field !== field) continue;
    const steps = readPath(rule.path);
    const found = steps === null ? undefined : values.byPath.get(pathText(steps))?.at(-1);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The remark of a charge. Payloads need not carry it, and services may put more text around it. */
export function judgeRemark(expectation: Expectation, values: PayloadValues): Evidence | null {
  const expected = expectation.remark;
  if (expected === null || expected === "") return null;
  const rule = ruled(expectation, "remark", values);
  const places = rule === undefined ? values.named.remark : [rule];
  const by = rule === undefined ? "value" : "rule";
  const agreeing = places.find(({ text }) => text === expected);
  if (agreeing !== undefined) return evidence("remark", "agrees", expected, agreeing, { by });
  const around = expected.length < SHORT_REMARK ? undefined : places.find(({ text }) => text.includes(expected));
  if (around !== undefined) return evidence("remark", "agrees", expected, around, { by, hint: "within" });
  const elsewhere =
    expected.length < SHORT_REMARK ? undefined : values.byText.get(expected)?.find(({ kind }) => kind === "string");
  if (elsewhere !== undefined) return evidence("remark", "agrees", expected, elsewhere);
  const [first] = places;
  if (first === undefined) return evidence("remark", "absent", expected, null);
  const hint = isWrittenOtherwise(first.text, expected) ? "written-otherwise" : null;
  return evidence("remark", "differs", expected, first, { by, hint });
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
export function judgeSubject({ operation }: Expectation, { subject, purpose }: PayloadValues): Evidence {
  const against = purpose.otherwise ?? (operation === "credit" ? purpose.outgoing : null);
  if (against !== null) return evidence("subject", "differs", operation, against);
  const found = subject === null ? null : { text: subject, path: "" };
  if (subject !== null && subject !== operation) return evidence("subject", "differs", operation, found);
  if (purpose.unfinished !== null) return evidence("subject", "unclear", operation, purpose.unfinished);
  return evidence("subject", subject === null ? "absent" : "agrees", operation, found);
}
