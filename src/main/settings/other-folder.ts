import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { Profile } from "../../shared/profile.ts";
import { Refusal } from "../refusal.ts";
import { checkFile, readObject } from "./store.ts";
import { readProfiles } from "./stored-values.ts";

/**
 * The profiles that another data folder keeps, such as the desktop's while its window is open. Nothing there is opened,
 * locked or written, and no secret is in what is read.
 *
 * @throws Refusal `no-profiles` with a sentence
 */
export function profilesIn(folder: string): readonly Profile[] {
  const file = join(folder, "settings.json");
  let value: unknown;
  try {
    checkFile(file);
    value = readObject(readFileSync(file, "utf8"));
  } catch {
    throw new Refusal("no-profiles", `${folder} is no data folder of Linkdesk: its settings.json cannot be read.`);
  }
  const stored = z.object({ profiles: z.array(z.unknown()) }).safeParse(value);
  return stored.success ? readProfiles(stored.data.profiles, []) : [];
}
