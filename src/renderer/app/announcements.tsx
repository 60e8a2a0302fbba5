import { announcementsStore } from "../core/announcements.ts";
import { useStore } from "../core/environment.ts";
import { Hidden } from "../ui/column.tsx";

/** What happens where the eye sees it and the ear would not: read out, once, when there is a pause. */
export function Announcements() {
  const { text, count } = useStore(announcementsStore, (state) => state.announced);
  return (
    <Hidden>
      {/* The same words twice in a row are two texts, or the second would not be read out. */}
      <span aria-live="polite" data-announcements="">
        {count % 2 === 0 ? text : `${text}\u00a0`}
      </span>
    </Hidden>
  );
}
