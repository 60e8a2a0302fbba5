import { useState } from "react";
import { countText } from "../../../shared/measures.ts";
import { Button } from "../../ui/button.tsx";
import { Chip } from "../../ui/chip.tsx";
import { OpaqueText } from "../../ui/opaque-text.tsx";
import styles from "./differences-table.module.css";

export interface DifferenceRow {
  readonly name: string;
  readonly change: "added" | "removed" | "changed" | "same" | "unclear" | "own";
  /** One line for each value; none on the side that has nothing. */
  readonly left: readonly string[];
  readonly right: readonly string[];
}

const CHANGES = {
  added: { word: "only right", tone: "good" },
  removed: { word: "only left", tone: "bad" },
  changed: { word: "differs", tone: "odd" },
  unclear: { word: "not clear", tone: "odd" },
  same: { word: "same", tone: "neutral" },
  own: { word: "each its own", tone: "neutral" },
} as const;

/** Rows drawn at once: each may hold long texts. */
const FIRST_ROWS = 200;

/** Name, left and right, line by line. */
export function DifferencesTable({
  label,
  nameOf,
  rows,
  sides = ["Left", "Right"],
}: {
  readonly label: string;
  /** What the first column names. */
  readonly nameOf: string;
  readonly rows: readonly DifferenceRow[];
  readonly sides?: readonly [left: string, right: string];
}) {
  const [all, setAll] = useState(false);
  const shown = all ? rows : rows.slice(0, FIRST_ROWS);
  return (
    <>
      <table className={styles.table} aria-label={label}>
        <thead>
          <tr>
            <th scope="col" className="w-[26%]">
              {nameOf}
            </th>
            <th scope="col" className={styles.change}>
              <span className="sr-only">Difference</span>
            </th>
            <th scope="col">{sides[0]}</th>
            <th scope="col">{sides[1]}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ name, change, left, right }, index) => (
            // Names may stand there twice.
            <tr key={index} className={styles[change]}>
              <th scope="row" className="text-code-key type-data wrap-anywhere select-text">
                <OpaqueText text={name} limit={300} />
              </th>
              <td className={styles.change}>
                <Chip tone={CHANGES[change].tone}>{CHANGES[change].word}</Chip>
              </td>
              <Values texts={left} />
              <Values texts={right} />
            </tr>
          ))}
        </tbody>
      </table>
      {shown.length === rows.length ? null : (
        <div className="py-3">
          <Button size="small" onClick={() => setAll(true)}>{`Show all ${countText(rows.length)}`}</Button>
        </div>
      )}
    </>
  );
}

function Values({ texts }: { readonly texts: readonly string[] }) {
  return (
    <td className={styles.value}>
      {texts.length === 0 ? <span className="text-muted type-small">not there</span> : null}
      {texts.map((text, index) => (
        // Values of one name differ by their place only.
        <div key={index}>
          {text === "" ? <span className="text-muted type-small">empty</span> : <OpaqueText text={text} limit={600} />}
        </div>
      ))}
    </td>
  );
}
