import type { Instant } from "./primitives.ts";

/** Names of devices, which Windows finds in every folder whatever stands behind their dot. */
const DEVICES = /^(?:con|prn|aux|nul|com\p{N}|lpt\p{N})$/iu;

/** Of the 255 bytes that file systems take, up to four for each letter: the rest is for the ending and a number. */
const LETTERS = 55;

/**
 * What somebody called a thing, as the name of a file without its ending: letters and digits, no more, since what else a
 * name holds may mislead, and names of files are read by every system.
 *
 * @param kind what the thing is, for a name that has nothing to be read in it or that is a device's
 */
export function plainFileName(name: string, kind: string): string {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "");
  const short = Array.from(words.join("-")).slice(0, LETTERS).join("");
  if (short === "") return kind;
  return DEVICES.test(short) ? `${kind}-${short}` : short;
}

/** A moment in the name of a file, by this machine's clock as everywhere in the window: "2026-11-23-16-35". */
export function momentName(at: Instant): string {
  const date = new Date(at / 1_000);
  const parts = [date.getMonth() + 1, date.getDate(), date.getHours(), date.getMinutes()];
  return [date.getFullYear(), ...parts.map((part) => String(part).padStart(2, "0"))].join("-");
}
