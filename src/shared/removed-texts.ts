import { z } from "zod";
import { askedReference, wholeWordFilter } from "./filter/index.ts";
import type { DeepReadonly } from "./primitives.ts";
import { standsAlone } from "./stands-alone.ts";

/** What named people in events that were removed for good: their references and link ids, and their remarks. */
export const removedTexts = z.object({ names: z.array(z.string()), remarks: z.array(z.string()) });
export type RemovedTexts = DeepReadonly<z.infer<typeof removedTexts>>;

/** `stays`: other events have it, too. */
type Names = readonly { readonly text: string; readonly stays?: true | undefined }[];

interface Named {
  readonly references: Names;
  readonly linkIds: Names;
  readonly remarks: readonly string[];
}

/**
 * What has to be forgotten when events are removed that name these: also whom a charge of a customer's names, if no
 * other event does. Whoever has events that stay is still worked with, and is not forgotten with somebody else's.
 */
export function removedTextsOf({ references, linkIds, remarks }: Named): RemovedTexts {
  const gone = [...references, ...linkIds].filter(({ stays }) => stays !== true);
  return { names: gone.map(({ text }) => text), remarks };
}

/** References of a selection that are looked for in other events: each takes a search. */
const LOOKED_FOR = 5;

/**
 * Whom a choice of events is about, each with the filter that finds it anywhere, but not in a longer word: the
 * reference that its filter asks for, or those that most of the selected events name. One that is too short to be a
 * word is left out.
 */
export function namedBy(choice: { readonly filter: string } | object, references: Named["references"]) {
  const asked = "filter" in choice ? [askedReference(choice.filter)?.text ?? ""] : references.map(({ text }) => text);
  return asked.slice(0, LOOKED_FOR).flatMap((text) => {
    const word = wholeWordFilter(text);
    return word === null ? [] : [{ text, word }];
  });
}

/** A shorter one stands in many texts by chance. */
const SHORTEST = 3;
/** What a longer reference would go on with: `ref_1` does not stand in `ref_12`. */
const PART_OF_NAME = /[\p{L}\p{N}_-]/u;

/** Whether a name stands in a text, as it is or as JSON writes it, and not as a part of a longer one. */
export function standsIn(text: string, name: string): boolean {
  if (name.length < SHORTEST) return false;
  return [name, JSON.stringify(name).slice(1, -1)].some((written) => standsAlone(text, written, PART_OF_NAME));
}

/** Whether a text that is kept has to be forgotten: it is one of them, quotes one, or has a name in it. */
export function holdsRemoved({ names, remarks }: RemovedTexts): (text: string) => boolean {
  const all = new Set([...names, ...remarks]);
  const quoted = [...all].map((each) => JSON.stringify(each));
  return (text) =>
    all.has(text) || names.some((name) => standsIn(text, name)) || quoted.some((each) => text.includes(each));
}

/** The fields of a form that have to be emptied; amounts and currencies name nobody. */
export function removedFields(
  values: Readonly<Record<string, string | undefined>>,
  gone: RemovedTexts,
): readonly string[] {
  const isGone = holdsRemoved(gone);
  return Object.entries(values).flatMap(([name, value]) =>
    name !== "amount" && name !== "currency" && value !== undefined && isGone(value) ? [name] : [],
  );
}

export function withoutFields<Values extends object>(values: Values, names: readonly string[]): Values {
  return { ...values, ...Object.fromEntries(names.map((name) => [name, ""])) };
}
