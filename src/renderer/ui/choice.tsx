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
  /** Keeps the label for screen readers only. */
  readonly hideLabel?: boolean;
  readonly value: Value;
  readonly onValueChange: (value: Value) => void;
  readonly options: readonly ChoiceOption<Value>[];
  readonly columns?: 1 | 2 | 3;
  /** So many options that less room has to do for each. */
  readonly dense?: boolean;
  readonly disabled?: boolean;
}

/** One of several, each with its explanation, all in sight. */
export function ChoiceList<Value extends string>({
  label,
  hideLabel = false,
  value,
  onValueChange,
  options,
  columns = 1,
  dense = false,
  disabled = false,
}: ChoiceListProps<Value>) {
  const id = useId();
  return (
    <div className="flex flex-col gap-1.5">
      <div id={id} className={hideLabel ? "sr-only" : "type-small-strong"}>
        {label}
      </div>
      <RadioGroup
        aria-labelledby={id}
        value={value}
        onValueChange={(next) => onValueChange(next as Value)}
        disabled={disabled}
        className={classes(styles.options, styles[`columns${columns}`], dense && styles.dense)}
      >
        {options.map((option) => (
          <label key={option.value} className={styles.option}>
            <Radio.Root value={option.value} disabled={option.disabled ?? false} className={styles.radio}>
              <Radio.Indicator className="w-1.5 h-1.5 rounded-full bg-accent-on-solid" />
            </Radio.Root>
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
      className={classes(styles.segmented, styles[size])}
    >
      {options.map((option) => (
        <Toggle key={option.value} value={option.value} className={styles.segment}>
          {option.label}
        </Toggle>
      ))}
    </ToggleGroup>
  );
}
