import { z } from "zod";
import type { DeepReadonly } from "./primitives.ts";

/** What happened while nobody looked: a count for the icon (0: none), and a notification of the system. */
export const attention = z.object({
  count: z.int().nonnegative(),
  notification: z.object({ title: z.string().max(200), body: z.string().max(400) }).nullable(),
});
export type Attention = DeepReadonly<z.infer<typeof attention>>;
