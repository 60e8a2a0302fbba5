import { expect, it } from "vitest";
import { createFakeBridge } from "../../../../tests/fakes/bridge.ts";
import { createStores } from "../../core/store.ts";
import { createToasts } from "../../core/toasts.ts";
import { signatureStore } from "./signature-store.ts";

it("keeps the comparison that was asked for last, whichever answer comes last", async () => {
  const fake = createFakeBridge();
  const answers: (() => void)[] = [];
  fake.handle("signatures", "comparison", async ({ id }) => {
    await new Promise<void>((resolve) => answers.push(resolve));
    return { received: [`of ${id}`], content: null, timestamp: null };
  });
  const { get } = createStores(fake.bridge, createToasts());
  const first = get(signatureStore).loadComparison(1, 1);
  const second = get(signatureStore).loadComparison(2, 1);
  await expect.poll(() => answers.length).toBe(2);
  answers[1]?.();
  await second;
  answers[0]?.();
  await first;
  expect(get(signatureStore).comparison).toMatchObject({ id: 2, value: { received: ["of 2"] } });
});
