import { ChevronDown, ChevronUp, Search, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { countText } from "../../../../shared/measures.ts";
import { IconButton } from "../../../ui/button.tsx";
import { TextInput } from "../../../ui/text-input.tsx";
import { type Findings, findAll, LONGEST_QUERY, NOTHING_FOUND } from "./find.ts";

/** What is being looked for in a body, and where it was found. */
export interface Finding {
  readonly query: string;
  readonly places: Findings;
  /** The place that is stepped to; -1 before the first step. */
  readonly current: number;
  readonly setQuery: (query: string) => void;
  readonly step: (by: 1 | -1) => void;
}

/** Typing rests for this long before a search begins. */
const REST_MS = 120;

function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

/**
 * Finds in a text as one types, giving the window its turn in between.
 *
 * @param sought what it begins with
 */
export function useFind(text: string, sought = ""): Finding {
  const [query, setQuery] = useState(sought.slice(0, LONGEST_QUERY));
  const [places, setPlaces] = useState<Findings>(NOTHING_FOUND);
  const [current, setCurrent] = useState(-1);

  useEffect(() => {
    let cancelled = false;
    const timer = setTimeout(
      () => {
        void findAll(text, query, nextTask, () => cancelled).then((found) => {
          if (found === null || cancelled) return;
          setPlaces(found);
          setCurrent(found.starts.length === 0 ? -1 : 0);
        });
      },
      query === "" ? 0 : REST_MS,
    );
    return () => {
      cancelled = true;
      clearTimeout(timer);
    };
  }, [text, query]);

  return {
    query,
    places,
    current,
    setQuery,
    step(by) {
      const count = places.starts.length;
      if (count > 0) setCurrent((before) => (before + by + count) % count);
    },
  };
}

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
    <search
      className="flex flex-none items-center gap-1 py-1 px-2 border-b border-line bg-sunken"
      aria-label="Find in body"
    >
      <TextInput
        ref={input}
        aria-label="Find in body"
        placeholder="Find"
        data
        maxLength={LONGEST_QUERY}
        value={finding.query}
        before={<Search size={14} aria-hidden="true" />}
        className="flex-1"
        onChange={(event) => finding.setQuery(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter") finding.step(event.shiftKey ? -1 : 1);
          else if (event.key === "Escape") onClose();
          else return;
          event.preventDefault();
          event.stopPropagation();
        }}
      />
      <span className="min-w-16 px-1 text-muted type-small text-right whitespace-nowrap" role="status">
        {count}
      </span>
      <IconButton label="Previous place" icon={<ChevronUp />} size="small" onClick={() => finding.step(-1)} />
      <IconButton label="Next place" icon={<ChevronDown />} size="small" onClick={() => finding.step(1)} />
      <IconButton label="Close find" icon={<X />} size="small" onClick={onClose} />
    </search>
  );
}
