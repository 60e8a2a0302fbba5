import { ChevronDown, ChevronUp, Search, X } from "lucide-react";
import { useEffect, useRef } from "react";
import { countText } from "../../../shared/measures.ts";
import { IconButton } from "../../ui/button.tsx";
import { TextInput } from "../../ui/text-input.tsx";
import styles from "./find-bar.module.css";
import type { Finding } from "./use-find.ts";

/** Finds in the body that is shown: Enter for the next place, Shift Enter for the one before, Escape to close. */
export function FindBar({ finding, onClose }: { readonly finding: Finding; readonly onClose: () => void }) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.select(), []);
  const { starts, more } = finding.places;
  const count =
    finding.query === ""
      ? ""
      : starts.length === 0
        ? "Not found"
        : `${countText(finding.current + 1)} of ${countText(starts.length)}${more ? "+" : ""}`;
  return (
    <search className={styles.bar} aria-label="Find in body">
      <TextInput
        ref={input}
        aria-label="Find in body"
        placeholder="Find"
        data
        value={finding.query}
        before={<Search size={14} aria-hidden="true" />}
        className={styles.field ?? ""}
        onChange={(event) => finding.setQuery(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter") finding.step(event.shiftKey ? -1 : 1);
          else if (event.key === "Escape") onClose();
          else return;
          event.preventDefault();
          event.stopPropagation();
        }}
      />
      <span className={styles.count} role="status">
        {count}
      </span>
      <IconButton label="Previous place" icon={<ChevronUp />} size="small" onClick={() => finding.step(-1)} />
      <IconButton label="Next place" icon={<ChevronDown />} size="small" onClick={() => finding.step(1)} />
      <IconButton label="Close find" icon={<X />} size="small" onClick={onClose} />
    </search>
  );
}
