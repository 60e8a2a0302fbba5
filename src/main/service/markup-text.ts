/** The entities that stand in messages of servers; others stay as they are written. */
const ENTITIES: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
  "&apos;": "'",
  "&nbsp;": " ",
};

/**
 * The words of a text: of a web page its title, else its first heading; of XML what stands between the tags; of
 * anything else all of it. White space counts as one space. Linear in the length of the text.
 */
export function markupText(text: string, contentType: string): { readonly words: string; readonly isPage: boolean } {
  const start = text.slice(0, 1_024).trimStart().toLowerCase();
  const isPage = /\bhtml\b/i.test(contentType) || start.startsWith("<!doctype html") || start.startsWith("<html");
  if (isPage) return { words: within(text, "title") || within(text, "h1"), isPage };
  const isMarkup = start.startsWith("<") && text.includes(">");
  return { words: spaced(isMarkup ? withoutTags(text) : text), isPage };
}

/** What the first element of this name holds; empty where there is none. */
function within(text: string, name: string): string {
  const lower = text.toLowerCase();
  const open = lower.indexOf(`<${name}`);
  const from = open === -1 ? -1 : lower.indexOf(">", open);
  const to = from === -1 ? -1 : lower.indexOf(`</${name}`, from);
  return to === -1 ? "" : spaced(withoutTags(text.slice(from + 1, to)));
}

/** Without tags, comments and instructions, each of which parts words. A bracket that never closes is text. */
function withoutTags(text: string): string {
  const pieces: string[] = [];
  let at = 0;
  for (;;) {
    const open = text.indexOf("<", at);
    const close = open === -1 ? -1 : text.indexOf(">", open);
    if (close === -1) break;
    pieces.push(text.slice(at, open), " ");
    at = close + 1;
  }
  return pieces.join("") + text.slice(at);
}

function spaced(text: string): string {
  return text
    .replace(/&(?:amp|lt|gt|quot|#39|apos|nbsp);/g, (entity) => ENTITIES[entity] ?? entity)
    .replace(/\s+/g, " ")
    .trim();
}
