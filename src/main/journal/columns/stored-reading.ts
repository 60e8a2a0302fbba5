import type { WebhookReading } from "../../../shared/reading.ts";

/** What a webhook was read to say, as it is stored. */
export interface StoredReading {
  /** What thousands of webhooks of a kind share: by which reading, where its values stand, what its words mean. */
  readonly form: string;
  /** Its own values, in the order of the form. */
  readonly said: string;
  readonly digest: string;
}

/** The fields of a reading that are one webhook's own; all others are its kind's. */
const OWN: ReadonlySet<string> = new Set(["text", "units", "code", "kind", "tags", "linkId"]);
// A name that only the outermost has: where it stands elsewhere too, it would be taken for another's.
const DIGEST = "digest";

export function splitReading(reading: WebhookReading): StoredReading {
  const said: unknown[] = [];
  const form = JSON.stringify(reading, (name, value: unknown) => {
    if (name === DIGEST) return undefined;
    if (!OWN.has(name)) return value;
    said.push(value);
    return 0;
  });
  return { form, said: JSON.stringify(said), digest: reading.digest };
}

/** Puts the two back together. Forms are kept as they were parsed: a log has few of them. */
export function createReadingJoiner(): (stored: StoredReading) => WebhookReading {
  const forms = new Map<string, object>();
  return ({ form, said, digest }) => {
    let parsed = forms.get(form);
    if (parsed === undefined) {
      parsed = JSON.parse(form) as object;
      if (forms.size >= FORMS_KEPT) forms.clear();
      forms.set(form, parsed);
    }
    const values: unknown = JSON.parse(said);
    const next = (Array.isArray(values) ? values : []).values();
    // What stands there was written by `splitReading`, and shapes of another version are read anew.
    return { ...(filled(parsed, next) as WebhookReading), digest };
  };
}

const FORMS_KEPT = 500;

function filled(form: unknown, values: Iterator<unknown>): unknown {
  if (Array.isArray(form)) return form.map((each) => filled(each, values));
  if (typeof form !== "object" || form === null) return form;
  return Object.fromEntries(
    Object.entries(form).map(([name, value]) => [name, OWN.has(name) ? values.next().value : filled(value, values)]),
  );
}

/** What stands for a reading where there is none: nothing could be read. */
export const NOTHING_READ: WebhookReading = {
  by: "nothing",
  readingId: null,
  kind: "",
  items: [],
  newWords: [],
  tags: [],
  linkId: null,
  digest: "",
  incomplete: null,
  format: "empty",
};
