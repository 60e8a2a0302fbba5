import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { HAS_NATS } from "../support/nats.ts";
import { drill } from "./drill.ts";

it.each([
  ["sqlite", 4],
  ["jetstream", 6],
] as const)(
  "loses nothing that was acknowledged, whoever is killed, stopped or cut off: %s",
  {
    timeout: 180_000,
  },
  async (storage, kills) => {
    if (storage === "jetstream" && !HAS_NATS) return;
    const folder = mkdtempSync(join(tmpdir(), "linkdesk-relay-drill-"));
    try {
      const { faults, acknowledged } = await drill(folder, kills, storage);
      expect(faults).toEqual([]);
      expect(acknowledged).toBeGreaterThan(100);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
