import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, vi } from "vitest";
import type { NewEvent, Unnumbered } from "../../src/main/journal/api.ts";
import { type Journal, type JournalOptions, type OpenedJournal, openJournal } from "../../src/main/journal/index.ts";
import type { CallDetail, DeliveryDetail } from "../../src/shared/events.ts";
import type { RetentionSettings } from "../../src/shared/retention.ts";
import { journalThread } from "../support/threads.ts";
import { PATIENCE } from "../support/until.ts";

// Events for the tests of the journal, every field with a value of its own, so that a swapped one is seen.
type NewDelivery = Extract<NewEvent, { readonly kind: "delivery" }>;
type NewCall = Extract<NewEvent, { readonly kind: "call" }>;

const encoder = new TextEncoder();
export const bytes = (text: string): Uint8Array => encoder.encode(text);

export function sampleDelivery(
  body: Uint8Array | string = '{"hello":"there"}',
  change: Partial<NewDelivery["summary"]> = {},
  headers: DeliveryDetail["request"]["headers"] = [
    ["Host", "127.0.0.1:8787"],
    ["content-type", "application/json"],
    ["X-Twice", "one"],
    ["x-twice", "two"],
    ["X-Latin", "caf\u00e9\u0080"],
  ],
): NewDelivery {
  const requestBody = typeof body === "string" ? bytes(body) : body;
  return {
    kind: "delivery",
    summary: {
      kind: "delivery",
      at: 1_750_000_000_000_001,
      profile: { id: "p1", name: "Sandbox", mode: "sandbox" },
      method: "POST",
      path: "/webhooks?a=%2F",
      onPath: true,
      completeness: "whole",
      status: 200,
      answerState: "pending",
      size: requestBody.byteLength,
      duration: null,
      facts: {},
      ...change,
    },
    request: {
      headers,
      size: requestBody.byteLength,
      httpVersion: "1.1",
      trailers: [["X-Trailer", "last"]],
      remoteAddress: "127.0.0.2",
      remotePort: 50_001,
      localAddress: "127.0.0.1",
      localPort: 8_787,
      problem: null,
    },
    answer: { headers: [["X-Ours", "yes"]], size: 3, status: 200 },
    timing: { headersComplete: 11, bodyComplete: 12, committed: null, answerStarted: null, answerEnded: null },
    requestBody,
    answerBody: bytes("ok!"),
  };
}

export function sampleCall(change: Partial<NewCall["summary"]> = {}): NewCall {
  return {
    kind: "call",
    summary: {
      kind: "call",
      at: 1_750_000_000_000_777,
      profile: { id: "p2", name: "Shop <test>", mode: "test" },
      operation: "charge",
      method: "POST",
      path: "/v1/test/charge",
      outcome: null,
      status: null,
      duration: null,
      facts: { subject: "charge", amount: "9007199254740993123", currency: "NGN", from: "a", to: "b", remark: "ré" },
      ...change,
    },
    url: "https://service.test/v1/test/charge",
    request: { headers: [["x-api-key", "••••••••"]], size: 4 },
    answer: null,
    timing: { connected: null, sent: null, answerStarted: null, answerEnded: null },
    requestBody: bytes("body"),
  };
}

/** The same call after its answer came. */
export function finishedCall(): Unnumbered<CallDetail> {
  const { requestBody: _, ...call } = sampleCall({
    status: 422,
    duration: 5_000,
    outcome: {
      code: "status",
      status: 422,
      message: "no",
      body: "json",
      credentials: "sent",
      errors: { amount: ["too small"] },
      retryAfterSeconds: null,
    },
  });
  return {
    ...call,
    answer: {
      headers: [["Content-Type", "application/json"]],
      size: 6,
      httpVersion: "1.1",
      status: 422,
      statusText: "Unprocessable Content",
      cut: false,
      redacted: true,
    },
    timing: { connected: 1, sent: 2, answerStarted: 3, answerEnded: 4 },
  };
}

const UNLIMITED: RetentionSettings = { maxEvents: null, maxBytes: null, maxAgeDays: null };

/** Opens journals in a folder of their own, and closes and removes all of it again. */
export function createJournals(folder = mkdtempSync(join(tmpdir(), "linkdesk-journal-"))) {
  const opened: OpenedJournal[] = [];
  async function openAsFound(options: Partial<JournalOptions> = {}): Promise<OpenedJournal> {
    const journal = await openJournal({ folder, thread: journalThread, now: () => Date.now() * 1_000, ...options });
    opened.push(journal);
    return journal;
  }
  return {
    folder,
    openAsFound,
    /** Without limits: the samples are older than any. */
    async open(options: Partial<JournalOptions> = {}): Promise<OpenedJournal> {
      const journal = await openAsFound(options);
      if (journal.problem() === null) await journal.configureRetention(UNLIMITED);
      return journal;
    },
    async dispose(): Promise<void> {
      await Promise.all(opened.map((journal) => journal.close()));
      await rm(folder, { recursive: true });
    },
  };
}

/** Resolves once the search index has caught up. */
export async function indexed(journal: Journal): Promise<void> {
  await vi.waitFor(async () => expect((await journal.stats()).indexLag).toBe(0), PATIENCE);
}

/** A text as a filter looks for it to the letter. */
export function quoted(text: string): string {
  return `"${text.replaceAll(/[\\"]/g, "\\$&")}"`;
}
