/** The public face of runs: whether the right webhook came for each simulation, and why not. */
export { createDowntimes } from "./downtimes.ts";
export { callStateOf, expectationOf } from "./expectation.ts";
export type {
  LogNews,
  LogPage,
  LogRow,
  RecalledDelivery,
  RecalledRow,
  RecallPage,
  RecallQuery,
  RunsJournal,
  SavedRun,
  SavedTie,
  Timers,
} from "./ports.ts";
export type { Decision } from "./run-state.ts";
export { createRuns, type Runs } from "./runs.ts";
