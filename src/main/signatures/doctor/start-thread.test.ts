import { describe, expect, test } from "vitest";
import { presetSettings } from "../../../shared/signature-presets.ts";
import { runDoctor } from "./start-thread.ts";
import type { DoctorInput } from "./types.ts";

const input: DoctorInput = {
  message: { method: "POST", path: "/webhooks", headers: [], body: new Uint8Array() },
  decoded: null,
  settings: presetSettings("body"),
  candidates: [],
  arrivedAt: 0,
  // So that the patience with a thread that hangs is over as soon as can be.
  limits: { tries: 1, milliseconds: -3_900 },
};
const never = new AbortController().signal;

/** A thread that does this instead of searching. */
const thread = (script: string): URL => new URL(`data:text/javascript,${encodeURIComponent(script)}`);

describe("a search that breaks off", () => {
  test.each([
    ["ends", "process.exit(3)"],
    ["fails", "throw new Error('broken')"],
    ["runs out of memory", "const kept = []; for (;;) kept.push(new Array(1e6).fill({}));"],
    ["never ends", "for (;;);"],
    ["has no file", null],
  ])("because its thread %s is told in words, and nothing else goes down with it", async (_name, script) => {
    const file = script === null ? new URL("file:///no/such/thread.mjs") : thread(script);
    const refused = { code: "doctor-failed", message: expect.stringContaining("Nothing was changed") };
    await expect(runDoctor(file, input, never)).rejects.toMatchObject(refused);
  });

  test("because nobody wants it any more is ended at once", async () => {
    const wanted = new AbortController();
    const search = runDoctor(
      thread("for (;;);"),
      { ...input, limits: { tries: 1, milliseconds: 60_000 } },
      wanted.signal,
    );
    wanted.abort();
    await expect(search).rejects.toMatchObject({ code: "cancelled" });
  });
});
