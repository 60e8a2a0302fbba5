import type { AppInfo } from "../../shared/contract.ts";
import type { AppStore, SliceCreator } from "../app/slice.ts";

/** Something the user can do, by key, from the palette or from the application menu. */
export interface Command {
  /** Also the name under which the application menu sends it (`app.command`), where it has one. */
  readonly id: string;
  readonly title: string;
  readonly group: "Actions" | "Event log" | "Inspector" | "Listener" | "Profiles" | "Sandbox" | "Window";
  /** Such as `mod+k`, `mod+shift+l` or `?`; `mod` is Ctrl, or Command on a Mac. */
  readonly keys?: string;
  /** More words to find it by. */
  readonly keywords?: string;
  /** Shown with its keys in the shortcuts dialog, but handled by the part of the window that has the focus. */
  readonly local?: boolean;
  readonly run: () => void;
}

/** What lies over the bench; one at a time. */
export type Panel = "profiles" | "listener" | "sandbox" | "preferences" | "palette" | "shortcuts";

export interface WindowSlice {
  readonly info: AppInfo | null;
  readonly panel: Panel | null;
  readonly commands: readonly Command[];
  /** What was last read out, and how many things before it. */
  readonly announced: { readonly text: string; readonly count: number };
  readonly open: (panel: Panel) => void;
  readonly close: () => void;
  /** Adds commands until the returned function is called; of two with one id the later counts. */
  readonly register: (commands: readonly Command[]) => () => void;
  readonly run: (id: string) => void;
  /** Has a screen reader say something that others see. */
  readonly announce: (text: string) => void;
}

export const createWindowSlice: SliceCreator<WindowSlice> = ({ bridge, set, get, attempt }) => {
  bridge.on("app.command", ({ command }) => get().run(command));
  return {
    info: null,
    panel: null,
    commands: [],
    announced: { text: "", count: 0 },
    open: (panel) => set({ panel }),
    close: () => set({ panel: null }),
    register(commands) {
      set((slice) => ({ commands: [...slice.commands, ...commands] }));
      return () => set((slice) => ({ commands: slice.commands.filter((each) => !commands.includes(each)) }));
    },
    run(id) {
      get()
        .commands.findLast((each) => each.id === id)
        ?.run();
    },
    announce: (text) => set(({ announced }) => ({ announced: { text, count: announced.count + 1 } })),
    async start() {
      const info = await attempt("read what runs here", bridge.app.info(null));
      if (info.ok) set({ info: info.value });
    },
  };
};

/** Opens or closes a panel from a handler. */
export function togglePanel(store: AppStore, panel: Panel, open: boolean): void {
  const { window } = store.getState();
  if (open) window.open(panel);
  else if (window.panel === panel) window.close();
}
