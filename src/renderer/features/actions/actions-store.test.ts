import { describe, expect, it, vi } from "vitest";
import { createFakeBridge } from "../../../../tests/fakes/bridge.ts";
import { PATIENCE } from "../../../../tests/support/until.ts";
import type { FormMemory } from "../../../shared/form-memory.ts";
import { EMPTY_FORM_MEMORY } from "../../../shared/form-memory.ts";
import type { Operation } from "../../../shared/outcomes.ts";
import type { Preferences } from "../../../shared/preferences.ts";
import { createStores } from "../../core/store.ts";
import { createToasts } from "../../core/toasts.ts";
import { eventLogStore } from "../event-log/index.ts";
import { actionsStore, draftOf, formKey } from "./actions-store.ts";
import type { Sent } from "./answer/form-call.ts";

const KEY = formKey("credit", "sandbox");
const sent: Sent = { values: { amount: "50000", currency: "NGN", userReference: " ref " }, rawBody: null };

function setUp(latencyMs = 0) {
  const fake = createFakeBridge({ latencyMs });
  const toasts = createToasts();
  const stores = createStores(fake.bridge, toasts);
  return { fake, toasts, stores, actions: () => stores.get(actionsStore) };
}

describe("sending a form", () => {
  it("hands over the fields as typed and keeps the answer under its form and profile", async () => {
    const { fake, actions } = setUp();
    await actions().send("credit", "sandbox", sent);
    const send = fake.calls.find(({ method }) => method === "send");
    expect(send?.input).toMatchObject({ profileId: "sandbox", action: { operation: "credit", body: sent.values } });
    const call = actions().calls[KEY];
    expect(call).toMatchObject({ state: "ended", event: { summary: { outcome: { code: "success" } } } });
    expect(Object.keys(actions().calls)).toEqual([KEY]);
  });

  it("hands over a body of the user's own to the letter", async () => {
    const { fake, actions } = setUp();
    const raw = '{"amount": 1e400,\r\n oops';
    await actions().send("charge", "sandbox", { values: {}, rawBody: raw });
    expect(fake.calls.find(({ method }) => method === "send")?.input).toMatchObject({ action: { body: { raw } } });
  });

  it("gives way to what came of it when it is sent again from elsewhere, and to that of no other call", async () => {
    const { actions } = setUp();
    await actions().send("credit", "sandbox", sent);
    const shown = () => {
      const call = actions().calls[KEY];
      if (call?.state !== "ended") throw new Error("The call has not ended.");
      return call.event;
    };
    const first = shown();
    const again = await actions().repeat(first);
    expect(again).toMatchObject({ ok: true, value: { event: { summary: { id: shown().summary.id } } } });
    expect(shown().summary.id).not.toBe(first.summary.id);
    // The one that stood there before is still selected: its key, pressed again, sends that call once more.
    const second = shown();
    await actions().repeat(first);
    expect(shown().summary.id).toBeGreaterThan(second.summary.id);
    const last = shown().summary.id;
    await actions().repeat({ ...first, summary: { ...first.summary, id: first.summary.id - 1 } });
    expect(shown().summary.id).toBe(last);
  });

  it("is not done twice while it is under way, but other forms may be", async () => {
    const { fake, actions } = setUp(20);
    const first = actions().send("credit", "sandbox", sent);
    await actions().send("credit", "sandbox", sent);
    expect(actions().calls[KEY]?.state).toBe("busy");
    const other = actions().send("link", "sandbox", { values: { linkId: "x" }, rawBody: null });
    await Promise.all([first, other]);
    expect(fake.calls.filter(({ method }) => method === "send")).toHaveLength(2);
    expect(actions().calls[formKey("link", "sandbox")]?.state).toBe("ended");
  });

  it("can be cancelled, once", async () => {
    const { fake, actions } = setUp(60_000);
    const sending = actions().send("credit", "sandbox", sent);
    await Promise.all([actions().cancel(KEY), actions().cancel(KEY)]);
    await sending;
    expect(fake.calls.filter(({ method }) => method === "cancel")).toHaveLength(1);
    expect(actions().calls[KEY]).toMatchObject({ event: { summary: { outcome: { code: "cancelled" } } } });
    await actions().cancel(KEY);
    expect(fake.calls.filter(({ method }) => method === "cancel")).toHaveLength(1);
  });

  it("says why main refused it", async () => {
    const { fake, actions } = setUp();
    fake.failNext("calls", "send", "field:amount", "Enter digits only.");
    await actions().send("credit", "sandbox", sent);
    expect(actions().calls[KEY]).toMatchObject({
      state: "refused",
      code: "field:amount",
      message: "Enter digits only.",
    });
  });

  it("ends even when main is gone, and lets the form be sent again", async () => {
    const { fake, actions } = setUp();
    fake.handle("calls", "send", () => {
      throw new Error("the pipe is broken");
    });
    await actions().send("credit", "sandbox", sent);
    expect(actions().calls[KEY]).toMatchObject({ state: "refused", code: "bridge" });
  });

  it("asks afterwards what the forms remember now", async () => {
    const { fake, actions } = setUp();
    const memory: FormMemory = { ...EMPTY_FORM_MEMORY, last: { link: { linkId: "x" } } };
    fake.handle("forms", "get", () => memory);
    await actions().send("credit", "sandbox", sent);
    expect(actions().memories["sandbox"]).toEqual(memory);
  });
});

describe("what the forms remember", () => {
  it("is there before the first paint", async () => {
    const { fake, stores, actions } = setUp();
    const memory: FormMemory = { ...EMPTY_FORM_MEMORY, last: { link: { linkId: "x" } } };
    fake.handle("forms", "get", ({ id }) => (id === "sandbox" ? memory : EMPTY_FORM_MEMORY));
    await actionsStore.start(stores);
    expect(actions().memories).toEqual({ sandbox: memory });
  });

  it("is there with the answer that stood beside it, which is no news to scroll to", async () => {
    const { fake, actions } = setUp();
    await actions().send("credit", "sandbox", sent);
    const first = actions().calls[KEY];
    expect(first).not.toHaveProperty("broughtBack");
    const id = first?.state === "ended" ? first.event.summary.id : 0;
    const { value: preferences } = (await fake.bridge.preferences.get(null)) as { value: Preferences };
    fake.handle("preferences", "get", () => ({ ...preferences, sentLast: { [KEY]: id } }));
    const again = createStores(fake.bridge, createToasts());
    await actionsStore.start(again);
    expect(again.get(actionsStore).calls[KEY]).toMatchObject({ state: "ended", broughtBack: true });
  });

  it("stays when it cannot be read again", async () => {
    const { fake, actions } = setUp();
    const memory: FormMemory = { ...EMPTY_FORM_MEMORY, last: { link: { linkId: "x" } } };
    fake.handle("forms", "get", () => memory);
    await actions().load("sandbox");
    fake.failNext("forms", "get", "settings", "The settings cannot be read.");
    await actions().load("sandbox");
    expect(actions().memories["sandbox"]).toEqual(memory);
  });

  it("gives way to what a call had: in its fields, or as a body that they could not make", () => {
    const { actions, toasts } = setUp();
    let undo: () => void = () => undefined;
    toasts.done = (_, taken = undo) => (undo = taken);
    actions().draft(KEY, { values: { amount: "1" }, editsBody: true });
    actions().fill("credit", "sandbox", '{"amount":7,"currency":"NGN","user_reference":"ada"}');
    const values = { amount: "7", currency: "NGN", userReference: "ada" };
    expect(actions().drafts[KEY]).toEqual({ values, editsBody: false, body: null, filled: 1 });
    actions().fill("credit", "sandbox", "{oops");
    expect(actions().drafts[KEY]).toEqual({ values: null, editsBody: true, body: "{oops", filled: 2 });
    undo();
    expect(actions().drafts[KEY]).toEqual({ values, editsBody: false, body: null, filled: 3 });
  });

  it("begins with the body that was written by hand the last time, until something is typed over it", async () => {
    const { fake, actions } = setUp();
    fake.handle("forms", "get", () => ({ ...EMPTY_FORM_MEMORY, bodies: { credit: "[1" } }));
    await actions().load("sandbox");
    const key = formKey("credit", "sandbox");
    expect(draftOf(actions(), key)).toMatchObject({ editsBody: true, body: "[1" });
    expect(draftOf(actions(), formKey("charge", "sandbox"))).toMatchObject({ editsBody: false, body: null });
    actions().draft(key, { values: { amount: "5" } });
    expect(draftOf(actions(), key)).toMatchObject({ editsBody: true, body: "[1", values: { amount: "5" } });
    actions().draft(key, { editsBody: false, body: null });
    expect(draftOf(actions(), key)).toMatchObject({ editsBody: false, body: null });
  });

  it("keeps drafts apart by form and by profile", () => {
    const { actions } = setUp();
    actions().draft(KEY, { values: { amount: "1" } });
    actions().draft(formKey("credit", "acme-test"), { editsBody: true });
    actions().draft(KEY, { body: "{}" });
    expect(actions().drafts[KEY]).toEqual({ values: { amount: "1" }, editsBody: false, body: "{}", filled: 0 });
    expect(actions().drafts[formKey("credit", "acme-test")]).toEqual({
      values: null,
      editsBody: true,
      body: null,
      filled: 0,
    });
  });
});

it("empties only the fields that hold what was removed for good, and says beforehand which", async () => {
  const { fake, actions } = setUp();
  const key = (operation: Operation, profile = "sandbox") => formKey(operation, profile);
  await actions().send("credit", "sandbox", { values: { userReference: "CUS-77" }, rawBody: null });
  const charge = { amount: "7700", currency: "NGN", from: "CUS-77", to: "CUS-770", remark: "Half a rem" };
  actions().draft(key("charge", "acme-test"), { values: charge });
  actions().draft(key("charge"), { values: { ...charge, from: "CUS-8", remark: "phone CUS-77" } });
  actions().draft(key("credit"), { editsBody: true, body: '{"user": "CUS-77"}' });
  actions().draft(key("credit", "acme-test"), { editsBody: true, body: '{"user": "CUS-770"}' });
  actions().draft(key("link"), { values: { linkId: "other" } });
  const gone = { names: ["CUS-77"], remarks: ["7700"] };
  expect(await actions().heldBy(gone, ["sandbox", "acme-test"])).toEqual([
    { form: key("credit"), fields: [], body: true },
    { form: key("charge"), fields: ["remark"], body: false },
    { form: key("charge", "acme-test"), fields: ["from"], body: false },
  ]);

  const asked = fake.calls.filter(({ group }) => group === "forms").length;
  await actions().forgetTexts(gone);
  expect(actions().calls).toEqual({});
  expect(actions().drafts).toMatchObject({
    [key("charge", "acme-test")]: { values: { ...charge, from: "" }, filled: 1 },
    [key("charge")]: { values: { ...charge, from: "CUS-8", remark: "" }, filled: 1 },
    [key("credit")]: { body: null },
    [key("credit", "acme-test")]: { body: '{"user": "CUS-770"}', filled: 0 },
    [key("link")]: { values: { linkId: "other" }, filled: 0 },
  });
  expect(await actions().heldBy(gone, ["sandbox", "acme-test"])).toEqual([]);
  expect(fake.calls.filter(({ group }) => group === "forms").length).toBeGreaterThan(asked);
});

it("shows nothing beside a form of a call that is gone from the log for good, but of one that was cleared", async () => {
  const { fake, actions } = setUp();
  const link = formKey("link", "sandbox");
  await actions().send("link", "sandbox", { values: { linkId: "lnk_1" }, rawBody: null });
  await actions().send("credit", "sandbox", sent);
  const call = actions().calls[link];
  const id = call?.state === "ended" ? call.event.summary.id : 0;
  // The name of its user stands in no field: only the event has it.
  await fake.bridge.journal.remove({ ids: [id] });
  await actions().forgetTexts({ names: ["ref_ada"], remarks: [] });
  expect(Object.keys(actions().calls)).toEqual([KEY]);

  const looked = () => fake.calls.filter(({ method }) => method === "detail").length;
  const before = looked();
  await fake.bridge.journal.clear({ filter: "" });
  await vi.waitFor(() => expect(looked()).toBeGreaterThan(before), PATIENCE);
  expect(Object.keys(actions().calls)).toEqual([KEY]);
  await fake.bridge.journal.purgeCleared(null);
  await vi.waitFor(() => expect(actions().calls).toEqual({}), PATIENCE);
});

it("shows what came of a form in the inspector, in the place of several rows, but not of a pinned one", async () => {
  const { stores, fake, actions } = setUp();
  await eventLogStore.start(stores);
  const log = () => stores.get(eventLogStore);
  await actions().send("credit", "sandbox", sent);
  const lastSent = () => {
    const call = actions().calls[KEY];
    return call?.state === "ended" ? call.event.summary.id : 0;
  };
  expect(log()).toMatchObject({ selectedId: lastSent(), following: true });
  log().select(1);
  log().select(lastSent(), "toggle");
  await actions().send("credit", "sandbox", sent);
  expect(log().selectedIds).toEqual([lastSent()]);

  const [kept] = log().window.rows;
  if (kept === undefined) throw new Error("The log is empty.");
  log().select(kept.id);
  fake.push("journal.changed", { appended: [], amended: [{ ...kept, pinned: true }], reset: false, skipped: 0 });
  await vi.waitFor(() => expect(log().window.rows[0]?.pinned).toBe(true), PATIENCE);
  await actions().send("credit", "sandbox", sent);
  expect(log()).toMatchObject({ selectedIds: [kept.id], sentBeside: lastSent() });
  log().select(kept.id);
  expect(log().sentBeside).toBeNull();
});
