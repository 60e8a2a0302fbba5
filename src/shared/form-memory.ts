import { z } from "zod";
import type { DeepReadonly } from "./primitives.ts";

/** The last values of the three forms, as typed. */
export const formValues = z.object({
  link: z.object({ linkId: z.string() }),
  credit: z.object({ amount: z.string(), currency: z.string(), userReference: z.string() }),
  charge: z.object({
    amount: z.string(),
    currency: z.string(),
    from: z.string(),
    to: z.string(),
    remark: z.string(),
  }),
});

/** Bodies that somebody has written by hand in the place of the fields; null: it follows the fields again. */
export const keptBodies = z.object({ credit: z.string().nullable(), charge: z.string().nullable() }).partial();
export type KeptBodies = DeepReadonly<z.infer<typeof keptBodies>>;

/** What a profile's forms remember: the last values, and recent ones by the kind of thing they name. */
export const formMemory = z.object({
  last: formValues.partial(),
  /** Absent from what was stored before there were any. */
  bodies: keptBodies.default({}),
  recent: z.object({
    linkIds: z.array(z.string()).max(20),
    references: z.array(z.string()).max(20),
    currencies: z.array(z.string()).max(20),
    amounts: z.array(z.string()).max(20),
    remarks: z.array(z.string()).max(20),
  }),
});
export type FormMemory = DeepReadonly<z.infer<typeof formMemory>>;

export const EMPTY_FORM_MEMORY: FormMemory = {
  last: {},
  bodies: {},
  recent: { linkIds: [], references: [], currencies: [], amounts: [], remarks: [] },
};
