import { createReadStream } from "node:fs";
import { join } from "node:path";
import { app, dialog, Notification, protocol, safeStorage } from "electron";
import { type MachineCheck, NotHere } from "../machine-check.ts";
import { SCHEME } from "./identity.ts";
import { createSecrets } from "./secrets.ts";

/**
 * The fuses that a package is to have, as the binary has them: one character for each of Electron's nine, in its order,
 * 1 for on. What each is and why: `docs/decisions/fuses.md`; a test compares this with what the packaging sets.
 */
export const FUSE_WIRE = "010011001";
/** By this text the fuses are found in the binary (@electron/fuses). Put together here, or this file would have it. */
const SENTINEL = ["dL7pKGdnNz796PbbjQWN", "KmHXBZaB9tsX"].join("");

/** What only Electron can be asked for. */
export const ELECTRON_CHECKS: readonly MachineCheck[] = [
  {
    what: "Keychain",
    without: "Secrets are kept in memory only, unless you agree to store them without protection.",
    async look() {
      const secrets = createSecrets(safeStorage, process.platform);
      const { protected: kept, reason } = await secrets.protection();
      if (!kept) throw new Error(reason);
      if ((await secrets.decrypt(await secrets.encrypt("probe é"))) !== "probe é")
        throw new Error("What was encrypted comes back otherwise");
      return reason.replace(/\.$/, "");
    },
  },
  {
    what: "Sandbox",
    without: "The window’s processes are not locked up by the system; what they may ask of Linkdesk stays as narrow.",
    look() {
      if (app.commandLine.hasSwitch("no-sandbox")) throw new Error("Linkdesk was started without one");
      return "on for every process";
    },
  },
  {
    what: "Fuses",
    without:
      "The program’s file can be made to run other code than ours. Install Linkdesk again from where you had it.",
    async look() {
      if (!app.isPackaged) throw new NotHere("This Linkdesk was started from its source");
      const wire = await fuseWireOf(binaryWithFuses(process.execPath, process.platform));
      if (wire !== FUSE_WIRE) throw new Error(`They are ${wire ?? "not to be found"} and not ${FUSE_WIRE}`);
      return "as they were set when Linkdesk was packaged";
    },
  },
  {
    what: "Window’s own address",
    without: "The window cannot be loaded.",
    look() {
      if (!protocol.isProtocolHandled(SCHEME)) throw new Error(`Nothing answers for ${SCHEME}:`);
      return `${SCHEME}: is answered by Linkdesk`;
    },
  },
  {
    what: "Dialog to save files",
    without: "Exports cannot be saved.",
    look() {
      if (typeof dialog.showSaveDialog !== "function") throw new Error("Electron offers none");
      return "there; it is not opened by this check";
    },
  },
  {
    what: "Notifications",
    without: "Nothing is lost: Linkdesk sends none.",
    look() {
      if (!Notification.isSupported()) throw new NotHere("The desktop takes none; Linkdesk sends none");
      return "the desktop takes them; Linkdesk sends none";
    },
  },
];

/** On macOS the fuses are in the framework and not in the small program that starts it. */
function binaryWithFuses(program: string, platform: NodeJS.Platform): string {
  if (platform !== "darwin") return program;
  return join(program, "../../Frameworks/Electron Framework.framework/Versions/A/Electron Framework");
}

/**
 * The fuses of a binary: after the sentinel a byte for the version, one for their number, and a character for each.
 * Read in pieces: a binary has two hundred megabytes.
 *
 * @returns null when there are none in it
 */
export async function fuseWireOf(file: string): Promise<string | null> {
  let before = Buffer.alloc(0);
  for await (const piece of createReadStream(file, { highWaterMark: 4_194_304 })) {
    const here = Buffer.concat([before, piece as Buffer]);
    const start = here.indexOf(SENTINEL);
    if (start >= 0 && here.length >= start + SENTINEL.length + 64) return wireAt(here, start);
    before = start >= 0 ? here.subarray(start) : here.subarray(-SENTINEL.length);
  }
  return before.indexOf(SENTINEL) === 0 ? wireAt(before, 0) : null;
}

function wireAt(bytes: Buffer, start: number): string {
  const wire = start + SENTINEL.length + 2;
  return bytes.toString("latin1", wire, wire + (bytes[wire - 1] ?? 0));
}
