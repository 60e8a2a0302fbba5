import { z } from "zod";
import { isPlacePath } from "./payload-path.ts";
import { type DeepReadonly, eventId, instant } from "./primitives.ts";

/**
 * A reading says of one kind of webhook where it carries what a verdict rests on, and which of its words mean what.
 * Plain data: known ones come with Linkdesk, the others are confirmed or corrected by the user and belong to a
 * profile. Payload shapes are not specified, so without one of these a verdict is never sure.
 */

/** A place in a payload, as payload-path.ts writes it. */
const path = z
  .string()
  .min(1, "Enter a path, for example transaction.amount.")
  .max(500, { error: "A path has at most 500 characters.", abort: true })
  .refine(isPlacePath, "This is not a path. Write it as transaction.amount or items[0].amount.");

/** A word of the payload, such as `success` or `direct_debit.success`; null and truth values as their JSON text. */
const word = z.string().max(200, "A word has at most 200 characters.");

const words = <Meaning extends z.ZodType>(means: Meaning) =>
  z.array(z.object({ text: word, means })).max(100, "A place has at most 100 words.");

/** The word for an object or a list in which something stands, where only that matters. */
export const PARTS = "{…}";

/** The word for a list, where it matters how long it is. */
export const entriesWord = (entries: number) => `[${entries}]`;

/** How many entries a word for a list tells of; null for another word. */
export function entriesIn(word: string): number | null {
  const digits = /^\[([0-9]{1,5})\]$/.exec(word)?.[1];
  return digits === undefined ? null : Number(digits);
}

/** What a reading is called whose webhooks do not say what they are. */
export const UNNAMED = "webhook";

/** Places that a reading watches: most webhooks have fewer values. */
export const WATCHED_AT_MOST = 300;

/** Places of a reading that are noted without what stood there. */
export const THERE_AT_MOST = 200;

/** The word for a number that says the amount once more. */
export const SAME = "{=}";

/** The words for a reference that says somebody once more. */
export const SAME_PERSON = { user: "{=user}", from: "{=from}", to: "{=to}" } as const;

/**
 * The word for an id, a number or a moment, where it matters only that one is there, and no zero: `paid_at`. An id's
 * word begins with the letters that say what it is of: `re_{+}`.
 */
export const FILLED = "{+}";

/** What a webhook is about. `neither`: a refund, a balance notice, a change of a profile. */
export const purpose = z.enum(["credit", "charge", "neither"]);
export type Purpose = z.infer<typeof purpose>;

/**
 * What a word at a place of the purpose means. `either`: it is a credit's as well as a charge's, as `"refund": false`.
 */
export const purposeMeaning = z.enum([...purpose.options, "either"]);
export type PurposeMeaning = z.infer<typeof purposeMeaning>;

/** How what it tells of has ended. `neither`: it is not over, or the word says nothing of it. */
export const outcomeMeaning = z.enum(["went-through", "failed", "neither"]);
export type OutcomeMeaning = z.infer<typeof outcomeMeaning>;

const purposePlace = z.object({ path, words: words(purposeMeaning) });
const outcomePlace = z.object({ path, words: words(outcomeMeaning) });

/**
 * A person's reference. `otherwise`: the service writes it in another way (capitals, something before or behind it),
 * as the user has confirmed once.
 */
const personPlace = z.object({ path, written: z.enum(["same", "otherwise"]) });

export const reading = z.object({
  version: z.literal(1, "This reading was written by a newer version of Linkdesk."),
  id: z.string().min(1).max(100),
  /** What its webhooks are called, such as `direct_debit.success`. */
  name: z.string().trim().min(1, "Give the reading a name.").max(200, "A name has at most 200 characters."),
  /** When the user confirmed it; those that come with Linkdesk have none. */
  confirmedAt: instant.optional(),
  /** The webhooks that it is for: all these paths are there, and at those of `when` stands one of the words. */
  shape: z.object({
    paths: z.array(path).min(1, "A reading names at least one path.").max(60, "A shape has at most 60 paths."),
    when: z
      .array(
        z.object({
          path,
          words: z.array(word).min(1, "Name at least one word.").max(100, "A place has at most 100 words."),
        }),
      )
      .max(10, "A shape has at most 10 conditions."),
  }),
  /**
   * `scale`: the power of ten that makes the amount of the simulation out of it; 2 where 500.00 stands for 50000.
   * `negative`: it is written with a minus, as some services do for who loses it. `forms`: how its digits were written
   * when somebody confirmed it, as amount-form.ts says; in another form it asks. None: nobody has confirmed it by a
   * webhook, and the usual ones of its unit count.
   */
  amount: z
    .object({
      path,
      scale: z.int().min(-6).max(6),
      decimalMark: z.enum([".", ","]),
      negative: z.boolean(),
      forms: z.array(z.string().max(20)).max(20, "An amount has at most 20 forms.").optional(),
    })
    .nullable(),
  /** `fixed`: the payload does not carry it, and it is always this one. */
  currency: z.union([z.object({ path }), z.object({ fixed: z.string().min(1).max(20) })]).nullable(),
  user: personPlace.nullable(),
  from: personPlace.nullable(),
  to: personPlace.nullable(),
  remark: z.object({ path }).nullable(),
  /** The id by which the same webhook is known again when it is sent again. */
  eventId: z.object({ path }).nullable(),
  /** Places that tell the purpose; the first that says credit or charge counts, and any may say `neither`. */
  purpose: z.object({
    always: purpose.nullable(),
    places: z.array(purposePlace).max(20, "At most 20 places tell the purpose."),
  }),
  /**
   * Places that tell the outcome. All have to say that it went through. One that is not there is an empty one, and asks
   * where that was never seen.
   */
  outcome: z.object({ places: z.array(outcomePlace).max(30, "At most 30 places tell the outcome.") }),
  /**
   * Places that nobody has said anything of, with the words that stood there when all was well: another word there
   * asks, and so does a place of that sort that was not there. A number with the word `SAME` asks when it is not the
   * amount any more, and a place with `FILLED` when nothing stands there. null: other places are not looked at.
   */
  watched: z
    .array(z.object({ path, words: z.array(word).max(100, "A place has at most 100 words.") }))
    .max(WATCHED_AT_MOST, `At most ${WATCHED_AT_MOST} places are watched.`)
    .nullable()
    .default(null),
  /** The other places beside the amount that were there, whatever stood in them: one that was not asks. */
  there: z.array(path).max(THERE_AT_MOST, "At most 200 other places are noted.").optional(),
});
export type Reading = DeepReadonly<z.infer<typeof reading>>;

/** The readings of one profile. */
export const readings = z
  .array(reading)
  .max(200, "A profile has at most 200 readings.")
  .refine((list) => new Set(list.map(({ id }) => id)).size === list.length, "Two of the readings have the same id.");

/**
 * Where a webhook's values come from; `nothing`: it could not be read at all. Only the first two make a verdict sure.
 */
export const readBy = z.enum(["known", "confirmed", "proposed", "nothing"]);
export type ReadBy = z.infer<typeof readBy>;

const readValue = z.object({ text: z.string(), path: z.string() });
export type ReadValue = DeepReadonly<z.infer<typeof readValue>>;
const readPerson = readValue.extend({ written: personPlace.shape.written });

/** One movement of money that a webhook tells of: all values as they stand in it, and where. */
export const readItem = z.object({
  /** `units`: as a decimal text in the units of the simulation; null where it cannot be read as one number. */
  amount: readValue.extend({ units: z.string().nullable() }).nullable(),
  /** `code`: of ISO 4217, where it says one in any way (`ngn`, `566`, `₦`), else as it stands; null for a mere `$`. */
  currency: readValue.extend({ code: z.string().nullable() }).nullable(),
  user: readPerson.nullable(),
  from: readPerson.nullable(),
  to: readPerson.nullable(),
  remark: readValue.nullable(),
  /** null within: the word stands at a place that tells it, and was never seen there. */
  purpose: readValue.extend({ means: purpose.nullable() }).nullable(),
  outcome: readValue.extend({ means: outcomeMeaning.nullable() }).nullable(),
  /** Ids of the event or the transaction, the event's own first. */
  ids: z.array(readValue).max(16),
});
export type ReadItem = DeepReadonly<z.infer<typeof readItem>>;

/** An item in which no values were found. */
export const NO_ITEM: ReadItem = {
  amount: null,
  currency: null,
  user: null,
  from: null,
  to: null,
  remark: null,
  purpose: null,
  outcome: null,
  ids: [],
};

/** What kept a webhook from being read to its end. */
export const incomplete = z.enum(["too-long", "too-many-values", "too-deep", "not-decoded"]);
export type Incomplete = z.infer<typeof incomplete>;

/**
 * A word that somebody has to explain once. `suggests`: what it would be taken for, where it speaks for itself.
 * `because`: what is new about it where that is not the word: its place, so that the next word there is another one, or
 * that it is not the amount any more, or that nothing stands there, or that the place is gone. About the amount: it is
 * written in another form than before, so that it may be meant in another unit.
 */
export const newWord = z.discriminatedUnion("about", [
  readValue.extend({
    about: z.literal("purpose"),
    suggests: purposeMeaning.nullable(),
    because: z.enum(["empty", "gone"]).optional(),
  }),
  readValue.extend({
    about: z.literal("outcome"),
    suggests: outcomeMeaning.nullable(),
    because: z.enum(["not-there-before", "not-the-amount", "empty", "gone"]).optional(),
  }),
  readValue.extend({ about: z.literal("amount"), suggests: z.null() }),
]);
export type NewWord = DeepReadonly<z.infer<typeof newWord>>;

/**
 * What one webhook says, as it was read once and is stored with it. Row, filter, inspector and runs have it from here.
 */
export const webhookReading = z.object({
  by: readBy,
  /** The id of the known or confirmed reading that was used; null for a proposed one, and for none. */
  readingId: z.string().nullable(),
  /** What the payload calls itself; else the reading's name. */
  kind: z.string(),
  /**
   * The beginning of a body in which nothing was found; left out of what is handed over, where it could not be
   * redacted.
   */
  begins: z.string().optional(),
  /** Nearly always one; several in a batch; none where nothing could be read. */
  items: z.array(readItem).max(50),
  /**
   * Words that the reading has not seen, at places that tell purpose or outcome: somebody has to say what they mean.
   */
  newWords: z.array(newWord).max(20),
  /** Tags of remarks, wherever they stand. */
  tags: z.array(z.string()).max(50),
  /** The link that it names, where it names one. */
  linkId: z.string().nullable(),
  /** SHA-256 of the body, base64url: equal for equal bodies only. */
  digest: z.string(),
  /** What kept it from being read to its end; null for nothing. */
  incomplete: incomplete.nullable(),
  /** `text`: none of the other three, so that nothing in it has a name. */
  format: z.enum(["json", "form", "xml", "text", "empty"]),
});
export type WebhookReading = DeepReadonly<z.infer<typeof webhookReading>>;

/** A value of a payload that can be pointed at. */
export const payloadValue = readValue.extend({ kind: z.enum(["string", "number", "boolean", "null"]) });
export type PayloadValue = DeepReadonly<z.infer<typeof payloadValue>>;

/** What a reading says of one webhook of the log. */
const readingExample = z.object({ deliveryId: eventId, at: instant, fits: z.boolean(), webhook: webhookReading });

/**
 * A reading held against the webhooks of a profile's log that have its shape. One fits when its values are read
 * without a gap; it contradicts when an amount is not a number, a place that the reading needs is empty, a word is
 * new, or the simulation that it belongs to was for something else.
 */
export const readingTrial = z.object({
  fit: z.int().nonnegative(),
  contradict: z.int().nonnegative(),
  /** Some of both, newest first, those that contradict before the others. */
  examples: z.array(readingExample).max(40),
  /** Every word that those webhooks have at the places that tell purpose and outcome, and how often. */
  words: z
    .array(z.object({ about: z.enum(["purpose", "outcome"]), path: z.string(), text: z.string(), times: z.int() }))
    .max(500),
  /** False when the log is longer than was looked through. */
  complete: z.boolean(),
});
export type ReadingTrial = DeepReadonly<z.infer<typeof readingTrial>>;
