import { launchForBench } from "../app/launch.ts";
import type { Figure, Measurement } from "../harness/figure.ts";
import { bareServer } from "./ingest.ts";
import { ingestRatio } from "./ingest-ratio.ts";

const FIGURE: Figure = {
  name: "ingest-ratio-app",
  title: "The same in the real app, its window open and following",
  unit: "×",
  bare: null,
  target: { atLeast: 0.8 },
};

export const ingestApp: Measurement = {
  figures: [FIGURE],
  measure: async (bench) => [
    await ingestRatio(bench, FIGURE.name, await launchForBench(bench), await bareServer(bench)),
  ],
};
