import { useToasts } from "./environment.ts";

/**
 * Copies a text. A system that does not let it is told of by a message, wherever the press was.
 *
 * @returns whether it is in the clipboard
 */
export function useCopying(): (text: string) => Promise<boolean> {
  const toasts = useToasts();
  return async (text) => {
    try {
      await navigator.clipboard.writeText(text);
      toasts.outcome("copy", { ok: true, value: null });
      return true;
    } catch {
      toasts.failed("Could not copy", "The system refused access to the clipboard. Nothing in it was changed.");
      return false;
    }
  };
}
