import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createBodyShelf } from "./body-shelf.ts";
import { answerRequest, createAssetServer } from "./index.ts";

const BYTES = new Uint8Array([0x7b, 0x00, 0xff, 0x7d]);

describe("a body on its way to the window", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test("is had once, as bytes and nothing else, and never from a cache", async () => {
    const bodies = createBodyShelf();
    const serve = createAssetServer({ folder: "/nowhere", bodies });
    const path = bodies.put(BYTES);
    const { status, headers, body } = await answerRequest(serve, "GET", `app://linkdesk${path}`);
    expect([status, [...body]]).toEqual([200, [...BYTES]]);
    // Even a body that is a page with scripts is only bytes here.
    expect(headers).toMatchObject({
      "content-type": "application/octet-stream",
      "x-content-type-options": "nosniff",
      "cache-control": "no-store",
      "cross-origin-resource-policy": "same-origin",
    });
    expect((await answerRequest(serve, "GET", `app://linkdesk${path}`)).status).toBe(404);
  });

  test("has an address that nobody can guess, another one each time", async () => {
    const bodies = createBodyShelf();
    const paths = Array.from({ length: 100 }, () => bodies.put(BYTES));
    expect(new Set(paths).size).toBe(100);
    for (const path of paths) expect(path).toMatch(/^\/body\/[\w-]{32}$/);
    const serve = createAssetServer({ folder: "/nowhere", bodies });
    for (const path of ["/body/", "/body/1", "/body", `${paths[0]}/`])
      expect((await answerRequest(serve, "GET", `app://linkdesk${path}`)).status).toBe(404);
  });

  test("does not wait for ever, and the oldest make room", () => {
    const bodies = createBodyShelf();
    const forgotten = bodies.put(BYTES);
    vi.advanceTimersByTime(60_000);
    expect(bodies.take(forgotten)).toBeNull();
    const isGone = (size: number, count: number): boolean[] =>
      Array.from({ length: count }, () => bodies.put(new Uint8Array(size * 1_048_576))).map(
        (path) => bodies.take(path) === null,
      );
    expect(isGone(6, 5)).toEqual([true, false, false, false, false]);
    // Two are compared, whatever size they have.
    expect(isGone(100, 3)).toEqual([true, false, false]);
  });
});
