import { z } from "zod";

/** One call across the bridge: what goes in, what comes out. */
export function entry<Input extends z.ZodType, Output extends z.ZodType>(input: Input, output: Output) {
  return { input, output } as const;
}

export const nothing = z.null();
export const profileId = z.object({ id: z.string() });
/** Chosen by the caller, so that it can cancel. */
export const requestId = z.string().min(1).max(100);
