import { z } from "zod";

/** The most rules that a profile has. */
export const RULES_AT_MOST = 50;

/**
 * A rule of a profile's own. `field`: all values under a name. `text`: a text of this shape, wherever it stands. `*` is
 * any row of characters without white space, `#` one digit, everything else itself; neither tells capitals from others.
 */
export const redactionRule = z.object({
  hides: z.enum(["field", "text"]),
  pattern: z
    .string()
    .trim()
    .max(100, "At most 100 characters.")
    .refine((text) => text.replaceAll("*", "").length >= 2, "At least two characters besides *."),
});
export type RedactionRule = z.infer<typeof redactionRule>;
export const redactionRules = z.array(redactionRule).max(RULES_AT_MOST, `At most ${RULES_AT_MOST} rules.`);

/** Rules by the id of the profile that events came with; `otherwise`: of which profile for events without one of these. */
export interface RedactionRules {
  readonly of: Readonly<Record<string, readonly RedactionRule[]>>;
  readonly otherwise: string;
}
