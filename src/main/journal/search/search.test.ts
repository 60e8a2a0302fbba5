import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bytes, createJournals, finishedCall, indexed, sampleDelivery } from "../../../../tests/journal/samples.ts";
import { type Condition, fill, filters, type Known, START } from "../../../../tests/journal/search-log.ts";
import type { Journal, PageQuery } from "../index.ts";

// Ten thousand events are gone through a hundred times and more: on a busy machine that takes its minutes.
describe("searching", { timeout: 240_000 }, () => {
  const journals = createJournals();
  let journal: Journal;
  let known: Known[];
  beforeAll(async () => {
    journal = await journals.open();
    known = await fill(journal, 4_700);
    // Some calls have ended since they were indexed, some have not.
    const calls = known.filter((event) => event.kind === "call");
    await indexed(journal);
    for (const call of calls.slice(0, 20)) {
      await journal.finishCall(
        call.id,
        { ...finishedCall(), summary: { ...finishedCall().summary, at: call.at } },
        bytes("late answer"),
      );
      const place = known.findIndex((each) => each.id === call.id);
      known[place] = {
        ...call,
        status: 422,
        path: "/v1/test/charge",
        amount: "9007199254740993123",
        text: "/v1/test/charge|x-api-key: ••••••••|body|9007199254740993123|NGN|ré|charge|late answer|Content-Type: application/json|too small",
      };
    }
    // The last ones are not in the index yet when the first searches come.
    known.push(...(await fill(journal, 300)));
  });
  afterAll(() => journals.dispose());

  const expected = (conditions: readonly Condition[]): number[] =>
    known.filter((event) => conditions.every((each) => each.holds(event))).map((event) => event.id);
  const write = (conditions: readonly Condition[]): string => conditions.map((each) => each.text).join(" ");

  async function walk(direction: "before" | "after", filter: string, limit: number): Promise<number[]> {
    const found: number[] = [];
    let query: PageQuery = direction === "before" ? { limit, filter } : { limit, filter, after: 0 };
    for (;;) {
      const page = await journal.page(query);
      const ids = page.events.map((event) => event.id);
      expect(ids.length).toBeLessThanOrEqual(limit);
      if (direction === "before") found.unshift(...ids);
      else found.push(...ids);
      const [first, last] = [ids[0], ids.at(-1)];
      if (!(direction === "before" ? page.moreBefore : page.moreAfter) || first === undefined || last === undefined)
        return found;
      query = direction === "before" ? { limit, filter, before: first } : { limit, filter, after: last };
    }
  }

  it("finds exactly what a look at every event finds, in pages from both ends", async () => {
    await fc.assert(
      fc.asyncProperty(
        filters,
        fc.constantFrom("before", "after"),
        fc.integer({ min: 150, max: 500 }),
        async (conditions, direction, limit) => {
          expect(await walk(direction, write(conditions), limit), write(conditions)).toEqual(expected(conditions));
        },
      ),
      { numRuns: 40, endOnFailure: true },
    );
  });

  it("still does when everything is indexed", async () => {
    await indexed(journal);
    await fc.assert(
      fc.asyncProperty(filters, async (conditions) => {
        expect(await walk("before", write(conditions), 500), write(conditions)).toEqual(expected(conditions));
      }),
      { numRuns: 25, endOnFailure: true },
    );
  });

  it("says whether there is more on either side of any page", async () => {
    await fc.assert(
      fc.asyncProperty(
        filters,
        fc.integer({ min: 0, max: 5_050 }),
        fc.integer({ min: 1, max: 60 }),
        async (conditions, key, limit) => {
          const all = expected(conditions);
          const filter = write(conditions);
          const older = all.filter((id) => id < key);
          const newer = all.filter((id) => id > key);
          expect(await journal.page({ before: Math.max(1, key), limit, filter })).toMatchObject({
            moreBefore: all.filter((id) => id < Math.max(1, key)).length > limit,
            moreAfter: all.some((id) => id >= Math.max(1, key)),
          });
          const page = await journal.page({ after: key, limit, filter });
          expect(page.events.map((event) => event.id)).toEqual(newer.slice(0, limit));
          expect(page).toMatchObject({ moreBefore: all.some((id) => id <= key), moreAfter: newer.length > limit });
          expect(older.length + newer.length).toBeGreaterThanOrEqual(all.length - 1);
        },
      ),
      { numRuns: 40, endOnFailure: true },
    );
  });

  it("jumps to a time, with some of what was before it", async () => {
    await fc.assert(
      fc.asyncProperty(
        filters,
        fc.integer({ min: -5, max: 4_900 }),
        fc.integer({ min: 2, max: 50 }),
        async (conditions, seconds, limit) => {
          const at = START + seconds * 1_000_000;
          const all = expected(conditions);
          const page = await journal.page({ at, limit, filter: write(conditions) });
          const ids = page.events.map((event) => event.id);
          const from = known.find((event) => event.at >= at)?.id;
          const wanted = all.find((id) => from !== undefined && id >= from);
          if (wanted !== undefined) expect(ids).toContain(wanted);
          const place = all.indexOf(ids[0] ?? 0);
          expect(ids).toEqual(ids.length === 0 ? [] : all.slice(place, place + ids.length));
          expect(ids.length).toBe(Math.min(limit, all.length, ids.length));
          expect(page.moreBefore).toBe(ids.length > 0 && place > 0);
          expect(page.moreAfter).toBe(ids.length > 0 && place + ids.length < all.length);
        },
      ),
      { numRuns: 40, endOnFailure: true },
    );
  });

  it("refuses a filter that it does not understand, with the place", async () => {
    await expect(journal.page({ limit: 5, filter: "kind:call colour:red" })).rejects.toMatchObject({
      code: "filter-invalid",
      message:
        "There is no field “colour”. To search for the text, put it in quotation marks. (at character 11 of the filter)",
    });
  });

  it("stops when it is cancelled", async () => {
    const controller = new AbortController();
    const search = journal.page({ limit: 500, filter: "-zzz -yyy -xxx status:none" }, controller.signal);
    controller.abort();
    await expect(search).rejects.toMatchObject({ code: "cancelled" });
    await expect(journal.page({ limit: 5, filter: "" }, controller.signal)).rejects.toMatchObject({
      code: "cancelled",
    });
    expect((await journal.page({ limit: 5, filter: "" })).events).toHaveLength(5);
  });
});

describe("a search that takes long", () => {
  const journals = createJournals();
  afterAll(() => journals.dispose());

  it("ends with what it has found, and goes on where it was asked to", { timeout: 60_000 }, async () => {
    const journal = await journals.open();
    const text = (place: number): string => `${place % 400 === 0 ? "rare" : "everywhere"} ${"x".repeat(20_000)}`;
    const all = await Promise.all(
      Array.from({ length: 2_000 }, (_, place) => journal.append(sampleDelivery(text(place)))),
    );
    await journal.pin(all[400] ?? 0, true);
    const cleared = all.slice(0, 1_000);
    await journal.clear();
    const more = await Promise.all(
      Array.from({ length: 2_000 }, (_, place) => journal.append(sampleDelivery(text(place)))),
    );
    const found: number[] = [];
    let asked = 0;
    for (let before: number | undefined, going = true; going; asked += 1) {
      const page = await journal.page({ before, limit: 50, filter: "-everywhere", within: 10 });
      found.unshift(...page.events.map((event) => event.id));
      const { searchedTo } = page;
      if (searchedTo !== undefined) {
        expect(searchedTo.id).toBeLessThan(before ?? Number.POSITIVE_INFINITY);
        expect(page.moreBefore).toBe(true);
      }
      before = searchedTo?.id;
      going = searchedTo !== undefined;
    }
    expect(asked).toBeGreaterThan(2);
    expect(found).toEqual([all[400], ...more.filter((_, place) => place % 400 === 0)]);
    expect(found.some((id) => cleared.includes(id) && id !== all[400])).toBe(false);
    // Without a time it comes in one.
    const whole = await journal.page({ limit: 50, filter: "-everywhere" });
    expect(whole.events.map((event) => event.id)).toEqual(found);
    expect(whole.searchedTo).toBeUndefined();
  });
});
