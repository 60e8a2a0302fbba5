import { Plus } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "../../../ui/button.tsx";
import { RowList } from "./row-list.tsx";

interface HeaderRowsProps {
  readonly title: string;
  readonly empty: string;
  readonly rows: readonly { readonly key: string; readonly name: string; readonly content: ReactNode }[];
  readonly onAdd: () => void;
  readonly onRemove: (index: number) => void;
}

/** A list of headers, one line each, that grows and shrinks. */
export function HeaderRows({ title, empty, rows, onAdd, onRemove }: HeaderRowsProps) {
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-start justify-between gap-3">
        <div className="type-small-strong">{title}</div>
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
          content: <div className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] gap-2 min-w-0">{content}</div>,
        }))}
      />
    </div>
  );
}
