import { Select as Base } from "@base-ui/react/select";
import { Check, ChevronsUpDown } from "lucide-react";
import { useState } from "react";
import { classes } from "./classes.ts";
import type { Option } from "./options.ts";
import popup from "./popup.module.css";
import styles from "./select.module.css";

export interface SelectProps<Value extends string> {
  readonly value: Value;
  readonly onValueChange: (value: Value) => void;
  readonly options: readonly Option<Value>[];
  readonly disabled?: boolean;
  /** Only where there is no `Field` around it. */
  readonly label?: string;
  readonly className?: string | undefined;
  /** The list stays within the dialog that it opens in: for one of many long lines in a large one. */
  readonly inDialog?: boolean;
}

/** One of a few known values. */
export function Select<Value extends string>({
  value,
  onValueChange,
  options,
  disabled = false,
  label,
  className,
  inDialog = false,
}: SelectProps<Value>) {
  const [trigger, setTrigger] = useState<HTMLElement | null>(null);
  const dialog = inDialog ? trigger?.closest("[data-modal]") : null;
  return (
    <Base.Root
      items={options}
      value={value}
      onValueChange={(next) => {
        if (next !== null) onValueChange(next);
      }}
      disabled={disabled}
    >
      <Base.Trigger ref={setTrigger} className={classes(styles.trigger, className)} aria-label={label}>
        <Base.Value className="truncate" />
        <Base.Icon className="text-muted">
          <ChevronsUpDown size={14} />
        </Base.Icon>
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner
          className={classes(popup.positioner, "z-(--layer-list)")}
          sideOffset={4}
          collisionPadding={8}
          {...(dialog ? { collisionBoundary: dialog } : {})}
          alignItemWithTrigger={false}
        >
          <Base.Popup
            className={classes(popup.popup, "min-w-(--anchor-width) max-w-[min(var(--available-width),360px)]")}
          >
            <Base.List className="outline-none">
              {options.map((option) => (
                <Base.Item
                  key={option.value}
                  value={option.value}
                  className={classes(popup.item, "items-start pt-1.25 pr-3 pb-1.25 pl-1.5")}
                >
                  <span className="flex-none w-4 pt-0.75 text-accent">
                    <Base.ItemIndicator>
                      <Check size={14} />
                    </Base.ItemIndicator>
                  </span>
                  <span className="flex flex-col min-w-0">
                    <Base.ItemText>{option.label}</Base.ItemText>
                    {option.description === undefined ? null : (
                      <span className="text-muted type-small">{option.description}</span>
                    )}
                  </span>
                </Base.Item>
              ))}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
