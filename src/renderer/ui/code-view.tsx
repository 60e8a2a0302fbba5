import { standardKeymap } from "@codemirror/commands";
import { Compartment, EditorState } from "@codemirror/state";
import { drawSelection, EditorView, keymap, lineNumbers } from "@codemirror/view";
import { useEffect, useRef, useState } from "react";
import {
  jsonColours,
  type LabelledRange,
  labelledRanges,
  type MarkedPlaces,
  markedPlaces,
  setLabelledRanges,
  setMarkedPlaces,
  unseenCharacters,
} from "./code-marks.ts";
import { codeTheme } from "./code-theme.ts";
import styles from "./code-view.module.css";

/** How a text is put before the eye: with breaks in endless lines, and with the way back from there. */
export interface ShownText {
  readonly shown: string;
  /** The text of a stretch of what is shown, as it really is. */
  readonly slice: (from: number, to: number) => string;
  /** The number of the line that begins at this offset; null for the rest of a broken one. */
  readonly lineNumber: (shownLine: number, offset: number) => number | null;
}

export interface CodeViewProps {
  /** The accessible name. */
  readonly label: string;
  readonly text: ShownText;
  readonly syntax: "json" | "plain";
  readonly wrap: boolean;
  readonly marks: MarkedPlaces;
  /** Values with words beside them, in the order of the text. */
  readonly labels?: readonly LabelledRange[];
  /** Brings a place into sight and selects it; a new object does it again. */
  readonly jump: { readonly from: number; readonly to: number } | null;
  /** Ctrl/Cmd F. */
  readonly onFind: () => void;
  readonly nonce: string;
}

const NO_LABELS: readonly LabelledRange[] = [];

/** A text to read, search in and copy from; of any size, because only the lines in sight are drawn. */
export function CodeView({ label, text, syntax, wrap, marks, labels = NO_LABELS, jump, onFind, nonce }: CodeViewProps) {
  const parent = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  /** The text that the view has all of. */
  const [full, setFull] = useState<ShownText | null>(null);
  const wrapping = useRef(new Compartment());
  // What the view reads without being built anew when it changes.
  const latest = useRef({ onFind, wrap });
  latest.current = { onFind, wrap };

  useEffect(() => {
    if (parent.current === null) return;
    const editor = new EditorView({
      parent: parent.current,
      state: EditorState.create({
        doc: firstPart(text.shown),
        extensions: [
          EditorView.cspNonce.of(nonce),
          EditorState.readOnly.of(true),
          // A CR is a character like any other here: shown, and copied.
          EditorState.lineSeparator.of("\n"),
          EditorView.contentAttributes.of({
            "aria-label": label,
            "aria-readonly": "true",
            spellcheck: "false",
            // It takes the focus without it; said for whoever looks for one where something is scrolled by key.
            tabindex: "0",
          }),
          lineNumbers({
            formatNumber(number, state) {
              if (number > state.doc.lines) return String(number);
              return String(text.lineNumber(number, state.doc.line(number).from) ?? "");
            },
          }),
          drawSelection(),
          unseenCharacters,
          syntax === "json" ? jsonColours : [],
          markedPlaces,
          labelledRanges,
          codeTheme,
          wrapping.current.of(latest.current.wrap ? EditorView.lineWrapping : []),
          keymap.of([{ key: "Mod-f", run: () => (latest.current.onFind(), true) }, ...standardKeymap]),
          EditorView.domEventHandlers({ copy: (event, source) => copySelection(event, source, text) }),
        ],
      }),
    });
    view.current = editor;
    const stop = fillEditor(editor, text.shown, () => setFull(text));
    return () => {
      stop();
      editor.destroy();
      view.current = null;
    };
  }, [text, syntax, label, nonce]);

  useEffect(() => {
    view.current?.dispatch({ effects: wrapping.current.reconfigure(wrap ? EditorView.lineWrapping : []) });
  }, [wrap]);

  // Places can be marked and jumped to as soon as the view has them all.
  useEffect(() => {
    if (full === text) view.current?.dispatch({ effects: setMarkedPlaces.of(marks) });
  }, [marks, text, full]);

  useEffect(() => {
    if (full === text) view.current?.dispatch({ effects: setLabelledRanges.of(labels) });
  }, [labels, text, full]);

  useEffect(() => {
    if (jump === null || view.current === null || full !== text) return;
    const end = view.current.state.doc.length;
    const selection = { anchor: Math.min(jump.from, end), head: Math.min(jump.to, end) };
    view.current.dispatch({ selection, effects: EditorView.scrollIntoView(selection.anchor, { y: "center" }) });
  }, [jump, text, full]);

  return <div ref={parent} className={styles.view} />;
}

/** Copies what is selected as it stands in the text: without the breaks that were put in for the eye. */
function copySelection(event: ClipboardEvent, view: EditorView, text: ShownText): boolean {
  const { from, to } = view.state.selection.main;
  if (from === to || event.clipboardData === null) return false;
  event.clipboardData.setData("text/plain", text.slice(from, to));
  event.preventDefault();
  return true;
}

/** Shown at once. */
const FIRST = 65_536;
/** What one frame may spend on filling; how much text that is depends on its lines, and is found out on the way. */
const BUDGET_MS = 6;

/** The beginning of a text, up to a line's end: what an editor starts with. */
function firstPart(text: string): string {
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
function fillEditor(view: EditorView, text: string, onFull: () => void): () => void {
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
