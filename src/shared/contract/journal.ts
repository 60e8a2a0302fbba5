import { z } from "zod";
import { bodyPart, eventDetail, eventSummary, MAX_NOTE, MAX_TAGS } from "../events.ts";
import { journalStatus } from "../journal-status.ts";
import { base64Text, type DeepReadonly, eventId, instant } from "../primitives.ts";
import { removedTexts } from "../removed-texts.ts";
import { retentionSettings } from "../retention.ts";
import { entry, nothing, requestId } from "./entry.ts";

const page = z.object({
  /** Newest last. */
  events: z.array(eventSummary),
  /** Whether there are older and newer ones beyond this page. */
  moreBefore: z.boolean(),
  moreAfter: z.boolean(),
  /**
   * The time was over before the page was full: what is older than this is not searched yet. Ask `before` it to go on.
   */
  searchedTo: z.object({ id: eventId, at: instant }).optional(),
});

/** How bytes come to the window: a few in the answer itself, many under a path of its own origin, for one fetch. */
const inside = { bytes: base64Text };
const elsewhere = { address: z.string() };

/** Rows that can be selected at once. */
export const MAX_CHOSEN = 2_000;

/** One word or a few, without commas, which part them where they are typed. */
const tag = z
  .string()
  .trim()
  .min(1)
  .max(40)
  .regex(/^[^,\n]*$/);

const eventIds = z.array(eventId).min(1).max(MAX_CHOSEN);

/** The text of the filter bar; an empty one keeps all. */
const filter = z.string().max(2_000);

/** Also all events that have anywhere in them whom a choice is about. */
const withElsewhere = z.literal(true).optional();
/** Events that something is done with: by their numbers, or all that a filter shows up to one of them. */
const eventChoice = z.union([
  z.object({ ids: eventIds, withElsewhere }),
  z.object({ filter, through: eventId, withElsewhere }),
]);
export type EventChoice = DeepReadonly<z.infer<typeof eventChoice>>;

/** A reference or link id, and how many events have it. */
const namedIn = z.object({ text: z.string(), events: z.int() });
/**
 * `ofAll`: every event that was chosen itself has it, so that to choose only its own would leave out none. `stays`:
 * events that do not go have it, too, so that it is not forgotten.
 */
const namedInChosen = namedIn.extend({ ofAll: z.boolean(), stays: z.literal(true).optional() });

export const journal = {
  /**
   * Up to `limit` events next to a key: before it (older), after it (newer), or the newest when neither is
   * given.
   */
  page: entry(
    z.object({
      before: eventId.optional(),
      /** 0 stands before the first row: the oldest page. */
      after: z.int().nonnegative().optional(),
      /** Instead of a key: the page around the first event at or after this moment. */
      at: instant.optional(),
      limit: z.int().min(1).max(500),
      filter,
      /**
       * Milliseconds after which a search among older events ends with what was found; without it, it goes on to its
       * end.
       */
      within: z.int().min(10).max(60_000).optional(),
      requestId: requestId.optional(),
    }),
    page,
  ),
  /** Ends a page that is searched for, a clear or a count. */
  cancelSearch: entry(z.object({ requestId }), nothing),
  /** Refused with `event-cleared` when it can be brought back, with `no-event` when it is gone. */
  detail: entry(z.object({ id: eventId }), eventDetail),
  /** The bytes as they were received or sent, before any decoding. */
  body: entry(z.object({ id: eventId, part: bodyPart }), z.union([z.object(inside), z.object(elsewhere)])),
  /** The same without its Content-Encoding; refused with the reason when it cannot be decoded. */
  decodedBody: entry(
    z.object({ id: eventId, part: bodyPart }),
    z.union([z.object({ ...inside, encoding: z.string() }), z.object({ ...elsewhere, encoding: z.string() })]),
  ),
  /**
   * Clears what the filter shows, all for an empty one; pinned events stay. Can be undone with `undoClear` until
   * Linkdesk is ended. Tells of itself by `journal.clearing`; `stopped`: it was cancelled, and has cleared a part.
   */
  clear: entry(
    z.object({ filter, requestId: requestId.optional() }),
    z.object({ cleared: z.int(), stopped: z.boolean() }),
  ),
  undoClear: entry(nothing, nothing),
  /** Shows again all that was cleared since Linkdesk was started, by however many clears, and not removed for good. */
  bringBackCleared: entry(nothing, z.object({ broughtBack: z.int().nonnegative() })),
  /** Deletes what was cleared for good, now instead of at the next start. */
  purgeCleared: entry(nothing, nothing),
  /**
   * What removing these for good would take: all of them and, of a simulation, the rest of it, or its verdict would
   * say something else afterwards.
   */
  removal: entry(
    z.object({ choice: eventChoice, requestId }),
    z.object({
      events: z.int(),
      /** Of these, those that belong to the same simulations and were not chosen themselves. */
      related: z.int(),
      pinned: z.int(),
      /** Whom they name, and in how many of them: those in most events first. */
      references: z.array(namedInChosen),
      linkIds: z.array(namedInChosen),
      remarks: z.array(z.string()),
      /** Webhooks among them in which nobody was found that they would be about. */
      unnamed: z.int(),
      /**
       * Whom other events have anywhere in them, and how many: the reference that the filter asks for, or those that
       * most of the selected events name. `isAll`: there are no more of them than were counted.
       */
      elsewhere: z.array(namedIn.extend({ isAll: z.boolean() })),
    }),
  ),
  /**
   * Deletes them for good, pinned or not, with everything that quotes them: verdicts, search index, what the forms
   * remember, saved filters. What was cleared before goes too. Resolves when none of it is in the files any more.
   */
  remove: entry(
    eventChoice,
    z.object({
      removed: z.int(),
      /** Whatever else holds one of these has to forget it. */
      forgotten: removedTexts,
      /** Damaged logs that were set aside earlier: they are not searched. */
      setAside: z.array(z.string()),
    }),
  ),
  /** Writes a note in the place of the former one (empty: none), and adds tags or takes them away. */
  annotate: entry(
    z.object({
      ids: eventIds,
      note: z.string().max(MAX_NOTE).optional(),
      add: z.array(tag).max(MAX_TAGS).optional(),
      remove: z.array(z.string()).max(MAX_TAGS).optional(),
    }),
    nothing,
  ),
  /** All tags in use, in their order. */
  tags: entry(nothing, z.array(z.string())),
  /** Pinned events stay when the log is cleared and when old events are removed. */
  pin: entry(z.object({ ids: eventIds, pinned: z.boolean() }), nothing),
  retention: entry(nothing, retentionSettings),
  /** Events beyond the limits are removed in small steps, oldest first. */
  configureRetention: entry(retentionSettings, nothing),
  stats: entry(
    nothing,
    z.object({
      /** Events that are shown: without cleared ones. */
      events: z.int(),
      /** All of the log's files: events, search index, and what SQLite keeps beside them. */
      bytesOnDisk: z.int(),
      /** Events that are not in the search index yet; searching finds them all the same, only slower. */
      indexLag: z.int(),
      /** When the first event that is shown came, in the order of rows; null when none is. */
      oldest: instant.nullable(),
      /** Events that were cleared and are not deleted yet. */
      cleared: z.int().nonnegative(),
    }),
  ),
  status: entry(nothing, journalStatus),
} as const;
