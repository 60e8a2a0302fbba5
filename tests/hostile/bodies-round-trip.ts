import { createHash } from "node:crypto";
import type { Page } from "playwright/test";
import { answerOf, ask, contentOf } from "../support/bridge.ts";
import type { HostileBody } from "./bodies.ts";
import { BOMBS, DECODED } from "./bodies-bytes.ts";
import { sendBody } from "./bodies-send.ts";

/** What is shown decoded may be larger than what came, up to here. */
const DECODED_LIMIT_BYTES = 64 * 1_048_576;

const hashOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

/**
 * Sends a body to the listener and asks the app for it: the same bytes, decoded where it can be, and no bomb unpacked.
 *
 * @returns what was not as it has to be
 */
export async function roundTrip(page: Page, url: string, body: HostileBody): Promise<readonly string[]> {
  const { name } = body;
  const sent = body.bytes();
  const status = await sendBody(url, { headers: body.headers, bytes: () => sent });
  if (status !== 200) return [`${name}: answered ${status}`];
  const { events } = await answerOf(page, "journal", "page", { limit: 1, filter: "" });
  const id = events.at(-1)?.id;
  if (id === undefined) return [`${name}: not in the journal`];
  const kept = await answerOf(page, "journal", "body", { id, part: "request" });
  const faults: string[] = [];
  if (hashOf(await contentOf(page, kept)) !== hashOf(sent)) faults.push(`${name}: other bytes came back`);
  if (body.headers["Content-Encoding"] === undefined) return faults;
  const decoded = await ask(page, "journal", "decodedBody", { id, part: "request" });
  if (decoded.ok) {
    const bytes = await contentOf(page, decoded.value);
    if (bytes.length > DECODED_LIMIT_BYTES) faults.push(`${name}: decoded to ${bytes.length} bytes`);
    const expected = DECODED[name];
    if (expected !== undefined && !bytes.equals(expected)) faults.push(`${name}: decoded to something else`);
    if (BOMBS.includes(name)) faults.push(`${name}: was unpacked`);
  } else if (DECODED[name] !== undefined) faults.push(`${name}: was not decoded: ${decoded.message}`);
  else if (!/^[A-Z].*\.$/s.test(decoded.message))
    faults.push(`${name}: refused without a sentence: ${decoded.message}`);
  return faults;
}
