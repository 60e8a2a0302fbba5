import { z } from "zod";
import { diagnosis as schema } from "../diagnosis.ts";
import { eventId } from "../primitives.ts";
import { entry } from "./entry.ts";

const about = z.object({ runId: eventId.nullable() });

export const diagnosis = {
  /** Looks into every cause that can be looked into at once. */
  check: entry(about, schema),
  /** Remembers the address on the dashboard in the profile, and compares it. Empty: it is not known any more. */
  setAddress: entry(about.extend({ address: z.string().max(2_000) }), schema),
  /** Sends a request of our own through that address and sees whether it arrives here. Takes up to fifteen seconds. */
  prove: entry(about, schema),
} as const;
