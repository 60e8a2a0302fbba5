import type { DatabaseSync } from "node:sqlite";
import type { Page, PageQuery } from "../journal.ts";
import { SUMMARY_COLUMNS, SUMMARY_TABLES, summaryOf } from "./rows.ts";

export interface Pager {
  page(query: PageQuery, cancelled: () => boolean): Promise<Page>;
}

export function openPager(database: DatabaseSync): Pager {
  const floor = "(SELECT value FROM state WHERE name = 'cleared_through')";
  const select = `SELECT ${SUMMARY_COLUMNS} FROM ${SUMMARY_TABLES} WHERE`;
  // Two zones: all rows after the last clear, and of those before it the pinned ones, which have an index.
  const statements = {
    older: {
      fresh: database.prepare(`${select} events.id < ? AND events.id > ${floor} ORDER BY events.id DESC LIMIT ?`),
      pinned: database.prepare(
        `${select} events.id < ? AND events.id <= ${floor} AND pinned = 1 ORDER BY events.id DESC LIMIT ?`,
      ),
    },
    newer: {
      fresh: database.prepare(`${select} events.id > ? AND events.id > ${floor} ORDER BY events.id LIMIT ?`),
      pinned: database.prepare(
        `${select} events.id > ? AND events.id <= ${floor} AND pinned = 1 ORDER BY events.id LIMIT ?`,
      ),
    },
  };
  const gather = (direction: "older" | "newer", key: number, limit: number) => {
    const { fresh, pinned } = statements[direction];
    const rows = (direction === "older" ? fresh : pinned).all(key, limit);
    if (rows.length < limit) rows.push(...(direction === "older" ? pinned : fresh).all(key, limit - rows.length));
    return rows.map(summaryOf);
  };
  return {
    async page({ before, after, limit }) {
      if (after !== undefined) {
        const found = gather("newer", after, limit + 1);
        return {
          events: found.slice(0, limit),
          moreBefore: gather("older", after + 1, 1).length > 0,
          moreAfter: found.length > limit,
        };
      }
      const found = gather("older", before ?? Number.MAX_SAFE_INTEGER, limit + 1);
      return {
        events: found.slice(0, limit).reverse(),
        moreBefore: found.length > limit,
        moreAfter: before !== undefined && gather("newer", before - 1, 1).length > 0,
      };
    },
  };
}
