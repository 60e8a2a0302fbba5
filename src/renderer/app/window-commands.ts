import { visibleText } from "../../shared/visible-text.ts";
import { useCommands } from "../core/commands.ts";
import { useCopying } from "../core/copying.ts";
import { useToasts } from "../core/environment.ts";
import type { Command } from "../core/window-slice.ts";
import { scriptWords } from "../features/listener/index.ts";
import { MODES, NEW, selectedProfile } from "../features/profiles/index.ts";
import { backToNormal, bentText } from "../features/sandbox/index.ts";
import { useApp, useAppStore } from "./slice.ts";

/** What the bench itself can be told to do; the columns add their own. */
export function useWindowCommands(): void {
  const store = useAppStore();
  const profiles = useApp((state) => state.profiles.profiles);
  const selectedId = useApp((state) => state.profiles.selectedId);
  const { url, state: listening } = useApp((state) => state.listener.status);
  const script = useApp((state) => selectedProfile(state)?.profile.answerScript);
  const settings = useApp((state) => state.sandbox.status.settings);
  const theme = useApp((state) => state.preferences.values.theme);
  const copy = useCopying();
  const toasts = useToasts();
  const now = () => store.getState();
  // The palette is gone by then: what it did is said where messages are.
  const copyUrl = async (address: string) => (await copy(address)) && toasts.done("Copied the webhook address");

  const commands: Command[] = [
    {
      id: "palette",
      title: "Command palette",
      group: "Window",
      keys: "mod+k",
      run: () => now().window.open("palette"),
    },
    {
      id: "shortcuts",
      title: "Keyboard shortcuts",
      group: "Window",
      keys: "?",
      keywords: "help keys",
      run: () => now().window.open("shortcuts"),
    },
    {
      // The toast area has this key itself.
      id: "messages",
      title: "Go to the messages, to undo",
      group: "Window",
      keys: "f6",
      local: true,
      run: () => undefined,
    },
    {
      id: "preferences",
      title: "Preferences",
      group: "Window",
      keys: "mod+,",
      keywords: "settings options",
      run: () => now().window.open("preferences"),
    },
    {
      id: "about",
      title: "About Linkdesk",
      group: "Window",
      keywords: "version data folder",
      run: () => now().window.open("preferences"),
    },
    ...(["system", "light", "dark"] as const)
      .filter((each) => each !== theme)
      .map(
        (each): Command => ({
          id: `theme-${each}`,
          title: each === "system" ? "Theme: follow the system" : `Theme: ${each}`,
          group: "Window",
          keywords: "appearance colour",
          run: () => now().preferences.change({ theme: each }),
        }),
      ),
    {
      id: "listener",
      title: "Listener settings",
      group: "Listener",
      keys: "mod+l",
      keywords: "port address path answer webhook tunnel dashboard",
      run: () => now().window.open("listener"),
    },
    {
      id: "listener-forward",
      title: "Forward webhooks…",
      group: "Listener",
      keywords: "hand on relay local url target tunnel",
      run: () => {
        now().listener.showPart("forward");
        now().window.open("listener");
      },
    },
    {
      id: "listener-toggle",
      title: listening === "listening" ? "Stop listening" : "Start listening",
      group: "Listener",
      run: () => void now().listener.setListening(listening !== "listening"),
    },
    ...(script === undefined || scriptWords(script) === null
      ? []
      : [
          {
            id: "answer-normal",
            title: "Answer webhooks with 200 again",
            group: "Listener" as const,
            keywords: "script reset back to normal",
            run: () => void now().listener.answerNormally(),
          },
          {
            id: "script-restart",
            title: "Begin the answer script again",
            group: "Listener" as const,
            keywords: "sequence step first",
            run: () => void now().listener.restartScript(),
          },
        ]),
    ...(url === null
      ? []
      : [
          {
            id: "listener-copy",
            title: "Copy webhook address",
            group: "Listener" as const,
            keywords: "url",
            run: () => void copyUrl(url),
          },
        ]),
    {
      id: "profiles",
      title: "All profiles",
      group: "Profiles",
      keys: "mod+p",
      keywords: "edit manage import export secret key",
      run: () => now().profiles.edit(now().profiles.selectedId),
    },
    { id: "profile-new", title: "New profile", group: "Profiles", run: () => now().profiles.edit(NEW) },
    ...profiles
      .filter(({ profile }) => profile.id !== selectedId)
      .map(
        ({ profile }): Command => ({
          id: `profile-${profile.id}`,
          title: `Use profile ${visibleText(profile.name)}`,
          group: "Profiles",
          keywords: `switch ${MODES[profile.mode].label}`,
          run: () => void now().profiles.select(profile.id),
        }),
      ),
    {
      id: "sandbox",
      title: "Sandbox behaviour",
      group: "Sandbox",
      keywords: "fault bend slow error",
      run: () => now().window.open("sandbox"),
    },
    ...(bentText(settings.behaviour) === null
      ? []
      : [
          {
            id: "sandbox-normal",
            title: "Sandbox back to normal",
            group: "Sandbox" as const,
            keywords: "reset",
            run: () => void now().sandbox.configure(backToNormal(now().sandbox.status.settings)),
          },
        ]),
  ];
  useCommands(commands);
}
