import { Plus } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "../../../ui/button.tsx";
import styles from "./header-rows.module.css";
import { RowList } from "./row-list.tsx";

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
      <RowList
        fields
        empty={empty}
        onRemove={onRemove}
        rows={rows.map(({ key, name, content }, index) => ({
          key,
          remove: `Remove header ${name === "" ? index + 1 : name}`,
          content: <div className={styles.fields}>{content}</div>,
        }))}
      />
    </div>
  );
}
