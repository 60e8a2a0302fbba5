import { type Extension, RangeSetBuilder, StateEffect, StateField } from "@codemirror/state";
import {
  Decoration,
  type DecorationSet,
  EditorView,
  highlightSpecialChars,
  ViewPlugin,
  type ViewUpdate,
  WidgetType,
} from "@codemirror/view";
import { textParts } from "../../shared/visible-text.ts";
import styles from "./code-marks.module.css";

const TOKENS = /("(?:[^"\\]|\\.)*(?:"|\\?$))(\s*:)?|(-?\d[\d.eE+-]*)|\b(true|false|null)\b|([{}[\],:]+)/g;

const KEY = Decoration.mark({ class: "text-code-key" });
const STRING = Decoration.mark({ class: "text-code-string" });
const NUMBER = Decoration.mark({ class: "text-code-number" });
const WORD = Decoration.mark({ class: "text-code-word" });
const PUNCTUATION = Decoration.mark({ class: "text-code-punctuation" });

/**
 * Colours for JSON, line by line and only for the lines in sight: no string crosses a line in JSON, so no line needs
 * the ones before it. A whole parser in the background held the window up for 100 ms at a time with 10 MiB.
 */
export const jsonColours: Extension = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;

    constructor(view: EditorView) {
      this.decorations = colours(view);
    }

    update(update: ViewUpdate) {
      if (update.docChanged || update.viewportChanged) this.decorations = colours(update.view);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);

function colours(view: EditorView): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  let done = -1;
  for (const { from, to } of view.visibleRanges) {
    for (let at = from; at <= to; ) {
      const line = view.state.doc.lineAt(at);
      if (line.from > done) {
        colourLine(builder, line.text, line.from);
        done = line.from;
      }
      at = line.to + 1;
    }
  }
  return builder.finish();
}

function colourLine(builder: RangeSetBuilder<Decoration>, text: string, from: number): void {
  for (const match of text.matchAll(TOKENS)) {
    const [whole, string, colon, number, word] = match;
    const start = from + match.index;
    if (string !== undefined) {
      builder.add(start, start + string.length, colon === undefined ? STRING : KEY);
      if (colon !== undefined) builder.add(start + string.length, start + whole.length, PUNCTUATION);
    } else
      builder.add(start, start + whole.length, number !== undefined ? NUMBER : word !== undefined ? WORD : PUNCTUATION);
  }
}

/** Places to mark in what is shown; `current` is the one that is stepped to. */
export interface MarkedPlaces {
  readonly starts: readonly number[];
  readonly length: number;
  readonly current: number;
}

export const setMarkedPlaces = StateEffect.define<MarkedPlaces>();

const MATCH = Decoration.mark({ class: styles.match ?? "" });
const CURRENT = Decoration.mark({ class: styles.current ?? "" });

/** Marks what was found; tell it with `setMarkedPlaces`. */
export const markedPlaces: Extension = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, transaction) {
    for (const effect of transaction.effects)
      if (effect.is(setMarkedPlaces)) {
        const { starts, length, current } = effect.value;
        const builder = new RangeSetBuilder<Decoration>();
        starts.forEach((start, index) => builder.add(start, start + length, index === current ? CURRENT : MATCH));
        return builder.finish();
      }
    return marks;
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** A value with words beside it. */
export interface LabelledRange {
  readonly from: number;
  readonly to: number;
  readonly label: string;
}

export const setLabelledRanges = StateEffect.define<readonly LabelledRange[]>();

const LABELLED = Decoration.mark({ class: styles.labelled ?? "" });

class LabelWidget extends WidgetType {
  readonly #label: string;

  constructor(label: string) {
    super();
    this.#label = label;
  }

  override eq(other: LabelWidget): boolean {
    return other.#label === this.#label;
  }

  override toDOM(): HTMLElement {
    const chip = document.createElement("span");
    chip.className =
      "mx-1.5 px-1.5 border border-accent-line rounded-small bg-panel text-accent type-caption select-none";
    chip.textContent = this.#label;
    return chip;
  }
}

const indented = (columns: number) =>
  Decoration.line({
    attributes: { style: `padding-left: calc(10px + ${columns + 2}ch); text-indent: -${columns + 2}ch` },
  });

/** Draws words beside values; tell it with `setLabelledRanges`. They are not part of the text, and are not copied. */
export const labelledRanges: Extension = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(labels, transaction) {
    for (const effect of transaction.effects)
      if (effect.is(setLabelledRanges)) {
        const builder = new RangeSetBuilder<Decoration>();
        const end = transaction.newDoc.length;
        let lastLine = -1;
        for (const { from, to, label } of effect.value) {
          if (to > end || from >= to) continue;
          const line = transaction.newDoc.lineAt(from);
          const indent = line.text.search(/\S/);
          // Where the words have no room on the line, they go on below within the indent, and not before it.
          if (indent > 0 && line.from > lastLine) builder.add(line.from, line.from, indented(indent));
          lastLine = line.from;
          builder.add(from, to, LABELLED);
          // A comma after it stays with it.
          const at = transaction.newDoc.sliceString(to, to + 1) === "," ? to + 1 : to;
          builder.add(at, at, Decoration.widget({ widget: new LabelWidget(label), side: 1 }));
        }
        return builder.finish();
      }
    return labels.map(transaction.changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

// What visible-text.ts marks. A tab moves the text along as everybody expects, a line feed ends the line, and joiners
// are spelling more often than not.
const UNSEEN = /(?![\t\n\u{200c}\u{200d}])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\u{34f}\u{115f}\u{1160}\u{3164}\u{ffa0}]/gu;

/** Draws a sign in the place of each character that cannot be seen or that would turn the text around it about. */
export const unseenCharacters: Extension = highlightSpecialChars({
  specialChars: UNSEEN,
  render(code) {
    const part = textParts(code > 0xffff ? String.fromCodePoint(code) : String.fromCharCode(code))[0];
    const sign = document.createElement("span");
    sign.className = styles.unseen ?? "";
    sign.textContent = part?.kind === "mark" ? part.sign : `U+${code.toString(16).toUpperCase()}`;
    sign.title = part?.kind === "mark" ? part.title : sign.textContent;
    return sign;
  },
});
