import { Tabs as Base } from "@base-ui/react/tabs";
import { type ReactNode, useEffect, useRef } from "react";
import { classes } from "./classes.ts";
import styles from "./tabs.module.css";

export interface Tab<Value extends string> {
  readonly value: Value;
  readonly label: ReactNode;
  /** A count or a dot after the label. */
  readonly aside?: ReactNode;
  readonly content: ReactNode;
}

export interface TabsProps<Value extends string> {
  /** The accessible name of the row of tabs. */
  readonly label: string;
  readonly value: Value;
  readonly onValueChange: (value: Value) => void;
  readonly tabs: readonly Tab<Value>[];
  /** At the right end of the row of tabs. */
  readonly actions?: ReactNode;
  /** Keeps panels that are not shown, so that what was typed in them stays. */
  readonly keepMounted?: boolean;
  readonly className?: string | undefined;
}

/**
 * A row of tabs as high as a column's toolbar, and the panel under it, which fills the rest and scrolls. Where the row
 * is too narrow it scrolls, fading at the side where there are more.
 */
export function Tabs<Value extends string>({
  label,
  value,
  onValueChange,
  tabs,
  actions,
  keepMounted = false,
  className,
}: TabsProps<Value>) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const active = list.current?.querySelector(`[role="tab"][data-value="${CSS.escape(value)}"]`);
    active?.scrollIntoView({ inline: "nearest", block: "nearest" });
  }, [value]);
  return (
    <Base.Root
      value={value}
      onValueChange={(next) => onValueChange(next as Value)}
      className={classes(styles.root, className)}
    >
      <div className={styles.bar}>
        <Base.List ref={list} className={styles.list} aria-label={label} activateOnFocus>
          {tabs.map((tab) => (
            <Base.Tab key={tab.value} value={tab.value} data-value={tab.value} className={styles.tab}>
              {tab.label}
              {tab.aside}
            </Base.Tab>
          ))}
          <Base.Indicator className={styles.indicator} />
        </Base.List>
        {actions === undefined ? null : <div className="flex gap-1 ml-auto">{actions}</div>}
      </div>
      {tabs.map((tab) => (
        <Base.Panel key={tab.value} value={tab.value} keepMounted={keepMounted} className={styles.panel}>
          {tab.content}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}
