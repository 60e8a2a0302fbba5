import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { HAS_NATS } from "../support/nats.ts";
import { drill } from "./drill.ts";

// Each fault once; the long form is in npm run test:endurance.
async function eachFault(kills: number, storage: "sqlite" | "jetstream"): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "linkdesk-relay-drill-"));
  try {
    const { faults, acknowledged } = await drill(folder, kills, storage);
    expect(faults).toEqual([]);
    expect(acknowledged).toBeGreaterThan(100);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

describe("loses nothing that was acknowledged, whoever is killed, stopped or cut off", { timeout: 180_000 }, () => {
  it("on SQLite", () => eachFault(4, "sqlite"));
  it.skipIf(!HAS_NATS)("on JetStream", () => eachFault(6, "jetstream"));
});
