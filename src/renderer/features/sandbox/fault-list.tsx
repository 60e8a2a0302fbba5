import { RadioGroup } from "@base-ui/react/radio-group";
import { Fragment } from "react";
import { ChoiceMark } from "../../ui/choice.tsx";
import styles from "./fault-list.module.css";

interface FaultListProps<Fault extends string> {
  readonly label: string;
  readonly value: Fault;
  readonly onValueChange: (fault: Fault) => void;
  readonly groups: readonly { readonly title: string; readonly faults: readonly Fault[] }[];
  readonly words: Readonly<Record<Fault, { readonly label: string; readonly description: string }>>;
}

/** Ways to behave, one a line: the name, and what it does. */
export function FaultList<Fault extends string>({ label, value, onValueChange, groups, words }: FaultListProps<Fault>) {
  return (
    <RadioGroup
      aria-label={label}
      value={value}
      onValueChange={(next) => onValueChange(next as Fault)}
      className="flex flex-col p-1 border border-line rounded bg-control"
    >
      {groups.map((group) => (
        <Fragment key={group.title}>
          {groups.length > 1 ? (
            <div className="px-2 pt-2 pb-0.5 text-muted type-caption" aria-hidden="true">
              {group.title}
            </div>
          ) : null}
          {group.faults.map((fault) => (
            <label key={fault} className={styles.line}>
              <ChoiceMark value={fault} />
              <span className="type-body-strong">{words[fault].label}</span>
              <span className="text-secondary type-small">{words[fault].description}</span>
            </label>
          ))}
        </Fragment>
      ))}
    </RadioGroup>
  );
}
