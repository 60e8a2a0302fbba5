import { X } from "lucide-react";
import type { ReactNode } from "react";
import { IconButton } from "../../../ui/button.tsx";
import { classes } from "../../../ui/classes.ts";
import styles from "./row-list.module.css";

interface RowListProps {
  /** What stands in the place of the rows when there are none. */
  readonly empty: string;
  readonly rows: readonly {
    readonly key: string;
    /** What the button for taking it away is called. */
    readonly remove: string;
    readonly content: ReactNode;
    /** Taken away already, and not saved yet: it has no button for it any more. */
    readonly gone?: boolean;
  }[];
  /** Rows of fields: the button stands beside the first of them, under whose label it would else begin. */
  readonly fields?: boolean;
  readonly onRemove: (index: number) => void;
}

/** The rows of a list in a form, each with a button that takes it away. */
export function RowList({ empty, rows, fields = false, onRemove }: RowListProps) {
  if (rows.length === 0)
    return (
      <div className="py-2 px-3 border border-dashed border-line-strong rounded text-muted type-small">{empty}</div>
    );
  return rows.map((row, index) => (
    <div key={row.key} className={styles.row}>
      <div className="flex-1 min-w-0">{row.content}</div>
      {row.gone === true ? null : (
        <IconButton
          label={row.remove}
          icon={<X />}
          className={classes(fields && "mt-5")}
          onClick={() => onRemove(index)}
        />
      )}
    </div>
  ));
}
