import type { Bridge } from "../../shared/contract.ts";
import { errorText, type Result } from "../../shared/primitives.ts";

declare global {
  interface Window {
    /** Put there by preload, frozen. */
    readonly linkdesk?: Bridge;
  }
}

/** The way to main, or null when the page was opened by something that is not Linkdesk. */
export function findBridge(): Bridge | null {
  return window.linkdesk ?? null;
}

/** Makes a result of every ending, so that a caller has one way to fail instead of two. */
export async function settle<T>(call: Promise<Result<T>>): Promise<Result<T>> {
  try {
    return await call;
  } catch (error) {
    const reason = errorText(error);
    return { ok: false, code: "bridge", message: `Linkdesk could not be reached from its window: ${reason}` };
  }
}

/**
 * Takes an answer unless it is no longer waited for; made for effects, which ask again when what they depend on
 * changes.
 *
 * @returns how to wait no longer
 */
export function whileWanted<T>(answer: Promise<T>, take: (answer: T) => void): () => void {
  let isWanted = true;
  void answer.then((value) => {
    if (isWanted) take(value);
  });
  return () => {
    isWanted = false;
  };
}
