import { existsSync, mkdirSync } from "node:fs";
import { join, parse } from "node:path";

/** A name in the folder that no file has: "export.har", then "export (2).har". The folder is made where it is missing. */
export async function freePath(folder: string, name: string): Promise<string> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { name: stem, ext } = parse(name);
  for (let number = 1; ; number += 1) {
    const path = join(folder, number === 1 ? name : `${stem} (${number})${ext}`);
    if (!existsSync(path)) return path;
  }
}
