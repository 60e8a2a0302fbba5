import { expect, it } from "vitest";
import { createFakeBridge } from "../../../../tests/fakes/bridge.ts";
import { callEvent } from "../../../../tests/fakes/sample-events.ts";
import type { RunSummary, Verdict } from "../../../shared/run.ts";
import { preferencesStore } from "../../core/preferences.ts";
import { createStores } from "../../core/store.ts";
import { createToasts } from "../../core/toasts.ts";
import { defineNotifications } from "./notifications-store.ts";

const run = (id: number, verdict: Verdict): RunSummary => ({
  id,
  operation: "credit",
  startedAt: 1,
  deadline: 2,
  call: "accepted",
  verdict,
  certainty: null,
  counts: { duplicates: 0, retries: 0, extras: 0, unconfirmed: 0, possible: 0, astray: 0 },
});
const WAITING: Verdict = { code: "waiting", until: 2, downtime: null };
const MATCHED: Verdict = { code: "matched", after: 5 };
const MISSING: Verdict = { code: "missing", call: "accepted" };

function setUp() {
  const facts = { subject: "credit", amount: "5000", currency: "NGN", userReference: "CUS-77" } as const;
  const fake = createFakeBridge({ events: [callEvent({ at: 1, operation: "credit", facts, outcome: null })] });
  const stores = createStores(fake.bridge, createToasts());
  let lookedAt = false;
  const timers: (() => void)[] = [];
  const definition = defineNotifications({
    isLookedAt: () => lookedAt,
    later: (_, each) => timers.push(each),
  });
  stores.of(definition);
  const tell = (...runs: RunSummary[]) => fake.push("runs.changed", { runs, ties: [] });
  return {
    fake,
    stores,
    tell,
    count: () => stores.get(definition).count,
    /** Has what was gathered told; resolves with the next call for attention. */
    next: async () => {
      const called = fake.next("app", "callAttention");
      for (const each of timers.splice(0)) each();
      return called;
    },
    called: () => fake.calls.filter(({ method }) => method === "callAttention").length,
    elapse: () => {
      for (const each of timers.splice(0)) each();
    },
    lookAt: (looks: boolean) => {
      lookedAt = looks;
      if (looks) stores.get(definition).looked();
    },
  };
}

it("tells of what was awaited while nobody looks, counts it, and is quiet once somebody does", async () => {
  const { tell, next, count, lookAt, called } = setUp();
  tell(run(1, WAITING));
  tell(run(1, MATCHED));
  expect(await next()).toEqual({
    count: 1,
    notification: { title: "The awaited webhook came", body: "Open Linkdesk to see what it was." },
  });
  expect(count()).toBe(1);
  tell(run(1, WAITING), run(2, WAITING), run(3, WAITING));
  tell(run(2, MISSING), run(3, MATCHED), run(1, MISSING));
  expect(await next()).toMatchObject({ count: 4, notification: { title: "3 webhooks: 2 missing, 1 came" } });
  lookAt(true);
  expect(count()).toBe(0);
  const before = called();
  tell(run(4, WAITING), run(4, MATCHED));
  lookAt(false);
  expect(called()).toBe(before);
});

it("tells nothing of what nobody awaited here, and nothing when switched off", async () => {
  const { tell, stores, elapse, called } = setUp();
  tell(run(8, MATCHED));
  elapse();
  stores.get(preferencesStore).change({ notifications: { on: false, details: true } });
  tell(run(9, WAITING), run(9, MISSING));
  elapse();
  expect(called()).toBe(0);
});

it("names amount and reference only when that is allowed", async () => {
  const { tell, stores, next } = setUp();
  stores.get(preferencesStore).change({ notifications: { on: true, details: true } });
  tell(run(1, WAITING), run(1, MISSING));
  expect((await next()).notification?.body).toContain("CUS-77");
});

it("tells of an update that failed", async () => {
  const { fake, next } = setUp();
  const called = next();
  fake.push("updates.changed", {
    state: "failed",
    source: "https://example.com",
    during: "download",
    message: "The disk is full.",
    offer: null,
  });
  expect(await called).toMatchObject({ notification: { body: "The disk is full." } });
});
