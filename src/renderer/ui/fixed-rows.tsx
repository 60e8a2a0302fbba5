import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { classes } from "./classes.ts";

/** Chromium draws no element higher than 2^25 pixels; above this height the scroll bar stands for more than it shows. */
const HIGHEST = 16_000_000;
const OVERSCAN = 6;

export interface FixedRowsHandle {
  readonly focus: () => void;
  /** Scrolls as little as is needed. */
  readonly reveal: (row: number) => void;
  /** Whole rows in sight. */
  readonly pageSize: () => number;
}

export interface FixedRowsProps {
  readonly count: number;
  /** Pixels. */
  readonly rowHeight: number;
  readonly row: (index: number) => ReactNode;
  readonly role: "tree" | "table" | "group";
  readonly label: string;
  /** The row that keys move, and its element's id while it is drawn. */
  readonly active?: { readonly row: number; readonly id: string } | undefined;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
  readonly className?: string | undefined;
  readonly ref?: Ref<FixedRowsHandle>;
}

/** Millions of rows of one height, of which only those in sight are in the page. Nothing is kept for each row. */
export function FixedRows({ count, rowHeight, row, role, label, active, onKeyDown, className, ref }: FixedRowsProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(0);
  const total = count * rowHeight;
  const drawn = Math.min(total, HIGHEST);
  // How far the rows move for one pixel of the scroll bar.
  const stretch = drawn > height ? Math.max(1, (total - height) / (drawn - height)) : 1;

  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const measure = () => setHeight(element.clientHeight);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  // oxlint-disable-next-line react-hooks/exhaustive-deps -- fewer rows may leave the scroll position behind
  useEffect(() => {
    setTop(scroller.current?.scrollTop ?? 0);
  }, [count]);

  useImperativeHandle(ref, () => ({
    focus: () => scroller.current?.focus(),
    pageSize: () => Math.max(1, Math.floor(height / rowHeight) - 1),
    reveal(index) {
      const element = scroller.current;
      if (element === null) return;
      const from = element.scrollTop * stretch;
      const wanted = index * rowHeight;
      // Asked for as it is drawn first, the height is not in the state yet.
      const { clientHeight } = element;
      if (wanted < from) element.scrollTop = wanted / stretch;
      else if (wanted + rowHeight > from + clientHeight)
        element.scrollTop = (wanted + rowHeight - clientHeight) / stretch;
    },
  }));

  const offset = top * stretch;
  const first = Math.max(0, Math.floor(offset / rowHeight) - OVERSCAN);
  const last = Math.min(count, Math.ceil((offset + height) / rowHeight) + OVERSCAN);
  const rows: ReactNode[] = [];
  for (let index = first; index < last; index += 1) rows.push(row(index));
  return (
    <div
      ref={scroller}
      role={role}
      aria-label={label}
      aria-activedescendant={active !== undefined && active.row >= first && active.row < last ? active.id : undefined}
      // It scrolls, and its rows are moved through by key.
      tabIndex={0}
      className={classes("relative flex-1 min-h-0 overflow-auto [overflow-anchor:none] -outline-offset-2", className)}
      onScroll={(event) => setTop(event.currentTarget.scrollTop)}
      onKeyDown={onKeyDown}
    >
      <div className="relative min-w-min overflow-clip" role="presentation" style={{ height: `${drawn}px` }}>
        <div
          className="min-w-min"
          role="presentation"
          style={{ transform: `translateY(${top + first * rowHeight - offset}px)` }}
        >
          {rows}
        </div>
      </div>
    </div>
  );
}
