/** Comparing two events: their bodies by value and by byte, their header fields. */
export { firstDifference } from "./bytes.ts";
export { compareHeaders, type KnownOfHeaders } from "./headers.ts";
export { isMomentNear, kindOfTexts } from "./kinds.ts";
export { compareValues, type ValueDifference, type ValuesComparison } from "./values.ts";
