import { ChevronRight, Crosshair } from "lucide-react";
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from "react";
import { decodeString } from "../../../../shared/json/scan.ts";
import { countText } from "../../../../shared/measures.ts";
import { visibleText } from "../../../../shared/visible-text.ts";
import { Button } from "../../../ui/button.tsx";
import { Chip } from "../../../ui/chip.tsx";
import { classes } from "../../../ui/classes.ts";
import { ContextMenu } from "../../../ui/context-menu.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { FixedRows, type FixedRowsHandle } from "../../../ui/fixed-rows.tsx";
import { Menu, MenuItem } from "../../../ui/menu.tsx";
import { OpaqueText } from "../../../ui/opaque-text.tsx";
import type { Finding } from "../view/find-bar.tsx";
import { type BodyAnnotations, type BodyValue, markedNodes, valueOfNode } from "../view/marked-values.ts";
import { usePointing } from "../view/use-pointing.ts";
import { type JsonOutline, nodeAncestors, nodeAt, nodeKey, nodeKind, nodePath, nodeText } from "./outline.ts";
import { initiallyOpen, rowOf, treeRows } from "./tree-rows.ts";
import styles from "./tree-view.module.css";

const ROW_HEIGHT = 24;
/** Deeper levels are not drawn further to the right: there would be no room left for the value. */
const INDENTED_LEVELS = 24;
const LONGEST_VALUE = 300;

export interface TreeViewProps {
  readonly label: string;
  readonly text: string;
  readonly outline: JsonOutline;
  /** What was found in `text`. */
  readonly finding: Finding;
  readonly annotations?: BodyAnnotations | undefined;
}

/** JSON as a tree: every number as written, duplicate keys one below the other. */
export function TreeView({ label, text, outline, finding, annotations }: TreeViewProps) {
  const [open, setOpen] = useState(() => initiallyOpen(outline));
  const [active, setActive] = useState(0);
  const list = useRef<FixedRowsHandle>(null);
  const id = useId();
  const rows = useMemo(() => treeRows(outline, open), [outline, open]);
  const activeRow = rowOf(rows, active);

  const found = useMemo(
    () => new Set(finding.places.starts.map((start) => nodeAt(outline, start))),
    [finding.places, outline],
  );
  const marks = annotations?.marks;
  const labels = useMemo(() => markedNodes(outline, text, marks ?? []), [outline, text, marks]);
  const pointing = useRef<HTMLButtonElement>(null);
  const value = annotations === undefined ? null : readValue(outline, text, active);
  const target = finding.places.starts[finding.current];

  useEffect(() => {
    if (target === undefined) return;
    const node = nodeAt(outline, target);
    setOpen((before) => withOpen(before, nodeAncestors(outline, node), 1));
    setActive(node);
  }, [target, outline]);

  // oxlint-disable-next-line react-hooks/exhaustive-deps -- another active row asks to be brought into sight
  useEffect(() => list.current?.reveal(activeRow), [active, activeRow]);

  usePointing(annotations?.id ?? null, () => list.current?.focus());

  function toggle(node: number, to?: 0 | 1) {
    setOpen((before) => withOpen(before, [node], to ?? (before[node] === 1 ? 0 : 1)));
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const goTo = (row: number) => setActive(rows.nodes[Math.min(rows.nodes.length - 1, Math.max(0, row))] ?? 0);
    const opened = open[active] === 1 && (outline.sizes[active] ?? 0) > 0;
    const page = list.current?.pageSize() ?? 1;
    const keys: Readonly<Record<string, () => void>> = {
      ArrowDown: () => goTo(activeRow + 1),
      ArrowUp: () => goTo(activeRow - 1),
      PageDown: () => goTo(activeRow + page),
      PageUp: () => goTo(activeRow - page),
      Home: () => goTo(0),
      End: () => goTo(rows.nodes.length - 1),
      ArrowRight: () => (opened ? goTo(activeRow + 1) : toggle(active, 1)),
      ArrowLeft: () => (opened ? toggle(active, 0) : setActive(Math.max(0, outline.parents[active] ?? 0))),
      // A value has nothing to open: what can be said of it is opened instead.
      Enter: () => (value === null ? toggle(active) : pointing.current?.click()),
      " ": () => toggle(active),
    };
    const act = keys[event.key];
    if (act === undefined) return;
    act();
    event.preventDefault();
  }

  /** The menu is about the row under the pointer; by key about the active one. */
  function onContextMenu(event: MouseEvent) {
    const row = event.target instanceof Element ? event.target.closest('[role="treeitem"]') : null;
    const node = Number(row?.id.slice(id.length + 1));
    if (row !== null && Number.isInteger(node)) setActive(node);
  }

  const rowId = (node: number) => `${id}-${node}`;
  const tree = (
    <FixedRows
      ref={list}
      role="tree"
      label={label}
      count={rows.nodes.length}
      rowHeight={ROW_HEIGHT}
      active={{ row: activeRow, id: rowId(active) }}
      onKeyDown={onKeyDown}
      className="py-1 type-data"
      row={(index) => {
        const node = rows.nodes[index] ?? 0;
        const depth = rows.depths[index] ?? 0;
        const size = outline.sizes[node] ?? 0;
        return (
          // The tree around it has the focus.
          <div
            key={node}
            id={rowId(node)}
            role="treeitem"
            aria-level={depth + 1}
            aria-selected={node === active}
            aria-expanded={size > 0 ? open[node] === 1 : undefined}
            className={classes(styles.row, node === active && styles.active, found.has(node) && styles.found)}
            style={{ paddingLeft: `${8 + Math.min(depth, INDENTED_LEVELS) * 16}px` }}
            onClick={() => {
              setActive(node);
              if (size > 0) toggle(node);
            }}
          >
            <ChevronRight
              size={14}
              className={classes(styles.chevron, size === 0 && styles.leaf, open[node] === 1 && styles.open)}
              aria-hidden="true"
            />
            <Key outline={outline} text={text} node={node} position={rows.positions[index] ?? 0} />
            <Value outline={outline} text={text} node={node} />
            {labels.has(node) ? <Chip tone="accent">{labels.get(node)}</Chip> : null}
          </div>
        );
      }}
    />
  );
  return (
    <>
      {annotations === undefined ? (
        tree
      ) : (
        <ContextMenu
          className="flex flex-1 flex-col min-h-0"
          onContextMenu={onContextMenu}
          items={
            value === null ? (
              <MenuItem disabled onSelect={() => undefined}>
                Choose a value first
              </MenuItem>
            ) : (
              annotations.menu(value)
            )
          }
        >
          {tree}
        </ContextMenu>
      )}
      {annotations === undefined || value !== null ? null : (
        <p className="flex-none py-2 px-3 border-t border-line text-secondary">
          Choose a value, then press <b>This is…</b>, to say what it is.
        </p>
      )}
      <PathBar outline={outline} text={text} node={active}>
        {annotations === undefined || value === null ? null : (
          <Menu
            align="end"
            side="top"
            trigger={
              <Button ref={pointing} size="small" icon={<Crosshair />}>
                This is…
              </Button>
            }
          >
            {annotations.menu(value)}
          </Menu>
        )}
      </PathBar>
    </>
  );
}

/** A value of up to some hundred characters says what it is; of a longer one its beginning is enough. */
function readValue(outline: JsonOutline, text: string, node: number): BodyValue | null {
  const start = outline.starts[node] ?? 0;
  const end = Math.min(outline.ends[node] ?? start, start + 10_000);
  const decoded = nodeKind(outline, node) === "string" ? decodeString(text, start, end, true) : text.slice(start, end);
  return valueOfNode(outline, text, node, decoded);
}

function withOpen(open: Uint8Array, nodes: readonly number[], to: 0 | 1): Uint8Array {
  if (nodes.every((node) => open[node] === to)) return open;
  const next = open.slice();
  for (const node of nodes) next[node] = to;
  return next;
}

interface NodeProps {
  readonly outline: JsonOutline;
  readonly text: string;
  readonly node: number;
}

function Key({ outline, text, node, position }: NodeProps & { readonly position: number }) {
  if (node === 0) return null;
  const key = nodeKey(outline, text, node);
  if (key === null) return <span className="text-muted">{position}:</span>;
  return (
    <span className="text-code-key">
      {key === "" ? '""' : <OpaqueText text={key.slice(0, LONGEST_VALUE)} limit={Number.POSITIVE_INFINITY} />}:
    </span>
  );
}

function Value({ outline, text, node }: NodeProps) {
  const kind = nodeKind(outline, node);
  if (kind === "object" || kind === "array") {
    const size = outline.sizes[node] ?? 0;
    const [brackets, one, many] = kind === "object" ? ["{ }", "member", "members"] : ["[ ]", "item", "items"];
    return (
      <span className="text-muted">
        {brackets} {size === 0 ? "empty" : `${countText(size)} ${size === 1 ? one : many}`}
      </span>
    );
  }
  const start = outline.starts[node] ?? 0;
  const end = outline.ends[node] ?? start;
  if (kind !== "string") {
    const colour = kind === "number" ? "text-code-number" : "text-code-word";
    return <span className={colour}>{text.slice(start, Math.min(end, start + 600))}</span>;
  }
  // Cut in the text, so that a string of a megabyte is not decoded to show its beginning.
  const cut = end - start > LONGEST_VALUE;
  const shown = cut ? text.slice(start + 1, start + LONGEST_VALUE) : decodeString(text, start, end, true);
  return (
    <span className="text-code-string">
      “<OpaqueText text={shown} limit={Number.POSITIVE_INFINITY} />
      {cut ? `… (${countText(end - start - 2)} characters)` : "”"}
    </span>
  );
}

/** Where the active node stands, and what can be taken from it. */
function PathBar({ outline, text, node, children }: NodeProps & { readonly children: ReactNode }) {
  const path = useMemo(() => nodePath(outline, text, node), [outline, text, node]);
  const kind = nodeKind(outline, node);
  const raw = () => nodeText(outline, text, node);
  const value = () =>
    kind === "string" ? decodeString(text, outline.starts[node] ?? 0, outline.ends[node] ?? 0, true) : raw();
  return (
    <div className="flex flex-none items-center gap-1 h-9 pr-2 pl-3 border-t border-line">
      <span
        className="flex-1 min-w-0 text-secondary type-data-small truncate"
        title={visibleText(path.slice(0, 2_000).toWellFormed())}
      >
        <OpaqueText text={path.length > 400 ? `…${path.slice(-400)}` : path} limit={Number.POSITIVE_INFINITY} />
      </span>
      <CopyButton label="Copy path" text={path} />
      <CopyButton label="Copy value" text={async () => value()} withText />
      {children}
    </div>
  );
}
