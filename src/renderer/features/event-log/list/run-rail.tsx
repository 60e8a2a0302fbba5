import { ArrowDown, ArrowUp } from "lucide-react";
import { useMemo } from "react";
import { pluralText } from "../../../../shared/measures.ts";
import type { EventId } from "../../../../shared/primitives.ts";
import { useStores } from "../../../core/environment.ts";
import { classes } from "../../../ui/classes.ts";
import { Tooltip } from "../../../ui/tooltip.tsx";
import { eventLogStore } from "../state/event-log-store.ts";
import styles from "./run-rail.module.css";

/** Where a row stands on the line that ties the rows of a run: one of its own, or one that the line passes. */
export type RailPlace = "first" | "middle" | "last" | "passing";

/** The line through a row, with a knot where the row is the run's own. */
export function Rail({ place }: { readonly place: RailPlace }) {
  return (
    <span className={classes(styles.rail, styles[place])} aria-hidden="true">
      {place === "passing" ? null : <span className={styles.knot} />}
    </span>
  );
}

/** Gives each row's place on the line that joins a simulation with its webhooks. */
export function useRail(events: readonly EventId[]): (id: EventId) => RailPlace | null {
  return useMemo(() => {
    const own = new Set(events);
    const first = events[0] ?? Number.POSITIVE_INFINITY;
    const last = events.at(-1) ?? 0;
    return (id) => {
      if (id < first || id > last) return null;
      if (id === first) return "first";
      if (id === last) return "last";
      return own.has(id) ? "middle" : "passing";
    };
  }, [events]);
}

interface EdgeProps {
  readonly place: "above" | "below";
  readonly count: number;
  readonly onGo: () => void;
}

/** Stands on the line itself and is no wider than what is left of a row's words, so that it covers none of them. */
function Edge({ place, count, onGo }: EdgeProps) {
  const label = `${pluralText(count, "row of this run", "rows of this run")} ${place}`;
  return (
    <div className={classes(styles.edge, styles[place])}>
      <Tooltip label={label} side="right">
        <button type="button" className={styles.way} aria-label={label} onClick={onGo}>
          {place === "above" ? <ArrowUp size={9} /> : <ArrowDown size={9} />}
          <span aria-hidden="true">{count > 99 ? "…" : count}</span>
        </button>
      </Tooltip>
    </div>
  );
}

interface RailEdgesProps {
  readonly events: readonly EventId[];
  /** The first and the last row in sight; null when nothing is drawn. */
  readonly from: EventId | null;
  readonly to: EventId | null;
}

/** Where the line leaves the view: how many more rows of the run are beyond the edge, and a way to the next. */
export function RailEdges({ events, from, to }: RailEdgesProps) {
  const stores = useStores();
  if (from === null || to === null) return null;
  const above = events.filter((id) => id < from);
  const below = events.filter((id) => id > to);
  const go = (id: EventId | undefined) => {
    if (id !== undefined) void stores.get(eventLogStore).show(id);
  };
  return (
    <>
      {above.length === 0 ? null : <Edge place="above" count={above.length} onGo={() => go(above.at(-1))} />}
      {below.length === 0 ? null : <Edge place="below" count={below.length} onGo={() => go(below[0])} />}
    </>
  );
}
