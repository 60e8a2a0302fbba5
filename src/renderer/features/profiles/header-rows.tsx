import { Plus, X } from "lucide-react";
import type { ReactNode } from "react";
import { Button, IconButton } from "../../ui/button.tsx";
import styles from "./header-rows.module.css";

interface HeaderRowsProps {
  readonly title: string;
  readonly hint?: ReactNode;
  readonly empty: string;
  readonly rows: readonly { readonly key: string; readonly name: string; readonly content: ReactNode }[];
  readonly onAdd: () => void;
  readonly onRemove: (index: number) => void;
}

/** A list of headers, one line each, that grows and shrinks. */
export function HeaderRows({ title, hint, empty, rows, onAdd, onRemove }: HeaderRowsProps) {
  return (
    <div className={styles.group}>
      <div className={styles.top}>
        <div>
          <div className={styles.title}>{title}</div>
          {hint === undefined ? null : <div className={styles.hint}>{hint}</div>}
        </div>
        <Button size="small" icon={<Plus />} onClick={onAdd}>
          Add header
        </Button>
      </div>
      {rows.length === 0 ? <div className={styles.empty}>{empty}</div> : null}
      {rows.map((row, index) => (
        <div key={row.key} className={styles.row}>
          <div className={styles.fields}>{row.content}</div>
          <IconButton
            label={row.name === "" ? `Remove header ${index + 1}` : `Remove header ${row.name}`}
            icon={<X />}
            className={styles.remove}
            onClick={() => onRemove(index)}
          />
        </div>
      ))}
    </div>
  );
}
