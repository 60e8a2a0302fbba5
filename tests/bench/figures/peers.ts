import type { Figure, Measurement } from "../harness/figure.ts";
import { startServer } from "../servers/server.ts";
import { ourServer } from "./ingest.ts";
import { ingestRatio } from "./ingest-ratio.ts";

function against(peer: string, file: string, atLeast: number): Measurement {
  const figure: Figure = {
    name: `ingest-against-${file}`,
    title: `Ingest over 50 connections, 1 kB bodies, committed before the answer, to ${peer}`,
    unit: "×",
    bare: null,
    target: { atLeast },
  };
  return {
    figures: [figure],
    async measure(bench) {
      const other = await startServer(bench, new URL(`../peers/${file}.mjs`, import.meta.url), [bench.newFolder()]);
      return [await ingestRatio(bench, figure.name, await ourServer(bench), other)];
    },
  };
}

export const peers: readonly Measurement[] = [
  against("mockttp, which keeps requests in memory", "mockttp", 3),
  against("@mockoon/cli with its full log", "mockoon", 8),
  against("smee-client behind a channel on this machine", "smee", 8),
];
