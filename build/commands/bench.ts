// npm run bench: measures the built app and its parts, shows a table and writes out/bench/summary.json.
// `--runs N` (five without), `--only NAME` (part of a figure's name, may be repeated), `--quick` to try it out.
import { parseArgs } from "node:util";
import { MEASUREMENTS } from "../../tests/bench/figures/index.ts";
import { runBench } from "../../tests/bench/harness/run.ts";
import { installPeers } from "../../tests/bench/peers.ts";
import { ensureBrowser } from "../steps/browser.ts";
import { buildIfStale } from "../steps/build.ts";

const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "5" },
    only: { type: "string", multiple: true, default: [] },
    quick: { type: "boolean", default: false },
  },
});
const runs = Number(values.runs);
if (!Number.isInteger(runs) || runs < 1) throw new Error("The number of runs is a whole number from 1 up.");

process.env["LINKDESK_BROWSER"] = await ensureBrowser();
await installPeers();
await buildIfStale();
const allMet = await runBench(MEASUREMENTS, { runs, quick: values.quick, only: values.only });
process.exitCode = allMet ? 0 : 1;
