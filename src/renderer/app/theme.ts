import type { Theme } from "../../shared/preferences.ts";

/** Sets the window's theme. `system` follows the system, live, by CSS alone (`light-dark()` in tokens.css). */
export function applyTheme(theme: Theme): void {
  const root = document.documentElement;
  if (theme === "system") root.removeAttribute("data-theme");
  else root.dataset.theme = theme;
}
