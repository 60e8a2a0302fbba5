/** A business's own colour, put to use only where it cannot make anything unreadable. */
export interface BrandColour {
  /** `#rrggbb`, lower case. */
  readonly fill: string;
  /** Black or white, whichever reads better on `fill` (WCAG 2.2, contrast ratio). */
  readonly ink: "#000000" | "#ffffff";
}

/** @param hex `#RRGGBB`, as `hexColour` lets it through */
export function brandColour(hex: string): BrandColour {
  const light = luminance(hex);
  // The contrast with white is 1.05 / (light + 0.05), with black (light + 0.05) / 0.05: equal at about 0.179.
  return { fill: hex.toLowerCase(), ink: light > 0.179 ? "#000000" : "#ffffff" };
}

/** Relative luminance, 0 to 1 (WCAG 2.2). */
function luminance(hex: string): number {
  const channel = (at: number): number => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
}
