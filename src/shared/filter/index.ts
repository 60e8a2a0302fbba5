/** The filter language of the event log: what the filter bar, saved filters and the journal share. */

export { compareDecimals } from "../decimal.ts";
export type {
  AmountRange,
  Filter,
  FilterError,
  Moment,
  Range,
  Test,
  TextRange,
} from "./ast.ts";
export {
  askedAmount,
  askedName,
  askedPlace,
  askedReference,
  askedTime,
  completeFilter,
  exactReference,
  isOver,
  type KnownValues,
  namedDays,
  narrowedTo,
  quoteValue,
  wholeWordFilter,
} from "./complete.ts";
export { dayNamed, isDayFirst, withIsoDates, withIsoMoments } from "./days.ts";
export { TEXT_STANDS_IN } from "./fields.ts";
export { type MatchWord, meaningOf } from "./match-words.ts";
export { parseFilter } from "./parse.ts";
export type { QualityWord } from "./quality-words.ts";
export { readMoment } from "./values.ts";
