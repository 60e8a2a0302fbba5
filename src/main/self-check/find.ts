import type { SelfCheckFinding } from "../../shared/self-check.ts";
import { type Check, NotHere } from "../hosts/check.ts";

/** A check that takes longer counts as missing: what hangs is of no use. A keychain may ask the user first. */
const PATIENCE_MS = 10_000;

/** Looks once. Never rejects. */
export async function find({ what, without, look }: Check, patienceMs = PATIENCE_MS): Promise<SelfCheckFinding> {
  const { promise: tooLong, reject } = Promise.withResolvers<never>();
  const patience = setTimeout(() => reject(new Error(`No answer within ${patienceMs / 1_000} s`)), patienceMs);
  try {
    return { what, state: "works", detail: await Promise.race([(async () => look())(), tooLong]) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (error instanceof NotHere) return { what, state: "not-here", detail: reason };
    return { what, state: "missing", detail: `${reason.replace(/\.$/, "")}. ${without}` };
  } finally {
    clearTimeout(patience);
  }
}
