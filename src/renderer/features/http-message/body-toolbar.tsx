import { Binary, Copy, Download, Ellipsis, Search, WrapText } from "lucide-react";
import { base64Of } from "../../core/base64.ts";
import { useCopying } from "../../core/copying.ts";
import { useStore, useStores, useToasts } from "../../core/environment.ts";
import { preferencesStore } from "../../core/preferences.ts";
import { IconButton } from "../../ui/button.tsx";
import { Segmented } from "../../ui/choice.tsx";
import { Menu, MenuItem } from "../../ui/menu.tsx";
import { Tooltip } from "../../ui/tooltip.tsx";
import type { BodyView } from "./body-view-store.ts";
import styles from "./body-viewer.module.css";
import { fileName, saveToFile } from "./take-out.ts";
import type { BodySource, LoadedBody } from "./use-body.ts";

const VIEWS: readonly { readonly value: BodyView; readonly label: string }[] = [
  { value: "formatted", label: "Formatted" },
  { value: "text", label: "Original" },
  { value: "tree", label: "Tree" },
  { value: "bytes", label: "Bytes" },
];

export interface BodyToolbarProps {
  readonly source: BodySource;
  readonly body: Extract<LoadedBody, { state: "ready" }>;
  readonly view: BodyView;
  readonly onView: (view: BodyView) => void;
  /** null where there is nothing to find in. */
  readonly onFind: (() => void) | null;
}

/** How the body is shown, and what can be taken out of it. */
export function BodyToolbar({ source, body, view, onView, onFind }: BodyToolbarProps) {
  const stores = useStores();
  const toasts = useToasts();
  const wrap = useStore(preferencesStore, (state) => state.values.wrapBodies);
  const { text } = body.reading;
  const views = text === null ? VIEWS.filter((each) => each.value === "bytes") : VIEWS;
  const copyText = useCopying();
  const copy = async (what: string, taken: string) => {
    if (await copyText(taken)) toasts.done(`Copied the body ${what}`);
  };
  return (
    <div className={styles.toolbar}>
      <Segmented label="View of the body" size="small" value={view} onValueChange={onView} options={views} />
      <div className={styles.tools}>
        {onFind === null ? null : (
          <Tooltip label="Find in body" keys="mod+f">
            <IconButton label="Find in body" icon={<Search />} size="small" onClick={onFind} />
          </Tooltip>
        )}
        {view === "text" || view === "formatted" ? (
          <Tooltip label={wrap ? "Keep lines whole" : "Wrap long lines"}>
            <IconButton
              label="Wrap long lines"
              icon={<WrapText />}
              size="small"
              pressed={wrap}
              onClick={() => stores.get(preferencesStore).change({ wrapBodies: !wrap })}
            />
          </Tooltip>
        ) : null}
        <Menu align="end" trigger={<IconButton label="Copy or save the body" icon={<Ellipsis />} size="small" />}>
          <MenuItem icon={<Copy />} disabled={text === null} onSelect={() => void copy("as text", text?.value ?? "")}>
            Copy as text
          </MenuItem>
          <MenuItem icon={<Binary />} onSelect={() => void copy("as base64", base64Of(body.bytes))}>
            Copy as base64
          </MenuItem>
          <MenuItem
            icon={<Download />}
            onSelect={() => saveToFile(body.bytes, fileName(source.id, source.part, body.reading))}
          >
            Save to file…
          </MenuItem>
        </Menu>
      </div>
    </div>
  );
}
