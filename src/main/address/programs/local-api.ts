import { createServer } from "node:net";
import type { z } from "zod";
import { type Network, plainLines } from "../../network/index.ts";

const MAX_BYTES = 262_144;
const TIMEOUT_MS = 3_000;

/** What a program's own page on this machine answers; null when none comes. */
export async function askLocal(
  network: Network,
  url: string,
  signal: AbortSignal,
): Promise<{ readonly status: number; readonly text: string } | null> {
  const target = new URL(url);
  const started = performance.now();
  const { head, body } = await network.exchange(
    { target, path: target.pathname, method: "GET", headers: plainLines([["accept", "application/json"]]), body: null },
    {
      connectMs: TIMEOUT_MS,
      totalMs: TIMEOUT_MS,
      maxAnswerBytes: MAX_BYTES,
      signal,
      elapsed: () => Math.round((performance.now() - started) * 1_000),
    },
  );
  return head === null ? null : { status: head.status, text: Buffer.from(body).toString("utf8") };
}

/** A port of this machine that nobody uses now. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address !== null ? address.port : 0;
}

/** What a text says by a schema; null when it is no JSON, or says something else. */
export function parsedJson<Value>(schema: z.ZodType<Value>, text: string): Value | null {
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
