import { createHash } from "node:crypto";
import type { Page } from "playwright/test";
import { answerOf, ask, contentOf } from "../support/bridge.ts";
import type { HostileBody } from "./bodies.ts";
import { BOMBS, DECODED } from "./bodies-bytes.ts";
import { sendBody } from "./bodies-send.ts";

/** What is shown decoded may be larger than what came, up to here. */
const DECODED_LIMIT_BYTES = 10 * 1_048_576;

const hashOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

/** Where what came is kept: the program's own journal, or the whole app behind its window. */
export interface Keeper {
  readonly newest: () => Promise<number | undefined>;
  readonly body: (id: number) => Promise<Uint8Array>;
  /** The body decoded, or the sentence that says why not. */
  readonly decoded: (id: number) => Promise<Uint8Array | string>;
}

/** The app, asked through the bridge of its page. */
export function keeperBehind(page: Page): Keeper {
  return {
    newest: async () => (await answerOf(page, "journal", "page", { limit: 1, filter: "" })).events.at(-1)?.id,
    body: async (id) => contentOf(page, await answerOf(page, "journal", "body", { id, part: "request" })),
    async decoded(id) {
      const decoded = await ask(page, "journal", "decodedBody", { id, part: "request" });
      return decoded.ok ? contentOf(page, decoded.value) : decoded.message;
    },
  };
}

/**
 * Sends a body to the listener and asks for it: the same bytes, decoded where it can be, and no bomb unpacked.
 *
 * @returns what was not as it has to be
 */
export async function roundTrip(keeper: Keeper, url: string, body: HostileBody): Promise<readonly string[]> {
  const { name } = body;
  const sent = body.bytes();
  const status = await sendBody(url, { headers: body.headers, bytes: () => sent });
  if (status !== 200) return [`${name}: answered ${status}`];
  const id = await keeper.newest();
  if (id === undefined) return [`${name}: not in the journal`];
  const faults: string[] = [];
  if (hashOf(await keeper.body(id)) !== hashOf(sent)) faults.push(`${name}: other bytes came back`);
  if (body.headers["Content-Encoding"] === undefined) return faults;
  const decoded = await keeper.decoded(id);
  const expected = DECODED[name];
  if (typeof decoded === "string") {
    if (expected !== undefined) faults.push(`${name}: was not decoded: ${decoded}`);
    else if (!/^[A-Z].*\.$/s.test(decoded)) faults.push(`${name}: refused without a sentence: ${decoded}`);
    return faults;
  }
  if (decoded.length > DECODED_LIMIT_BYTES) faults.push(`${name}: decoded to ${decoded.length} bytes`);
  if (expected !== undefined && Buffer.compare(expected, decoded) !== 0)
    faults.push(`${name}: decoded to something else`);
  if (BOMBS.includes(name)) faults.push(`${name}: was unpacked`);
  return faults;
}
