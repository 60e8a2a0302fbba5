import { standardKeymap } from "@codemirror/commands";
import { goToNextChunk, goToPreviousChunk, MergeView } from "@codemirror/merge";
import { EditorState, type Extension } from "@codemirror/state";
import { drawSelection, EditorView, keymap, lineNumbers } from "@codemirror/view";
import { useEffect, useRef } from "react";
import { jsonColours, unseenCharacters } from "./code-marks.ts";
import { codeTheme } from "./code-theme.ts";
import styles from "./code-view.module.css";

export interface CodeDifferenceProps {
  /** The accessible names of the two sides. */
  readonly leftLabel: string;
  readonly rightLabel: string;
  readonly left: string;
  readonly right: string;
  readonly syntax: "json" | "plain";
  readonly nonce: string;
}

/**
 * The precise algorithm gives up on a stretch with this many changed characters, or after so many milliseconds, and
 * marks whole lines from there on: the window is never held up by two long texts that have nothing in common.
 */
const BOUNDS = { scanLimit: 500, timeout: 150 } as const;

const differenceTheme = EditorView.theme({
  "&.cm-merge-a .cm-changedLine": { backgroundColor: "var(--bad-fill)" },
  "&.cm-merge-b .cm-changedLine": { backgroundColor: "var(--good-fill)" },
  "&.cm-merge-a .cm-changedText": {
    background: "none",
    boxShadow: "inset 0 -2px var(--bad-solid)",
  },
  "&.cm-merge-b .cm-changedText": {
    background: "none",
    boxShadow: "inset 0 -2px var(--good-solid)",
  },
  "&.cm-merge-a .cm-changedLineGutter": { background: "var(--bad-solid)" },
  "&.cm-merge-b .cm-changedLineGutter": { background: "var(--good-solid)" },
  ".cm-mergeSpacer": { background: "var(--surface-sunken)" },
  "& .cm-collapsedLines": { background: "var(--surface-sunken)", color: "var(--text-secondary)" },
  // The sign that stands there is in none of our fonts.
  "& .cm-collapsedLines:before, & .cm-collapsedLines:after": { content: '"···"' },
});

/** Two texts side by side with what differs marked; long stretches that are the same are folded. */
export function CodeDifference({ leftLabel, rightLabel, left, right, syntax, nonce }: CodeDifferenceProps) {
  const parent = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (parent.current === null) return;
    const side = (label: string): Extension => [
      EditorView.cspNonce.of(nonce),
      EditorState.readOnly.of(true),
      EditorState.lineSeparator.of("\n"),
      EditorView.contentAttributes.of({ "aria-label": label, "aria-readonly": "true", spellcheck: "false" }),
      lineNumbers(),
      drawSelection(),
      unseenCharacters,
      syntax === "json" ? jsonColours : [],
      codeTheme,
      differenceTheme,
      EditorView.lineWrapping,
      keymap.of([{ key: "F7", run: goToNextChunk }, { key: "Shift-F7", run: goToPreviousChunk }, ...standardKeymap]),
    ];
    const view = new MergeView({
      parent: parent.current,
      a: { doc: left, extensions: side(leftLabel) },
      b: { doc: right, extensions: side(rightLabel) },
      collapseUnchanged: { margin: 3, minSize: 6 },
      diffConfig: BOUNDS,
    });
    return () => view.destroy();
  }, [left, right, leftLabel, rightLabel, syntax, nonce]);

  return <div ref={parent} className={styles.view} />;
}
