import { Crosshair } from "lucide-react";
import { useRef } from "react";
import type { EventId } from "../../../shared/primitives.ts";
import type { PayloadValue } from "../../../shared/reading.ts";
import { Button } from "../../ui/button.tsx";
import { Chip } from "../../ui/chip.tsx";
import { classes } from "../../ui/classes.ts";
import { Menu } from "../../ui/menu.tsx";
import { OpaqueText } from "../../ui/opaque-text.tsx";
import { usePointing } from "../http-message/index.ts";
import type { PayloadMark } from "./payload-marks.ts";
import styles from "./value-list.module.css";
import { ValueMenu } from "./value-menu.tsx";

/** More lines than this are not drawn: what is looked for stands in the search of the body. */
const LINES_SHOWN = 500;

interface ValueListProps {
  readonly deliveryId: EventId;
  readonly values: readonly PayloadValue[];
  readonly marks: readonly PayloadMark[];
}

/** The values of a payload that has no tree (XML, a form, a query, headers), to be pointed at one by one. */
export function ValueList({ deliveryId, values, marks }: ValueListProps) {
  const list = useRef<HTMLUListElement>(null);
  usePointing(deliveryId, () => list.current?.querySelector("button")?.focus());
  // Headers are seldom what is looked for, and there are many of them.
  const ordered = [...values].sort((one, other) => Number(isHeader(one)) - Number(isHeader(other)));
  const read = new Map(marks.map((mark) => [mark.path, mark]));
  return (
    <div className="flex-1 min-h-0 overflow-auto">
      <ul ref={list} className={classes(styles.list, "m-0 py-1 list-none")} aria-label="Values of the webhook">
        {ordered.slice(0, LINES_SHOWN).map((value) => {
          const mark = read.get(value.path);
          return (
            <li key={value.path} className={styles.value}>
              <span className="min-w-0 text-code-key type-data wrap-anywhere">
                <OpaqueText text={value.path} limit={200} />
              </span>
              <span className="flex flex-wrap gap-x-2 gap-y-0.5 items-center min-w-0 text-plain type-data-strong wrap-anywhere">
                {value.text === "" ? (
                  <span className="text-muted type-small">empty</span>
                ) : (
                  <OpaqueText text={value.text} limit={300} />
                )}
                {mark === undefined ? null : <Chip tone="accent">{mark.label}</Chip>}
              </span>
              <Menu
                align="end"
                trigger={
                  <Button size="small" variant="quiet" icon={<Crosshair />} aria-label={`This is… ${value.path}`}>
                    This is…
                  </Button>
                }
              >
                <ValueMenu deliveryId={deliveryId} value={value} roles={mark?.roles ?? []} />
              </Menu>
            </li>
          );
        })}
      </ul>
      {values.length > LINES_SHOWN ? (
        <p className="py-2 px-3 text-muted type-small">
          And {values.length - LINES_SHOWN} more values that are not listed here.
        </p>
      ) : null}
    </div>
  );
}

function isHeader({ path }: PayloadValue): boolean {
  return path.startsWith("header ");
}
