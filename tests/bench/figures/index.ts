import type { Measurement } from "../harness/figure.ts";
import { exports } from "./exports.ts";
import { flood } from "./flood.ts";
import { ingest } from "./ingest.ts";
import { ingestApp } from "./ingest-app.ts";
import { judging } from "./judging.ts";
import { largeBody } from "./large-body.ts";
import { millionApp } from "./million-app.ts";
import { millionPages } from "./million-pages.ts";
import { paint } from "./paint.ts";
import { peers } from "./peers.ts";
import { playbookSteps } from "./playbook.ts";
import { relayIngest, relayJetStream } from "./relay.ts";
import { relayCatchUp, relayFanOut, relayMemory } from "./relay-desktops.ts";
import { relayPaint, relayPaintJetStream } from "./relay-paint.ts";
import { searchIndex } from "./search-index.ts";

/** In the order of the table. */
export const MEASUREMENTS: readonly Measurement[] = [
  ingest,
  ingestApp,
  ...peers,
  ...searchIndex,
  judging,
  relayIngest,
  ...relayJetStream,
  relayFanOut,
  relayCatchUp,
  relayMemory,
  relayPaint,
  relayPaintJetStream,
  paint,
  flood,
  ...millionApp,
  millionPages,
  largeBody,
  exports,
  playbookSteps,
];
