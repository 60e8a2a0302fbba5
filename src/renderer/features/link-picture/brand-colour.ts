/** A business's own colour, put to use only where it cannot make anything unreadable. */
export interface BrandColour {
  /** `#rrggbb`, lower case: safe to set as a custom property. */
  readonly fill: string;
  /** Black or white, whichever reads better on `fill` (WCAG 2.2, contrast ratio). */
  readonly ink: "#000000" | "#ffffff";
}

const HEX = /^#[0-9a-f]{6}$/i;

/** Reads a colour of the one specified form, `#RRGGBB`; null for anything else, which is then shown as text. */
export function brandColour(text: string): BrandColour | null {
  if (!HEX.test(text)) return null;
  const fill = text.toLowerCase();
  const light = luminance(fill);
  // The contrast with white is 1.05 / (light + 0.05), with black (light + 0.05) / 0.05: equal at about 0.179.
  return { fill, ink: light > 0.179 ? "#000000" : "#ffffff" };
}

/** Relative luminance of a `#rrggbb` colour, 0 to 1 (WCAG 2.2). */
function luminance(hex: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
