import { expect, it } from "vitest";
import type { DeliveryDetail, DeliverySummary, EventSummary } from "../../shared/events.ts";
import type { Profile } from "../../shared/profile.ts";
import type { Journal } from "../journal/index.ts";
import { cameThrough, lastOfSimulation, lookAround } from "./look-around.ts";

const AT = 1_795_000_000_000_000;

const row = (id: number, at = AT + id): EventSummary =>
  ({ id, at, kind: "delivery", path: `/${id}`, onPath: true, profile: { id: "acme" } }) as unknown as DeliverySummary;

/** Pages as the journal's: newest last, next to a key or around a moment. */
function journalOf(rows: readonly EventSummary[]): Pick<Journal, "page"> {
  return {
    page: async ({ before, at, limit }) => {
      const key = before === undefined ? rows.findIndex((each) => at !== undefined && each.at >= at) : -1;
      const end =
        before === undefined
          ? key === -1
            ? rows.length
            : Math.min(rows.length, key + Math.ceil(limit / 2))
          : rows.findIndex(({ id }) => id === before);
      const start = Math.max(0, end - limit);
      return { events: rows.slice(start, end), moreBefore: start > 0, moreAfter: end < rows.length };
    },
  };
}

it("looks from the newest back, and says from when on where there is too much", async () => {
  const rows = Array.from({ length: 3_000 }, (_, index) => row(index + 1));
  const { deliveries, lookedFrom } = await lookAround(journalOf(rows), AT, AT + 3_000);
  expect(deliveries).toHaveLength(2_000);
  expect(deliveries[0]?.id).toBe(3_000);
  expect(lookedFrom).toBe(AT + 1_001);
});

it("keeps to its time, and takes in all of it, also a row that began before those above it", async () => {
  const rows = Array.from({ length: 3_000 }, (_, index) => row(index + 1));
  // It was slow, and stands first on a page: that does not end the search.
  rows[1_350] = row(1_351, AT + 900);
  const { deliveries, lookedFrom } = await lookAround(journalOf(rows), AT + 1_001, AT + 2_100);
  expect(lookedFrom).toBeNull();
  expect(deliveries).toHaveLength(1_099);
  expect([deliveries[0]?.id, deliveries.at(-1)?.id]).toEqual([2_100, 1_001]);
});

it.each([
  ["checks signatures", true, 1],
  ["checks none", false, 4],
] as const)(
  "takes for a proof only what may have come from the sender: a profile that %s",
  async (_, checks, proof) => {
    const signatures = ["valid", "invalid", "missing", undefined, "unchecked", "invalid"];
    const rows = signatures.map((signature, index) => ({ ...row(index + 1), signature, tie: { runId: 1 } }));
    const journal = {
      ...journalOf(rows as unknown as EventSummary[]),
      detail: async () => ({ kind: "delivery", request: {} }) as unknown as DeliveryDetail,
    };
    const profile = { id: "acme", signature: checks ? ({} as Profile["signature"]) : null };
    expect((await lastOfSimulation(journal, profile))?.id).toBe(proof);
  },
);

it.each([
  // The proxy says what it has taken away; else the address itself shows it.
  [
    "/edge/webhoks",
    [["/webhooks", "127.0.0.1:9713", "/edge"]],
    { right: "http://127.0.0.1:9713/edge/webhooks", onPath: true },
  ],
  [
    "/edge/webhoks",
    [["/webhoks", "127.0.0.1:9713", null]],
    { right: "http://127.0.0.1:9713/edge/webhooks", onPath: false },
  ],
  ["/edge/webhoks", [["/webhooks", "127.0.0.1:9713", null]], { right: null, onPath: true }],
  [
    "/edge/webhooks",
    [["/webhooks?a=1", "127.0.0.1:9713", "/edge/"]],
    { right: "http://127.0.0.1:9713/edge/webhooks", onPath: true },
  ],
  ["/edge/webhoks", [["/webhooks", "127.0.0.1:97130", "/edge"]], null],
  ["/edge/webhoks", [], null],
] as const)("finds the address on the host that requests came through: %s, %j", async (path, came, found) => {
  const request = (id: number) => came[id - 1] ?? (["", "", null] as const);
  const journal = {
    ...journalOf(came.map((_, index) => row(index + 1))),
    detail: async (id: number) => {
      const [arrived, host, prefix] = request(id);
      return {
        kind: "delivery",
        summary: { ...row(id), path: arrived, onPath: arrived.startsWith("/webhooks") },
        request: { headers: [["Host", host], ...(prefix === null ? [] : [["X-Forwarded-Prefix", prefix]])] },
      } as unknown as DeliveryDetail;
    },
  };
  expect(await cameThrough(journal, "acme", new URL(`http://127.0.0.1:9713${path}`), "/webhooks")).toEqual(found);
});
