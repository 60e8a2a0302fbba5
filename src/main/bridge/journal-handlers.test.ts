import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { createBodyShelf } from "../assets/index.ts";
import type { Journal } from "../journal/index.ts";
import { journalHandlers } from "./journal-handlers.ts";

const AT_MOST = 10 * 1_048_576;

/** The part of the bridge that shows bodies, over a log with one delivery of this compressed body. */
function handlersOver(body: Uint8Array, other?: Journal) {
  const detail = { kind: "delivery", request: { headers: [["Content-Encoding", "gzip"]] } };
  const journal = other ?? ({ detail: async () => detail, body: async () => body } as unknown as Journal);
  return journalHandlers(
    journal,
    createBodyShelf(),
    { shown: (each) => each },
    { judged: async () => {}, forget: async () => {}, masked: (text) => text },
  );
}

test("an event that is not there is told apart from one that was cleared and can be brought back", async () => {
  const over = (isCleared: boolean) => {
    const journal = { detail: async () => null, isCleared: async () => isCleared } as unknown as Journal;
    return handlersOver(new Uint8Array(), journal).detail({ id: 1 });
  };
  await expect(over(true)).rejects.toMatchObject({ code: "event-cleared" });
  await expect(over(false)).rejects.toMatchObject({ code: "no-event" });
});

describe("a body as it is looked at", () => {
  test("may decode to so many bytes, and to none more", async () => {
    const at = handlersOver(gzipSync(Buffer.alloc(AT_MOST)));
    await expect(at.decodedBody({ id: 1, part: "request" })).resolves.toMatchObject({ encoding: "gzip" });
    const beyond = handlersOver(gzipSync(Buffer.alloc(AT_MOST + 1)));
    await expect(beyond.decodedBody({ id: 1, part: "request" })).rejects.toMatchObject({ code: "too-large" });
  });
});
