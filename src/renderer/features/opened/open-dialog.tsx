import { FolderOpen } from "lucide-react";
import { type ChangeEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import { OPENED_EXTENSIONS } from "../../../shared/case-file.ts";
import { sizeText } from "../../../shared/measures.ts";
import { PLAYBOOK_EXTENSION } from "../../../shared/playbook.ts";
import { useCommands } from "../../core/commands.ts";
import { useStore, useStores } from "../../core/environment.ts";
import { Button } from "../../ui/button.tsx";
import { Callout } from "../../ui/callout.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { OpaqueText } from "../../ui/opaque-text.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { FileCheckView } from "./file-check.tsx";
import { openedStore } from "./opened-store.ts";

const ACCEPTED = [...OPENED_EXTENSIONS, PLAYBOOK_EXTENSION].map((ending) => `.${ending}`).join(",");

/** A file is chosen, or dropped on the window: what it is, before it is opened. */
export function OpenDialog() {
  const stores = useStores();
  const phase = useStore(openedStore, (state) => state.phase);
  const isOpen = useStore(openedStore, (state) => state.file !== null);
  const isUnderWay = phase.is === "taking" || phase.is === "checking" || phase.is === "opening";
  const input = useRef<HTMLInputElement>(null);
  const { dismiss, open, closeFile } = stores.get(openedStore);
  const isDragged = useDrop();
  useCommands([
    {
      id: "open-file",
      title: "Open or check a file…",
      group: "Window",
      keys: "mod+o",
      keywords: "playbook case har ndjson import evidence signature verify altered whole",
      run: () => input.current?.click(),
    },
    isOpen && { id: "close-file", title: "Close the opened file", group: "Window", run: () => void closeFile() },
  ]);

  function take(event: ChangeEvent<HTMLInputElement>) {
    const file = event.target.files?.[0];
    // Emptied, so that the same file can be chosen again.
    event.target.value = "";
    if (file !== undefined) void stores.get(openedStore).take(file);
  }

  return (
    <>
      <input ref={input} type="file" accept={ACCEPTED} hidden aria-label="File to open or check" onChange={take} />
      {isDragged ? (
        <output className="fixed inset-2 z-(--layer-toast) flex items-center justify-center gap-2 border-2 border-dashed border-accent rounded bg-raised text-plain type-heading opacity-94 pointer-events-none">
          <FolderOpen size={20} aria-hidden="true" />
          Drop it to open it: a case file, HAR, NDJSON or a playbook
        </output>
      ) : null}
      <Dialog
        open={phase.is !== "closed"}
        onClose={dismiss}
        title={phase.is === "told" ? "What was found of this file" : "Open a file"}
        size="medium"
        reading={isUnderWay}
        footer={
          <>
            <Button onClick={dismiss}>{isUnderWay ? "Cancel" : "Close"}</Button>
            {phase.is === "checked" ? (
              <Button variant="primary" icon={<FolderOpen />} onClick={() => void open()}>
                {phase.check.is === "case" && !phase.check.whole ? "Open all the same" : "Open"}
              </Button>
            ) : null}
          </>
        }
      >
        <Content />
      </Dialog>
    </>
  );
}

const DOING = { taking: "Reading", checking: "Checking", opening: "Opening" } as const;

function Content() {
  const phase = useStore(openedStore, (state) => state.phase);
  const progress = useStore(openedStore, (state) => state.progress);
  switch (phase.is) {
    case "closed":
      return null;
    case "checked":
    case "told":
      return <FileCheckView check={phase.check} />;
    case "failed":
      return (
        <Callout tone="bad" title="The file was not opened" live>
          <OpaqueText text={phase.file} limit={200} />: {phase.message}
        </Callout>
      );
    default:
      return (
        <div className="flex items-center gap-2 text-secondary" role="status">
          <Spinner />
          <span className="min-w-0 wrap-anywhere">
            {DOING[phase.is]} <OpaqueText text={phase.file} limit={200} />
            {progress === null ? "" : `, ${sizeText(progress.done)} of ${sizeText(progress.of)}`}
          </span>
        </div>
      );
  }
}

/**
 * A file that is dropped anywhere on the window is looked at; left alone, the browser would go to it.
 *
 * @returns whether one is held over the window
 */
function useDrop(): boolean {
  const stores = useStores();
  const [isDragged, setDragged] = useState(false);
  useEffect(() => {
    const hasFile = (event: DragEvent): boolean => event.dataTransfer?.types.includes("Files") === true;
    const over = (event: DragEvent): void => {
      if (!hasFile(event)) return;
      event.preventDefault();
      setDragged(true);
    };
    const leave = (event: DragEvent): void => {
      // Anything else is one part of the window left for another.
      if (event.relatedTarget === null) setDragged(false);
    };
    const drop = (event: DragEvent): void => {
      setDragged(false);
      if (!hasFile(event)) return;
      event.preventDefault();
      const [file] = event.dataTransfer?.files ?? [];
      if (file !== undefined) void stores.get(openedStore).take(file);
    };
    const listening = new AbortController();
    // One that drops at once asks no further than its entering whether the file is taken here.
    window.addEventListener("dragenter", over, listening);
    window.addEventListener("dragover", over, listening);
    window.addEventListener("dragleave", leave, listening);
    window.addEventListener("drop", drop, listening);
    return () => listening.abort();
  }, [stores]);
  // Before the sign is seen: whoever gives up at once is heard.
  useLayoutEffect(() => {
    if (!isDragged) return;
    // As long as something is held, neither pointer nor keys come to the page: it was let go without a word.
    const over = (event: Event): void => {
      if (event instanceof KeyboardEvent && event.key === "Escape") {
        event.preventDefault();
        event.stopPropagation();
      }
      setDragged(false);
    };
    const listening = new AbortController();
    for (const sign of ["dragend", "pointermove", "pointerdown", "keydown", "blur"])
      window.addEventListener(sign, over, { capture: true, signal: listening.signal });
    return () => listening.abort();
  }, [isDragged]);
  return isDragged;
}
