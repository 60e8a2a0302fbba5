import { expect, it } from "vitest";
import { createFakeBridge } from "../../../../tests/fakes/bridge.ts";
import { deliveryEvent } from "../../../../tests/fakes/sample-events.ts";
import type { ForwardSummary } from "../../../shared/replay.ts";
import { createStores } from "../../core/store.ts";
import { replayStore } from "./replay-store.ts";

const CLOSED: ForwardSummary = { outcome: { code: "not-sent", because: "closed" }, status: null, duration: 0 };

/** A log of webhooks that were forwarded in vain, each to an address of its own. */
function setUp(...urls: readonly string[]) {
  const events = urls.map((url, at) => {
    const event = deliveryEvent({ at: at + 1, facts: { amount: "1" } });
    const { detail } = event;
    if (detail.kind !== "delivery") throw new Error("A delivery is one.");
    const answer = { url, httpVersion: "", statusText: "", headers: [], size: 0, cut: false, redacted: false };
    const summary = { ...detail.summary, profile: null, forward: CLOSED };
    return { ...event, detail: { ...detail, summary, ...(url === "" ? {} : { forward: answer }) } };
  });
  const fake = createFakeBridge({ events, latencyMs: 0 });
  const said: string[] = [];
  const stores = createStores(fake.bridge, {
    done: (title: string) => void said.push(title),
    outcome: (what: string, result: { ok: boolean; message?: string }) =>
      void (result.ok || said.push(`${what}: ${result.message}`)),
  } as never);
  const sent = () =>
    fake.calls.flatMap(({ group, method, input }) =>
      group === "replay" && method === "send" ? [(input as { readonly id: number }).id] : [],
    );
  return { said, sent, state: () => stores.get(replayStore) };
}

const TAKES = "http://127.0.0.1:3000/in";
const REFUSES = "http://127.0.0.1:9/in";

it("forwards a webhook again", async () => {
  const { said, sent, state } = setUp(TAKES);
  await state().forwardAgain([1]);
  expect(sent()).toEqual([1]);
  expect(said).toEqual(["Forwarded again: accepted by the target"]);
  expect(state().busy).toBeNull();
});

it("forwards several again in their order, and stops where nothing answers", async () => {
  const all = setUp(TAKES, TAKES, TAKES);
  await all.state().forwardAgain([1, 2, 3]);
  expect(all.sent()).toEqual([1, 2, 3]);
  expect(all.said).toEqual(["3 webhooks forwarded again: accepted by the target"]);

  const down = setUp(TAKES, REFUSES, TAKES);
  await down.state().forwardAgain([1, 2, 3]);
  expect(down.sent()).toEqual([1, 2]);
  expect(down.said).toEqual(["forward again: 1 of 3 webhooks accepted by the target. Nothing listens there."]);
});

it("asks in the dialog where to, and whether it may go to another machine", async () => {
  const unknown = setUp("");
  await unknown.state().forwardAgain([1]);
  expect(unknown.sent()).toEqual([]);
  expect(unknown.state()).toMatchObject({ delivery: { summary: { id: 1 } }, refusal: null, busy: null });

  const beyond = setUp("http://example.test/in");
  await beyond.state().forwardAgain([1]);
  expect(beyond.state()).toMatchObject({
    delivery: { summary: { id: 1 } },
    draft: { target: "url", url: "http://example.test/in", host: "received" },
    refusal: { code: "destination-not-agreed" },
    busy: null,
  });
});
