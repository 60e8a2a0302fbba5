import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createBodyWork } from "./body-work.ts";

// The worker itself is a file of the page's; what is tested is what becomes of those who wait for one.

class FakeWorker {
  static readonly made: FakeWorker[] = [];
  readonly orders: { readonly id: number }[] = [];
  ended = false;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onerror: ((event: { message: string }) => void) | null = null;
  onmessageerror: (() => void) | null = null;
  constructor() {
    FakeWorker.made.push(this);
  }
  postMessage(order: { readonly id: number }): void {
    this.orders.push(order);
  }
  terminate(): void {
    this.ended = true;
  }
  /** Answers its last order as the real one does. */
  answer(): void {
    const result = { kind: "read", bytes: LARGE, reading: { kind: "binary" } };
    this.onmessage?.({ data: { id: this.orders.at(-1)?.id, result } });
  }
}

const LARGE = new Uint8Array(100_000);
const never = new AbortController().signal;
const worker = (index: number): FakeWorker => {
  const found = FakeWorker.made[index];
  if (found === undefined) throw new Error(`There is no worker ${index}.`);
  return found;
};

beforeEach(() => {
  FakeWorker.made.length = 0;
  vi.stubGlobal("Worker", FakeWorker);
});
afterEach(() => vi.unstubAllGlobals());

test("a worker that breaks off tells all who wait, and who asks next gets a new one", async () => {
  const work = createBodyWork();
  const waiting = [work.read(LARGE, null, never), work.outline(" ".repeat(100_000), never)];
  worker(0).onerror?.({ message: "Out of memory" });
  for (const each of waiting) await expect(each).rejects.toThrow("Out of memory");
  expect(worker(0).ended).toBe(true);
  const next = work.read(LARGE, null, never);
  worker(1).answer();
  await expect(next).resolves.toMatchObject({ bytes: LARGE });
});

test("an answer that cannot be read is a failure too, not a wait without end", async () => {
  const work = createBodyWork();
  const waiting = work.read(LARGE, null, never);
  worker(0).onmessageerror?.();
  await expect(waiting).rejects.toThrow("could not be read");
});

test("a body that nobody waits for any more does not hold up the next", async () => {
  const work = createBodyWork();
  const gone = new AbortController();
  const given = work.read(LARGE, null, gone.signal);
  const kept = work.read(LARGE, null, never);
  gone.abort();
  await expect(given).rejects.toThrow("Nobody waits");
  expect(worker(0).ended).toBe(true);
  worker(1).answer();
  await expect(kept).resolves.toMatchObject({ bytes: LARGE });
});
