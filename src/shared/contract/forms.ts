import { formMemory } from "../preferences.ts";
import { entry, profileId } from "./entry.ts";

export const forms = {
  get: entry(profileId, formMemory),
} as const;
