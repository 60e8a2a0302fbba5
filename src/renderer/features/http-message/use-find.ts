import { useEffect, useState } from "react";
import { type Findings, findAll, NOTHING_FOUND } from "./find.ts";

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

/** Finds in a text as one types, giving the window its turn in between. */
export function useFind(text: string): Finding {
  const [query, setQuery] = useState("");
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
