import { Radio } from "@base-ui/react/radio";
import { RadioGroup } from "@base-ui/react/radio-group";
import { Fragment } from "react";
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
      className={styles.list}
    >
      {groups.map((group) => (
        <Fragment key={group.title}>
          {groups.length > 1 ? (
            <div className={styles.heading} aria-hidden="true">
              {group.title}
            </div>
          ) : null}
          {group.faults.map((fault) => (
            <label key={fault} className={styles.line}>
              <Radio.Root value={fault} className={styles.radio}>
                <Radio.Indicator className={styles.indicator} />
              </Radio.Root>
              <span className={styles.label}>{words[fault].label}</span>
              <span className={styles.description}>{words[fault].description}</span>
            </label>
          ))}
        </Fragment>
      ))}
    </RadioGroup>
  );
}
