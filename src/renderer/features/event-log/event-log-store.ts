import type { Input, JournalPage } from "../../../shared/contract.ts";
import type { EventId, Instant, Result } from "../../../shared/primitives.ts";
import { settle } from "../../core/bridge.ts";
import { defineStore, type StoreDefinition } from "../../core/store.ts";
import { createArrivals } from "./arrivals.ts";
import { clearing } from "./clearing.ts";
import type { EventLogState } from "./event-log-state.ts";
import { filterRefresh } from "./filter-refresh.ts";
import {
  EMPTY_WINDOW,
  fromPage,
  PAGE_ROWS,
  upTo,
  withAmended,
  withAppended,
  withFoundOlder,
  withNewer,
  withOlder,
  withRuns,
} from "./log-window.ts";
import { createPages } from "./pages.ts";
import { tellRate } from "./rate.ts";
import { indexOfId } from "./rows.ts";
import { createRunNews, withRunNews } from "./run-news.ts";
import { oldestHeld, SEARCH_MS, searchBack } from "./search-back.ts";
import { browserTicker, type Ticker } from "./ticker.ts";

const NOTHING_UNSEEN = { count: 0, more: false } as const;

/** The store with its clock handed in. */
export function defineEventLog(ticker: Ticker): StoreDefinition<EventLogState> {
  return defineStore<EventLogState>(({ bridge, toasts, set, get, attempt }) => {
    const pages = createPages(bridge);
    /** The newest row that was heard of, shown or not. */
    let heard: EventId = 0;
    /** The newest row when the view was frozen. */
    let frozenAt: EventId = 0;
    /** Grows whenever rows asked for before are no longer wanted. */
    let generation = 0;
    let requests = 0;
    let wholeLoads = 0;
    let edgeLoading = false;
    let flushDue = false;
    /** Cancels the search that is under way, which nobody waits for any more. */
    let supersede: () => void = () => undefined;
    const arrivals = createArrivals(() => heard);
    const runNews = createRunNews();
    const rateOf = tellRate(ticker, (rate) => {
      if (rate !== get().rate) set({ rate });
    });

    const scheduleRefresh = filterRefresh({ ticker, page, get, set, generation: () => generation });

    bridge.on("journal.changed", (push) => {
      arrivals.add(push);
      pages.amended(push.amended);
      rateOf(push.appended.length + push.skipped);
      scheduleFlush();
    });

    bridge.on("runs.changed", (change) => {
      runNews.add(change);
      pages.runsChanged(change);
      scheduleFlush();
    });

    bridge.on("journal.status", (status) => set({ status }));

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
      const { appended: arrived, amended, skipped, reset, count } = arrivals.take();
      if (reset) {
        runNews.forget();
        void loadWhole({}, true);
        return;
      }
      heard = Math.max(heard, arrived.at(-1)?.id ?? 0);
      const told = runNews.take(heard);
      const appended = told === null ? arrived : arrived.map((event) => withRunNews(event, told));
      const { window, following, paused, unseen, filter } = get();
      const goneOn = withAmended(window, amended);
      const patched = told === null ? goneOn : withRuns(goneOn, told);
      if (patched !== window) set({ window: patched });
      if (appended.length === 0 && skipped === 0) {
        if (filter !== "" && (amended.length > 0 || told !== null)) scheduleRefresh();
        return;
      }
      if (paused) set({ unseen: { ...unseen, count: unseen.count + count } });
      else if (filter !== "") scheduleRefresh();
      else if (appended.length === 0 && following) void loadWhole({}, true);
      else {
        const next = withAppended(patched, appended, skipped, following);
        set({ window: next, unseen: following ? NOTHING_UNSEEN : { ...unseen, count: unseen.count + count } });
      }
    }

    function page(query: Omit<Input<"journal", "page">, "filter">): Promise<Result<JournalPage>> {
      return pages.ask({ ...query, filter: get().filter });
    }

    /** Replaces the window. `toEnd`: by the newest rows, which are followed from then on. */
    async function loadWhole(query: { readonly after?: number; readonly at?: Instant }, toEnd: boolean): Promise<void> {
      generation += 1;
      const wanted = generation;
      wholeLoads += 1;
      set({ phase: "loading", searching: null });
      supersede();
      const requestId = nextRequest();
      // Only of a search from the newest row on it is known where it goes on.
      const patience = toEnd && get().filter !== "" ? { within: SEARCH_MS } : {};
      const result = await page({ ...query, limit: PAGE_ROWS, requestId, ...patience });
      wholeLoads -= 1;
      if (wanted !== generation) return;
      supersede = () => undefined;
      if (!result.ok) set({ phase: "failed", problem: { code: result.code, message: result.message } });
      else {
        heard = Math.max(heard, result.value.events.at(-1)?.id ?? 0);
        frozenAt = heard;
        const following = toEnd || !result.value.moreAfter;
        const { events, searchedTo } = result.value;
        const phase = searchedTo === undefined || events.length > 0 ? "ready" : "loading";
        set({ window: fromPage(result.value), phase, problem: null, following, unseen: NOTHING_UNSEEN });
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
      set({ filter: "" });
      await loadWhole(around, false);
      toasts.done("The filter hid this event, and was cleared", () => void get().setFilter(filter));
    }

    function goOnSearching(from: NonNullable<JournalPage["searchedTo"]>, missing: number): void {
      const wanted = generation;
      void searchBack(from, missing, { page, get, set, nextRequest, wanted: () => wanted === generation });
    }

    function nextRequest(): string {
      requests += 1;
      const requestId = `log-${requests}`;
      supersede = () => void settle(bridge.journal.cancelPage({ requestId }));
      return requestId;
    }

    async function loadEdge(edge: "older" | "newer"): Promise<void> {
      const { window, phase, paused } = get();
      const last = window.rows.at(-1);
      const key = edge === "older" ? window.rows[0] : last;
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
      if (!result.ok) {
        toasts.failed(`Could not load ${edge} events`, result.message);
        return;
      }
      if (edge === "older") {
        const { events, moreBefore, searchedTo } = result.value;
        const next =
          searchedTo === undefined
            ? withOlder(get().window, result.value)
            : withFoundOlder(get().window, events, moreBefore);
        // Making room for older rows may have let the newest go.
        set({ window: next, following: get().following && !next.moreAfter });
        if (searchedTo !== undefined) goOnSearching(searchedTo, PAGE_ROWS - events.length);
      } else if (paused) set((state) => ({ window: withNewer(state.window, upTo(result.value, frozenAt)) }));
      else set((state) => ({ window: withNewer(state.window, withHeard(result.value)) }));
    }

    /** A page that was found before an arrival we have heard of does not know that there is more. */
    function withHeard(found: JournalPage): JournalPage {
      const newest = found.events.at(-1)?.id ?? heard;
      return newest < heard && get().filter === "" ? { ...found, moreAfter: true } : found;
    }

    return {
      window: EMPTY_WINDOW,
      phase: "loading",
      problem: null,
      filter: "",
      following: true,
      paused: false,
      unseen: NOTHING_UNSEEN,
      rate: 0,
      searching: null,
      status: { problem: null, indexLag: 0 },
      selectedId: null,
      select: (selectedId) => set({ selectedId }),
      async show(id, onlyListed = false) {
        const index = indexOfId(get().window.rows, id);
        if (index === -1) await showFar(id);
        else if (index < get().window.rows.length - 1) set({ following: false });
        const isListed = indexOfId(get().window.rows, id) !== -1;
        if (isListed || !onlyListed) set({ selectedId: id });
        return isListed;
      },
      async setFilter(filter) {
        if (filter === get().filter) return;
        set({ filter, paused: false });
        await loadWhole({}, true);
      },
      stopSearch() {
        const { searching } = get();
        if (searching === null) return;
        set({ searching: { ...searching, stopped: true } });
        supersede();
      },
      goOnWithSearch() {
        const { searching, window } = get();
        if (searching?.stopped !== true) return;
        if (searching.oldest !== oldestHeld(get())) {
          set({ searching: null });
          void loadEdge("older");
          return;
        }
        if (window.rows.length === 0) set({ phase: "loading" });
        goOnSearching({ id: searching.id, at: searching.at }, searching.missing);
      },
      retry: () => loadWhole({}, true),
      loadOlder: () => loadEdge("older"),
      loadNewer: () => loadEdge("newer"),
      setAtEnd(atEnd) {
        const { window, following, paused } = get();
        if (!atEnd && following) set({ following: false, ...(paused ? {} : { unseen: NOTHING_UNSEEN }) });
        if (atEnd && !following && !window.moreAfter)
          set({ following: true, ...(paused ? {} : { unseen: NOTHING_UNSEEN }) });
      },
      async follow() {
        if (get().window.moreAfter || get().paused) {
          set({ paused: false });
          await loadWhole({}, true);
        } else set({ following: true, unseen: NOTHING_UNSEEN });
      },
      showOldest: async () => {
        if (get().window.moreBefore) await loadWhole({ after: 0 }, false);
      },
      async goTo(at) {
        await loadWhole({ at }, false);
        if (get().phase === "failed") return "failed";
        const { window } = get();
        const found = window.rows.find((event) => event.at >= at);
        const last = window.rows.at(-1);
        // Where the newest is in sight, too, the view would follow it and leave the row that was asked for.
        if (found !== undefined && found !== last) set({ following: false });
        set({ selectedId: (found ?? last)?.id ?? null });
        return found === undefined ? "nothing-later" : "found";
      },
      pause() {
        if (get().paused) return;
        frozenAt = heard;
        set({ paused: true, unseen: NOTHING_UNSEEN });
      },
      async resume() {
        const { paused, following, unseen, window } = get();
        if (!paused) return;
        set({ paused: false });
        if (following) await loadWhole({}, true);
        else if (unseen.count > 0) set({ window: { ...window, moreAfter: true } });
      },
      ...clearing({ bridge, toasts, set, attempt }),
      async start() {
        const [, status] = await Promise.all([
          loadWhole({}, true),
          attempt("read how the event log is doing", bridge.journal.status(null)),
        ]);
        if (status.ok) set({ status: status.value });
      },
    };
  });
}

export const eventLogStore = defineEventLog(browserTicker);
