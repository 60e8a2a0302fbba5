/** Finds texts in whatever spelling they stand in another one, and puts a mark in their place. */
export { changedWithin, createRedactor, type Redacted, type Redactor, tokenOf } from "./redactor.ts";
