import { preferences as schema } from "../preferences.ts";
import { entry, nothing } from "./entry.ts";

export const preferences = {
  get: entry(nothing, schema),
  set: entry(schema.partial(), schema),
} as const;
