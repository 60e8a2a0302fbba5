import type { MenuItemConstructorOptions } from "electron";
import type { Push } from "../../../shared/contract.ts";

export type MenuCommand = Push<"app.command">["command"];

interface MenuOptions {
  readonly platform: NodeJS.Platform;
  /** Whether to offer what developers need. */
  readonly development: boolean;
  /** Tells the window which command was chosen. */
  readonly choose: (command: MenuCommand) => void;
  /** Asks for a file and opens it. */
  readonly openFile: () => void;
}

const SEPARATOR: MenuItemConstructorOptions = { type: "separator" };

/** The application menu: our commands, and the roles that each system expects in its own places. */
export function menuTemplate({ platform, development, choose, openFile }: MenuOptions): MenuItemConstructorOptions[] {
  const mac = platform === "darwin";

  /** The window listens to these keys itself; the menu only shows them, or both would act. */
  const command = (label: string, name: MenuCommand, accelerator?: string): MenuItemConstructorOptions => ({
    label,
    click: () => choose(name),
    ...(accelerator === undefined ? {} : { accelerator, registerAccelerator: false }),
  });

  const about = command("About Linkdesk", "about");
  const preferences = command(mac ? "Settings…" : "Preferences", "preferences", "CmdOrCtrl+,");

  const appMenu: MenuItemConstructorOptions = {
    label: "Linkdesk",
    submenu: [
      about,
      SEPARATOR,
      preferences,
      SEPARATOR,
      { role: "services" },
      SEPARATOR,
      { role: "hide" },
      { role: "hideOthers" },
      { role: "unhide" },
      SEPARATOR,
      { role: "quit" },
    ],
  };

  return [
    ...(mac ? [appMenu] : []),
    {
      label: "File",
      submenu: [
        {
          label: "Open or check a file…",
          click: openFile,
          accelerator: "CmdOrCtrl+O",
          registerAccelerator: false,
        },
        command("Export…", "export"),
        SEPARATOR,
        command("Profiles", "profiles"),
        command("Listener", "listener"),
        SEPARATOR,
        ...(mac ? [{ role: "close" } as const] : [preferences, SEPARATOR, { role: "quit" } as const]),
      ],
    },
    { role: "editMenu" },
    {
      label: "Go",
      submenu: [
        command("Command palette", "palette", "CmdOrCtrl+K"),
        SEPARATOR,
        command("Look up link", "focus-link"),
        command("Credit", "focus-credit"),
        command("Charge", "focus-charge"),
      ],
    },
    {
      label: "View",
      submenu: [
        { role: "reload" },
        ...(development ? [{ role: "toggleDevTools" } as const] : []),
        SEPARATOR,
        { role: "resetZoom" },
        { role: "zoomIn" },
        { role: "zoomOut" },
        SEPARATOR,
        { role: "togglefullscreen" },
      ],
    },
    { role: "windowMenu" },
    { role: "help", submenu: mac ? [] : [about] },
  ];
}
