import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../../build/steps/run.ts";

/** As in Electron's own binaries: by this text the fuse wire is found. */
const SENTINEL = "dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX";
/** The nine fuses of Electron 45 as they leave Electron's build: 1 is on, 0 is off. */
const SHIPPED = "101100011";

/**
 * An unpacked Electron for Linux without Electron: the files by which electron-builder knows one, and a fuse wire in
 * the middle of a program that does nothing. It proves what is put around a binary, never that the binary runs.
 */
export function makeStandIn(folder: string, version: string, wire = SHIPPED): void {
  mkdirSync(join(folder, "locales"), { recursive: true });
  mkdirSync(join(folder, "resources"), { recursive: true });
  writeStandInBinary(join(folder, "electron"), wire);
  for (const name of ["LICENSE", "LICENSES.chromium.html", "chrome-sandbox", "resources.pak", "icudtl.dat"])
    writeFileSync(join(folder, name), `${name} of the stand-in\n`);
  for (const name of ["en-US.pak", "de.pak"]) writeFileSync(join(folder, "locales", name), "");
  writeFileSync(join(folder, "version"), version);
}

/** A file that has a fuse wire somewhere in its middle, as Electron's binary has. */
export function writeStandInBinary(file: string, wire = SHIPPED): void {
  const head = Buffer.from([1, wire.length]);
  const noise = Buffer.alloc(4_096, 0x90);
  writeFileSync(file, Buffer.concat([noise, Buffer.from(SENTINEL), head, Buffer.from(wire), noise]));
  chmodSync(file, 0o755);
}

/** The version of Electron that the project is built for. */
export async function electronVersion(): Promise<string> {
  const { default: manifest } = await import(join(ROOT, "node_modules", "electron", "package.json"), {
    with: { type: "json" },
  });
  return manifest.version as string;
}
