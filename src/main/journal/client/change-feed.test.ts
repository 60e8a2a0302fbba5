import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { EventSummary } from "../../../shared/events.ts";
import type { JournalChange } from "../api.ts";
import { createChangeFeed } from "./change-feed.ts";

const row = (id: number, reason = ""): EventSummary => ({
  id,
  at: id,
  kind: "notice",
  notice: { code: "internal-error", reason },
});

const make = (id: number, reason?: string) => [id, () => row(id, reason)] as const;

describe("the change feed", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  function listen() {
    const feed = createChangeFeed();
    const told: JournalChange[] = [];
    feed.listen((change) => told.push(change));
    return { feed, told };
  }

  it("tells all of a frame at once, and nothing when nothing happened", () => {
    const { feed, told } = listen();
    feed.appended(...make(1));
    feed.appended(...make(2));
    feed.amended(...make(2, "later"));
    expect(told).toEqual([]);
    vi.advanceTimersByTime(40);
    // A row that goes on within its first frame is told once, as it is by then.
    expect(told).toEqual([{ appended: [row(1), row(2, "later")], amended: [], reset: false, skipped: 0 }]);
    vi.advanceTimersByTime(1_000);
    expect(told).toHaveLength(1);
  });

  it("tells a row that changes twice once", () => {
    const { feed, told } = listen();
    feed.amended(...make(7, "first"));
    feed.amended(...make(7, "second"));
    vi.advanceTimersByTime(40);
    expect(told).toEqual([{ appended: [], amended: [row(7, "second")], reset: false, skipped: 0 }]);
  });

  it("keeps the newest of too many and counts the others", () => {
    const { feed, told } = listen();
    for (let id = 1; id <= 350; id += 1) feed.appended(...make(id));
    vi.advanceTimersByTime(40);
    expect(told).toHaveLength(1);
    expect(told[0]?.appended.map((each) => each.id)).toEqual(Array.from({ length: 200 }, (_, place) => place + 151));
    expect(told[0]?.skipped).toBe(150);
  });

  it("says that rows have changed which it does not tell, and counts none of them as new", () => {
    const { feed, told } = listen();
    for (let id = 1; id <= 350; id += 1) feed.amended(...make(id));
    vi.advanceTimersByTime(40);
    expect(told).toMatchObject([{ appended: [], skipped: 0 }]);
    expect(told[0]?.amended).toHaveLength(200);
    expect(told[0]?.outdated).toEqual(Array.from({ length: 150 }, (_, place) => place + 1));
    feed.amended(...make(1));
    vi.advanceTimersByTime(40);
    expect(told[1]?.outdated).toBeUndefined();
  });

  it("tells of a flood five times a second, and of what comes after it at once again", () => {
    const { feed, told } = listen();
    const moments: number[] = [];
    feed.listen(() => moments.push(performance.now()));
    for (let id = 1; id <= 1_000; id += 1) {
      feed.appended(...make(id));
      vi.advanceTimersByTime(1);
    }
    expect(told.flatMap(({ appended }) => appended).map(({ id }) => id)).toEqual(
      Array.from({ length: told.flatMap(({ appended }) => appended).length }, (_, place) => place + 1),
    );
    expect(moments.length).toBeGreaterThanOrEqual(5);
    expect(moments.length).toBeLessThanOrEqual(8);
    vi.advanceTimersByTime(1_000);
    const before = moments.length;
    feed.appended(...make(1_001));
    vi.advanceTimersByTime(1);
    expect(moments).toHaveLength(before + 1);
  });

  it("has nothing to say of rows before a reset", () => {
    const { feed, told } = listen();
    feed.appended(...make(1));
    feed.amended(...make(0));
    feed.reset();
    feed.appended(...make(2));
    vi.advanceTimersByTime(40);
    expect(told).toEqual([{ appended: [row(2)], amended: [], reset: true, skipped: 0 }]);
  });

  it("tells what is left when it is closed, and then falls silent", () => {
    const { feed, told } = listen();
    feed.appended(...make(1));
    feed.close();
    expect(told).toHaveLength(1);
    feed.appended(...make(2));
    vi.advanceTimersByTime(1_000);
    expect(told).toHaveLength(1);
  });
});
