import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { json } from "@codemirror/lang-json";
import { bracketMatching, indentOnInput } from "@codemirror/language";
import { Compartment, EditorState, Prec } from "@codemirror/state";
import { drawSelection, EditorView, highlightSpecialChars, keymap, lineNumbers } from "@codemirror/view";
import { type Ref, useEffect, useImperativeHandle, useLayoutEffect, useRef } from "react";
import { classes } from "./classes.ts";
import styles from "./code-editor.module.css";
import { codeTheme } from "./code-theme.ts";

export interface CodeEditorHandle {
  readonly focus: () => void;
}

export interface CodeEditorProps {
  /** The id of the element that names it, and of the one that says what is wrong with the text. */
  readonly labelledBy: string;
  readonly describedBy: string;
  readonly value: string;
  readonly onValueChange: (value: string) => void;
  /** Ctrl/Cmd Enter. */
  readonly onSubmit: () => void;
  /** Drawn as wrong; any text stays allowed. */
  readonly invalid: boolean;
  /** The nonce that the content security policy asks of the style element that CodeMirror makes. */
  readonly nonce: string;
  readonly ref?: Ref<CodeEditorHandle>;
}

/** An editor for JSON, or for what was meant to be JSON: the text is kept as typed, line ends and all. */
export function CodeEditor({ ref, ...props }: CodeEditorProps) {
  const { value, labelledBy, describedBy, invalid } = props;
  const parent = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const attributes = useRef(new Compartment());
  const latest = useRef(props);
  useLayoutEffect(() => {
    latest.current = props;
  });

  useImperativeHandle(ref, () => ({ focus: () => view.current?.focus() }), []);

  // Built once; later values flow in through the effects below.
  useEffect(() => {
    if (parent.current === null) return;
    const editor = new EditorView({
      parent: parent.current,
      state: EditorState.create({
        doc: latest.current.value,
        extensions: [
          // Before all other keys: Ctrl Enter would insert a line.
          Prec.highest(
            keymap.of([
              {
                key: "Mod-Enter",
                run: () => {
                  latest.current.onSubmit();
                  return true;
                },
              },
            ]),
          ),
          EditorView.cspNonce.of(latest.current.nonce),
          // Splits lines at LF only: a pasted CR would otherwise be dropped, and what is sent not be what was typed.
          EditorState.lineSeparator.of("\n"),
          lineNumbers(),
          history(),
          drawSelection(),
          highlightSpecialChars(),
          indentOnInput(),
          bracketMatching(),
          json(),
          codeTheme,
          EditorView.lineWrapping,
          keymap.of([...defaultKeymap, ...historyKeymap]),
          attributes.current.of([]),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) latest.current.onValueChange(update.state.sliceDoc());
          }),
        ],
      }),
    });
    view.current = editor;
    return () => {
      editor.destroy();
      view.current = null;
    };
  }, []);

  useEffect(() => {
    const content = EditorView.contentAttributes.of({
      "aria-labelledby": labelledBy,
      "aria-describedby": describedBy,
      "aria-invalid": String(invalid),
      spellcheck: "false",
    });
    view.current?.dispatch({ effects: attributes.current.reconfigure(content) });
  }, [labelledBy, describedBy, invalid]);

  useEffect(() => {
    const editor = view.current;
    if (editor === null || editor.state.sliceDoc() === value) return;
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } });
  }, [value]);

  return <div ref={parent} className={classes(styles.editor, invalid && styles.invalid)} />;
}
