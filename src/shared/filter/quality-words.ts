/** The words after `is:`, and how each reads after "that are". */
export const QUALITIES = {
  pinned: "pinned",
  incomplete: "incomplete",
  /** Sent again from here, and what arrived here by that. */
  replay: "a replay",
  /** A call that was sent once more as it was. */
  repeat: "a repeat",
  /** Was to be handed on, whatever came of it. */
  forwarded: "forwarded",
  "not-forwarded": "not forwarded after all",
  /** A delivery that got its answer, or none, on purpose. */
  scripted: "answered on purpose",
} as const;

export type QualityWord = keyof typeof QUALITIES;

export const ALL_QUALITIES = Object.keys(QUALITIES) as readonly QualityWord[];
