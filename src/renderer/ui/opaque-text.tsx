import { useState } from "react";
import { groupDigits } from "../../shared/amounts.ts";
import { textParts } from "../../shared/visible-text.ts";
import styles from "./opaque-text.module.css";

export interface OpaqueTextProps {
  readonly text: string;
  /** Characters shown before "Show all"; `Infinity` where the box around it cuts by itself. */
  readonly limit?: number;
}

/**
 * Text from strangers: isolated from the direction of the words around it, with a mark for each character that
 * could not be seen, and cut when it is very long. The text itself is never changed: copy it with a `CopyButton`.
 */
export function OpaqueText({ text, limit = 320 }: OpaqueTextProps) {
  const [whole, setWhole] = useState(false);
  const cut = !whole && text.length > limit;
  return (
    <>
      <bdi className={styles.text}>
        {textParts(cut ? text.slice(0, limit) : text).map((part, index) =>
          part.kind === "plain" ? (
            part.text
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change places
            <span key={index} className={styles.mark} title={part.title}>
              {part.sign}
            </span>
          ),
        )}
        {cut ? "…" : null}
      </bdi>
      {text.length > limit ? (
        <button type="button" className={styles.more} onClick={() => setWhole(!whole)}>
          {whole ? "Show less" : `Show all ${groupDigits(String(text.length))} characters`}
        </button>
      ) : null}
    </>
  );
}
