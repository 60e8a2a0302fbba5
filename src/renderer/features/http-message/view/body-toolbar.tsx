import { Binary, Copy, Download, Ellipsis, Search, WrapText } from "lucide-react";
import { type BodyPart } from "../../../../shared/events.ts";
import { base64Of } from "../../../core/base64.ts";
import { useCopying } from "../../../core/copying.ts";
import { useStore, useStores, useToasts } from "../../../core/environment.ts";
import { preferencesStore } from "../../../core/preferences.ts";
import { saveFile } from "../../../core/save-file.ts";
import { IconButton } from "../../../ui/button.tsx";
import { Segmented } from "../../../ui/choice.tsx";
import { Menu, MenuItem } from "../../../ui/menu.tsx";
import { optionsOf } from "../../../ui/options.ts";
import { type BodyReading } from "../decoding/reading.ts";
import { type BodySource, type LoadedBody } from "../decoding/use-body.ts";
import { type BodyView } from "./body-view-store.ts";

const VIEWS = optionsOf<BodyView>({ formatted: "Formatted", text: "Original", tree: "Tree", bytes: "Bytes" });

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
    <div className="flex flex-none items-center justify-between gap-2 pt-2 pr-2 pb-2 pl-3 border-b border-line">
      <Segmented label="View of the body" size="small" value={view} onValueChange={onView} options={views} />
      <div className="flex gap-0.5">
        {onFind === null ? null : (
          <IconButton tip keys="mod+f" label="Find in body" icon={<Search />} size="small" onClick={onFind} />
        )}
        {view === "text" || view === "formatted" ? (
          <IconButton
            tip={wrap ? "Keep lines whole" : "Wrap long lines"}
            label="Wrap long lines"
            icon={<WrapText />}
            size="small"
            pressed={wrap}
            onClick={() => stores.get(preferencesStore).change({ wrapBodies: !wrap })}
          />
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
            onSelect={() =>
              saveFile(fileName(source.id, source.part, body.reading), body.bytes, "application/octet-stream")
            }
          >
            Save to file…
          </MenuItem>
        </Menu>
      </div>
    </div>
  );
}

/** A name that says where the file came from; only characters that every file system takes. */
function fileName(id: number, part: BodyPart, { text, json }: BodyReading): string {
  const isJson = json !== null && json.state !== "not-json";
  return `linkdesk-event-${id}-${part}.${text === null ? "bin" : isJson ? "json" : "txt"}`;
}
