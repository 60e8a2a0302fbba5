import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const css = readFileSync("src/renderer/ui/tokens.css", "utf8");

type ThemeName = "light" | "dark";
type Colour = readonly [red: number, green: number, blue: number];

const declarations = new Map(
  [...css.matchAll(/^ {2}--([a-z-]+):\s*([^;]+);/gm)].map((match) => [match[1] ?? "", (match[2] ?? "").trim()]),
);

/** A token's colour in a theme, as linear light. */
function colour(name: string, theme: ThemeName): Colour {
  const value = declarations.get(name);
  if (value === undefined) throw new Error(`There is no token --${name}.`);
  const alias = /^var\(--([a-z-]+)\)$/.exec(value);
  if (alias?.[1] !== undefined) return colour(alias[1], theme);
  const [light = "", dark = light] = [...value.matchAll(/oklch\(([^)]+)\)/g)].map((match) => match[1]);
  const [l = 0, c = 0, h = 0] = (theme === "light" ? light : dark).split(/\s+/).map(Number);
  return linearFromOklch(l, c, (h * Math.PI) / 180);
}

/** CSS Color 4, section 10.5: OKLCH to linear sRGB, clipped to what a screen can show. */
function linearFromOklch(l: number, c: number, angle: number): Colour {
  const [a, b] = [c * Math.cos(angle), c * Math.sin(angle)];
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const clip = (value: number) => Math.min(1, Math.max(0, value));
  return [
    clip(4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short),
    clip(-1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short),
    clip(-0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short),
  ];
}

function luminance([red, green, blue]: Colour): number {
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** WCAG 2.2, "contrast ratio". */
function contrast(front: string, back: string, theme: ThemeName): number {
  const [one, two] = [luminance(colour(front, theme)), luminance(colour(back, theme))];
  return (Math.max(one, two) + 0.05) / (Math.min(one, two) + 0.05);
}

const SURFACES = [
  "surface-canvas",
  "surface-panel",
  "surface-sunken",
  "surface-raised",
  "surface-control",
  "surface-hover",
  "surface-selected",
];
const TONES = ["good", "odd", "bad", "accent"];
const CODE = ["code-key", "code-string", "code-number", "code-word", "code-punctuation"];

const READABLE: readonly (readonly [front: string, back: string])[] = [
  ...["text", "text-secondary", "text-muted"].flatMap((text) => SURFACES.map((surface) => [text, surface] as const)),
  ...TONES.flatMap((tone) => [...SURFACES, `${tone}-fill`].map((surface) => [tone, surface] as const)),
  ...TONES.map((tone) => ["text", `${tone}-fill`] as const),
  ...["kind-call", "kind-delivery"].flatMap((kind) => SURFACES.map((surface) => [kind, surface] as const)),
  ...CODE.flatMap((code) => ["surface-panel", "surface-sunken", "code-selection"].map((back) => [code, back] as const)),
  ["text", "mark"],
  ["text-secondary", "accent-fill"],
  ["text-secondary", "surface-active"],
  ["neutral", "neutral-fill"],
  ["text-on-tooltip", "surface-tooltip"],
  ["accent-on-solid", "accent-solid"],
  ["accent-on-solid", "accent-solid-hover"],
  ["accent-on-solid", "accent-solid-active"],
  ["danger-on-solid", "danger-solid"],
  ["danger-on-solid", "danger-solid-hover"],
];

/** What has to be seen and not read: frames of controls, the focus, dots (WCAG 2.2, 1.4.11). */
const VISIBLE: readonly (readonly [front: string, back: string])[] = [
  ...["line-control", "focus"].flatMap((line) =>
    ["surface-canvas", "surface-panel", "surface-raised", "surface-control"].map((back) => [line, back] as const),
  ),
  ...["good", "bad", "neutral", "accent"].map((tone) => [`${tone}-solid`, "surface-control"] as const),
];

describe.each(["light", "dark"] as const)("in the %s theme", (theme) => {
  it("all text can be read", () => {
    expect(weak(READABLE, 4.5, theme)).toEqual([]);
  });

  it("all that can be used can be seen", () => {
    expect(weak(VISIBLE, 3, theme)).toEqual([]);
  });
});

function weak(pairs: typeof READABLE, least: number, theme: ThemeName): readonly string[] {
  return pairs
    .map(([front, back]) => ({ front, back, ratio: contrast(front, back, theme) }))
    .filter(({ ratio }) => ratio < least)
    .map(({ front, back, ratio }) => `${front} on ${back}: ${ratio.toFixed(2)}`);
}
