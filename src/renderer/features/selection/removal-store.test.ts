import { expect, it } from "vitest";
import { createFakeBridge } from "../../../../tests/fakes/bridge.ts";
import { createStores } from "../../core/store.ts";
import { createToasts } from "../../core/toasts.ts";
import { eventLogStore } from "../event-log/index.ts";
import { type Counted, removalStore, removeWords } from "./removal-store.ts";

const NOTHING: Counted = {
  events: 0,
  related: 0,
  pinned: 0,
  references: [],
  linkIds: [],
  remarks: [],
  unnamed: 0,
  elsewhere: [],
};

it("names no number of events before they are counted, nor where there are none", async () => {
  const fake = createFakeBridge({ latencyMs: 0 });
  const stores = createStores(fake.bridge, createToasts());
  const removal = () => stores.get(removalStore).removal;
  fake.handle("journal", "removal", () => ({ ...NOTHING, events: 2 }));
  stores.get(eventLogStore).select(1);
  const counting = stores.get(removalStore).ask("selected");
  expect(removal().state).toBe("counting");
  expect(removeWords(removal())).toBe("Remove");
  await counting;
  expect(removeWords(removal())).toBe("Remove 2 events");
  fake.handle("journal", "removal", () => NOTHING);
  stores.get(removalStore).close();
  await stores.get(removalStore).ask("selected");
  expect(removal().state).toBe("asking");
  expect(removeWords(removal())).toBe("Remove");
});
