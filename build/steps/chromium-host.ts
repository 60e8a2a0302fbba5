import { join } from "node:path";
import { ROOT } from "./run.ts";

/** The built program as it runs in an installed browser. */
export const CHROMIUM_HOST = join(ROOT, "out", "main", "chromium.mjs");

/**
 * How glibc gives memory back, for the program in plain Node (Electron has an allocator of its own; other systems do not
 * know these names). Large buffers go back to the system when they are freed: else glibc learns from the first of them to
 * keep all of its size, and after bodies of megabytes from many sides 240 MiB stayed with a program that used 30.
 */
export const CHROMIUM_HOST_MEMORY = {
  MALLOC_MMAP_THRESHOLD_: "131072",
  MALLOC_TRIM_THRESHOLD_: "131072",
  MALLOC_ARENA_MAX: "2",
} as const;
