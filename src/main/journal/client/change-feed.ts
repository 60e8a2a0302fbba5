import type { EventSummary } from "../../../shared/events.ts";
import type { EventId } from "../../../shared/primitives.ts";
import { createFeed } from "../../feed.ts";
import type { JournalChange } from "../api.ts";

// One batch a frame or two: more would be told than can be painted.
const FRAME_MS = 25;
// While so many come that nobody can read them as they pass: painting them forty times a second takes more of the
// machine than receiving them does, and a form's answer then waits for the window.
const FLOOD_MS = 200;
/** Rows in a batch from which on it is a flood: 800 a second to become one, 100 to go on being one. */
const FLOOD_ROWS = 20;
// Rows a batch may carry. A window shows some 50; who misses more pages for them.
const ROWS_PER_BATCH = 200;

/** Makes a row's summary. Of thousands a second a few hundred are told, and only those are made. */
export type MakeSummary = () => EventSummary;

/** Gathers what changed in the log and tells it in batches. */
export function createChangeFeed() {
  const feed = createFeed<JournalChange>();
  let appended = new Map<EventId, MakeSummary>();
  let amended = new Map<EventId, MakeSummary>();
  let reset = false;
  let skipped = 0;
  let outdated: EventId[] = [];
  let timer: NodeJS.Timeout | null = null;
  let closed = false;
  let nextAt = Number.NEGATIVE_INFINITY;

  function tell(): void {
    timer = null;
    nextAt = performance.now() + (appended.size >= FLOOD_ROWS ? FLOOD_MS : FRAME_MS);
    const change: JournalChange = {
      appended: Array.from(appended.values(), (make) => make()),
      amended: Array.from(amended.values(), (make) => make()),
      reset,
      skipped,
      ...(outdated.length > 0 ? { outdated } : {}),
    };
    appended = new Map();
    amended = new Map();
    reset = false;
    skipped = 0;
    outdated = [];
    feed.tell(change);
  }

  /** A lone event is told at once; what follows soon after is told together. */
  function schedule(): void {
    if (timer !== null || closed) return;
    timer = setTimeout(tell, Math.max(0, nextAt - performance.now()));
  }

  /** Keeps the newest: who follows the end needs those, and pages for the others. */
  function add(rows: Map<EventId, MakeSummary>, id: EventId, make: MakeSummary): void {
    rows.set(id, make);
    const [oldest] = rows.size > ROWS_PER_BATCH ? rows.keys() : [];
    if (oldest !== undefined) {
      rows.delete(oldest);
      if (rows === appended) skipped += 1;
      else outdated.push(oldest);
    }
    schedule();
  }

  return {
    appended: (id: EventId, make: MakeSummary): void => add(appended, id, make),
    amended: (id: EventId, make: MakeSummary): void => add(appended.has(id) ? appended : amended, id, make),
    reset(): void {
      appended.clear();
      amended.clear();
      skipped = 0;
      outdated = [];
      reset = true;
      schedule();
    },
    listen: feed.listen,
    /** Tells what is left and then stops. */
    close(): void {
      if (timer !== null) {
        clearTimeout(timer);
        tell();
      }
      closed = true;
      feed.close();
    },
  };
}
