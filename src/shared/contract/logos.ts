import { z } from "zod";
import { entry } from "./entry.ts";

export const logos = {
  /** A business's logo, fetched by main with size, type and time capped, as a `data:` URL. */
  fetch: entry(z.object({ url: z.string().max(4_000), profileId: z.string() }), z.object({ dataUrl: z.string() })),
} as const;
