import { expect, onTestFinished, test } from "vitest";
import { createBodyShelf } from "../../src/main/assets/index.ts";
import { journalHandlers } from "../../src/main/bridge/journal-handlers.ts";
import { createListener } from "../../src/main/listener/index.ts";
import { Refusal } from "../../src/main/refusal.ts";
import { DEFAULT_ANSWER_SCRIPT } from "../../src/shared/answer-script.ts";
import { createJournals } from "../journal/samples.ts";
import { HOSTILE_BODIES } from "./bodies.ts";
import { type Keeper, roundTrip } from "./bodies-round-trip.ts";
import { LOCAL, PROFILE } from "./open-listener.ts";

// Socket, listener, journal file, and what the window asks for: all of the program but its window.
test("hostile bodies come back byte for byte, and no bomb is unpacked", { timeout: 120_000 }, async () => {
  const { open, dispose } = createJournals();
  const journal = await open();
  const shelf = createBodyShelf();
  const listener = createListener({
    journal,
    settings: { ...LOCAL, bodyCapBytes: 64 * 1_048_576 },
    script: () => ({ id: PROFILE.id, answerScript: DEFAULT_ANSWER_SCRIPT }),
    webhookIds: () => [],
    profile: () => PROFILE,
    clock: () => Date.now() * 1_000,
    onStatus: () => {},
    onScript: () => {},
  });
  onTestFinished(async () => {
    await listener.close();
    await dispose();
  });
  const { url } = await listener.start();
  if (url === null) throw new Error("The listener did not start.");
  const handlers = journalHandlers(
    journal,
    shelf,
    { shown: (detail) => detail },
    {
      judged: async () => {},
      forget: async () => {},
      masked: (text) => text,
    },
  );
  const contentOf = (told: { readonly bytes: string } | { readonly address: string }): Uint8Array => {
    const content = "bytes" in told ? Buffer.from(told.bytes, "base64") : shelf.take(told.address);
    if (content === null) throw new Error("The body is not where the window was told to fetch it.");
    return content;
  };
  const keeper: Keeper = {
    newest: async () => (await handlers.page({ limit: 1, filter: "" })).events.at(-1)?.id,
    body: async (id) => contentOf(await handlers.body({ id, part: "request" })),
    decoded: async (id) => {
      try {
        return contentOf(await handlers.decodedBody({ id, part: "request" }));
      } catch (error) {
        if (error instanceof Refusal) return error.message;
        throw error;
      }
    },
  };
  const faults: string[] = [];
  for (const body of HOSTILE_BODIES) faults.push(...(await roundTrip(keeper, url, body)));
  expect(faults).toEqual([]);
});
