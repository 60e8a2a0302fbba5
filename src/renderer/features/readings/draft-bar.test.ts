import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { createFakeBridge } from "../../../../tests/fakes/bridge.ts";
import { EnvironmentContext } from "../../core/environment.ts";
import { createStores } from "../../core/store.ts";
import { createToasts } from "../../core/toasts.ts";
import { DraftBar } from "./draft-bar.tsx";
import type { Draft } from "./readings-store.ts";

const nothing = { amount: null, currency: null, user: null, from: null, to: null, remark: null };
const here = {
  items: [{ ...nothing, purpose: null, outcome: null, ids: [{ text: "evt_77", path: "data.id" }] }],
  incomplete: null,
};
const trial = { state: "tried", here, trial: { fit: 1, contradict: 0, complete: true, examples: [] } };

it("lists the event's id among what the corrected reading says", () => {
  const [{ bridge }, toasts] = [createFakeBridge(), createToasts()];
  const environment = { bridge, toasts, stores: createStores(bridge, toasts), log: "own" } as const;
  const draft = { deliveryId: 2, trial } as unknown as Draft;
  const bar = createElement(DraftBar, { draft, saving: false, units: null });
  expect(renderToStaticMarkup(createElement(EnvironmentContext, { value: environment }, bar))).toContain("evt_77");
});
