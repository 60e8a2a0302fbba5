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
    if (scrolls.current) bringIntoSight(part.current);
    scrolls.current = true;
  }, [news]);
  return part;
}

/** With as little scrolling as that takes, and a little more where the upper edge would cut through a line or a field. */
export function bringIntoSight(part: Element | null | undefined): void {
  part?.scrollIntoView({ block: "nearest" });
  let scrolled = part?.parentElement ?? null;
  while (scrolled !== null && scrolled.scrollTop === 0) scrolled = scrolled.parentElement;
  if (part == null || scrolled === null) return;
  const edge = scrolled.getBoundingClientRect().top;
  const room = Math.min(
    scrolled.scrollHeight - scrolled.clientHeight - scrolled.scrollTop,
    part.getBoundingClientRect().top - edge,
  );
  /** How far it has to go on until this is out of sight; 0 where the edge does not cut it. */
  const rest = (each: Element) => {
    const { top, bottom } = each.getBoundingClientRect();
    return top < edge - 1 && bottom > edge + 1 ? bottom - edge : 0;
  };
  const line = [...scrolled.querySelectorAll("*")].find(
    (each) => hasWords(each) && !part.contains(each) && rest(each) > 0,
  );
  // The whole of what the line is in, as long as that leaves the part in sight.
  let further = 0;
  for (let each = line ?? null; each !== null && !each.contains(part); each = each.parentElement)
    if (rest(each) <= room) further = Math.max(further, rest(each));
  scrolled.scrollTop += Math.ceil(further);
}

/** Words of its own, or a field: not only what holds others. */
function hasWords({ childElementCount, childNodes }: Element): boolean {
  return childElementCount === 0 || [...childNodes].some((each) => each instanceof Text && each.data.trim() !== "");
}
