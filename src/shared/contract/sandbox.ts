import { sandboxSettings, sandboxStatus } from "../sandbox.ts";
import { entry, nothing } from "./entry.ts";

export const sandbox = {
  status: entry(nothing, sandboxStatus),
  configure: entry(sandboxSettings, sandboxStatus),
} as const;
