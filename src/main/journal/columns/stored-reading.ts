import type { NewWord, ReadItem, ReadValue, WebhookReading } from "../../../shared/reading.ts";

/** What a webhook was read to say, as it is stored. */
export interface StoredReading {
  /** What thousands of webhooks of a kind share: by which reading, where its values stand, what its words mean. */
  readonly form: string;
  /** Its own values, in the order of the form. */
  readonly said: string;
  readonly digest: string;
}

type Told = ReadItem["purpose"] | ReadItem["outcome"];
type Person = ReadItem["user"];
/** Of each item: the paths of its values, and what its kind has in common. */
type ItemForm = readonly [
  amount: string | null,
  currency: string | null,
  people: readonly (readonly [path: string, written: NonNullable<Person>["written"]] | null)[],
  remark: string | null,
  purpose: readonly [path: string, means: NonNullable<ReadItem["purpose"]>["means"]] | null,
  outcome: readonly [path: string, means: NonNullable<ReadItem["outcome"]>["means"]] | null,
  ids: readonly string[],
];
type WordForm = readonly [
  NewWord["about"],
  path: string,
  suggests: NewWord["suggests"],
  because: Extract<NewWord, { about: "outcome" }>["because"] | null,
];
type Form = readonly [
  WebhookReading["by"],
  WebhookReading["readingId"],
  WebhookReading["incomplete"],
  WebhookReading["format"],
  readonly ItemForm[],
  readonly WordForm[],
];

/** Where in a form its items stand, and in one of these its outcome, and what that means: paths of SQLite's JSON. */
export const ITEMS_IN_FORM = "$[4]";
export const OUTCOME_IN_ITEM = "$[5]";
export const MEANS_IN_ITEM = `${OUTCOME_IN_ITEM}[1]`;

const pathOf = (value: ReadValue | null): string | null => value?.path ?? null;
const toldForm = <Means>(told: (ReadValue & { readonly means: Means }) | null) =>
  told === null ? null : ([told.path, told.means] as const);
const personForm = (person: Person) => (person === null ? null : ([person.path, person.written] as const));

export function splitReading(reading: WebhookReading): StoredReading {
  const { by, readingId, incomplete, format, items, newWords, kind, begins, linkId, tags, digest } = reading;
  const said: (string | null)[] = [kind, linkId, begins ?? null];
  const put = (value: ReadValue | Told | null): void => {
    if (value !== null) said.push(value.text);
  };
  const itemForms = items.map((item): ItemForm => {
    const { amount, currency, user, from, to, remark, purpose, outcome, ids } = item;
    if (amount !== null) said.push(amount.text, amount.units);
    if (currency !== null) said.push(currency.text, currency.code);
    for (const value of [user, from, to, remark, purpose, outcome]) put(value);
    for (const id of ids) put(id);
    const people = [personForm(user), personForm(from), personForm(to)];
    const paths = ids.map(({ path }) => path);
    return [pathOf(amount), pathOf(currency), people, pathOf(remark), toldForm(purpose), toldForm(outcome), paths];
  });
  for (const word of newWords) put(word);
  const wordForms = newWords.map((word): WordForm => {
    const { about, path, suggests } = word;
    return [about, path, suggests, word.about === "amount" ? null : (word.because ?? null)];
  });
  const form: Form = [by, readingId, incomplete, format, itemForms, wordForms];
  return { form: JSON.stringify(form), said: JSON.stringify([...said, ...tags]), digest };
}

/** Puts the two back together. Forms are kept as they were parsed: a log has few of them. */
export function createReadingJoiner(): (stored: StoredReading) => WebhookReading {
  const forms = new Map<string, Form>();
  return ({ form, said, digest }) => {
    let parsed = forms.get(form);
    if (parsed === undefined) {
      // What stands there was written by `splitReading`, and forms of another version are read anew.
      parsed = JSON.parse(form) as Form;
      if (forms.size >= FORMS_KEPT) forms.clear();
      forms.set(form, parsed);
    }
    return joined(parsed, JSON.parse(said) as readonly (string | null)[], digest);
  };
}

const FORMS_KEPT = 500;

function joined(form: Form, said: readonly (string | null)[], digest: string): WebhookReading {
  const [by, readingId, incomplete, format, itemForms, wordForms] = form;
  let at = 0;
  const next = (): string | null => said[at++] ?? null;
  const value = (path: string): ReadValue => ({ text: next() ?? "", path });
  const kind = next() ?? "";
  const linkId = next();
  const begins = next();
  const items = itemForms.map(([amount, currency, people, remark, purpose, outcome, ids]): ReadItem => {
    const money = amount === null ? null : { ...value(amount), units: next() };
    const unit = currency === null ? null : { ...value(currency), code: next() };
    const [user = null, from = null, to = null] = people.map((person) =>
      person === null ? null : { ...value(person[0]), written: person[1] },
    );
    return {
      amount: money,
      currency: unit,
      user,
      from,
      to,
      remark: remark === null ? null : value(remark),
      purpose: purpose === null ? null : { ...value(purpose[0]), means: purpose[1] },
      outcome: outcome === null ? null : { ...value(outcome[0]), means: outcome[1] },
      ids: ids.map(value),
    };
  });
  // The parts of each were written together.
  const newWords = wordForms.map(
    ([about, path, suggests, because]) =>
      ({ about, ...value(path), suggests, ...(because === null ? {} : { because }) }) as NewWord,
  );
  const tags = said.slice(at).flatMap((tag) => tag ?? []);
  const reading = { by, readingId, kind, items, newWords, tags, linkId, digest, incomplete, format };
  return begins === null ? reading : { ...reading, begins };
}

/** The reading that webhooks of a form were read by. */
export function readingIdIn(form: string): string | null {
  const parsed = JSON.parse(form) as Form;
  return parsed[1];
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
