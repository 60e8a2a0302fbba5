/**
 * The long form of the kill test: `npm run test:endurance -- 200` floods and kills the journal two hundred times
 * (60 without a number) and looks each time for everything that was acknowledged. Takes some seconds a round.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runKillRounds } from "../journal/kill-rounds.ts";

const rounds = Number(process.argv[2] ?? 60);
if (!Number.isInteger(rounds) || rounds < 1) throw new Error("The number of kills is a whole number from 1 up.");
const folder = mkdtempSync(join(tmpdir(), "linkdesk-endurance-"));
try {
  const { kills, acknowledged, faults } = await runKillRounds(folder, rounds);
  console.log(`${kills} kills, ${acknowledged} acknowledged deliveries, ${faults.length} faults`);
  for (const fault of faults) console.error(fault);
  process.exitCode = faults.length === 0 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
