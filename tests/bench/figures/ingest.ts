import type { Bench, Figure, Measurement } from "../harness/figure.ts";
import { startServer, type Target } from "../servers/server.ts";
import { ingestRatio } from "./ingest-ratio.ts";

const FIGURE: Figure = {
  name: "ingest-ratio",
  title: "Ingest over 50 connections, 1 kB bodies, committed before the answer, to a bare node:http collector",
  unit: "×",
  bare: null,
  target: { atLeast: 0.8 },
};

export const bareServer = (bench: Bench): Promise<Target> =>
  startServer(bench, new URL("../servers/bare.ts", import.meta.url));

export const ourServer = (bench: Bench): Promise<Target> =>
  startServer(bench, new URL("../servers/linkdesk.ts", import.meta.url), [bench.newFolder()]);

export const ingest: Measurement = {
  figures: [FIGURE],
  measure: async (bench) => [await ingestRatio(bench, FIGURE.name, await ourServer(bench), await bareServer(bench))],
};
