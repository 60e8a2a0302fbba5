import { Radio } from "@base-ui/react/radio";
import { RadioGroup } from "@base-ui/react/radio-group";
import { Toggle } from "@base-ui/react/toggle";
import { ToggleGroup } from "@base-ui/react/toggle-group";
import { type ReactNode, useId } from "react";
import styles from "./choice.module.css";
import { classes } from "./classes.ts";
import type { Option } from "./options.ts";

interface ChoiceOption<Value extends string> extends Option<Value, ReactNode> {
  readonly disabled?: boolean;
}

export interface ChoiceListProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly onValueChange: (value: Value) => void;
  readonly options: readonly ChoiceOption<Value>[];
  readonly columns?: 1 | 2;
  /** Gives each option less room, since there are many. */
  readonly dense?: boolean;
}

interface ChoiceMarkProps {
  readonly value: string;
  readonly disabled?: boolean;
  readonly className?: string;
}

/** The round mark of one choice. */
export function ChoiceMark({ value, disabled = false, className }: ChoiceMarkProps) {
  return (
    <Radio.Root value={value} disabled={disabled} className={classes(styles.radio, className)}>
      <Radio.Indicator className="w-1.5 h-1.5 rounded-full bg-accent-on-solid" />
    </Radio.Root>
  );
}

/** One of several, each with its explanation, all in sight. */
export function ChoiceList<Value extends string>({
  label,
  value,
  onValueChange,
  options,
  columns = 1,
  dense = false,
}: ChoiceListProps<Value>) {
  const id = useId();
  const rows = Math.ceil(options.length / columns);

  return (
    <div className="flex flex-col gap-1.5">
      <div id={id} className="type-small-strong">
        {label}
      </div>
      <RadioGroup
        aria-labelledby={id}
        value={value}
        onValueChange={(next) => onValueChange(next as Value)}
        className={classes(styles.options, columns === 2 && styles.columns2, dense && styles.dense)}
        style={columns === 2 ? { gridTemplateRows: `repeat(${rows}, auto)` } : undefined}
      >
        {options.map((option) => (
          <label key={option.value} className={styles.option}>
            <ChoiceMark value={option.value} disabled={option.disabled ?? false} className="mt-0.5" />
            <span className="flex flex-col gap-0.5 min-w-0">
              <span className="flex items-center gap-1.5 min-h-5 type-body-strong">{option.label}</span>
              {option.description === undefined ? null : (
                <span className="text-secondary type-small">{option.description}</span>
              )}
            </span>
          </label>
        ))}
      </RadioGroup>
    </div>
  );
}

export interface SegmentedProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly onValueChange: (value: Value) => void;
  readonly options: readonly Option<Value, ReactNode>[];
  readonly size?: "small" | "medium";
}

/** One of two to five short words, side by side. */
export function Segmented<Value extends string>({
  label,
  value,
  onValueChange,
  options,
  size = "medium",
}: SegmentedProps<Value>) {
  return (
    <ToggleGroup
      aria-label={label}
      value={[value]}
      onValueChange={([next]) => {
        if (next !== undefined) onValueChange(next as Value);
      }}
      className={classes(styles.segmented, size === "small" && styles.small)}
    >
      {options.map((option) => (
        <Toggle key={option.value} value={option.value} className={styles.segment}>
          {option.label}
        </Toggle>
      ))}
    </ToggleGroup>
  );
}
