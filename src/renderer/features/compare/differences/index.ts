/** Comparing two events: their bodies by value and by byte, their header fields. */
export { firstDifference } from "./bytes.ts";
export { compareHeaders } from "./headers.ts";
export { kindOfTexts } from "./kinds.ts";
export { compareValues, type ValueDifference, type ValuesComparison } from "./values.ts";
