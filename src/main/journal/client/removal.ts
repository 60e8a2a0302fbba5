import { readdirSync } from "node:fs";
import type { EventChoice, Output } from "../../../shared/contract.ts";
import type { EventSummary } from "../../../shared/events.ts";
import { exactReference } from "../../../shared/filter/index.ts";
import type { EventId, Instant } from "../../../shared/primitives.ts";
import { namedBy } from "../../../shared/removed-texts.ts";
import type { Chosen, ClearingProgress } from "../api.ts";
import { FILE_NAME } from "../file/open-file.ts";
import type { CommitQueue } from "./commit-queue.ts";
import type { Readers } from "./reading-threads.ts";

/** So many rows at once, so that neither thread is held up. */
const AT_ONCE = 500;
/** A word that is negated has every body there is looked through: after so long it is told how far that has come. */
const STRETCH_MS = 500;

interface Shown {
  readonly filter: string;
  readonly through?: EventId;
  readonly now: Instant;
}

/** What a filter shows of one stretch of the log. */
interface Stretch {
  readonly events: readonly EventSummary[];
  /** Back to when the log was looked through; null: all of it was. */
  readonly searchedTo: Instant | null;
}

/**
 * All rows that a filter shows, stretch by stretch from the newest back (or from `through`); what arrives meanwhile is
 * left. @throws Refusal as `page`; `cancelled` once `signal` is aborted
 */
async function* matches(
  readers: Readers,
  { filter, through, now }: Shown,
  signal?: AbortSignal,
): AsyncGenerator<Stretch> {
  let before = through === undefined ? undefined : through + 1;
  for (;;) {
    const query = { limit: AT_ONCE, filter, within: STRETCH_MS, ...(before === undefined ? {} : { before }) };
    const { events, moreBefore, searchedTo } = await readers.ask({ ask: "page", query, now }, signal);
    const [oldest] = events;
    const reached = searchedTo ?? oldest;
    const goesOn = moreBefore && reached !== undefined;
    yield { events, searchedTo: goesOn ? reached.at : null };
    if (!goesOn) return;
    before = reached.id;
  }
}

interface Hiding {
  readonly signal: AbortSignal | undefined;
  /** Called once, before anything is hidden. */
  readonly begun: () => void;
  readonly progress: (progress: ClearingProgress) => void;
}

/** Hides what a filter shows, but pinned rows: all of it, or what it had come to when it was stopped. */
export async function hideShown(
  readers: Readers,
  queue: CommitQueue,
  shown: Shown,
  { signal, begun, progress }: Hiding,
): Promise<number> {
  let cleared = 0;
  let first = true;
  const hide = async (ids: readonly EventId[]): Promise<void> => {
    if (first) begun();
    cleared += (await queue.perform({ do: "hide", ids, first })).value;
    first = false;
  };
  try {
    for await (const { events, searchedTo } of matches(readers, shown, signal)) {
      const ids = events.filter(({ pinned }) => pinned !== true).map(({ id }) => id);
      if (ids.length > 0) await hide(ids);
      if (searchedTo !== null) progress({ cleared, searchedTo });
    }
  } catch (error) {
    if (signal?.aborted !== true) throw error;
  }
  // Also one that has found nothing is the last, and what is undone next.
  if (first) await hide([]);
  return cleared;
}

export async function choose(
  readers: Readers,
  choice: EventChoice,
  now: Instant,
  signal?: AbortSignal,
): Promise<Chosen> {
  const ids = new Set<EventId>();
  const references = new Map<string, number>();
  const linkIds = new Map<string, number>();
  const remarks = new Set<string>();
  let pinned = 0;
  let unnamed = 0;
  function count(texts: Map<string, number>, found: readonly (string | undefined)[]): void {
    for (const text of new Set(found)) if (text) texts.set(text, (texts.get(text) ?? 0) + 1);
  }
  function take(events: readonly EventSummary[]): void {
    for (const event of events) {
      ids.add(event.id);
      if (event.pinned === true) pinned += 1;
      if (event.kind === "notice") continue;
      const { linkId, others = [] } = event.facts;
      const items = [event.facts, ...others];
      const people = items.flatMap(({ userReference, from, to }) => [userReference, from, to]);
      count(references, people);
      count(linkIds, [linkId]);
      for (const { remark } of items) if (remark) remarks.add(remark);
      if (event.kind === "delivery" && !people.some(Boolean) && !linkId) unnamed += 1;
    }
  }
  if ("filter" in choice) for await (const { events } of matches(readers, { ...choice, now }, signal)) take(events);
  else take(await summaries(readers, choice.ids));
  // Counted before what comes with whichever of them is chosen.
  const ofAll = new Set([...references, ...linkIds].flatMap(([text, events]) => (events === ids.size ? [text] : [])));
  if (choice.withElsewhere === true)
    for (const { word } of namedBy(choice, mostFirst(references, new Set(), new Set())))
      for await (const { events } of matches(readers, { filter: word, now }, signal))
        take(events.filter(({ id }) => !ids.has(id) && (!("through" in choice) || id <= choice.through)));
  const chosen = ids.size;
  const members = await readers.ask({ ask: "run-members", ids: [...ids] });
  take(
    await summaries(
      readers,
      members.filter((id) => !ids.has(id)),
    ),
  );
  const staying = await namedElsewhere(readers, [...references.keys(), ...linkIds.keys()], ids, now, signal);
  return {
    ids: [...ids],
    related: ids.size - chosen,
    pinned,
    references: mostFirst(references, ofAll, staying),
    linkIds: mostFirst(linkIds, ofAll, staying),
    remarks: [...remarks],
    unnamed,
  };
}

/** So many names at most are looked for in the rest of the log: each is a search. Of more all are taken to go. */
const NAMES_LOOKED_FOR = 200;

/** Those of the names that an event has which is not among these. */
async function namedElsewhere(
  readers: Readers,
  texts: readonly string[],
  chosen: ReadonlySet<EventId>,
  now: Instant,
  signal?: AbortSignal,
): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  if (texts.length > NAMES_LOOKED_FOR) return found;
  for (const text of texts)
    for await (const { events } of matches(readers, { filter: exactReference(text), now }, signal))
      if (events.some(({ id }) => !chosen.has(id))) {
        found.add(text);
        break;
      }
  return found;
}

function mostFirst(
  texts: ReadonlyMap<string, number>,
  ofAll: ReadonlySet<string>,
  staying: ReadonlySet<string>,
): Chosen["references"] {
  return [...texts]
    .map(([text, events]) => ({
      text,
      events,
      ofAll: ofAll.has(text),
      ...(staying.has(text) ? { stays: true as const } : {}),
    }))
    .sort((one, other) => other.events - one.events);
}

/** So many other events at least is enough to know: a customer's may be a million. */
const COUNTED_ELSEWHERE = 1_000;

/** In how many events that are not among these stands whom a choice is about, wherever in them. */
export async function countElsewhere(
  readers: Readers,
  choice: EventChoice,
  { ids, references }: Pick<Chosen, "ids" | "references">,
  now: Instant,
  signal?: AbortSignal,
): Promise<Output<"journal", "removal">["elsewhere"]> {
  const chosen = new Set(ids);
  const found: Output<"journal", "removal">["elsewhere"][number][] = [];
  for (const { text, word } of namedBy(choice, references)) {
    let count = 0;
    for await (const { events } of matches(readers, { filter: word, now }, signal)) {
      for (const { id } of events) if (!chosen.has(id)) count += 1;
      if (count > COUNTED_ELSEWHERE) break;
    }
    const isAll = count <= COUNTED_ELSEWHERE;
    if (count > 0) found.push({ text, events: isAll ? count : COUNTED_ELSEWHERE, isAll });
  }
  return found;
}

async function summaries(readers: Readers, ids: readonly EventId[]): Promise<readonly EventSummary[]> {
  const details = await Promise.all(ids.map((id) => readers.ask({ ask: "detail", id })));
  return details.flatMap((detail) => detail?.summary ?? []);
}

/** Deletes rows, and what was cleared. @returns how many rows that were, without cleared ones */
export async function removeRows(queue: CommitQueue, ids: readonly EventId[]): Promise<number> {
  let removed = 0;
  for (let from = 0; from < ids.length; from += AT_ONCE)
    removed += (await queue.perform({ do: "remove", ids: ids.slice(from, from + AT_ONCE) })).value;
  await queue.perform({ do: "purge-cleared" });
  return removed;
}

/** The names of damaged logs that are kept beside the one in use. */
export function logsSetAside(folder: string): readonly string[] {
  return readdirSync(folder).filter((name) => name.startsWith(`${FILE_NAME}.damaged-`) && !/-(?:wal|shm)$/.test(name));
}
