import { Fragment, useState } from "react";
import { groupDigits } from "../../shared/amounts.ts";
import { textParts, visibleText } from "../../shared/visible-text.ts";
import styles from "./opaque-text.module.css";

function Words({ text }: { readonly text: string }) {
  return wordsOf(text).map((word, index) => (
    // The words of one text never change places.
    <Fragment key={index}>
      {index === 0 ? null : <wbr />}
      {word}
    </Fragment>
  ));
}

/** A text with a mark for each character that could not be seen. */
function Parts({ text, breaks = false }: { readonly text: string; readonly breaks?: boolean }) {
  return textParts(text).map((part, index) =>
    part.kind === "plain" ? (
      breaks ? (
        <Words key={index} text={part.text} />
      ) : (
        part.text
      )
    ) : (
      // The parts of one text never change places.
      <span key={index} className={styles.mark} title={part.title}>
        {part.sign}
      </span>
    ),
  );
}

/** Cuts to a number of code units, never through a surrogate pair. */
function start(text: string, length: number): string {
  const last = text.charCodeAt(length - 1);
  return text.slice(0, last >= 0xd800 && last < 0xdc00 ? length - 1 : length);
}

export interface OpaqueTextProps {
  readonly text: string;
  /** Characters shown before "Show all". */
  readonly limit?: number;
  /** Whether it may take more than one line. */
  readonly breaks?: boolean;
  /** The element around it, where it has one to itself. */
  readonly as?: "p" | "span" | "b" | "code" | "strong" | "li" | "td" | "h3" | "div";
  readonly className?: string | undefined;
}

/**
 * Text from outside: isolated from the direction of the words around it, with a mark for each character that
 * could not be seen, and cut when it is very long. The text itself is never changed: copy it with a `CopyButton`.
 */
export function OpaqueText({ text, limit = 320, breaks = true, as: Around, className }: OpaqueTextProps) {
  const [whole, setWhole] = useState(false);
  const cut = !whole && text.length > limit;
  const shown = (
    <>
      <bdi className={styles.text}>
        <Parts text={cut ? start(text, limit) : text} breaks={breaks} />
        {cut ? "…" : null}
      </bdi>
      {text.length > limit ? (
        <button type="button" className={styles.more} onClick={() => setWhole(!whole)}>
          {whole ? "Show less" : `Show all ${groupDigits(String(text.length))} characters`}
        </button>
      ) : null}
    </>
  );
  return Around === undefined ? shown : <Around className={className}>{shown}</Around>;
}

const LONGEST_LINE = 200;
const LONGEST_TITLE = 2_000;

/** The same on one line, ending in an ellipsis where the room ends; a tooltip has the rest. */
export function OpaqueLine({ text }: { readonly text: string }) {
  return (
    <bdi
      className="block min-w-0 overflow-hidden text-ellipsis whitespace-pre"
      title={visibleText(start(text, LONGEST_TITLE))}
    >
      <Parts text={start(text, LONGEST_LINE)} />
    </bdi>
  );
}

/**
 * Behind one of these a reference, a path or an address may be broken without tearing a word apart. A port stays with
 * its host, an IP address is one word, and a scheme does not stand at the end of a line. A dot goes to the next line: at
 * the end of one it is taken for the end of a sentence.
 */
const SEAM =
  /(?<=[\p{L}\p{N}][_./:@&=?,;+|~-]{0,2}[_/:@&=?,;+|~-])(?<!:\/\/)(?!(?<=:)\p{N})(?=[\p{L}\p{N}])|(?<=[\p{L}\p{N}])(?=\.\p{L})/u;
/** Behind a space, but for those that hold a number and its unit together. */
const GAP = /(?<=[^\S\u00a0\u202f])(?=\S)/;
/** What is no longer than this fits in the narrowest cell there is, and is better left whole. */
const SHORT = 12;
/** So many characters at least stand on a line of their own. */
const PIECE = 6;
/** A longer text is a paragraph of its own: looking for seams in it would cost more than it gives. */
const SEAMS_WITHIN = 2_000;

/** A number longer than this does not fit beside its name: it may be broken between its groups of digits. */
const LONG_NUMBER = 20;
const GROUP = /(?<=\d\u202f)(?=\d)/;

/** A text in pieces between which it may be broken; together they are the text. */
export function wordsOf(text: string): readonly string[] {
  if (text.length <= SHORT || text.length > SEAMS_WITHIN) return [text];
  const pieces: string[] = [];
  for (const run of text.split(GAP)) {
    const { length } = run.trimEnd();
    const parts = length <= SHORT ? [run] : run.split(length > LONG_NUMBER && GROUP.test(run) ? GROUP : SEAM);
    parts.forEach((part, place) => {
      const before = pieces.at(-1);
      const isWhole = place === 0 || (before !== undefined && before.length >= PIECE && part.length >= PIECE / 2);
      if (before === undefined || isWhole) pieces.push(part);
      else pieces[pieces.length - 1] = before + part;
    });
  }
  return pieces;
}
