import { Tabs as Base } from "@base-ui/react/tabs";
import { ChevronDown } from "lucide-react";
import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { Button } from "./button.tsx";
import { classes } from "./classes.ts";
import { Menu, MenuItem } from "./menu.tsx";
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
 * is too narrow, the first stays, and a menu at its end has those that do not fit.
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
  const cut = useCutTabs(list, tabs.map((tab) => tab.value).join(" "));
  useEffect(() => {
    if (list.current !== null) bringIntoRow(list.current, value);
  }, [value, cut]);
  return (
    <Base.Root
      value={value}
      onValueChange={(next) => onValueChange(next as Value)}
      className={classes("flex flex-col min-h-0 h-full", className)}
    >
      <div className={styles.bar}>
        <Base.List ref={list} className={styles.list} aria-label={label} activateOnFocus>
          {tabs.map((tab) => (
            <Base.Tab
              key={tab.value}
              value={tab.value}
              data-value={tab.value}
              data-cut={cut.has(tab.value) || undefined}
              className={styles.tab}
            >
              {tab.label}
              {tab.aside}
            </Base.Tab>
          ))}
          <Base.Indicator className={styles.indicator} />
        </Base.List>
        {cut.size === 0 ? null : (
          <Menu
            align="end"
            trigger={
              <Button size="small" variant="quiet" className={styles.more} aria-label={`${cut.size} more: ${label}`}>
                {cut.size} more <ChevronDown size={14} aria-hidden="true" />
              </Button>
            }
          >
            {tabs.map((tab) =>
              cut.has(tab.value) ? (
                <MenuItem key={tab.value} onSelect={() => onValueChange(tab.value)}>
                  {tab.label} {tab.aside}
                </MenuItem>
              ) : null,
            )}
          </Menu>
        )}
        {actions === undefined ? null : <div className="flex gap-1 ml-auto">{actions}</div>}
      </div>
      {tabs.map((tab) => (
        <Base.Panel
          key={tab.value}
          value={tab.value}
          keepMounted={keepMounted}
          className="flex-1 min-h-0 overflow-auto"
        >
          {tab.content}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}

/** Scrolls to the start of a tab, so that there is no gap before it, from which the chosen one and the next are in sight. */
function bringIntoRow(row: HTMLElement, value: string): void {
  const tabs = [...row.querySelectorAll<HTMLElement>("[data-value]")];
  const at = tabs.findIndex((tab) => tab.dataset["value"] === value);
  const active = tabs[at];
  if (active === undefined) return;
  // Behind the first one, which stays.
  const behind = tabs[0]?.offsetWidth ?? 0;
  row.style.scrollPaddingLeft = `${behind}px`;
  if (at === 0) {
    row.scrollLeft = 0;
    return;
  }
  active.scrollIntoView({ inline: "nearest", block: "nearest" });
  const over = (tab: HTMLElement) => tab.offsetLeft + tab.offsetWidth - row.clientWidth - 1;
  const isAtStart = tabs.some(({ offsetLeft }) => Math.abs(offsetLeft - behind - row.scrollLeft) <= 1);
  // What is in sight stays where it is: it may have just been pressed.
  if (isAtStart && over(active) <= row.scrollLeft) return;
  const first = tabs.slice(1).find(({ offsetLeft }) => offsetLeft - behind >= over(tabs[at + 1] ?? active));
  row.scrollLeft = Math.min(first?.offsetLeft ?? 0, active.offsetLeft) - behind;
}

/** The tabs that are not in sight as a whole, where the row has no room for all of them. */
function useCutTabs(list: RefObject<HTMLDivElement | null>, values: string): ReadonlySet<string> {
  const [cut, setCut] = useState(NONE);
  const [overflows, setOverflows] = useState(false);
  useEffect(() => {
    const row = list.current;
    if (row === null) return;
    const tabs = [...row.querySelectorAll<HTMLElement>("[data-value]")];
    const seen = new IntersectionObserver(
      (entries) =>
        setCut((before) => {
          const now = new Set(before);
          for (const { target, intersectionRatio } of entries) {
            const value = target.getAttribute("data-value") ?? "";
            if (intersectionRatio < WHOLE) now.add(value);
            else now.delete(value);
          }
          return now;
        }),
      { root: row, threshold: WHOLE, rootMargin: `0px 0px 0px -${tabs[0]?.offsetWidth ?? 0}px` },
    );
    const sized = new ResizeObserver(() => {
      const last = tabs.at(-1);
      const wanted = last === undefined ? 0 : last.offsetLeft + last.offsetWidth;
      // The menu goes, and the gap before it, once they would fit without it.
      const menu = row.parentElement?.querySelector<HTMLElement>(`.${styles.more}`)?.offsetWidth;
      setOverflows(wanted > row.clientWidth + (menu === undefined ? 0 : menu + GAP) + 1);
    });
    sized.observe(row);
    for (const [index, tab] of tabs.entries()) {
      if (index > 0) seen.observe(tab);
      sized.observe(tab);
    }
    return () => {
      seen.disconnect();
      sized.disconnect();
      setCut(NONE);
    };
  }, [list, values]);
  return overflows ? cut : NONE;
}

/** Between the parts of the row, as the sheet has it. */
const GAP = 8;
const NONE: ReadonlySet<string> = new Set();

/** Widths are fractions of a pixel. */
const WHOLE = 0.97;
