import { describe, expect, it } from "vitest";
import { accepted, SECOND, verdict, webhook } from "./one-user.ts";
import { createRunsSetup } from "./setup.ts";

const HOUR = 3_600 * SECOND;

/** A run that has waited for a second when the clock is set, which is noticed some seconds later. */
async function setWhileItWaits(by: number) {
  const setup = await createRunsSetup();
  const id = await accepted(setup);
  await setup.clock.advance(SECOND);
  setup.clock.jump(by);
  await setup.clock.advance(4 * SECOND);
  await setup.notice({ code: "clock-set", by });
  return { setup, id };
}

describe.each([
  ["back by an hour", -HOUR],
  ["back by two days", -48 * HOUR],
  ["forward by an hour", HOUR],
  ["forward by two days", 48 * HOUR],
])("a clock that is set %s while a run waits", (_name, by) => {
  it("leaves it its time, neither more nor less", async () => {
    const { setup, id } = await setWhileItWaits(by);
    await setup.clock.advance(24 * SECOND);
    expect(verdict(setup, id)?.code).toBe("waiting");
    await setup.clock.advance(3 * SECOND);
    expect(verdict(setup, id)).toEqual({ code: "missing", call: "accepted" });
  });

  it("is no reason to call its webhook late, nor to miss it", async () => {
    const { setup, id } = await setWhileItWaits(by);
    await setup.clock.advance(SECOND);
    await setup.deliver(webhook());
    expect(verdict(setup, id)).toEqual({ code: "matched", after: 6 * SECOND });
  });

  it("is remembered over a restart", async () => {
    const { setup, id } = await setWhileItWaits(by);
    await setup.clock.advance(SECOND);
    await setup.deliver(webhook());
    const next = await setup.restart();
    expect((await next.runs.get(id)).summary.verdict).toEqual({ code: "matched", after: 6 * SECOND });
  });

  it("changes nothing for a run that had its webhook, nor for one that began afterwards", async () => {
    const setup = await createRunsSetup();
    const first = await accepted(setup);
    await setup.clock.advance(SECOND);
    await setup.deliver(webhook());
    setup.clock.jump(by);
    const second = await accepted(setup);
    await setup.notice({ code: "clock-set", by });
    expect(verdict(setup, first)).toEqual({ code: "matched", after: SECOND });
    expect(verdict(setup, second)).toEqual({ code: "waiting", until: setup.clock.now() + 30 * SECOND, downtime: null });
  });
});
