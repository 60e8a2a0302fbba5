import { expect, test } from "vitest";
import { evidenceThread } from "../../../../tests/support/threads.ts";
import { Refusal } from "../../refusal.ts";
import { startEvidenceThread } from "./client.ts";

test("what goes wrong in the thread unforeseen comes with where it was, and not as something the user can act on", async () => {
  const thread = startEvidenceThread(evidenceThread);
  const failed: unknown = await thread.do("part", { ids: [1] }).catch((error: unknown) => error);
  await thread.end();
  expect(failed).toBeInstanceOf(Error);
  expect(failed).not.toBeInstanceOf(Refusal);
  expect((failed as Error).stack).toMatch(/^Error: Error in the thread of exports\n\s+at /);
});
