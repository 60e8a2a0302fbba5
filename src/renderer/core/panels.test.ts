import { expect, it } from "vitest";
import { createFakeBridge } from "../../../tests/fakes/bridge.ts";
import { panelStore } from "./panels.ts";
import { createStores } from "./store.ts";
import { createToasts } from "./toasts.ts";

it("has the open panel asked before another one takes its place", () => {
  const stores = createStores(createFakeBridge().bridge, createToasts());
  const panels = () => stores.get(panelStore);
  const waiting: (() => void)[] = [];
  panels().open("listener");
  panels().setGuard((leave) => waiting.push(leave));
  panels().open("preferences");
  expect(panels().panel).toBe("listener");
  waiting[0]?.();
  expect(panels().panel).toBe("preferences");
  panels().setGuard(null);
  panels().open("sandbox");
  expect(panels().panel).toBe("sandbox");
});
