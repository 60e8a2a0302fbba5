import { copyFileSync, existsSync, linkSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { hasTooManyValues } from "../../shared/json/parse.ts";
import { MEBIBYTE } from "../../shared/primitives.ts";
import type { SettingsStore } from "../hosts/host.ts";

/** The largest settings file. It is read whole, at the start, before there is a window to show that it takes long. */
const FILE_BYTES_AT_MOST = 64 * MEBIBYTE;

/**
 * More in a file than is read or written: by its bytes, or by its values, each of which takes a hundred bytes and more.
 */
export class TooMuch extends Error {}

/** Looks at what stands in the place of a file of ours, before it is read. @throws TypeError or TooMuch */
export function checkFile(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  // A pipe would be waited for without end.
  if (found?.isFile() === false) throw new TypeError("no file");
  if (found !== undefined && found.size > FILE_BYTES_AT_MOST) throw new TooMuch();
}

function checkValues(text: string): void {
  if (hasTooManyValues(text)) throw new TooMuch();
}

/** The part of electron-store's and conf's interface that is used: both have it, one is built on the other. */
interface WholeStore {
  readonly path: string;
  store: Record<string, unknown>;
}

/** Options that electron-store and conf understand alike. */
export interface StoreOptions {
  readonly clearInvalidConfig: false;
  readonly accessPropertiesByDotNotation: false;
  readonly configFileMode: number;
  readonly serialize: (sections: Record<string, unknown>) => string;
  readonly deserialize: (text: string) => Record<string, unknown>;
}

/** Where the former content stands while a file is being replaced. */
export function formerPath(path: string): string {
  return `${path}.former`;
}

/**
 * A `SettingsStore` on electron-store or conf.
 *
 * The library replaces a file atomically, but takes a write that the system cut short (a full disk, RLIMIT_FSIZE)
 * for a whole one: the file is then truncated and nothing is thrown. So the former content is kept under a second
 * name until what was written has been read back.
 *
 * @throws SyntaxError when the file is not a JSON object, or the system's error when it cannot be read
 */
export function openWholeStore(open: (options: StoreOptions) => WholeStore): SettingsStore {
  let written = "";
  const whole = open({
    clearInvalidConfig: false,
    accessPropertiesByDotNotation: false,
    // Nobody else on this machine has business with our settings; on Windows the mode means nothing.
    configFileMode: 0o600,
    serialize: (sections) => {
      written = `${JSON.stringify(sections, null, 2)}\n`;
      // Else it would be set aside at the next start.
      if (Buffer.byteLength(written) > FILE_BYTES_AT_MOST) throw new TooMuch();
      checkValues(written);
      return written;
    },
    deserialize: readObject,
  });
  const { path } = whole;
  const former = formerPath(path);
  const initial = whole.store;

  return {
    path,
    read: () => initial,
    write(sections) {
      const replacing = existsSync(path);
      if (replacing) keep(path, former);
      try {
        whole.store = { ...sections };
        if (readFileSync(path, "utf8") !== written)
          throw Object.assign(new Error("The file was not written whole; the disk may be full."), { code: "ENOSPC" });
      } catch (error) {
        // A name on the same file system: putting it back needs no room on the disk.
        if (replacing) renameSync(former, path);
        else rmSync(path, { force: true });
        throw error;
      }
      rmSync(former, { force: true });
    },
  };
}

function keep(path: string, former: string): void {
  rmSync(former, { force: true });
  try {
    linkSync(path, former);
  } catch {
    // File systems without hard links (FAT, some network folders).
    copyFileSync(path, former);
  }
}

/**
 * The library would take a list or a bare value for an empty store and write over it. @throws SyntaxError or TooMuch
 */
export function readObject(text: string): Record<string, unknown> {
  const bare = text.startsWith("\uFEFF") ? text.slice(1) : text;
  checkValues(bare);
  const value: unknown = JSON.parse(bare);
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new SyntaxError("The file is JSON, but not an object.");
  return value as Record<string, unknown>;
}
