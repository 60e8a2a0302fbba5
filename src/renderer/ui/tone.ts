import type { Tone as OutcomeTone } from "../../shared/outcomes.ts";

/** How something is coloured: the tones of outcomes, and the accent for what is merely interesting. */
export type Tone = OutcomeTone | "accent";
