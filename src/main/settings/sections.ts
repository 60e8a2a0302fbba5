import { constants, copyFileSync, existsSync, renameSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Notice } from "../../shared/notices.ts";
import type { Host, SettingsStore, SettingsStoreName } from "../hosts/host.ts";
import { Refusal, unlessRefused } from "../refusal.ts";
import { checkFile, formerPath, TooMuch } from "./store.ts";

/** The version of the files' layout that this program writes. */
export const LAYOUT_VERSION = 1;

export type Content = Readonly<Record<string, unknown>>;

/** Tells the user something; `compose.ts` makes a row of the log of it. */
export type TellNotice = (notice: Notice) => void;

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A file of ours as sections: read once, from then on what is in memory counts, and each change is written to the file. */
export interface Sections {
  readonly path: string;
  get(name: string): unknown;
  /**
   * Replaces whole sections, on disk and then in memory.
   *
   * @throws Refusal `settings-not-saved` when the file could not be written; memory then stays as it was
   */
  put(changes: Content): void;
}

interface Dependencies {
  readonly host: Pick<Host, "dataFolder" | "openStore">;
  readonly now: () => Date;
  readonly tell: TellNotice;
}

/**
 * Opens a file of ours. Never throws: what cannot be read is set aside under another name and told, and work goes
 * on with nothing; a file of a newer version is copied first and then read as far as it is understood.
 */
export function openSections({ host, now, tell }: Dependencies, name: SettingsStoreName): Sections {
  const path = join(host.dataFolder, `${name}.json`);
  let store: SettingsStore | null = null;
  let content: Content = {};
  /** Set when a write would destroy something that could not be brought to safety. */
  let frozen: string | null = null;

  try {
    checkFile(path);
    store = host.openStore(name);
    content = store.read();
  } catch (error) {
    const reason = whyUnreadable(error);
    try {
      const aside = freeName(path, `unreadable-${stamp(now())}`);
      renameSync(path, aside);
      tell({ code: "settings-set-aside", file: aside, reason });
      // A write that was cut short by the end of the program left the former content under its second name.
      if (existsSync(formerPath(path))) renameSync(formerPath(path), path);
      store = host.openStore(name);
      content = store.read();
    } catch {
      // What is there can be neither read nor moved. It must not be written over either.
      if (existsSync(path)) frozen = `${basename(path)} can be neither read nor moved out of the way`;
      tell({ code: "settings-set-aside", file: path, reason });
    }
  }

  const version = versionOf(content);
  if (version > LAYOUT_VERSION) {
    try {
      const aside = freeName(path, `version-${version}-${stamp(now())}`);
      copyFileSync(path, aside, constants.COPYFILE_EXCL);
      tell({ code: "settings-set-aside", file: aside, reason: newerSentence(name) });
    } catch {
      frozen = `${basename(path)} was written by a newer Linkdesk and could not be copied`;
      const reason = `${newerSentence(name)} Changes cannot be saved, because the file could not be copied first.`;
      tell({ code: "settings-set-aside", file: path, reason });
    }
  }

  const sections: Sections = {
    path,
    get: (section) => (Object.hasOwn(content, section) ? content[section] : undefined),
    put(changes) {
      const next = { ...content, ...changes, version: LAYOUT_VERSION };
      if (frozen !== null) throw notSaved(`${frozen}.`);
      try {
        store ??= host.openStore(name);
        store.write(next);
      } catch (error) {
        throw notSaved(whyUnwritable(error, dirname(path)));
      }
      content = next;
    },
  };
  // Written back as our version at once, so that the copy is made once and not at every start.
  if (version > LAYOUT_VERSION && frozen === null) ifSaved(() => sections.put({}));
  return sections;
}

/** A file without a usable version is taken for the first one: each of its sections is checked anyway. */
function versionOf(content: Content): number {
  const { version } = content;
  return typeof version === "number" && Number.isInteger(version) && version >= 1 ? version : 1;
}

function freeName(path: string, middle: string): string {
  const stem = path.replace(/\.json$/, "");
  for (let count = 1; ; count += 1) {
    const candidate = `${stem}.${middle}${count === 1 ? "" : `-${count}`}.json`;
    if (!existsSync(candidate)) return candidate;
  }
}

/** UTC to the second, without the characters that Windows forbids in names. */
function stamp(moment: Date): string {
  return moment.toISOString().slice(0, 19).replaceAll(":", "-");
}

function newerSentence(name: SettingsStoreName): string {
  return `${name}.json was written by a newer version of Linkdesk; what this version understands is in use.`;
}

function whyUnreadable(error: unknown): string {
  // Of a SyntaxError only the fact: its message quotes the file.
  if (error instanceof SyntaxError) return "The file is not valid JSON.";
  if (error instanceof TypeError) return "It is no file.";
  if (error instanceof TooMuch) return `The file is not ours: it has ${MUCH} in it.`;
  return `The file could not be read (${codeOf(error)}).`;
}

const MUCH = "more than 64 MiB or half a million values";

function whyUnwritable(error: unknown, folder: string): string {
  if (error instanceof TooMuch) return `The file would have ${MUCH} in it.`;
  const code = codeOf(error);
  if (code === "ENOSPC" || code === "EDQUOT") return "The disk is full. Free some space and try again.";
  if (code === "EROFS" || code === "EACCES" || code === "EPERM")
    return `Linkdesk may not write in ${folder}. Allow it, or start Linkdesk with another data folder.`;
  return `Writing in ${folder} failed (${code}).`;
}

/** The system's code or the kind of error; never its message, which may quote what was to be written. */
function codeOf(error: unknown): string {
  if (error instanceof Error) return "code" in error && typeof error.code === "string" ? error.code : error.name;
  return "unknown reason";
}

function notSaved(reason: string): Refusal {
  return new Refusal("settings-not-saved", `The change could not be saved, so nothing was changed. ${reason}`);
}

/** For what is worth trying but must not stop anything. */
export function ifSaved(action: () => void): void {
  try {
    action();
  } catch (error) {
    unlessRefused(error);
  }
}
