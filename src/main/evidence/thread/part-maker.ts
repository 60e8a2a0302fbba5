import { bodyPart } from "../../../shared/events.ts";
import type { EventId, Instant } from "../../../shared/primitives.ts";
import { openLogReader } from "../../journal/index.ts";
import { createRedactor } from "../../redactor/index.ts";
import { Refusal } from "../../refusal.ts";
import { sealOf } from "../case/seal.ts";
import type { Evidence } from "../evidence.ts";
import type { ExportContext, Part } from "../formats/context.ts";
import { HAR_BETWEEN, harEntry } from "../formats/har.ts";
import { ndjsonLine } from "../formats/ndjson.ts";
import { evidenceOf, type Sources } from "../read-log.ts";
import { openChosen } from "../redaction/chosen.ts";
import { createMarks } from "../redaction/marks.ts";
import { createRedaction } from "../redaction/redact.ts";
import type { Leaving, PartSetup, Setting } from "./messages.ts";

/** Makes parts of an export: reads the events, leaves out what is to be left out, and writes them as they stand in the file. */
export type PartMaker = ReturnType<typeof openPartMaker>;

export function redactionOf(
  { rules, secrets, marksKey, values }: Leaving,
  withReading = true,
): (event: Evidence) => Promise<Evidence> {
  return createRedaction({
    withReading,
    secrets: createRedactor(secrets),
    marks: createMarks(marksKey),
    rules,
    chosen: values === null ? null : openChosen(values),
  });
}

export function unitsOf(units: Setting["units"]): ExportContext["unitsOf"] {
  return (id) => (id === undefined ? null : (units[id] ?? null));
}

/** @throws Refusal `not-written` where the key to commit with cannot be read */
export function openPartMaker(setup: PartSetup, now: () => Instant) {
  const context: ExportContext = { ...setup.context, unitsOf: unitsOf(setup.units) };
  const isHar = setup.form === "har";
  const redact = redactionOf(setup.leaving, !isHar);
  const commit = commitmentsOf(setup.committing);
  const journal = openLogReader(setup.log, now);

  return {
    async make(ids: readonly EventId[], run: Sources["run"]): Promise<Part> {
      const { events, through } = await journal.whole(ids);
      const written: string[] = [];
      let first: Instant | null = null;
      let span: readonly [Instant, Instant] | null = null;
      for (const each of events) {
        const event = await evidenceOf(each, isHar ? null : run);
        const { at } = event.detail.summary;
        span = span === null ? [at, at] : [Math.min(span[0], at), Math.max(span[1], at)];
        const redacted = await redact(event);
        const text = isHar ? harEntry(redacted, context) : ndjsonLine(commit(redacted, event), context);
        if (text === null) continue;
        first ??= at;
        written.push(text);
      }
      const bytes = Buffer.from(written.join(isHar ? HAR_BETWEEN : ""), "utf8");
      return { bytes, first, through, events: events.length, span };
    },
    close: (): void => journal.close(),
  };
}

/** Adds a commitment to each body that was changed, made from the bytes before. */
function commitmentsOf(committing: PartSetup["committing"]): (redacted: Evidence, before: Evidence) => Evidence {
  if (committing === null) return (redacted) => redacted;
  const { caseId, key } = committing;
  const seal = sealOf(key);
  if (seal === null) throw unreadableKey();
  return (event, { bodies }) => {
    const changed = bodyPart.options.filter((part) => event.redacted.includes(part));
    if (changed.length === 0) return event;
    const { id } = event.detail.summary;
    const commitments = changed.map((part) => [
      part,
      seal.commitment({ caseId, id, part }, bodies[part] ?? new Uint8Array()),
    ]);
    return { ...event, commitments: Object.fromEntries(commitments) };
  };
}

export function unreadableKey(): Refusal {
  return new Refusal("not-written", "The key to sign case files with cannot be read.");
}
