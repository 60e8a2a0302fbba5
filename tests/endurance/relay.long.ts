import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "../e2e/fixtures.ts";
import { drill } from "../relay/drill.ts";
import { HAS_NATS } from "../support/nats.ts";

const KILLS = Number(process.env["LINKDESK_ENDURANCE_ROUNDS"] || 300);

for (const [storage, share] of [
  ["sqlite", 1 / 3],
  ["jetstream", 2 / 3],
] as const)
  test(`a relay on ${storage} and its desktop are killed, stopped and cut off under load, and nothing acknowledged is lost`, async () => {
    test.skip(storage === "jetstream" && !HAS_NATS, "there is no nats-server on this machine");
    test.setTimeout(KILLS * 10_000 + 180_000);
    const folder = mkdtempSync(join(tmpdir(), "linkdesk-relay-drill-"));
    try {
      const { kills, acknowledged, faults } = await drill(folder, Math.ceil(KILLS * share), storage);
      console.log(`${storage}: ${kills} kills, ${acknowledged} answered 2xx`);
      expect(faults).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
