import type { Measurement } from "../harness/figure.ts";
import { ingest } from "./ingest.ts";
import { peers } from "./peers.ts";

/** In the order of the table. */
export const MEASUREMENTS: readonly Measurement[] = [ingest, ...peers];
