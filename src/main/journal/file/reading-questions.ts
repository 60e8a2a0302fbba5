import type { DatabaseSync } from "node:sqlite";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { EventId } from "../../../shared/primitives.ts";
import type { Reading, ReadingTrial, ReadValue, WebhookReading } from "../../../shared/reading.ts";
import type { Expectation } from "../../../shared/run.ts";
import { confirmedBy, KNOWN_READINGS, proposeReading, readWebhook, valuesOf } from "../../payload/index.ts";
import type { DeliveryPayload, ReadingCount, TriedReading } from "../api.ts";
import { KIND } from "../columns/codec.ts";
import type { Row } from "../columns/column.ts";
import { readExpectation, SHOWN } from "../columns/rows.ts";
import { NOTHING_READ, readingIdIn } from "../columns/stored-reading.ts";
import { createReadingDecoder, READING_COLUMNS, READING_TABLES } from "./reading-store.ts";
import { openAwaited, SOURCE_COLUMNS, sourceOf } from "./webhook-source.ts";

// After so long other questions get their turn; after so long in all a trial says how far it came.
const TURN_MS = 8;
const TRIAL_MS = 4_000;
const ROWS_AT_ONCE = 500;
const EXAMPLES_OF_EACH = 20;
const WORDS_AT_MOST = 500;

/** What is asked about readings of webhooks. Bodies are read in here, since a payload may be a hostile one. */
export function openReadingQuestions(database: DatabaseSync) {
  const decode = createReadingDecoder();
  const awaited = openAwaited(database);
  const delivery = database.prepare(`
    SELECT at, ${SOURCE_COLUMNS}, ${READING_COLUMNS} FROM events JOIN contents ON contents.id = events.id
    ${READING_TABLES} WHERE events.id = ? AND kind = ${KIND.delivery} AND ${SHOWN}`);
  const forms = database.prepare(`
    SELECT reading_forms.text AS form, count(*) AS count FROM events JOIN readings ON readings.id = events.id
    JOIN reading_forms ON reading_forms.key = readings.form
    WHERE profile IN (SELECT key FROM profiles WHERE text ->> '$.id' = ?) AND ${SHOWN} GROUP BY readings.form`);
  const ids = database.prepare(`
    SELECT id FROM events WHERE id < ? AND kind = ${KIND.delivery} AND
      profile IN (SELECT key FROM profiles WHERE text ->> '$.id' = ?) AND ${SHOWN}
    ORDER BY id DESC LIMIT ${ROWS_AT_ONCE}`);
  const expected = database.prepare(
    "SELECT expectation FROM ties JOIN runs ON runs.id = run_id WHERE delivery_id = ? AND role IS NOT NULL",
  );

  return {
    /** How a delivery is read, by what, and the values that can be pointed at; null when it is not there. */
    payload(id: EventId, readings: readonly Reading[]): DeliveryPayload | null {
      const row = delivery.get(id);
      if (row === undefined) return null;
      const source = sourceOf(row);
      const webhook = decode(row) ?? NOTHING_READ;
      const inUse = [...readings, ...KNOWN_READINGS].find((each) => each.id === webhook.readingId);
      const { values, incomplete } = valuesOf(source);
      return {
        webhook,
        reading: inUse ?? proposeReading(source, readings, awaited(id, Number(row["at"]))),
        values,
        complete: incomplete === null,
      };
    },
    /** A reading as it is confirmed by a delivery. */
    confirmed(id: EventId, reading: Reading): Reading {
      const row = delivery.get(id);
      return row === undefined ? reading : confirmedBy(sourceOf(row), reading);
    },
    /** How many webhooks of a profile each reading has read. */
    counts(profileId: string): readonly ReadingCount[] {
      const counts = new Map<string, number>();
      for (const { form, count } of forms.all(profileId)) {
        const readingId = readingIdIn(String(form));
        if (readingId !== null) counts.set(readingId, (counts.get(readingId) ?? 0) + Number(count));
      }
      return Array.from(counts, ([readingId, count]) => ({ readingId, count }));
    },
    /** Holds a reading against the webhooks of a profile, the newest first. */
    async try(
      profileId: string,
      reading: Reading,
      deliveryId: EventId | null,
      cancelled: () => boolean,
    ): Promise<TriedReading> {
      const trial = createTrial();
      const started = performance.now();
      let turnEnds = started + TURN_MS;
      let complete = true;
      let before = Number.MAX_SAFE_INTEGER;
      look: for (;;) {
        const some = ids.all(before, profileId).map((row) => Number(row["id"]));
        for (const id of some) {
          before = id;
          const row = delivery.get(id);
          const webhook = row === undefined ? null : readBy(reading, row);
          if (row !== undefined && webhook !== null)
            trial.add(id, Number(row["at"]), webhook, readExpectation(expected.get(id) ?? {}));
          if (performance.now() < turnEnds) continue;
          await nextTurn();
          complete = !cancelled() && performance.now() - started < TRIAL_MS;
          if (!complete) break look;
          turnEnds = performance.now() + TURN_MS;
        }
        if (some.length < ROWS_AT_ONCE) break;
      }
      const here = deliveryId === null ? undefined : delivery.get(deliveryId);
      return { trial: trial.result(complete), here: here === undefined ? null : readBy(reading, here) };
    },
  };
}

/** What a reading says of a webhook; null where it is not for webhooks of that shape. */
function readBy(reading: Reading, row: Row): WebhookReading | null {
  const found = readWebhook(sourceOf(row), [reading], []);
  return found.readingId === reading.id ? found : null;
}

function createTrial() {
  const fitting: ReadingTrial["examples"][number][] = [];
  const contradicting: ReadingTrial["examples"][number][] = [];
  const words = new Map<string, { about: "purpose" | "outcome"; path: string; text: string; times: number }>();
  let fit = 0;
  let contradict = 0;

  function note(about: "purpose" | "outcome", { path, text }: ReadValue): void {
    const key = JSON.stringify([about, path, text]);
    const known = words.get(key);
    if (known !== undefined) known.times += 1;
    else if (words.size < WORDS_AT_MOST) words.set(key, { about, path, text, times: 1 });
  }

  return {
    add(deliveryId: EventId, at: number, webhook: WebhookReading, expectation: Expectation | null): void {
      const fits = hasNoGap(webhook) && (expectation === null || agrees(webhook, expectation));
      if (fits) fit += 1;
      else contradict += 1;
      const examples = fits ? fitting : contradicting;
      if (examples.length < EXAMPLES_OF_EACH) examples.push({ deliveryId, at, fits, webhook });
      for (const item of webhook.items) {
        // A word that is new stands among the new ones, and a purpose that is always the same stands nowhere.
        if (item.purpose !== null && item.purpose.means !== null && item.purpose.path !== "")
          note("purpose", item.purpose);
        if (item.outcome !== null && item.outcome.means !== null) note("outcome", item.outcome);
      }
      for (const word of webhook.newWords) if (word.about !== "amount") note(word.about, word);
    },
    result: (complete: boolean): ReadingTrial => ({
      fit,
      contradict,
      examples: [...contradicting, ...fitting],
      words: [...words.values()],
      complete,
    }),
  };
}

/** Whether all that the reading names was there and could be read. */
function hasNoGap({ items, newWords }: WebhookReading): boolean {
  const isWhole = items.every(({ amount }) => amount === null || amount.units !== null);
  return items.length > 0 && newWords.length === 0 && isWhole;
}

/** Whether any of its items carries what the simulation that it belongs to was for. */
function agrees({ items }: WebhookReading, { amount, user, from, to }: Expectation): boolean {
  const isFor = (wanted: string | null, found: { readonly text: string; readonly written: string } | null): boolean =>
    wanted === null || found === null || found.written === "otherwise" || found.text === wanted;
  return items.some((item) => {
    const isAmount = amount === null || item.amount === null || item.amount.units === amount;
    return isAmount && isFor(user, item.user) && isFor(from, item.from) && isFor(to, item.to);
  });
}
