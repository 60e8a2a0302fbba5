/**
 * Text from outside, made safe to look at. Characters that cannot be seen, or that turn the text around them
 * about, are told apart so that a view can draw a mark in their place; nothing is ever removed. Escaping of
 * markup is not the business of this module: views put text into the page as text.
 */

export interface PlainPart {
  readonly kind: "plain";
  readonly text: string;
}

export interface MarkPart {
  readonly kind: "mark";
  /** The character itself, one code point or a lone surrogate. */
  readonly text: string;
  /** What to draw for it: a short name in letters that every font has. */
  readonly sign: string;
  /** Its name and number, for a tooltip. */
  readonly title: string;
}

export type TextPart = PlainPart | MarkPart;

const NAMES: Readonly<Record<number, readonly [sign: string, name: string]>> = {
  0: ["NUL", "Null"],
  7: ["BEL", "Bell"],
  8: ["BS", "Backspace"],
  9: ["TAB", "Tab"],
  10: ["LF", "Line feed"],
  13: ["CR", "Carriage return"],
  27: ["ESC", "Escape"],
  127: ["DEL", "Delete"],
  173: ["SHY", "Soft hyphen"],
  847: ["CGJ", "Combining grapheme joiner"],
  1564: ["ALM", "Arabic letter mark"],
  6158: ["MVS", "Mongolian vowel separator"],
  8203: ["ZWSP", "Zero width space"],
  8204: ["ZWNJ", "Zero width non-joiner"],
  8205: ["ZWJ", "Zero width joiner"],
  8206: ["LRM", "Left-to-right mark"],
  8207: ["RLM", "Right-to-left mark"],
  8232: ["LS", "Line separator"],
  8233: ["PS", "Paragraph separator"],
  8234: ["LRE", "Left-to-right embedding"],
  8235: ["RLE", "Right-to-left embedding"],
  8236: ["PDF", "Pop directional formatting"],
  8237: ["LRO", "Left-to-right override"],
  8238: ["RLO", "Right-to-left override"],
  8288: ["WJ", "Word joiner"],
  8294: ["LRI", "Left-to-right isolate"],
  8295: ["RLI", "Right-to-left isolate"],
  8296: ["FSI", "First strong isolate"],
  8297: ["PDI", "Pop directional isolate"],
  65279: ["BOM", "Byte order mark"],
};

// Controls, format characters, separators of lines, lone surrogates, invisible fillers.
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\u034f\u115f\u1160\u3164\uffa0]/u;
// Joiners between emoji, and between letters of the scripts that are written with them, are ordinary spelling.
const JOINER = /[\u200c\u200d]/;
const SPELT_WITH_JOINERS =
  /[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Tamil}\p{Script=Malayalam}\p{Script=Kannada}\p{Script=Telugu}\p{Script=Sinhala}]$/u;

/** Whether a text has anything that `textParts` would mark. */
export function hasInvisible(text: string): boolean {
  return INVISIBLE.test(text);
}

/** Splits a text into what can be shown as it stands and what needs a mark. Joined again it is the same text. */
export function textParts(text: string): readonly TextPart[] {
  if (!hasInvisible(text)) return text === "" ? [] : [{ kind: "plain", text }];
  const parts: TextPart[] = [];
  let plain = "";
  for (const character of text) {
    if (!INVISIBLE.test(character) || (JOINER.test(character) && SPELT_WITH_JOINERS.test(plain))) {
      plain += character;
      continue;
    }
    if (plain !== "") parts.push({ kind: "plain", text: plain });
    plain = "";
    parts.push(mark(character));
  }
  if (plain !== "") parts.push({ kind: "plain", text: plain });
  return parts;
}

/** The text with each unseen character replaced by its sign in brackets: for titles and accessible names. */
export function visibleText(text: string): string {
  return textParts(text)
    .map((part) => (part.kind === "plain" ? part.text : `[${part.sign}]`))
    .join("");
}

function mark(character: string): MarkPart {
  const code = character.codePointAt(0) ?? 0;
  const number = `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
  const [sign, name] = NAMES[code] ?? [number, unnamed(code)];
  return { kind: "mark", text: character, sign, title: `${name} (${number})` };
}

function unnamed(code: number): string {
  if (code < 32 || (code >= 128 && code < 160)) return "Control character";
  return code >= 0xd800 && code <= 0xdfff ? "Half of a surrogate pair" : "Invisible character";
}
