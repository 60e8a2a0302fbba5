import { Check, CircleQuestionMark, Minus, X } from "lucide-react";
import { capital } from "../../../shared/measures.ts";
import type { ComparedField } from "../../../shared/run.ts";
import {
  absentText,
  comparedFieldText,
  comparedValues,
  fieldText,
  hintNote,
} from "../../../shared/text/explain-tie.ts";
import { classes } from "../../ui/classes.ts";
import { OpaqueText } from "../../ui/opaque-text.tsx";
import styles from "./comparison.module.css";

const STATES = {
  agrees: { icon: Check, label: "agrees", colour: "text-good" },
  differs: { icon: X, label: "differs", colour: "text-bad" },
  unclear: { icon: CircleQuestionMark, label: "not clear", colour: "text-odd" },
  absent: { icon: Minus, label: "not in the webhook", colour: "text-muted" },
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
  const { field, state, path, hint } = evidence;
  const { expected, actual } = comparedValues(evidence, units);
  const { icon: Icon, label, colour } = STATES[state];
  const note = hintNote(hint);
  return (
    <tr className={classes(state === "differs" && "bg-bad-fill")} title={comparedFieldText(evidence, units)}>
      <th scope="row">
        <span className="flex items-start gap-1.5">
          <Icon size={14} className={`flex-none mt-px ${colour}`} role="img" aria-label={label} />
          <span>{capital(fieldText(field))}</span>
        </span>
      </th>
      <td className={styles.value}>
        <Value text={expected} />
      </td>
      <td className={styles.value}>
        {actual === null ? (
          <span className="text-muted type-small">{state === "absent" ? absentText(field) : "—"}</span>
        ) : (
          <span className={classes(state === "differs" && "text-bad font-[600]")}>
            <Value text={actual} />
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

function Value({ text }: { readonly text: string }) {
  return text === "" ? <span className="text-muted type-small">empty</span> : <OpaqueText text={text} limit={200} />;
}
