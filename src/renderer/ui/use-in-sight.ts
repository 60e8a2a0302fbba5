import { type RefObject, useEffect, useRef } from "react";

/**
 * Scrolls what it is put on into sight whenever there is something new to be read there: at the end of a form in a small
 * window it would be said below the edge.
 *
 * @param news null while there is none
 */
export function useInSight<Part extends HTMLElement>(news: unknown): RefObject<Part | null> {
  const part = useRef<Part>(null);
  useEffect(() => {
    if (news !== null) part.current?.scrollIntoView({ block: "nearest" });
  }, [news]);
  return part;
}
