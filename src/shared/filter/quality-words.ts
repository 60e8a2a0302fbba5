/** The words after `is:`. */
export const ALL_QUALITIES = [
  "pinned",
  "incomplete",
  /** Sent again from here, and what arrived here by that. */
  "replay",
  /** A call that was sent once more as it was. */
  "repeat",
  /** Was to be handed on, whatever came of it. */
  "forwarded",
  /** The target has not taken it, or never got it; sent there again with success, it has. */
  "forward-failed",
  "not-forwarded",
  /** A delivery that got its answer, or none, on purpose. */
  "scripted",
] as const;

export type QualityWord = (typeof ALL_QUALITIES)[number];
