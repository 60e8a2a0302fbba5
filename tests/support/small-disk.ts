import { execFileSync } from "node:child_process";

/** What was done to a folder or file, and how to undo it. */
export interface Mounted {
  undo(): void;
}

/** Why nothing can be mounted here, or null when it can be tried. */
export const MOUNT_PROBLEM: string | null =
  process.platform === "linux" && process.getuid?.() === 0 ? null : "Only root on Linux can mount a small disk.";

/** Puts a disk of so many megabytes at an empty folder; null where the system does not let us. */
export function mountSmallDisk(folder: string, megabytes: number): Mounted | null {
  return mounted(folder, ["-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", folder]);
}

/** Makes a disk that was mounted with `mountSmallDisk` read-only, to root too. */
export function makeDiskReadOnly(folder: string): void {
  execFileSync("mount", ["-o", "remount,ro", folder], { stdio: "ignore" });
}

/** Makes one file read-only, to root too; null where the system does not let us. */
export function makeFileReadOnly(file: string): Mounted | null {
  const bound = mounted(file, ["--bind", file, file]);
  if (bound !== null) execFileSync("mount", ["-o", "remount,ro,bind", file], { stdio: "ignore" });
  return bound;
}

function mounted(place: string, args: readonly string[]): Mounted | null {
  if (MOUNT_PROBLEM !== null) return null;
  try {
    execFileSync("mount", args, { stdio: "ignore" });
  } catch {
    return null;
  }
  return { undo: () => execFileSync("umount", ["--lazy", place], { stdio: "ignore" }) };
}
