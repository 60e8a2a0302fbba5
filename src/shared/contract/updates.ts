import { updateStatus } from "../updates.ts";
import { entry, nothing } from "./entry.ts";

/** A newer version of Linkdesk. Whether it is looked for unasked is a preference (`updates`). */
export const updates = {
  status: entry(nothing, updateStatus),
  /** Looks now; being asked to is consent enough. */
  check: entry(nothing, updateStatus),
  download: entry(nothing, updateStatus),
  /** Ends Linkdesk in order, installs, and starts the new version. */
  install: entry(nothing, updateStatus),
} as const;
