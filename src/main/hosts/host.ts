import type { Attention } from "../../shared/attention.ts";
import type { Input, Push, PushName } from "../../shared/contract.ts";
import type { Paper } from "../../shared/evidence.ts";
import type { Result } from "../../shared/primitives.ts";
import type { ProgramLog } from "../program-log.ts";
import type { HostChecks } from "./machine-check.ts";

/** A call from the window, not yet trusted: the bridge checks the names and parses the input. */
export type BridgeCall = (group: string, method: string, input: unknown) => Promise<Result<unknown>>;

/** A file of the built renderer, or what stands in its place, with the headers that go with it (CSP among them). */
export interface AssetResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array<ArrayBuffer>;
}

/** Answers for the window's own origin; both hosts serve exactly this. `path` starts with a slash. */
export type AssetServer = (path: string) => Promise<AssetResponse>;

/** What the window is given, and whom it tells. */
export interface WindowWiring {
  readonly assets: AssetServer;
  readonly call: BridgeCall;
  /** The page's process has ended by itself and is started again; the reason in words. */
  readonly crashed: (reason: string) => void;
}

/** The one window. */
export interface HostWindow {
  push<N extends PushName>(name: N, push: Push<N>): void;
  /** A count on the program's icon (0: none), and a notification that leads to the window; where there is neither, nothing. */
  callAttention(attention: Attention): void;
  /** Shows the page larger, smaller or as it was; false where only the window's own keys do that. */
  zoom(how: Input<"app", "zoom">["how"]): boolean;
  /** Brings it to the front. */
  focus(): void;
  close(): Promise<void>;
}

/** How well this machine keeps a secret for us. */
export interface SecretProtection {
  readonly protected: boolean;
  /** In words for the user: who protects it, or why nobody does. */
  readonly reason: string;
}

/**
 * A small file of ours that is read once and written whole: `settings.json`, `vault.json`, `progress.json`. A write
 * replaces the file in one step, or throws and leaves the former content.
 */
export interface SettingsStore {
  readonly path: string;
  /** The sections in the file; none when there is no file yet. */
  read(): Readonly<Record<string, unknown>>;
  /** @throws the system's error (`ENOSPC`, `EROFS`, …) when the file could not be replaced. */
  write(sections: Readonly<Record<string, unknown>>): void;
}

/** The files that a `SettingsStore` keeps, without their `.json`. */
export type SettingsStoreName = "settings" | "vault" | "progress";

export type UpdateSource =
  | { readonly available: false; readonly reason: string }
  | {
      readonly available: true;
      /** Who is asked, for the user to read. */
      readonly address: string;
      readonly updater: {
        /** Looks for a newer version; null when there is none. `notes` as they came. */
        check(): Promise<{ readonly version: string; readonly notes: unknown } | null>;
        /** Fetches what was found and checks it. `progress` is told percents. */
        download(progress: (percent: number) => void): Promise<void>;
        /** Ends the program in order and installs what was fetched. Rejects when that cannot be. */
        install(): Promise<void>;
      };
    };

export interface PrintedPage {
  readonly html: string;
  readonly paper: Paper;
  readonly signal: AbortSignal;
}

/** What the program needs from a desktop, and the whole of it: one adapter for Electron, one for Chromium. */
export interface Host {
  readonly name: "electron" | "chromium";
  readonly log: ProgramLog;
  /** The folder that everything of ours is kept in; it exists. */
  readonly dataFolder: string;
  /** False: others on this machine may read it, and its rights cannot be changed. */
  readonly folderIsPrivate: boolean;
  /** The folder of the built renderer, for the asset server. Only the entry file knows where it lies beside it. */
  readonly rendererFolder: string;
  readonly secrets: {
    protection(): Promise<SecretProtection>;
    encrypt(text: string): Promise<Uint8Array>;
    /** @throws when the bytes cannot be decrypted here (another user, another machine, damage). */
    decrypt(bytes: Uint8Array): Promise<string>;
  };
  /** @throws when the file is there but is not a JSON object; nothing is changed by that. */
  openStore(name: SettingsStoreName): SettingsStore;
  openWindow(wiring: WindowWiring): Promise<HostWindow>;
  /** The proxy the system wants for an address, as a proxy URL; null for none or when it cannot be known. */
  resolveProxy(url: string): Promise<string | null>;
  /** Calls back when the machine has slept: both moments in microseconds since the epoch. */
  onWake(listener: (slept: { readonly from: number; readonly until: number }) => void): void;
  /** Runs once, before the program ends, however it was asked to end short of a kill; the host waits for it. */
  onQuit(listener: () => Promise<void>): void;
  /** Called with the absolute path of each export file that is opened with this program, at its start or later. */
  onOpenFile(listener: (path: string) => void): void;
  /** Told of every error that nobody caught, in words for the user; the program goes on. */
  onUncaughtError(listener: (sentence: string) => void): void;
  /**
   * Asks where a file of this name is to be written; null when the user cancelled it. A desktop without such a
   * question chooses a name that is free, in the folder for downloads.
   */
  saveAs(name: string): Promise<string | null>;
  /** Prints a page of ours, which runs no script and asks nobody for anything. @throws Error when nothing can print */
  printPdf(page: PrintedPage): Promise<Uint8Array>;
  /** Shows a file of ours in the system's file manager. @throws Error with a sentence when there is none to show it */
  showFile(path: string): Promise<void>;
  /** What only this host can say about the machine, and whether this start is for that alone. */
  readonly selfCheck: HostChecks;
  /** How this program gets a newer version of itself, or in words for the user why it does not. */
  readonly updates: UpdateSource;
  /** Ends the program in order. `code` is what the system is told; 0 when left out. */
  quit(code?: number): void;
}
