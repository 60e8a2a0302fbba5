import { createHash } from "node:crypto";
import { z } from "zod";
import type { AnswerScript } from "../../shared/answer-script.ts";

/** Webhooks whose place in a script is kept for the next start, the newest of them. */
export const KEPT_WEBHOOKS = 1_000;
const KEPT_PROFILES = 50;
/** Milliseconds between two times that it is kept while deliveries come. */
const KEEP_EVERY_MS = 2_000;

/** A webhook as it is kept: by digests alone, since ids and bodies are nothing for a settings file. */
const keptWebhook = z.object({
  times: z.int().positive(),
  digest: z.string().max(100),
  /** Digests of its ids, with their places. */
  ids: z.array(z.tuple([z.string().max(2_000), z.string().max(100)])).max(50),
});
export type KeptWebhook = Readonly<z.infer<typeof keptWebhook>>;

const scriptProgress = z.object({
  /** Which script it was: another one begins at its first step. */
  script: z.string().max(100),
  decided: z.int().nonnegative(),
  /** Oldest first. */
  webhooks: z.array(keptWebhook).max(KEPT_WEBHOOKS),
});
export type ScriptProgress = Readonly<z.infer<typeof scriptProgress>>;

/** Where the progress of scripts outlives the program. Neither of them fails. */
export interface ProgressStore {
  /** What was put there last, unchecked. */
  get(): unknown;
  put(progress: Readonly<Record<string, ScriptProgress>>): void;
}

/** How far scripts were when it was kept last, by profile; one that cannot be read begins anew. */
export function readProgress(kept: unknown): Map<string, ScriptProgress> {
  const found = new Map<string, ScriptProgress>();
  if (typeof kept !== "object" || kept === null) return found;
  for (const [id, each] of Object.entries(kept).slice(0, KEPT_PROFILES)) {
    const parsed = scriptProgress.safeParse(each);
    if (parsed.success) found.set(id, parsed.data);
  }
  return found;
}

/** The name under which a script is known again. */
export function scriptName(script: AnswerScript): string {
  return digestOf(JSON.stringify(script));
}

export function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, 22);
}

/** Keeps the progress every now and then while it changes, and at the end. */
export function keepProgress(store: ProgressStore, progress: () => ReadonlyMap<string, ScriptProgress>) {
  let timer: NodeJS.Timeout | null = null;
  function keep(): void {
    if (timer === null) return;
    clearTimeout(timer);
    timer = null;
    store.put(Object.fromEntries([...progress()].slice(-KEPT_PROFILES)));
  }
  return {
    changed(): void {
      timer ??= setTimeout(keep, KEEP_EVERY_MS).unref();
    },
    close: keep,
  };
}
