import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "../e2e/fixtures.ts";
import { drill } from "../relay/drill.ts";

const KILLS = Number(process.env["LINKDESK_ENDURANCE_ROUNDS"] || 300);

test("a relay and its desktop are killed, stopped and cut off under load, and nothing acknowledged is lost", async () => {
  test.setTimeout(KILLS * 10_000 + 180_000);
  const folder = mkdtempSync(join(tmpdir(), "linkdesk-relay-drill-"));
  try {
    const { kills, acknowledged, faults } = await drill(folder, KILLS);
    console.log(`${kills} kills, ${acknowledged} answered 2xx`);
    expect(faults).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
