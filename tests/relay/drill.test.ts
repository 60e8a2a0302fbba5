import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { drill } from "./drill.ts";

// The same over NATS takes minutes to be worth anything: npm run test:endurance has it, and cluster.test.ts its restarts.
it("loses nothing that was acknowledged, whoever is killed, stopped or cut off", { timeout: 180_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), "linkdesk-relay-drill-"));
  try {
    const { faults, acknowledged } = await drill(folder, 4, "sqlite");
    expect(faults).toEqual([]);
    expect(acknowledged).toBeGreaterThan(100);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
