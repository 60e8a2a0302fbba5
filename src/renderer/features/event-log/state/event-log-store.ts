import type { Input, JournalPage } from "../../../../shared/contract.ts";
import type { EventId, Instant, Result } from "../../../../shared/primitives.ts";
import { settle } from "../../../core/bridge.ts";
import { defineStore, type StoreDefinition } from "../../../core/store.ts";
import { createArrivals } from "./arrivals.ts";
import { clearing } from "./clearing.ts";
import type { EventLogState } from "./event-log-state.ts";
import { filterRefresh } from "./filter-refresh.ts";
import { heldRefresh } from "./held-refresh.ts";
import { EMPTY_LOG, type LogAction, oldestHeld, reduceLog } from "./log-reducer.ts";
import { PAGE_ROWS } from "./log-window.ts";
import { createPages } from "./pages.ts";
import { tellRate } from "./rate.ts";
import { indexOfId } from "./rows.ts";
import { createRunNews } from "./run-news.ts";
import { SEARCH_MS, searchBack } from "./search-back.ts";
import { browserTicker, type Ticker } from "./ticker.ts";

/** So many of the newest rows are in sight in the smallest window: to show one of them, the end need not be left. */
const LAST_IN_SIGHT = 8;

/** The store with its clock handed in: what is asked for, and when. What becomes of the log is said by `reduceLog`. */
export function defineEventLog(ticker: Ticker): StoreDefinition<EventLogState> {
  return defineStore<EventLogState>(({ bridge, toasts, set, get, tryTo }) => {
    const dispatch = (action: LogAction) => set((state) => reduceLog(state, action));
    const pages = createPages(bridge);
    /** Grows whenever rows asked for before are no longer wanted. */
    let generation = 0;
    let requests = 0;
    let wholeLoads = 0;
    let edgeLoading = false;
    let flushDue = false;
    /** Cancels the search that is under way, which nobody waits for any more. */
    let supersede: () => void = () => undefined;
    const arrivals = createArrivals(() => get().heard);
    const runNews = createRunNews();
    const rateOf = tellRate(ticker, (rate) => dispatch({ type: "rate", rate }));
    const needs = { ticker, page, get, dispatch, generation: () => generation };
    const scheduleRefresh = filterRefresh(needs);
    const refreshHeld = heldRefresh(needs);

    bridge.on("journal.changed", (push) => {
      arrivals.add(push);
      pages.amended(push.amended);
      rateOf(push.appended.length + push.skipped);
      const { rows } = get().window;
      if (push.outdated?.some((id) => indexOfId(rows, id) !== -1)) refreshHeld();
      scheduleFlush();
    });

    bridge.on("runs.changed", (change) => {
      runNews.add(change);
      pages.runsChanged(change);
      scheduleFlush();
    });

    bridge.on("journal.status", (status) => dispatch({ type: "status", status }));

    function scheduleFlush(): void {
      if (flushDue) return;
      flushDue = true;
      ticker.frame(() => {
        flushDue = false;
        flush();
      });
    }

    function flush(): void {
      // A page that is on its way may hold some of this already: it is applied after it.
      if (wholeLoads > 0) return;
      const collected = arrivals.take();
      if (collected.reset) {
        runNews.forget();
        void loadWhole({}, true);
        return;
      }
      const { appended, amended, skipped } = collected;
      const runs = runNews.take(Math.max(get().heard, appended.at(-1)?.id ?? 0));
      dispatch({ type: "told", arrivals: collected, runs });
      const { paused, filter, following } = get();
      const isNew = appended.length > 0 || skipped > 0;
      if (filter !== "" && !(isNew && paused)) {
        if (isNew || amended.length > 0 || runs !== null) scheduleRefresh();
      } else if (isNew && !paused && appended.length === 0 && following) void loadWhole({}, true);
    }

    function page(query: Omit<Input<"journal", "page">, "filter">): Promise<Result<JournalPage>> {
      return pages.ask({ ...query, filter: get().filter });
    }

    /** Replaces the window. `toEnd`: by the newest rows, which are followed from then on. */
    async function loadWhole(query: { readonly after?: number; readonly at?: Instant }, toEnd: boolean): Promise<void> {
      generation += 1;
      const wanted = generation;
      wholeLoads += 1;
      dispatch({ type: "load" });
      supersede();
      const requestId = nextRequest();
      // Only of a search from the newest row on it is known where it goes on.
      const patience = toEnd && get().filter !== "" ? { within: SEARCH_MS } : {};
      const result = await page({ ...query, limit: PAGE_ROWS, requestId, ...patience });
      wholeLoads -= 1;
      if (wanted !== generation) return;
      supersede = () => undefined;
      if (!result.ok) dispatch({ type: "not-loaded", code: result.code, message: result.message });
      else {
        dispatch({ type: "loaded", page: result.value, toEnd });
        const { events, searchedTo } = result.value;
        if (searchedTo !== undefined) goOnSearching(searchedTo, PAGE_ROWS - events.length);
      }
      scheduleFlush();
    }

    /** Loads what lies around an event. A filter that hides it gives way, and can be had back. */
    async function showFar(id: EventId): Promise<void> {
      const around = { after: Math.max(0, id - PAGE_ROWS / 2) };
      const { filter } = get();
      await loadWhole(around, false);
      if (filter === "" || get().filter !== filter || get().phase !== "ready") return;
      if (indexOfId(get().window.rows, id) !== -1) return;
      // What was cleared is not hidden by the filter.
      const found = await settle(bridge.journal.detail({ id }));
      if (!found.ok && found.code === "event-cleared") return;
      dispatch({ type: "filter", filter: "" });
      await loadWhole(around, false);
      toasts.done("The filter hid this event, and was cleared", () => void get().setFilter(filter));
    }

    /** What is being looked at stays in sight when the rows around it change. */
    async function keepInSight(): Promise<void> {
      const { selectedId, selectedIds, filter, window } = get();
      if (selectedId === null || selectedIds.length > 1) return;
      // A filter that hides it stays: it was asked for.
      if (filter === "" || indexOfId(window.rows, selectedId) !== -1) await get().show(selectedId);
      else if (window.moreBefore && selectedId < (oldestHeld({ window }) ?? 0)) await tellHidden(selectedId, filter);
    }

    /** Finds out of an event that is older than all rows that are held whether the filter hides it. */
    async function tellHidden(id: EventId, filter: string): Promise<void> {
      const found = await page({ before: id + 1, limit: 1, within: SEARCH_MS });
      if (found.ok && get().filter === filter && found.value.events[0]?.id !== id) dispatch({ type: "hidden", id });
    }

    function goOnSearching(from: NonNullable<JournalPage["searchedTo"]>, missing: number): void {
      const wanted = generation;
      void searchBack(from, missing, { page, get, dispatch, nextRequest, wanted: () => wanted === generation });
    }

    function nextRequest(): string {
      requests += 1;
      const requestId = `log-${requests}`;
      supersede = () => void settle(bridge.journal.cancelSearch({ requestId }));
      return requestId;
    }

    async function loadEdge(edge: "older" | "newer"): Promise<void> {
      const { window, phase } = get();
      const key = edge === "older" ? window.rows[0] : window.rows.at(-1);
      const more = edge === "older" ? window.moreBefore : window.moreAfter;
      if (edgeLoading || phase !== "ready" || key === undefined || !more) return;
      // A search that is under way brings the older ones itself; one that was stopped waits until it is told to go on.
      if (edge === "older" && get().searching !== null) return;
      edgeLoading = true;
      const wanted = generation;
      // Scrolling back through a filter that few events match is a search as well.
      const isSearch = edge === "older" && get().filter !== "";
      const result = await page({
        ...(edge === "older" ? { before: key.id } : { after: key.id }),
        ...(isSearch ? { requestId: nextRequest(), within: SEARCH_MS } : {}),
        limit: PAGE_ROWS,
      });
      edgeLoading = false;
      // Arrivals may have moved the window on meanwhile; then this page no longer lies next to it.
      const edgeNow = edge === "older" ? get().window.rows[0] : get().window.rows.at(-1);
      if (wanted !== generation || edgeNow?.id !== key.id) return;
      toasts.outcome(`load ${edge} events`, result);
      if (!result.ok) return;
      dispatch({ type: edge, page: result.value });
      const { events, searchedTo } = result.value;
      if (edge === "older" && searchedTo !== undefined) goOnSearching(searchedTo, PAGE_ROWS - events.length);
    }

    return {
      ...EMPTY_LOG,
      select: (id, how = "only") => dispatch({ type: "select", id, how }),
      selectAll: () => dispatch({ type: "select-all" }),
      async show(id, onlyListed = false) {
        const index = indexOfId(get().window.rows, id);
        if (index === -1) await showFar(id);
        else if (index < get().window.rows.length - LAST_IN_SIGHT) dispatch({ type: "leave-end" });
        const isListed = indexOfId(get().window.rows, id) !== -1;
        if (isListed || !onlyListed) dispatch({ type: "seek", id });
        return isListed;
      },
      async showAll(ids) {
        const last = ids.at(-1);
        if (last === undefined) return;
        await get().show(last);
        dispatch({ type: "select-all", ids });
      },
      offerSent: (id) => dispatch({ type: "sent-beside", id }),
      showSent(id) {
        dispatch({ type: "select", id, how: "only" });
        if (!get().paused) void get().follow();
      },
      async setFilter(filter) {
        if (filter === get().filter) return;
        dispatch({ type: "filter", filter });
        await loadWhole({}, true);
        if (get().filter === filter && get().phase === "ready") await keepInSight();
      },
      async newestOfAll() {
        const found = await settle(bridge.journal.page({ filter: "", limit: PAGE_ROWS }));
        return found.ok ? found.value.events : [];
      },
      async countOf(filter) {
        const found = await settle(bridge.journal.page({ filter, limit: PAGE_ROWS, within: SEARCH_MS }));
        if (!found.ok) return null;
        const { events, moreBefore, searchedTo } = found.value;
        return { count: events.length, isAll: !moreBefore && searchedTo === undefined };
      },
      stopSearch() {
        if (get().searching === null) return;
        dispatch({ type: "search-stopped" });
        supersede();
      },
      goOnWithSearch() {
        const { searching } = get();
        if (searching?.stopped !== true) return;
        if (searching.oldest === oldestHeld(get())) {
          goOnSearching({ id: searching.id, at: searching.at }, searching.missing);
          return;
        }
        dispatch({ type: "search-dropped" });
        void loadEdge("older");
      },
      retry: () => loadWhole({}, true),
      loadOlder: () => loadEdge("older"),
      loadNewer: () => loadEdge("newer"),
      setAtEnd: (atEnd) => dispatch({ type: "at-end", atEnd }),
      async follow() {
        if (get().window.moreAfter || get().paused) {
          dispatch({ type: "resume" });
          await loadWhole({}, true);
        } else dispatch({ type: "follow" });
      },
      showOldest: async () => {
        if (get().window.moreBefore) await loadWhole({ after: 0 }, false);
      },
      async goTo(at) {
        await loadWhole({ at }, false);
        if (get().phase === "failed") return "failed";
        const { rows } = get().window;
        const found = rows.find((event) => event.at >= at);
        const last = rows.at(-1);
        // Where the newest is in sight, too, the view would follow it and leave the row that was asked for.
        if (found !== undefined && found !== last) dispatch({ type: "leave-end" });
        if (last !== undefined) dispatch({ type: "seek", id: (found ?? last).id });
        return { found: found?.at ?? null, isEmpty: last === undefined };
      },
      pause() {
        if (!get().paused) dispatch({ type: "pause" });
      },
      async resume() {
        const { paused, following } = get();
        if (!paused) return;
        dispatch({ type: "resume" });
        if (following) await loadWhole({}, true);
      },
      ...clearing({ bridge, toasts, get, set, tryTo }),
      async start() {
        // What is told meanwhile waits for the first page, as for any other.
        wholeLoads += 1;
        const preferences = await settle(bridge.preferences.get(null));
        if (preferences.ok) {
          const { filter, selectedId } = preferences.value.lookedAt;
          dispatch({ type: "filter", filter });
          // One that was removed meanwhile is not looked at any more.
          const isThere = selectedId !== null && (await settle(bridge.journal.detail({ id: selectedId }))).ok;
          if (isThere) dispatch({ type: "select", id: selectedId, how: "only" });
        }
        wholeLoads -= 1;
        const [, status] = await Promise.all([
          loadWhole({}, true),
          tryTo("read how the event log is doing", bridge.journal.status(null)),
        ]);
        if (status.ok) dispatch({ type: "status", status: status.value });
        await keepInSight();
      },
    };
  });
}

export const eventLogStore = defineEventLog(browserTicker);
