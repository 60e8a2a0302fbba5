import "./jitless.ts";
import "./trusted-types.ts";
import "@fontsource-variable/inter/wght.css";
import "@fontsource-variable/jetbrains-mono/wght.css";
import "../ui/tokens.css";
import "../ui/base.css";
import { createRoot } from "react-dom/client";
import { findBridge } from "../core/bridge.ts";
import { listenForKeys } from "../core/commands.ts";
import { createToasts } from "../core/toasts.ts";
import { App } from "./app.tsx";
import { createStore, startStore } from "./store.ts";
import { applyTheme } from "./theme.ts";

async function main(root: HTMLElement): Promise<void> {
  const bridge = findBridge();
  if (bridge === null) {
    root.textContent = "This page belongs to Linkdesk and works only in its window.";
    return;
  }
  const toasts = createToasts();
  const store = createStore(bridge, toasts);
  // The first paint waits for the state: nothing flashes in the wrong theme or jumps into place.
  await startStore(store);
  applyTheme(store.getState().preferences.values.theme);
  store.subscribe((state, before) => {
    if (state.preferences !== before.preferences) applyTheme(state.preferences.values.theme);
  });
  listenForKeys(store);
  createRoot(root).render(<App store={store} bridge={bridge} toasts={toasts} />);
}

const root = document.getElementById("root");
if (root !== null) void main(root);
