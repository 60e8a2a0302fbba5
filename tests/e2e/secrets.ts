import type { ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import type { Page } from "playwright/test";
import type { EventSummary } from "../../src/shared/events.ts";
import { NEW_PROFILE, type ProfileDraft } from "../../src/shared/profile.ts";
import { type Secrets, tracesBelow, tracesIn } from "../security/traces.ts";
import type { App } from "../support/app.ts";
import { answerOf, ask, askEach, type Question } from "../support/bridge.ts";
import type { ForeignRequest } from "../support/foreign-service.ts";
import { expect } from "./fixtures.ts";

// What the tests of secrets share. Marker secrets are planted wherever one can be entered, and looked for wherever they
// could have been left. The characters are those that encodings change.

export const mark = (name: string): string => `linkdesk-mark-${name}-7Qz/+"\\%&=x<9`;

/** Answers with all that it was sent, in as many ways as a careless program might. */
export function repeatEverything(response: ServerResponse, { rawHeaders, body, target }: ForeignRequest): void {
  const said = JSON.stringify({ message: "hook sent", rawHeaders, nested: JSON.stringify(rawHeaders), body, target });
  const values = rawHeaders.filter((_, index) => index % 2 === 1);
  response.setHeader("Content-Type", "application/json");
  if (target.includes("gzip")) response.setHeader("Content-Encoding", "gzip");
  for (const [index, value] of values.entries()) response.setHeader(`X-Echo-${index}`, value);
  response.end(target.includes("gzip") ? gzipSync(said) : said);
}

/** Everything that came out of the program, to be searched at the end. */
export interface Outputs {
  /** Keeps an answer, or a text. */
  readonly keep: (...values: readonly unknown[]) => void;
  /** Fails for every trace of the secrets in what was kept, in what was printed, and in the whole data folder. */
  readonly expectNoTraces: (secrets: Secrets) => void;
}

export function outputsOf(app: App): Outputs {
  const kept: string[] = [];
  app.page.on("console", (message) => kept.push(message.text()));
  app.page.on("pageerror", (error) => kept.push(error.stack ?? error.message));
  return {
    keep: (...values) => {
      for (const value of values) kept.push(typeof value === "string" ? value : JSON.stringify(value));
    },
    expectNoTraces(secrets) {
      const said = kept.flatMap((text, index) =>
        tracesIn(`output ${index} (${text.slice(0, 60)}…)`, Buffer.from(text), secrets),
      );
      expect(said).toEqual([]);
      expect(tracesIn("printed", Buffer.from(app.output()), secrets)).toEqual([]);
      expect(tracesBelow(app.dataFolder, secrets)).toEqual([]);
    },
  };
}

/** Lets secrets go to the disk although nothing protects them here: then there is something to be found in the vault. */
export async function storeSecrets(page: Page): Promise<void> {
  await answerOf(page, "preferences", "set", { storeSecretsUnprotected: true });
}

/** Makes a profile with these secrets, by their slots. */
export async function makeProfile(
  page: Page,
  { keep }: Outputs,
  draft: Partial<ProfileDraft>,
  secrets: Readonly<Record<string, string>>,
): Promise<string> {
  const { profiles } = await answerOf(page, "profiles", "list", null);
  const whole: ProfileDraft = { ...NEW_PROFILE, name: `Marked ${profiles.length}`, mode: "test", ...draft };
  const { profile } = await answerOf(page, "profiles", "create", { draft: whole });
  for (const [slot, value] of Object.entries(secrets))
    keep(await answerOf(page, "profiles", "setSecret", { id: profile.id, slot, value }));
  return profile.id;
}

/** Each operation, its command, and what was said of it. */
export async function callEverything(page: Page, { keep }: Outputs, profileId: string): Promise<void> {
  for (const action of [
    { operation: "link", linkId: "L-1" },
    { operation: "link", linkId: "gzip" },
    { operation: "credit", body: { amount: "1", currency: "NGN", userReference: "ada" } },
    { operation: "charge", body: { raw: '{"amount": 1}' } },
  ] as const) {
    const sent = await ask(page, "calls", "send", { requestId: crypto.randomUUID(), profileId, action });
    keep(sent);
    if (sent.ok) keep(await answerOf(page, "calls", "curl", { id: sent.value.event.summary.id }));
  }
}

/** Everything about every event, as the window can ask for it; resolves with how many events there are. */
export async function readLog(page: Page, { keep }: Outputs): Promise<number> {
  const { events } = await answerOf(page, "journal", "page", { limit: 500, filter: "" });
  keep(events);
  for (const { id, kind } of events) {
    keep(...(await askEach(page, questionsAbout(id, kind))));
    const bodies = (["request", "answer", "forward"] as const).flatMap((part) =>
      (["body", "decodedBody"] as const).map((method): Question => ["journal", method, { id, part }]),
    );
    for (const { value } of (await askEach(page, bodies)).filter((answer) => answer.ok))
      if (isInline(value)) keep(Buffer.from(value.bytes, "base64").toString());
  }
  return events.length;
}

function questionsAbout(id: number, kind: EventSummary["kind"]): readonly Question[] {
  const detail: Question = ["journal", "detail", { id }];
  if (kind === "delivery") return [detail, ["signatures", "comparison", { id }], ["attempts", "of", { id }]];
  return kind === "call" ? [detail, ["runs", "get", { id }], ["diagnosis", "check", { runId: id }]] : [detail];
}

function isInline(content: unknown): content is { readonly bytes: string } {
  return typeof content === "object" && content !== null && "bytes" in content;
}

/** What the page holds, and what it has put aside for later. */
export async function readPage(page: Page, { keep }: Outputs): Promise<void> {
  keep(await page.content(), await page.evaluate(() => [Object.entries(localStorage), Object.entries(sessionStorage)]));
}
