import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { eventColumns } from "../columns/event-columns.ts";
import { problemOf } from "../journal-failure.ts";
import type { Outcome } from "../messages.ts";
import type { Operation } from "../to-writer.ts";
import { createCommitQueue } from "./commit-queue.ts";

const finish = (id: number): Operation => ({ do: "pin", id, pinned: true });
const append = (bytes: number): Operation => ({
  do: "append",
  row: eventColumns.write({
    kind: "notice",
    summary: { kind: "notice", at: 0, notice: { code: "internal-error", reason: "" } },
  }),
  request: new Uint8Array(bytes),
  answer: null,
  place: null,
});
const done = (value: number): Outcome => ({ ok: true, value, reading: null });

function create(limit = 1_000_000) {
  const queue = createCommitQueue(limit);
  const sent: (readonly Operation[])[] = [];
  const ids = () => sent.map((batch) => batch.map((each) => ("id" in each ? each.id : each.do)));
  return { queue, sent, ids, resume: () => queue.resume((batch) => sent.push(batch)) };
}

describe("the commit queue", () => {
  it("sends together what arrived together, and what comes meanwhile as the next batch", async () => {
    const { queue, ids, resume } = create();
    resume();
    const first = [queue.perform(finish(1)), queue.perform(finish(2))];
    await nextTurn();
    const second = [queue.perform(finish(3)), queue.perform(finish(4)), queue.perform(finish(5))];
    await nextTurn();
    expect(ids()).toEqual([[1, 2]]);
    queue.committed([done(10), done(20)]);
    expect((await Promise.all(first)).map((outcome) => outcome.value)).toEqual([10, 20]);
    expect(ids()).toEqual([
      [1, 2],
      [3, 4, 5],
    ]);
    queue.committed([done(0), { ok: false, problem: problemOf("journal-full") }, done(0)]);
    expect((await Promise.allSettled(second)).map((each) => each.status)).toEqual([
      "fulfilled",
      "rejected",
      "fulfilled",
    ]);
  });

  it("holds what comes while it is paused, and loses only what was under way", async () => {
    const { queue, ids, resume } = create();
    resume();
    const lost = queue.perform(finish(1));
    await nextTurn();
    const kept = queue.perform(finish(2));
    queue.pause();
    queue.lose(problemOf("journal-unavailable", "crashed"));
    await expect(lost).rejects.toMatchObject({ code: "journal-unavailable" });
    await nextTurn();
    expect(ids()).toEqual([[1]]);
    resume();
    expect(ids()).toEqual([[1], [2]]);
    queue.committed([done(2)]);
    expect((await kept).value).toBe(2);
  });

  it("refuses what would wait beyond its limit, and takes more once there is room", async () => {
    const { queue, resume } = create(10_000);
    resume();
    const first = queue.perform(append(5_000));
    await expect(queue.perform(append(5_000))).rejects.toMatchObject({ code: "journal-overloaded" });
    // What completes an event is small, and refusing it would leave a row half told.
    const completion = queue.perform(finish(1));
    await nextTurn();
    queue.committed([done(1), done(0)]);
    await Promise.all([first, completion]);
    const next = queue.perform(append(5_000));
    await nextTurn();
    queue.committed([done(2)]);
    expect((await next).value).toBe(2);
  });

  it("says when nothing waits any more, and refuses everything in the end", async () => {
    const { queue, resume } = create();
    resume();
    await queue.drained();
    const last = queue.perform(finish(1));
    let drained = false;
    const whenDrained = queue.drained().then(() => {
      drained = true;
    });
    await nextTurn();
    expect(drained).toBe(false);
    queue.committed([done(1)]);
    await whenDrained;
    await last;
    queue.refuse(problemOf("journal-closed"));
    await expect(queue.perform(finish(2))).rejects.toMatchObject({ code: "journal-closed" });
  });
});
