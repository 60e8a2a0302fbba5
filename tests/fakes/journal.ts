import type { EventChoice, Handlers } from "../../src/shared/contract.ts";
import type { EventDetail, EventSummary } from "../../src/shared/events.ts";
import { namedBy } from "../../src/shared/removed-texts.ts";
import { DEFAULT_RETENTION } from "../../src/shared/retention.ts";
import { standsAlone } from "../../src/shared/stands-alone.ts";
import type { PushOut } from "./program.ts";
import { FakeRefusal } from "./refusal.ts";
import type { SampleEvent } from "./sample-events.ts";

export interface FakeJournal {
  readonly handlers: Handlers["journal"];
  /** Adds a row; the detail's id is replaced by the row's number. */
  append(event: SampleEvent): number;
  amend(id: number, event: SampleEvent): void;
  find(id: number): SampleEvent;
  /** Every row, oldest first. */
  all(): readonly SampleEvent[];
}

export function toBase64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}

function numbered(event: SampleEvent, id: number): SampleEvent {
  const detail = { ...event.detail, summary: { ...event.detail.summary, id } } as EventDetail;
  return { ...event, detail };
}

function namesOf(event: EventSummary): readonly string[] {
  if (event.kind === "notice") return [];
  const { userReference, from, to } = event.facts;
  return [userReference, from, to].flatMap((text) => (text ? [text] : []));
}

/** The log as a list: filters by plain words, and keeps nothing when the window closes. */
export function createFakeJournal(
  push: PushOut,
  samples: readonly SampleEvent[],
  /** How the pager joins a row with its run. */
  joined: <Event extends EventSummary>(event: Event) => Event,
  /** Is told of rows that are new or have gone on. */
  seen: (event: EventSummary) => void,
): FakeJournal {
  let rows: readonly SampleEvent[] = samples.map((event, index) => numbered(event, index + 1));
  let cleared: readonly SampleEvent[] = [];
  let last = rows.length;
  let retention = DEFAULT_RETENTION;
  const summary = (event: SampleEvent): EventSummary => event.detail.summary;

  const inOrder = (events: readonly SampleEvent[]) =>
    events.toSorted((one, other) => summary(one).id - summary(other).id);

  function find(id: number): SampleEvent {
    const found = rows.find((event) => summary(event).id === id);
    if (cleared.some((event) => summary(event).id === id))
      throw new FakeRefusal("event-cleared", "This event was cleared from the log.");
    if (found === undefined) throw new FakeRefusal("no-event", "This event is no longer in the log.");
    return found;
  }

  function matching(filter: string): readonly SampleEvent[] {
    const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
    return rows.filter((event) => {
      const text = JSON.stringify(event).toLowerCase();
      const holds = (word: string): boolean => {
        if (word.startsWith("-")) return !holds(word.slice(1));
        const [field, value] = /^[a-z-]+:/.test(word) ? word.split(":") : [word];
        if (field === "kind") return summary(event).kind === (value === "webhook" ? "delivery" : value);
        if (field === "ref" && value !== undefined) {
          const names = namesOf(summary(event)).map((name) => name.toLowerCase());
          return names.some((name) => (value.startsWith("=") ? `=${name}` === value : name.includes(value)));
        }
        // A moment has any three digits in it.
        if (field === "status" && value !== undefined) {
          const shown = summary(event);
          const status = shown.kind === "notice" ? null : shown.status;
          return new RegExp(`^${value.replaceAll("x", "[0-9]")}$`).test(String(status));
        }
        if (field === "signature") {
          const delivery = summary(event);
          return delivery.kind === "delivery" && (delivery.signature ?? "unchecked") === value;
        }
        if (field === "about") return value?.split(",").some((each) => text.includes(`"subject":"${each}"`)) === true;
        if (field === "word") return standsAlone(text, value ?? "");
        return text.includes(value ?? field ?? "");
      };
      return words.every(holds);
    });
  }

  function chosen(choice: EventChoice): readonly SampleEvent[] {
    const own =
      "ids" in choice
        ? rows.filter((event) => choice.ids.includes(summary(event).id))
        : matching(choice.filter).filter((event) => summary(event).id <= choice.through);
    if (choice.withElsewhere !== true) return own;
    const references = own.flatMap((event) => namesOf(summary(event)).map((text) => ({ text })));
    const elsewhere = namedBy(choice, references).flatMap(({ word }) => matching(word));
    return rows.filter((event) => own.includes(event) || elsewhere.includes(event));
  }

  function change(ids: readonly number[], to: (event: EventSummary) => EventSummary): void {
    const amended = ids.map((id) => {
      const { detail, ...bodies } = find(id);
      const row = { ...bodies, detail: { ...detail, summary: to(detail.summary) } as EventDetail };
      rows = rows.map((each) => (summary(each).id === id ? row : each));
      return summary(row);
    });
    push("journal.changed", { appended: [], amended, reset: false, skipped: 0 });
  }

  const handlers: Handlers["journal"] = {
    page({ before, after, at, limit, filter }) {
      const all = matching(filter).map((event) => joined(summary(event)));
      const around = at === undefined ? -1 : all.findIndex((event) => event.at >= at);
      if (around >= 0) {
        const start = Math.max(0, around - Math.floor(limit / 2));
        const near = all.slice(start, start + limit);
        return { events: near, moreBefore: start > 0, moreAfter: start + limit < all.length };
      }
      const older = before === undefined ? all : all.filter((event) => event.id < before);
      const inside = after === undefined ? older : older.filter((event) => event.id > after);
      const events = after === undefined ? inside.slice(-limit) : inside.slice(0, limit);
      const first = events[0]?.id ?? 0;
      const end = events.at(-1)?.id ?? 0;
      return {
        events,
        moreBefore: all.some((event) => event.id < first),
        moreAfter: all.some((event) => event.id > end),
      };
    },
    cancelSearch: () => null,
    detail({ id }) {
      const { detail } = find(id);
      return { ...detail, summary: joined(detail.summary) } as EventDetail;
    },
    body({ id, part }) {
      const event = find(id);
      return { bytes: toBase64((part === "request" ? event.requestBody : event.answerBody) ?? "") };
    },
    decodedBody({ id, part }) {
      const event = find(id);
      return { bytes: toBase64((part === "request" ? event.requestBody : event.answerBody) ?? ""), encoding: "gzip" };
    },
    clear({ filter }) {
      cleared = matching(filter);
      rows = rows.filter((event) => !cleared.includes(event));
      push("journal.changed", { appended: [], amended: [], reset: true, skipped: 0 });
      return { cleared: cleared.length, stopped: false };
    },
    undoClear() {
      rows = inOrder([...cleared, ...rows]);
      cleared = [];
      push("journal.changed", { appended: [], amended: [], reset: true, skipped: 0 });
      return null;
    },
    bringBackCleared() {
      const broughtBack = cleared.length;
      rows = inOrder([...cleared, ...rows]);
      cleared = [];
      push("journal.changed", { appended: [], amended: [], reset: true, skipped: 0 });
      return { broughtBack };
    },
    purgeCleared() {
      cleared = [];
      push("journal.changed", { appended: [], amended: [], reset: true, skipped: 0 });
      return null;
    },
    annotate({ ids, note, add = [], remove = [] }) {
      change(ids, (event) => {
        const { note: before, tags: had, ...rest } = event;
        const text = note ?? before;
        const tags = [...new Set([...(had ?? []), ...add])].filter((tag) => !remove.includes(tag));
        return { ...rest, ...(text ? { note: text } : {}), ...(tags.length > 0 ? { tags } : {}) } as EventSummary;
      });
      return null;
    },
    tags: () => [...new Set(rows.flatMap((event) => summary(event).tags ?? []))].sort(),
    removal({ choice }) {
      const gone = chosen(choice);
      const counts = new Map<string, number>();
      for (const event of gone)
        for (const text of new Set(namesOf(summary(event)))) counts.set(text, (counts.get(text) ?? 0) + 1);
      const references = [...counts].map(([text, events]) => ({ text, events, ofAll: events === gone.length }));
      const elsewhere = namedBy(choice, references).map(({ text, word }) => {
        const events = matching(word).filter((event) => !gone.includes(event)).length;
        return { text, events, isAll: true };
      });
      return {
        events: gone.length,
        related: 0,
        pinned: gone.filter((event) => summary(event).pinned).length,
        references,
        linkIds: [],
        remarks: [],
        unnamed: gone.filter((event) => summary(event).kind === "delivery" && namesOf(summary(event)).length === 0)
          .length,
        elsewhere: elsewhere.filter(({ events }) => events > 0),
      };
    },
    remove(choice) {
      const gone = chosen(choice);
      rows = rows.filter((event) => !gone.includes(event));
      cleared = [];
      push("journal.changed", { appended: [], amended: [], reset: true, skipped: 0 });
      return {
        removed: gone.length,
        forgotten: { names: gone.flatMap((event) => namesOf(summary(event))), remarks: [] },
        setAside: [],
      };
    },
    pin({ ids, pinned }) {
      change(ids, (event) => ({ ...event, pinned }));
      return null;
    },
    retention: () => retention,
    configureRetention(settings) {
      retention = settings;
      return null;
    },
    stats: () => ({
      events: rows.length,
      bytesOnDisk: 4_096 + (rows.length + cleared.length) * 2_300,
      indexLag: 0,
      oldest: rows[0] === undefined ? null : summary(rows[0]).at,
      cleared: cleared.length,
    }),
    status: () => ({ problem: null, indexLag: 0 }),
  };

  return {
    handlers,
    find,
    all: () => rows,
    append(event) {
      last += 1;
      const row = numbered(event, last);
      rows = [...rows, row];
      push("journal.changed", { appended: [summary(row)], amended: [], reset: false, skipped: 0 });
      seen(summary(row));
      return last;
    },
    amend(id, event) {
      const row = numbered(event, id);
      rows = rows.map((each) => (summary(each).id === id ? row : each));
      push("journal.changed", { appended: [], amended: [summary(row)], reset: false, skipped: 0 });
      seen(summary(row));
    },
  };
}
