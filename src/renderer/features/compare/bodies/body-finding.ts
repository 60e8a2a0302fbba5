import { countText, pluralText } from "../../../../shared/measures.ts";
import type { BodiesResult } from "./compare-bodies.ts";

export interface BodyFinding {
  readonly tone: "good" | "odd" | "neutral";
  readonly title: string;
  readonly sentence: string;
}

/**
 * What comparing two bodies has come to, in words.
 *
 * @param sizes bytes of the left and of the right body
 * @param counted the differences that the user's rules leave, and how many they leave out
 * @param isListed whether values are shown, which follow the rules; texts and bytes are marked wherever they part
 */
export function bodyFinding(
  { firstDifference, values }: BodiesResult,
  sizes: readonly [number, number],
  counted: { readonly shown: readonly unknown[]; readonly ignored: number } | null,
  isListed = true,
): BodyFinding {
  if (firstDifference === null) return { tone: "good", title: "Identical, byte for byte", sentence: "" };
  const parted = `They part at byte ${countText(firstDifference)}.`;
  if (values === null) {
    const lengths =
      sizes[0] === sizes[1] ? "" : ` One has ${countText(sizes[0])} bytes, the other ${countText(sizes[1])}.`;
    return { tone: "odd", title: "Other bytes", sentence: `${parted}${lengths} At least one is not text.` };
  }
  switch (values.state) {
    case "same":
      return {
        tone: "good",
        title: "Same values, other bytes",
        sentence: `Spaces, escapes, the spelling of numbers or the order differ. ${parted} A signature over one does not fit the other.`,
      };
    case "different": {
      const shown = (counted?.shown.length ?? 0) + values.more;
      const ignored = counted?.ignored ?? 0;
      const fate = isListed ? "left out" : "not counted, but marked below";
      const left = ignored === 0 ? "" : `${pluralText(ignored, "difference", "differences")} in ids or times ${fate}.`;
      const more =
        values.more === 0 ? "" : ` Only the first ${countText((counted?.shown.length ?? 0) + ignored)} are listed.`;
      return shown === 0
        ? { tone: "good", title: "Same values but for ids and times", sentence: left }
        : {
            tone: "odd",
            title: pluralText(shown, "value differs", "values differ"),
            sentence: `${left}${more}`.trim(),
          };
    }
    case "not-json":
      return {
        tone: "odd",
        title: "Other text",
        sentence: `${NOT_JSON[values.side]}, so they are compared as text. ${parted}`,
      };
    case "too-many":
      return {
        tone: "neutral",
        title: "Other bytes",
        sentence: `One has more than ${countText(values.limit)} values, which is too many to compare one by one. ${parted}`,
      };
  }
}

const NOT_JSON = {
  left: "The left one is not JSON",
  right: "The right one is not JSON",
  both: "Neither is JSON",
} as const;
