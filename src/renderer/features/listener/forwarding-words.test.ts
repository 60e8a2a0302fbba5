import { expect, it } from "vitest";
import { createFakeBridge } from "../../../../tests/fakes/bridge.ts";
import { deliveryEvent } from "../../../../tests/fakes/sample-events.ts";
import { FORWARD_WAITS, type ForwardSummary } from "../../../shared/replay.ts";
import { createStores, startStores } from "../../core/store.ts";
import type { Toasts } from "../../core/toasts.ts";
import { profilesStore } from "../profiles/index.ts";
import { forwardingWords } from "./forwarding-words.ts";
import { listenerStore } from "./listener-store.ts";

const TARGET = { enabled: true, url: "http://127.0.0.1:3000/in", host: "received" } as const;
const REFUSED: ForwardSummary = {
  outcome: { code: "refused", host: "127.0.0.1", port: "3000" },
  status: null,
  duration: 1,
};
const TAKEN: ForwardSummary = {
  outcome: { code: "success", message: null },
  status: 200,
  duration: 1,
};

it("says where webhooks are forwarded to, and nothing while they are not", () => {
  expect(forwardingWords({ ...TARGET, enabled: false }, undefined)).toBeNull();
  expect(forwardingWords(TARGET, undefined)).toEqual({
    text: "Forwards to 127.0.0.1:3000",
    tip: "Every webhook is sent on to http://127.0.0.1:3000/in",
    failed: false,
  });
});

it("says that the latest did not get there, and why; of another address that says nothing", () => {
  const failed = { id: 1, at: 1_795_000_000_000_000, url: TARGET.url, summary: REFUSED };
  expect(forwardingWords(TARGET, failed)).toMatchObject({
    text: "Forward to 127.0.0.1:3000 failed",
    tip: expect.stringMatching(/^The latest webhook, of .* at \d\d:\d\d:\d\d.*Nothing listens there\./),
    failed: true,
  });
  expect(forwardingWords(TARGET, { ...failed, summary: TAKEN })?.failed).toBe(false);
  expect(forwardingWords({ ...TARGET, url: "http://127.0.0.1:4000" }, failed)?.failed).toBe(false);
});

it("goes by the latest webhook of the profile, and by none from before the window was open", async () => {
  const fake = createFakeBridge({ latencyMs: 0 });
  const stores = createStores(fake.bridge, { outcome: (_: string, result: unknown) => result } as unknown as Toasts);
  await startStores(stores, [profilesStore, listenerStore]);
  const { detail } = deliveryEvent({ at: 1, facts: {} });
  if (detail.kind !== "delivery") throw new Error("A delivery is one.");
  const { profile } = detail.summary;
  const event = (id: number, forward: ForwardSummary) => ({ ...detail.summary, id, forward });
  const tell = (appended: readonly unknown[], amended: readonly unknown[]) =>
    fake.push("journal.changed", { appended, amended, reset: false, skipped: 0 } as never);
  const last = () => stores.get(listenerStore).lastForward[profile?.id ?? ""];

  // A note on an old one.
  tell([], [event(3, REFUSED)]);
  expect(last()).toBeUndefined();
  tell([event(5, FORWARD_WAITS), event(6, FORWARD_WAITS)], [event(4, REFUSED)]);
  expect(last()).toBeUndefined();
  tell([], [event(6, REFUSED)]);
  expect(last()).toMatchObject({ id: 6, summary: REFUSED });
  tell([], [event(5, TAKEN)]);
  expect(last()).toMatchObject({ id: 6 });
  tell([], [event(6, { ...REFUSED, again: { by: 7, outcome: TAKEN.outcome as never, status: 200 } })]);
  expect(forwardingWords({ ...TARGET, url: last()?.url ?? "" }, last())?.failed).toBe(false);
});
