import { useSyncExternalStore } from "react";
import type { Theme } from "../../shared/preferences.ts";

/** Sets the window's theme. `system` follows the system, live, by CSS alone (`light-dark()` in tokens.css). */
export function applyTheme(theme: Theme): void {
  const root = document.documentElement;
  if (theme === "system") root.removeAttribute("data-theme");
  else root.dataset.theme = theme;
}

const DARK = "(prefers-color-scheme: dark)";

function watchSystem(changed: () => void): () => void {
  const query = matchMedia(DARK);
  query.addEventListener("change", changed);
  return () => query.removeEventListener("change", changed);
}

/** Whether dark is on the screen now, for the few things CSS cannot decide. */
export function useDark(theme: Theme): boolean {
  const systemDark = useSyncExternalStore(watchSystem, () => matchMedia(DARK).matches);
  return theme === "dark" || (theme === "system" && systemDark);
}
