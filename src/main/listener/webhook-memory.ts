import { createHash } from "node:crypto";
import type { HeaderList } from "../../shared/primitives.ts";
import type { ReadValue } from "../../shared/reading.ts";
import { isSameEvent } from "../payload/index.ts";
import type { AnsweredRequest } from "./answer.ts";
import { peekBody } from "./collected-body.ts";
import { digestOf, type KeptWebhook } from "./script-progress.ts";

/** One webhook, however often it has been sent. */
export interface KnownWebhook {
  /** How often it came so far. */
  times: number;
}

/** Finds the ids that a webhook carries, in its headers or its body. Bounded: the answer waits for it. */
export type FindIds = (body: Uint8Array, headers: HeaderList) => readonly ReadValue[];

/** Tells a webhook that is sent again from a new one: the same bytes to the same place, or the same id within. */
export type WebhookMemory = ReturnType<typeof createWebhookMemory>;

/** Webhooks that are remembered; the oldest are forgotten first, and then start from the first step again. */
const REMEMBERED = 10_000;

interface Entry extends KnownWebhook {
  readonly digest: string;
  /** Its ids, as digests. */
  readonly ids: readonly ReadValue[];
  readonly keys: readonly string[];
}

/** @param former those of an earlier start of the program, oldest first */
export function createWebhookMemory(findIds: FindIds, former: readonly KeptWebhook[] = []) {
  const known = new Map<string, Entry>();
  const order = new Set<Entry>();

  function remember(entry: Entry): void {
    for (const key of entry.keys) if (!known.has(key)) known.set(key, entry);
    order.add(entry);
    if (order.size <= REMEMBERED) return;
    const [oldest] = order;
    if (oldest === undefined) return;
    order.delete(oldest);
    for (const key of oldest.keys) if (known.get(key) === oldest) known.delete(key);
  }

  for (const { times, digest, ids } of former)
    remember(
      entryOf(
        times,
        digest,
        ids.map(([path, text]) => ({ path, text })),
      ),
    );

  return {
    /** The webhook of a request: one that is known, or a new one that has never come. */
    of(request: AnsweredRequest): KnownWebhook {
      const body = peekBody(request.body);
      const digest = createHash("sha256")
        .update(`${request.method} ${request.target}\n`)
        .update(body)
        .digest("base64url");
      const same = known.get(digest);
      if (same !== undefined) return same;
      const ids = findIds(body, request.headers).map(({ path, text }) => ({ path, text: digestOf(text) }));
      const entry = entryOf(0, digest, ids);
      for (const key of entry.keys) {
        const candidate = known.get(key);
        if (candidate !== undefined && isSameEvent(ids, candidate.ids)) return candidate;
      }
      remember(entry);
      return entry;
    },
    /** The newest of those that have come, oldest first. */
    newest: (count: number): readonly KeptWebhook[] =>
      [...order]
        .filter(({ times }) => times > 0)
        .slice(-count)
        .map(({ times, digest, ids }) => ({ times, digest, ids: ids.map(({ path, text }) => [path, text]) })),
  };
}

function entryOf(times: number, digest: string, ids: readonly ReadValue[]): Entry {
  return { times, digest, ids, keys: [digest, ...ids.map(({ path, text }) => `${path}\n${text}`)] };
}
