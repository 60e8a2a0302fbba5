import { readdirSync } from "node:fs";
import type { EventChoice } from "../../../shared/contract.ts";
import type { EventSummary } from "../../../shared/events.ts";
import type { EventId, Instant } from "../../../shared/primitives.ts";
import type { Chosen } from "../api.ts";
import { FILE_NAME } from "../file/open-file.ts";
import type { CommitQueue } from "./commit-queue.ts";
import type { Readers } from "./reading-threads.ts";

/** So many rows at once, so that neither thread is held up. */
const AT_ONCE = 500;

/** All rows that a filter shows, page by page from the newest back (or from `through`); what arrives meanwhile is left. */
export async function* matches(
  readers: Readers,
  { filter, through, now }: { readonly filter: string; readonly through?: EventId; readonly now: Instant },
): AsyncGenerator<readonly EventSummary[]> {
  let before = through === undefined ? undefined : through + 1;
  for (;;) {
    const query = { limit: AT_ONCE, filter, ...(before === undefined ? {} : { before }) };
    const { events, moreBefore } = await readers.ask({ ask: "page", query, now });
    yield events;
    before = events[0]?.id;
    if (!moreBefore || before === undefined) return;
  }
}

export async function choose(readers: Readers, choice: EventChoice, now: Instant): Promise<Chosen> {
  const ids = new Set<EventId>();
  const texts = new Set<string>();
  let pinned = 0;
  function take(events: readonly EventSummary[]): void {
    for (const event of events) {
      ids.add(event.id);
      if (event.pinned === true) pinned += 1;
      for (const text of textsOf(event)) texts.add(text);
    }
  }
  if ("filter" in choice) for await (const events of matches(readers, { ...choice, now })) take(events);
  else take(await summaries(readers, choice.ids));
  const chosen = ids.size;
  const members = await readers.ask({ ask: "run-members", ids: [...ids] });
  take(
    await summaries(
      readers,
      members.filter((id) => !ids.has(id)),
    ),
  );
  return { ids: [...ids], related: ids.size - chosen, pinned, texts: [...texts] };
}

async function summaries(readers: Readers, ids: readonly EventId[]): Promise<readonly EventSummary[]> {
  const details = await Promise.all(ids.map((id) => readers.ask({ ask: "detail", id })));
  return details.flatMap((detail) => detail?.summary ?? []);
}

function textsOf(event: EventSummary): readonly string[] {
  if (event.kind === "notice") return [];
  const { linkId, userReference, from, to, remark } = event.facts;
  return [linkId, userReference, from, to, remark].flatMap((text) => (text === undefined || text === "" ? [] : [text]));
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
