import { Check, CircleQuestionMark, Minus, X } from "lucide-react";
import { groupDigits } from "../../../shared/amounts.ts";
import type { Evidence, RunField } from "../../../shared/run.ts";
import { evidenceText, fieldText, hintNote } from "../../text/explain-tie.ts";
import { classes } from "../../ui/classes.ts";
import { OpaqueText } from "../../ui/opaque-text.tsx";
import styles from "./comparison.module.css";

const STATES = {
  agrees: { icon: Check, label: "agrees", tone: "good" },
  differs: { icon: X, label: "differs", tone: "bad" },
  unclear: { icon: CircleQuestionMark, label: "not clear", tone: "odd" },
  absent: { icon: Minus, label: "not in the webhook", tone: "neutral" },
} as const;

/** What was expected and what the webhook carries, value by value, with where it was found. */
export function Comparison({ fields }: { readonly fields: readonly Evidence[] }) {
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
          <Line key={evidence.field} evidence={evidence} />
        ))}
      </tbody>
    </table>
  );
}

function Line({ evidence }: { readonly evidence: Evidence }) {
  const { field, state, expected, actual, path, hint } = evidence;
  const { icon: Icon, label, tone } = STATES[state];
  const note = hintNote(hint);
  return (
    <tr className={classes(styles[state])} title={evidenceText(evidence)}>
      <th scope="row">
        <span className={styles.field}>
          <Icon size={14} className={styles[tone]} role="img" aria-label={label} />
          <span>{capital(fieldText(field))}</span>
        </span>
      </th>
      <td className={styles.value}>
        <Value field={field} text={expected} />
      </td>
      <td className={styles.value}>
        {actual === null ? (
          <span className={styles.none}>{state === "absent" ? "not in it" : "—"}</span>
        ) : (
          <span className={classes(state === "differs" && styles.wrong)}>
            <Value field={field} text={actual} />
          </span>
        )}
        {path === null || path === "" ? null : (
          <span className={styles.path}>
            <OpaqueText text={path} limit={200} />
          </span>
        )}
        {note === null ? null : <span className={styles.hint}>{note}</span>}
      </td>
    </tr>
  );
}

/** Digits are grouped only where they are whole: anything else is shown as it came. */
function Value({ field, text }: { readonly field: RunField; readonly text: string }) {
  if (text === "") return <span className={styles.none}>empty</span>;
  return <OpaqueText text={field === "amount" && /^\d+$/.test(text) ? groupDigits(text) : text} limit={200} />;
}

export function capital(text: string): string {
  return text.replace(/^./, (first) => first.toUpperCase());
}
