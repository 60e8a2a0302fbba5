import { join } from "node:path";
import { ROOT } from "./run.ts";

/**
 * What Node is given to run the built program in an installed browser. On a machine with much memory V8 lets the young
 * objects of main have 128 MiB and large texts among them as much again before it looks which are still used: in a storm
 * that was a third of all that main had, nearly all of it rubbish. It has to be said before the program starts, and as
 * what is usual (half of what plain Node then has at most), since `--max-semi-space-size` would also hold for the threads
 * that are given less. Electron's V8 has smaller pointers and takes half by itself.
 */
export const CHROMIUM_HOST = [
  "--scavenger-max-new-space-capacity-mb=8",
  join(ROOT, "out", "main", "chromium.mjs"),
] as const;

/**
 * How glibc gives memory back, for the program in plain Node (Electron has an allocator of its own; other systems do not
 * know these names). Buffers go back to the system when they are freed: else glibc learns from the first large one to
 * keep all of its size, and after bodies of megabytes from many sides 240 MiB stayed with a program that used 30. Only what is
 * smaller than 16 KiB lies side by side, for all threads in one place: what is freed there stays as holes.
 */
export const CHROMIUM_HOST_MEMORY = {
  MALLOC_MMAP_THRESHOLD_: "16384",
  MALLOC_TRIM_THRESHOLD_: "131072",
  MALLOC_ARENA_MAX: "1",
} as const;
