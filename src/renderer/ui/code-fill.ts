import type { EditorView } from "@codemirror/view";

/** Shown at once. */
const FIRST = 65_536;
/** What one frame may spend on filling; how much text that is depends on its lines, and is found out on the way. */
const BUDGET_MS = 6;

/** The beginning of a text, up to a line's end: what an editor starts with. */
export function firstPart(text: string): string {
  return text.slice(0, cut(text, FIRST));
}

/** Not within a line if it can be helped, and never within a surrogate pair. */
function cut(text: string, at: number): number {
  if (at >= text.length) return text.length;
  const feed = text.lastIndexOf("\n", at);
  if (feed > at - FIRST / 2) return feed + 1;
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at + 1 : at;
}

/**
 * Adds the rest of a text to an editor that began with `firstPart`, a little in each frame: five million lines taken
 * in at once held the window up for half a second.
 *
 * @returns how to stop
 */
export function fillEditor(view: EditorView, text: string, onFull: () => void): () => void {
  let frame = 0;
  let stretch = 2 * FIRST;
  const step = () => {
    const from = view.state.doc.length;
    if (from >= text.length) {
      onFull();
      return;
    }
    const begin = performance.now();
    view.dispatch({ changes: { from, insert: text.slice(from, cut(text, from + stretch)) } });
    const took = performance.now() - begin;
    if (took < BUDGET_MS / 2) stretch *= 2;
    else if (took > BUDGET_MS) stretch = Math.max(FIRST, stretch / 2);
    frame = requestAnimationFrame(step);
  };
  if (view.state.doc.length < text.length) frame = requestAnimationFrame(step);
  else onFull();
  return () => cancelAnimationFrame(frame);
}
