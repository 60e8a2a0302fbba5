import type { EditorView } from "@codemirror/view";

/** Shown at once. */
const FIRST = 65_536;
/** Added at a stretch: about 2 ms even when it is nothing but line ends. */
const STRETCH = 65_536;
/** Of each frame's 16 ms, so many go into filling. */
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
  const step = () => {
    const until = performance.now() + BUDGET_MS;
    while (view.state.doc.length < text.length && performance.now() < until) {
      const from = view.state.doc.length;
      view.dispatch({ changes: { from, insert: text.slice(from, cut(text, from + STRETCH)) } });
    }
    if (view.state.doc.length < text.length) frame = requestAnimationFrame(step);
    else onFull();
  };
  if (view.state.doc.length < text.length) frame = requestAnimationFrame(step);
  else onFull();
  return () => cancelAnimationFrame(frame);
}
