import { expect, it } from "vitest";
import { createFakeBridge } from "../../../../tests/fakes/bridge.ts";
import { deliveryEvent } from "../../../../tests/fakes/sample-events.ts";
import { createStores } from "../../core/store.ts";
import { createToasts } from "../../core/toasts.ts";
import { noteStore, tagsOf } from "./note-store.ts";

it("takes tags as they are typed", () => {
  expect(tagsOf(" refund,, #vip   client ,refund")).toEqual(["refund", "vip client"]);
});

it("writes to several at once: shared tags can go, notes of their own stay unless one is written", async () => {
  const fake = createFakeBridge({ events: [1, 2, 3].map((at) => deliveryEvent({ at, facts: {} })) });
  const notes = createStores(fake.bridge, createToasts());
  const { journal } = fake.bridge;
  await journal.annotate({ ids: [1], note: "one", add: ["a", "b"] });
  await journal.annotate({ ids: [2], note: "two", add: ["b", "c"] });
  const rows = async () => {
    const page = await journal.page({ limit: 10, filter: "" });
    return page.ok ? page.value.events : [];
  };
  await notes.get(noteStore).open((await rows()).slice(0, 2));
  expect(notes.get(noteStore).writing).toEqual({ ids: [1, 2], note: null, tags: ["b"], known: ["a", "b", "c"] });
  expect(await notes.get(noteStore).save("", ["d"])).toBeNull();
  expect(await rows()).toMatchObject([{ note: "one", tags: ["a", "d"] }, { note: "two", tags: ["c", "d"] }, {}]);
  expect(notes.get(noteStore).writing).toBeNull();

  await notes.get(noteStore).open((await rows()).slice(1, 2));
  fake.failNext("journal", "annotate", "journal-full", "The disk is full.");
  expect(await notes.get(noteStore).save("", ["c", "d"])).toBe("The disk is full.");
  await notes.get(noteStore).save("", ["c", "d"]);
  expect((await rows())[1]).not.toHaveProperty("note");
});
