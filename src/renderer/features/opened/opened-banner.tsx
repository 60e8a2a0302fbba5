import { FileLock2 } from "lucide-react";
import type { OpenedFile } from "../../../shared/case-file.ts";
import { clockText, dayText, pluralText } from "../../../shared/measures.ts";
import { checkWords } from "../../../shared/text/explain-file-check.ts";
import { useStore, useStores } from "../../core/environment.ts";
import { Button } from "../../ui/button.tsx";
import { Segmented } from "../../ui/choice.tsx";
import { OpaqueText } from "../../ui/opaque-text.tsx";
import { openedStore } from "./opened-store.ts";

/** While a file is open: that what is in sight is not one's own log, or that the file is there beside it. */
export function OpenedBanner() {
  const stores = useStores();
  const file = useStore(openedStore, (state) => state.file);
  const looking = useStore(openedStore, (state) => state.looking);
  if (file === null) return null;
  const { look, tellAgain, closeFile } = stores.get(openedStore);
  const isOther = looking === "opened";
  return (
    <section
      aria-label="Opened file"
      data-opened={looking}
      className={`flex items-center gap-3 min-w-0 py-2 px-4 border-b ${isOther ? "border-odd-line bg-odd-fill" : "border-line bg-panel"}`}
    >
      <FileLock2 size={16} className="flex-none" aria-hidden="true" />
      <p className="flex-1 min-w-0 type-small wrap-anywhere" role="status">
        {isOther ? <b>Not your log: </b> : "Open beside your log: "}
        <OpaqueText as="b" text={file.check.file} limit={80} />
        <span className="text-secondary">
          {" "}
          · {spanText(file)} · <OpaqueText text={checkWords(file.check).title} limit={80} />
          {isOther ? " · read-only" : ""}
        </span>
      </p>
      <Segmented
        label="Which log"
        size="small"
        value={looking}
        onValueChange={look}
        options={[
          { value: "opened", label: "Opened file" },
          { value: "own", label: "Your log" },
        ]}
      />
      <Button size="small" onClick={tellAgain}>
        What was checked
      </Button>
      <Button size="small" onClick={() => void closeFile()}>
        Close file
      </Button>
    </section>
  );
}

function spanText({ events, from }: OpenedFile): string {
  const count = pluralText(events, "event", "events");
  return from === null ? count : `${count} from ${dayText(from)}, ${clockText(from)}`;
}
