import type { Input } from "../../shared/contract.ts";
import { visibleText } from "../../shared/visible-text.ts";
import { settle } from "../core/bridge.ts";
import type { Command } from "../core/commands.ts";
import { listed, SAVE_KEYS, useCommands } from "../core/commands.ts";
import { useCopying } from "../core/copying.ts";
import { useBridge, useStore, useStores, useToasts } from "../core/environment.ts";
import { type Panel, panelStore } from "../core/panels.ts";
import { preferencesStore } from "../core/preferences.ts";
import { listenerStore, scriptWords } from "../features/listener/index.ts";
import { MODES, NEW, profilesStore, selectedProfile } from "../features/profiles/index.ts";
import { readingsStore } from "../features/readings/index.ts";
import { backToNormal, bentText, sandboxStore } from "../features/sandbox/index.ts";
import { keyNames } from "../ui/kbd.tsx";

const ZOOM = [
  { how: "in", title: "Zoom in", keys: "mod++", keywords: "larger bigger" },
  { how: "out", title: "Zoom out", keys: "mod+-", keywords: "smaller" },
  { how: "reset", title: "Reset zoom", keys: "mod+0", keywords: "normal actual 100%" },
] as const;

/** What the window itself can be told to do; the columns add their own. */
export function useWindowCommands(): void {
  const stores = useStores();
  const profiles = useStore(profilesStore, (state) => state.profiles);
  const selectedId = useStore(profilesStore, (state) => state.selectedId);
  const { url, state: listening } = useStore(listenerStore, (state) => state.status);
  const isScripted = useStore(profilesStore, (state) => {
    const script = selectedProfile(state)?.profile.answerScript;
    return script !== undefined && scriptWords(script) !== null;
  });
  const settings = useStore(sandboxStore, (state) => state.status.settings);
  const theme = useStore(preferencesStore, (state) => state.values.theme);
  const copy = useCopying();
  const toasts = useToasts();
  const bridge = useBridge();
  const open = (panel: Panel) => stores.get(panelStore).open(panel);
  // The palette is gone by then: what it did is said where messages are.
  const copyUrl = async (address: string) => (await copy(address)) && toasts.done("Copied the webhook address");

  async function zoom(how: Input<"app", "zoom">["how"], keys: string) {
    const zoomed = toasts.outcome("zoom", await settle(bridge.app.zoom({ how })));
    if (zoomed.ok && !zoomed.value.done)
      toasts.hint(`This window is a browser’s, which zooms by key: ${keyNames(keys).join(" ")}`);
  }

  useUndoKey();
  useCommands([
    {
      id: "palette",
      title: "Command palette",
      group: "Window",
      keys: "mod+k",
      run: () => open("palette"),
    },
    ...SAVE_KEYS.map((keys) =>
      listed({ id: `listed-save-${keys}`, title: "Save what is changed in a dialog or panel", group: "Window", keys }),
    ),
    {
      id: "shortcuts",
      title: "Keyboard shortcuts",
      group: "Window",
      keys: "?",
      keywords: "help keys",
      run: () => open("shortcuts"),
    },
    // Within a field “?” is typed.
    { id: "shortcuts-typing", title: "Keyboard shortcuts", group: "Window", keys: "f1", run: () => open("shortcuts") },
    {
      id: "preferences",
      title: "Preferences",
      group: "Window",
      keys: "mod+,",
      keywords: "settings options notifications appearance",
      run: () => open("preferences"),
    },
    {
      id: "print",
      title: "Print the inspector…",
      group: "Inspector",
      keys: "mod+p",
      keywords: "paper pdf",
      run: () => window.print(),
    },
    ...ZOOM.map(
      ({ how, title, keys, keywords }): Command => ({
        id: `zoom-${how}`,
        title,
        group: "Window",
        keys,
        keysOfHost: true,
        keywords: `${keywords} text font size`,
        run: () => void zoom(how, keys),
      }),
    ),
    {
      id: "about",
      title: "About Linkdesk",
      group: "Window",
      keywords: "version data folder",
      run: () => open("preferences"),
    },
    ...(["system", "light", "dark"] as const)
      .filter((each) => each !== theme)
      .map(
        (each): Command => ({
          id: `theme-${each}`,
          title: each === "system" ? "Theme: follow the system" : `Theme: ${each}`,
          group: "Window",
          keywords: "appearance colour",
          run: () => stores.get(preferencesStore).change({ theme: each }),
        }),
      ),
    {
      id: "listener",
      title: "Listener settings",
      group: "Listener",
      keys: "mod+l",
      keywords: "port address path answer webhook tunnel dashboard",
      run: () => open("listener"),
    },
    {
      id: "public-address",
      title: "Public address…",
      group: "Listener",
      keywords: "tunnel cloudflared ssh ngrok https dashboard outside",
      run: () => {
        stores.get(listenerStore).showPart("public");
        open("listener");
      },
    },
    {
      id: "listener-forward",
      title: "Forward webhooks…",
      group: "Listener",
      keywords: "hand on relay local url target tunnel",
      run: () => {
        stores.get(listenerStore).showPart("forward");
        open("listener");
      },
    },
    {
      id: "listener-toggle",
      title: listening === "listening" ? "Stop listening" : "Start listening",
      group: "Listener",
      run: () => void stores.get(listenerStore).setListening(listening !== "listening"),
    },
    isScripted && {
      id: "answer-normal",
      title: "Answer webhooks with 200 again",
      group: "Listener",
      keywords: "script reset back to normal",
      run: () => void stores.get(listenerStore).answerNormally(),
    },
    isScripted && {
      id: "script-restart",
      title: "Begin the answer script again",
      group: "Listener",
      keywords: "sequence step first",
      run: () => void stores.get(listenerStore).restartScript(),
    },
    url !== null && {
      id: "listener-copy",
      title: "Copy webhook address",
      group: "Listener",
      keywords: "url",
      run: () => void copyUrl(url),
    },
    {
      id: "profiles",
      title: "All profiles",
      group: "Profiles",
      keys: "mod+shift+m",
      keywords: "edit manage import export secret key",
      run: () => stores.get(profilesStore).edit(stores.get(profilesStore).selectedId),
    },
    { id: "profile-new", title: "New profile", group: "Profiles", run: () => stores.get(profilesStore).edit(NEW) },
    ...profiles
      .filter(({ profile }) => profile.id !== selectedId)
      .map(
        ({ profile }): Command => ({
          id: `profile-${profile.id}`,
          title: `Use profile ${visibleText(profile.name)}`,
          group: "Profiles",
          keywords: `switch ${MODES[profile.mode].label}`,
          run: () => void stores.get(profilesStore).select(profile.id),
        }),
      ),
    {
      id: "playbooks",
      title: "Playbooks",
      group: "Actions",
      keys: "mod+b",
      keywords: "again test expectation steps run result junit",
      run: () => open("playbooks"),
    },
    {
      id: "sandbox",
      title: "Sandbox behaviour",
      group: "Sandbox",
      keywords: "fault bend slow error",
      run: () => open("sandbox"),
    },
    bentText(settings.behaviour) !== null && {
      id: "sandbox-normal",
      title: "Sandbox back to normal",
      group: "Sandbox",
      keywords: "reset",
      run: () => void stores.get(sandboxStore).configure(backToNormal(stores.get(sandboxStore).status.settings)),
    },
  ]);
}

/**
 * The key of undoing where nothing else has it: what the message in sight offers, else that there is nothing, since a key
 * that does nothing and says nothing is pressed again. Apart from the others, so that it is never registered anew: what is
 * registered later goes before it.
 */
function useUndoKey(): void {
  const stores = useStores();
  const toasts = useToasts();
  useCommands([
    {
      id: "undo",
      title: "Undo what a message offers to undo",
      group: "Window",
      keys: "mod+z",
      leftToFields: true,
      run() {
        if (toasts.undo()) return;
        const { changed } = stores.get(readingsStore);
        toasts.hint(
          changed === null
            ? "Nothing to undo"
            : `Nothing to undo by key: the last change of the reading “${changed.name}” can be undone in the profile, under Readings`,
        );
      },
    },
  ]);
}
