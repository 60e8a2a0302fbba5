import { describe, expect, it } from "vitest";
import { lowered } from "./retention-lowered.ts";

const DAY = 86_400_000;
const NOW = 1_800_000_000_000;
const NONE = { maxEvents: null, maxBytes: null, maxAgeDays: null };
const STATS = { events: 5_000, bytesOnDisk: 200_000_000, indexLag: 0, cleared: 0, oldest: (NOW - 10 * DAY) * 1_000 };

describe("what lower limits take away", () => {
  it.each([
    [NONE, { ...NONE, maxEvents: 4_000 }, ["1 000 events are beyond the new number."]],
    [NONE, { ...NONE, maxEvents: 5_000 }, []],
    [{ ...NONE, maxEvents: 3_000 }, { ...NONE, maxEvents: 4_000 }, []],
    [NONE, { ...NONE, maxBytes: 100_000_000 }, ["The log is to take up 100 MB at most, and takes up more now."]],
    [NONE, { ...NONE, maxBytes: 300_000_000 }, []],
    [{ ...NONE, maxAgeDays: 90 }, { ...NONE, maxAgeDays: 7 }, ["There are events older than 7 days."]],
    [{ ...NONE, maxAgeDays: 90 }, { ...NONE, maxAgeDays: 30 }, []],
    [{ ...NONE, maxAgeDays: 7 }, NONE, []],
  ])("%j to %j", (before, after, losses) => {
    const found = lowered(before, after, STATS, NOW).map((loss) => loss.replaceAll(/\s/g, " "));
    expect(found).toEqual(losses);
  });

  it("asks in any case when the log cannot be looked at", () => {
    expect(lowered(NONE, { maxEvents: 1_000, maxBytes: 1, maxAgeDays: 1 }, null, NOW)).toHaveLength(3);
  });
});
