import type { Bridge, Output } from "../../shared/contract.ts";
import type { BodyPart } from "../../shared/events.ts";
import type { EventId, Result } from "../../shared/primitives.ts";
import { bytesOf } from "./base64.ts";
import { settle } from "./bridge.ts";

type Bytes = Uint8Array<ArrayBuffer>;
interface Where {
  readonly id: EventId;
  readonly part: BodyPart;
}

/** The bytes of a body as they were received or sent. */
export async function bodyBytes(bridge: Bridge, where: Where): Promise<Result<Bytes>> {
  const told = await settle(bridge.journal.body(where));
  return told.ok ? fetched(told.value) : told;
}

/** The same without its Content-Encoding, and which that was. */
export async function decodedBytes(
  bridge: Bridge,
  where: Where,
): Promise<Result<{ readonly bytes: Bytes; readonly encoding: string }>> {
  const told = await settle(bridge.journal.decodedBody(where));
  if (!told.ok) return told;
  const bytes = await fetched(told.value);
  return bytes.ok ? { ok: true, value: { bytes: bytes.value, encoding: told.value.encoding } } : bytes;
}

/** A large body is not in the answer itself but under an address of ours that is good for one fetch. */
async function fetched(told: Output<"journal", "body">): Promise<Result<Bytes>> {
  if ("bytes" in told) return { ok: true, value: bytesOf(told.bytes) };
  try {
    const response = await fetch(told.address);
    if (response.ok) return { ok: true, value: new Uint8Array(await response.arrayBuffer()) };
  } catch {
    // The page is being closed, or main is.
  }
  return { ok: false, code: "body-gone", message: "The body did not come through. Select the event again." };
}
