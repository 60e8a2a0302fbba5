import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "../e2e/fixtures.ts";
import { runKillRounds } from "../journal/kill-rounds.ts";
import { runAppKills } from "./app-kills.ts";
import { ROUNDS, SEED } from "./options.ts";

test("the app is killed again and again, and keeps every delivery that it has answered", async ({ host }) => {
  console.log(`seed ${SEED}`);
  const report = await runAppKills({ host, rounds: ROUNDS, seed: SEED, log: console.log });
  console.log(`${report.kills} kills, ${report.acknowledged} answered, ${report.interruptedCalls} calls interrupted`);
  expect(report.faults).toEqual([]);
  expect(report.kills).toBe(ROUNDS);
});

test("the journal alone is killed again and again, and keeps all that it has acknowledged", async () => {
  const folder = mkdtempSync(join(tmpdir(), "linkdesk-endurance-"));
  try {
    const { kills, acknowledged, faults } = await runKillRounds(folder, ROUNDS);
    console.log(`${kills} kills, ${acknowledged} acknowledged`);
    expect(faults).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
