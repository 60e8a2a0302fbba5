import { pluralText } from "../../../shared/measures.ts";
import { FILLED, type OutcomeMeaning, type PurposeMeaning, SAME } from "../../../shared/reading.ts";
import { Segmented } from "../../ui/choice.tsx";
import { OpaqueText } from "../../ui/opaque-text.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import styles from "./words-table.module.css";

/** A word of a place, how often it was seen (null: not asked), and what it is said to mean; null: nobody said it. */
export interface WordLine {
  readonly text: string;
  readonly times: number | null;
  readonly means: OutcomeMeaning | PurposeMeaning | null;
}

const OPEN = "open";

const MEANINGS = {
  outcome: [
    { value: "went-through", label: "Went through" },
    { value: "failed", label: "Failed" },
    { value: "neither", label: "Neither" },
    { value: OPEN, label: "Ask again" },
  ],
  purpose: [
    { value: "credit", label: "Credit" },
    { value: "charge", label: "Charge" },
    { value: "neither", label: "Neither" },
    { value: "either", label: "Either" },
    { value: OPEN, label: "Ask again" },
  ],
} as const;

interface WordsTableProps {
  readonly about: "purpose" | "outcome";
  /** null while the log is searched. */
  readonly lines: readonly WordLine[] | null;
  readonly trouble: string | null;
  readonly onChange: (lines: readonly WordLine[]) => void;
}

const SPECIAL = new Map([
  ["", "(empty)"],
  [SAME, "(the amount once more)"],
]);

function shownWord(text: string): string {
  return SPECIAL.get(text) ?? text.replace(FILLED, "(anything)");
}

/** The words of a place to be ticked, one line each. */
export function WordsTable({ about, lines, trouble, onChange }: WordsTableProps) {
  if (lines === null)
    return (
      <p className="flex gap-2 items-center mb-2 text-secondary type-small" role="status">
        <Spinner /> Looking for words in the log
      </p>
    );
  const say = (text: string, value: string) =>
    onChange(
      lines.map((line) =>
        line.text === text ? { ...line, means: value === OPEN ? null : (value as WordLine["means"]) } : line,
      ),
    );
  return (
    <div className="flex flex-col">
      {trouble === null ? null : (
        <p className="flex gap-2 items-center mb-2 text-secondary type-small" role="status">
          The log could not be searched for other words: <OpaqueText text={trouble} limit={300} />
        </p>
      )}
      {lines.map(({ text, times, means }) => (
        <div key={text} className={styles.line}>
          <span className="flex flex-[1_1_160px] gap-2 items-baseline min-w-0 type-data-strong wrap-anywhere">
            <OpaqueText text={shownWord(text)} limit={120} />
            {times === null ? null : (
              <span className="text-secondary type-small">
                {times === 0 ? "not in the log" : pluralText(times, "time", "times")}
              </span>
            )}
          </span>
          <Segmented
            label={`“${text.slice(0, 120)}” means`}
            size="small"
            value={means ?? OPEN}
            onValueChange={(next) => say(text, next)}
            options={MEANINGS[about]}
          />
        </div>
      ))}
    </div>
  );
}
