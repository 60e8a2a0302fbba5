import { expect, it } from "vitest";
import { createFakeBridge } from "../../../../tests/fakes/bridge.ts";
import { SAMPLE_PLAYBOOK, sampleResult, sampleRunning } from "../../../../tests/fakes/playbooks.ts";
import { createStores } from "../../core/store.ts";
import { createToasts } from "../../core/toasts.ts";
import { playbooksStore } from "./playbooks-store.ts";
import { asSeen } from "./seen-fields.tsx";
import { seenStore } from "./seen-store.ts";

async function setUp() {
  const fake = createFakeBridge({});
  const stores = createStores(fake.bridge, createToasts());
  const state = () => stores.get(playbooksStore);
  await state().load();
  await expect.poll(() => state().result?.head.id).toBe("result-1");
  return { fake, stores, state };
}

const last = (fake: ReturnType<typeof createFakeBridge>, method: string) =>
  fake.calls.findLast((call) => call.group === "playbooks" && call.method === method)?.input;

it("runs again what did not pass, and of a run that was broken off what it never came to", async () => {
  const { fake, state } = await setUp();
  await state().startFailed();
  expect(last(fake, "start")).toMatchObject({ only: [{ stepId: "step-1" }, { stepId: "step-3" }] });

  const result = sampleResult("own-1", "result-2");
  fake.handle("playbooks", "result", () => ({
    ...result,
    steps: result.steps.slice(0, 1).map((step) => ({ ...step, lines: step.lines.slice(0, 1) })),
    end: { how: "interrupted", at: 1_795_000_000_000_000 },
  }));
  await state().showResult("result-2");
  await state().startFailed();
  expect(last(fake, "start")).toMatchObject({ only: [{ stepId: "step-2" }, { stepId: "step-3" }] });
});

it("holds the newest draft against what was seen, and nothing where it is not complete", async () => {
  const { fake, stores, state } = await setUp();
  const preview = () => [...stores.get(seenStore).preview.keys()];
  state().edit("own-1");
  await expect.poll(preview).toEqual(["step-1", "step-3"]);
  const release = fake.hold("playbooks", "preview");
  for (const name of ["A", "B", "C"]) state().change({ ...SAMPLE_PLAYBOOK, name });
  release();
  await expect.poll(() => last(fake, "preview")).toMatchObject({ playbook: { name: "C" } });
  expect(fake.calls.filter(({ method }) => method === "preview")).toHaveLength(3);
  state().change({ ...SAMPLE_PLAYBOOK, name: "" });
  await expect.poll(preview).toEqual([]);
});

it.each([
  ["link.id", "lnk_1", { is: "any" }],
  ["transaction.created_at", "2026-11-22T10:00:00Z", { is: "any" }],
  ['data["user.name"]', "ref_ada", { is: "equals", value: "{user}" }],
  ["items[0].amount", "50000", { is: "equals", value: "50000" }],
])("of the field %s that was seen it is expected what can come again", (path, text, check) => {
  expect(asSeen("field", path, text, { user: "ref_ada" })).toEqual({ about: "field", path, check });
});

it("shows what came later of a run that is over, while another one goes on", async () => {
  const { fake, state } = await setUp();
  const under = sampleRunning("running");
  fake.push("playbooks.running", {
    ...under,
    result: { ...under.result, head: { ...under.result.head, id: "result-2" } },
  });
  const over = sampleResult("own-1");
  const later = { ...over, steps: over.steps.slice(0, 1) };
  fake.push("playbooks.running", { result: later, now: null, state: "ended", question: null });
  expect(state().result?.steps).toHaveLength(1);
  expect(state().running).toMatchObject({ state: "running", result: { head: { id: "result-2" } } });
});
