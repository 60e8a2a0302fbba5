import { type RefObject, useEffect, useRef } from "react";

/**
 * Scrolls what it is put on into sight whenever there is something new to be read there: at the end of a form in a small
 * window it would be said below the edge.
 *
 * @param news null while there is none
 * @param isFirstNews what is there first is news as well, and not what somebody has opened
 */
export function useInSight<Part extends HTMLElement>(news: unknown, isFirstNews = true): RefObject<Part | null> {
  const part = useRef<Part>(null);
  const scrolls = useRef(isFirstNews);
  useEffect(() => {
    if (news === null) return;
    if (scrolls.current) part.current?.scrollIntoView({ block: "nearest" });
    scrolls.current = true;
  }, [news]);
  return part;
}
