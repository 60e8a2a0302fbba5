import type { DeliveryReading, Handlers } from "../../src/shared/contract.ts";
import { isAtPlace } from "../../src/shared/correct-reading.ts";
import { pathStep } from "../../src/shared/payload-path.ts";
import type { EventId } from "../../src/shared/primitives.ts";
import type { ProfileView } from "../../src/shared/profile.ts";
import type { PayloadValue, ReadItem, Reading, ReadingTrial, WebhookReading } from "../../src/shared/reading.ts";
import { KIOSK_READING, KNOWN_READING, readItemOf, webhookReadingOf } from "../support/sample-reading.ts";
import type { FakeJournal } from "./journal.ts";
import type { PushOut } from "./program.ts";
import { FakeRefusal } from "./refusal.ts";
import type { FakeRuns } from "./runs.ts";

/** The profiles' part: how readings are kept. */
interface Profiles {
  readonly view: (id: string) => ProfileView;
  readonly keep: (next: ProfileView) => ProfileView;
}

/** Reads what the samples write: a transaction is known, a transfer of the made-up service is proposed until confirmed. */
export function createFakeReadings(
  push: PushOut,
  { view, keep }: Profiles,
  journal: () => FakeJournal,
  runs: Pick<FakeRuns, "reread">,
): Handlers["readings"] {
  const former = new Map<string, readonly Reading[]>();
  let count = 0;

  function of(id: EventId): DeliveryReading {
    const { detail, requestBody = "" } = journal().find(id);
    if (detail.kind !== "delivery") throw new FakeRefusal("no-event", "This event is no longer in the log.");
    const profileId = detail.summary.profile?.id ?? null;
    const values = valuesOf(requestBody);
    const own = profileId === null ? [] : view(profileId).profile.readings;
    const confirmed = own.findLast(({ shape }) => shape.paths.every((path) => at(values, path) !== null));
    const known = at(values, "transaction.amount") === null ? null : KNOWN_READING;
    const proposed = at(values, "transfer.total") === null ? null : KIOSK_READING;
    const reading = confirmed ?? known ?? proposed;
    const by =
      confirmed !== undefined ? "confirmed" : known !== null ? "known" : proposed !== null ? "proposed" : "nothing";
    return { profileId, webhook: apply(reading, by, values, requestBody), reading, values, complete: true };
  }

  function change(profileId: string, readingId: string, next: (all: readonly Reading[]) => readonly Reading[]) {
    const before = view(profileId);
    former.set(`${profileId} ${readingId}`, before.profile.readings);
    const after = keep({ ...before, profile: { ...before.profile, readings: next(before.profile.readings) } });
    push("readings.progress", { profileId, done: 0, of: 40 });
    for (const { detail } of journal().all()) {
      if (detail.kind !== "delivery" || detail.summary.profile?.id !== profileId) continue;
      const { by, newWords } = of(detail.summary.id).webhook;
      runs.reread(detail.summary.id, by === "confirmed" && newWords.length === 0);
    }
    push("readings.progress", { profileId, done: 40, of: 40 });
    return after;
  }

  function save(profileId: string, reading: Reading) {
    const own = view(profileId).profile.readings.some(({ id }) => id === reading.id);
    count += own ? 0 : 1;
    const saved = { ...reading, id: own ? reading.id : `reading-${count}`, confirmedAt: 1_763_651_000_000_000 };
    const after = change(profileId, saved.id, (all) =>
      own ? all.map((each) => (each.id === saved.id ? saved : each)) : [...all, saved],
    );
    return { readingId: saved.id, view: after };
  }

  function trialOf(reading: Reading): ReadingTrial {
    const tried = journal()
      .all()
      .flatMap(({ detail, requestBody = "" }) => {
        const values = valuesOf(requestBody);
        if (detail.kind !== "delivery" || !reading.shape.paths.every((path) => at(values, path) !== null)) return [];
        const webhook = apply(reading, "confirmed", values, requestBody);
        const fits = webhook.newWords.length === 0;
        return [{ deliveryId: detail.summary.id, at: detail.summary.at, fits, webhook }];
      })
      .toReversed();
    const words = new Map<string, ReadingTrial["words"][number]>();
    for (const about of ["purpose", "outcome"] as const)
      for (const { path } of reading[about].places)
        for (const { deliveryId } of tried) {
          const found = at(valuesOf(journal().find(deliveryId).requestBody ?? ""), path);
          if (found === null) continue;
          const key = `${about} ${path} ${found.text}`;
          words.set(key, { about, path, text: found.text, times: (words.get(key)?.times ?? 0) + 1 });
        }
    return {
      fit: tried.filter(({ fits }) => fits).length,
      contradict: tried.filter(({ fits }) => !fits).length,
      examples: tried.sort((one, other) => Number(one.fits) - Number(other.fits)).slice(0, 40),
      words: [...words.values()],
      complete: true,
    };
  }

  return {
    of: ({ deliveryId }) => of(deliveryId),
    list: () => ({ known: [KNOWN_READING], webhooks: [{ readingId: KNOWN_READING.id, count: 41 }] }),
    confirm({ deliveryId, reading }) {
      const watched = reading.watched ?? [{ path: "transfer.step", words: ["4"] }];
      return save(of(deliveryId).profileId ?? "sandbox", { ...reading, watched });
    },
    update: ({ profileId, reading }) => save(profileId, reading),
    remove: ({ profileId, readingId }) =>
      change(profileId, readingId, (all) => all.filter(({ id }) => id !== readingId)),
    restore({ profileId, readingId }) {
      const before = former.get(`${profileId} ${readingId}`);
      if (before === undefined) throw new FakeRefusal("reading-unknown", "This reading is not there any more.");
      return change(profileId, readingId, () => before);
    },
    try({ reading, deliveryId }) {
      const body = deliveryId === null ? "" : (journal().find(deliveryId).requestBody ?? "");
      const here = deliveryId === null ? null : apply(reading, "confirmed", valuesOf(body), body);
      return { trial: trialOf(reading), here };
    },
  };
}

function at(values: readonly PayloadValue[], place: string): PayloadValue | null {
  return values.find(({ path }) => isAtPlace(place, path)) ?? null;
}

function valuesOf(body: string): readonly PayloadValue[] {
  const values: PayloadValue[] = [];
  const walk = (value: unknown, path: string): void => {
    if (Array.isArray(value)) value.forEach((each, index) => walk(each, pathStep(path, index)));
    else if (typeof value === "object" && value !== null)
      for (const [key, each] of Object.entries(value)) walk(each, pathStep(path, key));
    else if (typeof value === "string") values.push({ path, text: value, kind: "string" });
    else {
      const kind = value === null ? "null" : typeof value === "number" ? "number" : "boolean";
      values.push({ path, text: JSON.stringify(value), kind });
    }
  };
  if (body.startsWith("<"))
    return [...body.matchAll(/<([\w-]+)>([^<]*)<\/\1>/g)].map(([, name = "", text = ""]) => ({
      path: `payment.${name}`,
      text,
      kind: "string",
    }));
  try {
    walk(JSON.parse(body), "");
  } catch {
    return [];
  }
  return values;
}

function apply(
  reading: Reading | null,
  by: WebhookReading["by"],
  values: readonly PayloadValue[],
  body: string,
): WebhookReading {
  const format = body === "" ? "empty" : body.startsWith("<") ? "xml" : values.length === 0 ? "text" : "json";
  if (reading === null) return webhookReadingOf({ by, kind: "", format });
  const value = (place: { readonly path: string } | null) => {
    const found = place === null ? null : at(values, place.path);
    return found === null ? null : { text: found.text, path: found.path };
  };
  const person = (place: Reading["user"]) => {
    const found = value(place);
    return found === null || place === null ? null : { ...found, written: place.written };
  };
  const words = (about: "purpose" | "outcome") =>
    reading[about].places.flatMap((place) => {
      const found = value(place);
      if (found === null) return [];
      return [{ ...found, means: place.words.find(({ text }) => text === found.text)?.means ?? null }];
    });
  const amount = value(reading.amount);
  const currency = reading.currency !== null && "path" in reading.currency ? value(reading.currency) : null;
  const id = value(reading.eventId);
  const [purpose] = words("purpose");
  const [outcome] = words("outcome");
  const always = reading.purpose.always;
  const item = readItemOf({
    amount: amount === null ? null : { ...amount, units: unitsOf(amount.text, reading.amount?.scale ?? 0) },
    currency: currency === null ? null : { ...currency, code: currency.text },
    user: person(reading.user),
    from: person(reading.from),
    to: person(reading.to),
    remark: value(reading.remark),
    purpose: (purpose ?? (always === null ? null : { text: "", path: "", means: always })) as ReadItem["purpose"],
    outcome: (outcome ?? null) as ReadItem["outcome"],
    ids: id === null ? [] : [id],
  });
  const unknown = by === "proposed" ? [] : words("outcome").filter(({ means }) => means === null);
  return webhookReadingOf({
    by,
    readingId: by === "proposed" ? null : reading.id,
    kind: reading.name,
    items: [item],
    newWords: unknown.map(({ text, path }) => ({ about: "outcome", text, path, suggests: null })),
    format,
  });
}

function unitsOf(text: string, scale: number): string | null {
  const number = Number(text);
  return Number.isNaN(number) ? null : String(number * 10 ** scale);
}
