import { Check, CircleQuestionMark, Minus, X } from "lucide-react";
import type { ComparedField, RunField } from "../../../shared/run.ts";
import { amountText } from "../../../shared/text/amount-text.ts";
import { comparedFieldText, fieldText, hintNote } from "../../../shared/text/explain-tie.ts";
import { classes } from "../../ui/classes.ts";
import { OpaqueText } from "../../ui/opaque-text.tsx";
import styles from "./comparison.module.css";

const STATES = {
  agrees: { icon: Check, label: "agrees", tone: "good" },
  differs: { icon: X, label: "differs", tone: "bad" },
  unclear: { icon: CircleQuestionMark, label: "not clear", tone: "odd" },
  absent: { icon: Minus, label: "not in the webhook", tone: "neutral" },
} as const;

interface ComparisonProps {
  readonly fields: readonly ComparedField[];
  /** How many units make one of the currency; null where nobody has said. */
  readonly units: number | null;
}

/** What was expected and what the webhook carries, value by value, with where it was found. */
export function Comparison({ fields, units }: ComparisonProps) {
  return (
    <table className={styles.table} aria-label="Expected and actual values">
      <thead>
        <tr>
          <th scope="col">Value</th>
          <th scope="col">Expected</th>
          <th scope="col">In the webhook</th>
        </tr>
      </thead>
      <tbody>
        {fields.map((evidence) => (
          <Line key={evidence.field} evidence={evidence} units={units} />
        ))}
      </tbody>
    </table>
  );
}

function Line({ evidence, units }: { readonly evidence: ComparedField; readonly units: number | null }) {
  const { field, state, expected, actual, path, hint } = evidence;
  const { icon: Icon, label, tone } = STATES[state];
  const note = hintNote(hint);
  return (
    <tr className={classes(styles[state])} title={comparedFieldText(evidence)}>
      <th scope="row">
        <span className={styles.field}>
          <Icon size={14} className={styles[tone]} role="img" aria-label={label} />
          <span>{capital(fieldText(field))}</span>
        </span>
      </th>
      <td className={styles.value}>
        <Value field={field} text={expected} units={units} />
      </td>
      <td className={styles.value}>
        {actual === null ? (
          <span className={styles.none}>{state === "absent" ? "not in it" : "—"}</span>
        ) : (
          <span className={classes(state === "differs" && styles.wrong)}>
            <Value field={field} text={actual} units={units} />
          </span>
        )}
        {path === null || path === "" ? null : (
          <span className="flex flex-wrap items-center gap-1 text-muted type-data-small">
            <OpaqueText text={path} limit={200} />
          </span>
        )}
        {note === null ? null : <span className="block text-plain type-small">{note}</span>}
      </td>
    </tr>
  );
}

/** Digits are grouped only where they are whole: anything else is shown as it came. */
function Value({
  field,
  text,
  units,
}: {
  readonly field: RunField;
  readonly text: string;
  readonly units: number | null;
}) {
  if (text === "") return <span className={styles.none}>empty</span>;
  return (
    <OpaqueText text={field === "amount" && /^\d+$/.test(text) ? amountText(text, "", units) : text} limit={200} />
  );
}

export function capital(text: string): string {
  return text.replace(/^./, (first) => first.toUpperCase());
}
