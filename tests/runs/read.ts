import { createHash } from "node:crypto";
import { type Awaited, readWebhook } from "../../src/main/payload/index.ts";
import type { HeaderList } from "../../src/shared/primitives.ts";
import { NO_ITEM, type ReadItem, type WebhookReading } from "../../src/shared/reading.ts";
import { tagsIn } from "../../src/shared/run-tag.ts";

// What the webhooks of these tests say: as if readings of their plain JSON had been confirmed once. How payloads are
// really read is tested where they are.

const PURPOSES: readonly (readonly [RegExp, "credit" | "charge" | "neither"])[] = [
  [/refund|revers/, "neither"],
  [/send|credit/, "credit"],
  [/direct_debit|charge|debit/, "charge"],
];
const OUTCOMES: Readonly<Record<string, "went-through" | "failed" | "neither">> = {
  success: "went-through",
  failed: "failed",
  pending: "neither",
};

interface Leaf {
  readonly path: string;
  readonly keys: readonly string[];
  readonly text: string;
}

/**
 * What a body says. An array is a batch. `"reading":"proposed"` within makes it one that nobody has confirmed;
 * `"unread":"too-long"` one that could not be read to its end.
 */
export function readingOf(body: string | Uint8Array, by: WebhookReading["by"] = "confirmed"): WebhookReading {
  const text = typeof body === "string" ? body : Buffer.from(body).toString();
  const digest = createHash("sha256").update(text).digest("base64url");
  const base = { readingId: null, linkId: null, digest, incomplete: null, tags: [...new Set(tagsIn(text))] } as const;
  // Numbers as their digits: these tests know amounts that no float can hold.
  const root = parsed(text.replaceAll(/([:[,]\s*)(-?[0-9][0-9.eE+-]*)(?=\s*[,\]}])/g, '$1"$2"'));
  if (root === undefined)
    return { ...base, by: "nothing", kind: "", items: [], newWords: [], format: text === "" ? "empty" : "text" };
  const batch = Array.isArray(root) ? root : [root];
  const lists = batch.map((each, place) => leavesOf(each, Array.isArray(root) ? `[${place}]` : "", []));
  const all = lists.flat();
  const said = (key: string) => all.find(({ keys }) => keys.at(-1) === key)?.text;
  const items = lists.map(itemOf);
  return {
    ...base,
    by: said("reading") === "proposed" ? "proposed" : by,
    kind: said("event") ?? "",
    items: items.filter((item) => JSON.stringify(item) !== JSON.stringify(NO_ITEM)),
    newWords: items.flatMap(({ outcome }) =>
      outcome !== null && outcome.means === null
        ? [{ about: "outcome" as const, suggests: null, text: outcome.text, path: outcome.path }]
        : [],
    ),
    incomplete: said("unread") === "too-long" ? "too-long" : null,
    format: "json",
  };
}

/** What the program's own reader says of it, by the readings that come with it. */
export function reallyRead(
  body: string | Uint8Array,
  awaited: readonly Awaited[] = [],
  headers: HeaderList = JSON_HEADERS,
): WebhookReading {
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  return readWebhook({ body: bytes, headers, target: "/webhooks" }, [], awaited);
}

const JSON_HEADERS: HeaderList = [["content-type", "application/json"]];

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function leavesOf(value: unknown, path: string, keys: readonly string[]): readonly Leaf[] {
  if (typeof value === "string") return [{ path, keys, text: value }];
  if (value === null || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    leavesOf(inner, path === "" ? key : `${path}.${key}`, [...keys, key]),
  );
}

function itemOf(leaves: readonly Leaf[]): ReadItem {
  const named = (...names: readonly string[]) =>
    leaves.find(({ keys }) => names.includes(keys.at(-1) ?? "") && !keys.includes("peer"));
  const person = (name: string) => {
    const found = leaves.find(
      ({ keys }) =>
        !keys.includes("peer") &&
        (keys.at(-1) === name ||
          keys.at(-1) === `${name}_reference` ||
          keys.slice(-2).join(".") === `${name}.reference`),
    );
    return found === undefined ? null : { text: found.text, path: found.path, written: "same" as const };
  };
  const amount = named("amount");
  const plain = amount?.text.replaceAll(" ", "") ?? "";
  const purpose = leaves
    .filter(({ keys }) => /^(type|mode|event)$/.test(keys.at(-1) ?? "") && !keys.includes("peer"))
    .flatMap(({ text, path }) => {
      const means = PURPOSES.find(([words]) => words.test(text))?.[1];
      return means === undefined ? [] : [{ text, path, means }];
    });
  const outcome = named("status");
  const currencyOf = (found: Leaf | undefined) =>
    found === undefined ? null : { text: found.text, path: found.path, code: found.text.toUpperCase() };
  const place = (found: Leaf | undefined) => (found === undefined ? null : { text: found.text, path: found.path });
  return {
    amount:
      amount === undefined
        ? null
        : { text: amount.text, path: amount.path, units: /^-?[0-9]+(\.[0-9]+)?$/.test(plain) ? plain : null },
    currency: currencyOf(named("currency")),
    user: person("user"),
    from: person("from"),
    to: person("to"),
    remark: place(named("remark")),
    purpose: purpose.find(({ means }) => means === "neither") ?? purpose[0] ?? null,
    outcome:
      outcome === undefined ? null : { text: outcome.text, path: outcome.path, means: OUTCOMES[outcome.text] ?? null },
    ids: leaves
      .filter(({ keys }) => keys.at(-1) === "id" || (keys.at(-1) === "reference" && keys.at(-2) !== "user"))
      .filter(({ keys }) => !keys.includes("peer") && !keys.includes("from") && !keys.includes("to"))
      .map(({ text, path }) => ({ text, path })),
  };
}
