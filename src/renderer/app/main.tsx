import "./zod-without-eval.ts";
import "./trusted-types.ts";
import "@fontsource-variable/inter/wght.css";
import "@fontsource-variable/jetbrains-mono/wght.css";
import "../ui/tokens.css";
import "../ui/base.css";
import { createRoot } from "react-dom/client";
import { type Theme } from "../../shared/preferences.ts";
import { findBridge } from "../core/bridge.ts";
import { listenForKeys } from "../core/commands.ts";
import { preferencesStore } from "../core/preferences.ts";
import { createStores, startStores } from "../core/store.ts";
import { createToasts } from "../core/toasts.ts";
import { rememberLookedAt } from "../features/event-log/index.ts";
import { notificationsStore } from "../features/notifications/index.ts";
import { keepFocus } from "../ui/keep-focus.ts";
import { keepPressWhole } from "../ui/whole-press.ts";
import { App } from "./app.tsx";
import { answerPageChecks } from "./page-check.ts";
import { WINDOW_STORES } from "./stores.ts";
import { keepTitle } from "./window-title.ts";
import "../ui/utilities.css";

async function main(root: HTMLElement): Promise<void> {
  const bridge = findBridge();
  if (bridge === null) {
    root.textContent = "This page belongs to Linkdesk and works only in its window.";
    return;
  }
  const toasts = createToasts();
  answerPageChecks(bridge);
  const stores = createStores(bridge, toasts);
  // The first paint waits for the state: nothing flashes in the wrong theme or jumps into place.
  await startStores(stores, WINDOW_STORES);
  applyTheme(stores.get(preferencesStore).values.theme);
  stores.of(preferencesStore).subscribe(({ values }) => applyTheme(values.theme));
  keepTitle(stores);
  rememberLookedAt(stores, bridge, (leave) => window.addEventListener("pagehide", leave));
  listenForKeys(stores);
  keepFocus(root);
  keepPressWhole();
  window.addEventListener("focus", () => stores.get(notificationsStore).looked());
  createRoot(root).render(<App stores={stores} bridge={bridge} toasts={toasts} />);
}

const root = document.getElementById("root");
if (root !== null) void main(root);

/** Sets the window's theme. `system` follows the system, live, by CSS alone (`light-dark()` in tokens.css). */
function applyTheme(theme: Theme): void {
  const root = document.documentElement;
  if (theme === "system") root.removeAttribute("data-theme");
  else root.dataset.theme = theme;
}
