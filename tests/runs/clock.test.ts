import { describe, expect, it } from "vitest";
import { createRunsBench } from "./bench.ts";
import { accepted, SECOND, verdict, webhook } from "./one-user.ts";

const HOUR = 3_600 * SECOND;

/** A run that has waited for a second when the clock is set, which is noticed some seconds later. */
async function setWhileItWaits(by: number) {
  const bench = await createRunsBench();
  const id = await accepted(bench);
  await bench.clock.advance(SECOND);
  bench.clock.jump(by);
  await bench.clock.advance(4 * SECOND);
  await bench.notice({ code: "clock-set", by });
  return { bench, id };
}

describe.each([
  ["back by an hour", -HOUR],
  ["back by two days", -48 * HOUR],
  ["forward by an hour", HOUR],
  ["forward by two days", 48 * HOUR],
])("a clock that is set %s while a run waits", (_name, by) => {
  it("leaves it its time, neither more nor less", async () => {
    const { bench, id } = await setWhileItWaits(by);
    await bench.clock.advance(24 * SECOND);
    expect(verdict(bench, id)?.code).toBe("waiting");
    await bench.clock.advance(3 * SECOND);
    expect(verdict(bench, id)).toEqual({ code: "missing", call: "accepted" });
  });

  it("is no reason to call its webhook late, nor to miss it", async () => {
    const { bench, id } = await setWhileItWaits(by);
    await bench.clock.advance(SECOND);
    await bench.deliver(webhook());
    expect(verdict(bench, id)).toEqual({ code: "matched", after: 6 * SECOND });
  });

  it("is remembered over a restart", async () => {
    const { bench, id } = await setWhileItWaits(by);
    await bench.clock.advance(SECOND);
    await bench.deliver(webhook());
    const next = await bench.restart();
    expect((await next.runs.get(id)).summary.verdict).toEqual({ code: "matched", after: 6 * SECOND });
  });

  it("changes nothing for a run that had its webhook, nor for one that began afterwards", async () => {
    const bench = await createRunsBench();
    const first = await accepted(bench);
    await bench.clock.advance(SECOND);
    await bench.deliver(webhook());
    bench.clock.jump(by);
    const second = await accepted(bench);
    await bench.notice({ code: "clock-set", by });
    expect(verdict(bench, first)).toEqual({ code: "matched", after: SECOND });
    expect(verdict(bench, second)).toEqual({ code: "waiting", until: bench.clock.now() + 30 * SECOND, downtime: null });
  });
});
