import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { bytes, createJournals, sampleCall, sampleDelivery } from "../../../../tests/journal/samples.ts";
import { PATIENCE } from "../../../../tests/support/until.ts";
import type { EventId } from "../../../shared/primitives.ts";
import { logsSetAside } from "../client/removal.ts";
import { rebuild, rebuiltName } from "../file/rebuild.ts";
import type { Journal } from "../index.ts";

const PAGE = 8_192;
/** Of these small events. */
const ROWS_OF_A_PAGE = 130;

describe("a damaged log", { timeout: 60_000 }, () => {
  let journals: ReturnType<typeof createJournals>;
  beforeEach(() => {
    journals = createJournals();
  });
  afterEach(() => journals.dispose());

  const file = (): string => join(journals.folder, "journal.db");
  const aside = (): string =>
    join(journals.folder, readdirSync(journals.folder).find((name) => /damaged-[0-9TZ]+$/.test(name)) ?? "");

  async function notices(journal: Journal) {
    const { events } = await journal.page({ limit: 500, filter: "kind:notice" });
    return events.flatMap((event) => (event.kind === "notice" ? [event.notice] : []));
  }
  const salvaged = async (journal: Journal) => {
    const found = (await notices(journal)).find(({ code }) => code === "journal-salvaged");
    if (found?.code !== "journal-salvaged") throw new Error("nothing was brought back yet");
    return found;
  };

  let filled: { readonly ids: readonly EventId[]; readonly files: ReadonlyMap<string, Buffer> } | null = null;

  /** Six hundred deliveries a second apart, a call among them, a pin, and three that were cleared. Written once for all tests. */
  async function fill(): Promise<readonly EventId[]> {
    if (filled === null) {
      const ids = await write();
      const files = readdirSync(journals.folder).map(
        (name) => [name, readFileSync(join(journals.folder, name))] as const,
      );
      filled = { ids, files: new Map(files) };
    }
    for (const [name, content] of filled.files) writeFileSync(join(journals.folder, name), content);
    return filled.ids;
  }

  async function write(): Promise<readonly EventId[]> {
    const journal = await journals.open();
    const ids: EventId[] = [];
    for (let place = 0; place < 3; place += 1) await journal.append(sampleDelivery(`cleared ${place}`));
    await journal.clear();
    await journal.purgeCleared();
    for (let place = 0; place < 600; place += 1)
      ids.push(await journal.append(sampleDelivery(`body ${place}.`, { at: 1_000_000 * (place + 1) })));
    ids.push(await journal.append(sampleCall()));
    await journal.pin(ids[5] ?? 0, true);
    await journal.configureRetention({ maxEvents: 5_000, maxBytes: null, maxAgeDays: null });
    await journal.close();
    return ids;
  }

  /** Changes the page in which these bytes stand, and nothing else. */
  function damagePageOf(text: string): Buffer {
    const content = readFileSync(file());
    const place = content.lastIndexOf(text);
    expect(place).toBeGreaterThan(PAGE);
    const start = Math.floor(place / PAGE) * PAGE;
    content.fill(0xaa, start, start + PAGE);
    writeFileSync(file(), content);
    return content.subarray(start, start + PAGE);
  }

  it("of which one block is gone comes back but for that block: each event under its number, with its bytes", async () => {
    const ids = await fill();
    const block = damagePageOf("body 300.");
    const journal = await journals.openAsFound();
    // Meets the damage, wherever it is.
    await Promise.all(ids.map((id) => journal.body(id, "request")));
    const { kept, lost } = await vi.waitFor(() => salvaged(journal), PATIENCE);
    expect(kept + lost).toBe(601);
    expect(lost).toBeGreaterThan(0);
    // As many as one block of the file holds.
    expect(lost).toBeLessThan(60);
    const bodies = await Promise.all(ids.slice(0, 600).map((id) => journal.body(id, "request")));
    const missing = bodies.flatMap((body, place) => (body === null ? [place] : []));
    expect(missing).toHaveLength(lost);
    expect(missing).toContain(300);
    for (const [place, body] of bodies.entries()) if (body !== null) expect(body).toEqual(bytes(`body ${place}.`));
    const gap = (await notices(journal)).find(({ code }) => code === "gap");
    expect(gap).toMatchObject({
      cause: "log-damaged",
      from: 1_000_000 * (missing[0] ?? 0),
      until: 1_000_000 * ((missing.at(-1) ?? 0) + 2),
    });
    expect(readFileSync(aside()).includes(block)).toBe(true);
    expect(await journal.detail(ids[5] ?? 0)).toMatchObject({ summary: { pinned: true } });
    expect(await journal.detail(ids[600] ?? 0)).toMatchObject({ kind: "call" });
    expect(await journal.retention()).toMatchObject({ maxEvents: 5_000 });
    // Found by the filter, under what it says; and what was cleared stays away.
    const found = await journal.page({ limit: 500, filter: "body 599." });
    expect(found.events.map(({ id }) => id)).toEqual([ids[599]]);
    expect((await journal.page({ limit: 500, filter: "cleared" })).events).toEqual([]);
    expect(await journal.append(sampleDelivery("after"))).toBeGreaterThan(Math.max(...ids));
    const { events } = await journal.stats();
    // The three notices and what came after.
    expect(events).toBe(kept + 4);
  });

  it("goes on at relays where it was: nothing is fetched again that comes back, and nothing is left out", async () => {
    const first = await journals.open();
    const place = (position: number) => ({ inbox: "i", storage: "s", after: position - 1, position, heardAt: 1_000 });
    for (let position = 1; position <= 600; position += 1)
      await first.append(sampleDelivery(`body ${position}.`), place(position));
    await first.close();
    damagePageOf("body 300.");
    const journal = await journals.openAsFound();
    await Promise.all(Array.from({ length: 600 }, (_, place) => journal.body(place + 1, "request")));
    const { kept } = await vi.waitFor(() => salvaged(journal), PATIENCE);
    expect(kept).toBeGreaterThan(500);
    expect(await journal.relayPlace("i")).toEqual({ inbox: "i", storage: "s", position: 600, heardAt: 1_000 });
    await expect(journal.append(sampleDelivery("left one out"), { ...place(602), after: 601 })).rejects.toThrow();
    await journal.append(sampleDelivery("next"), place(601));
    expect((await journal.relayPlace("i"))?.position).toBe(601);
  });

  it("goes on being brought back after a restart, and no event comes twice", async () => {
    const ids = await fill();
    damagePageOf("body 200.");
    const first = await journals.openAsFound();
    await Promise.all(ids.map((id) => first.body(id, "request")));
    const { kept } = await vi.waitFor(() => salvaged(first), PATIENCE);
    await first.close();
    // As if it had been ended on the way: a part is there, and of that one was removed since; the rest is not.
    const half = new DatabaseSync(file());
    const stamp = Date.parse(aside().replace(/^.*damaged-(....)(..)(..T..)(..)(..)$/, "$1-$2-$3:$4:$5Z")) / 1_000;
    half.exec(`DELETE FROM events WHERE id < 300; DELETE FROM contents WHERE id < 300;
      UPDATE state SET value = ${stamp} WHERE name = 'salvage';
      UPDATE state SET value = 300 WHERE name = 'salvage_next';
      UPDATE state SET value = (SELECT count(*) FROM contents) WHERE name = 'salvage_kept';
      UPDATE state SET value = 0 WHERE name IN ('salvage_passed_over', 'salvage_unread', 'salvage_from', 'salvage_until');
      DELETE FROM events WHERE id = 400; DELETE FROM contents WHERE id = 400;
      UPDATE state SET value = (SELECT count(*) FROM events) WHERE name = 'rows'`);
    half.close();
    const second = await journals.openAsFound();
    await vi.waitFor(async () => {
      const told = (await notices(second)).filter(({ code }) => code === "journal-salvaged");
      expect(told).toHaveLength(2);
      expect(told[1]).toMatchObject({ kept });
    }, PATIENCE);
    const found = await Promise.all(ids.map((id) => second.body(id, "request")));
    expect(found.filter((body) => body !== null)).toHaveLength(kept - 1);
  });

  it("whose newest part is damaged before it was worked into the file says since when events are missing", async () => {
    const first = await journals.open();
    await first.append(sampleDelivery("first"));
    await first.close();
    // Forty commits that a kill has left in the write-ahead log, with the mark of a session that has not ended.
    const raw = new DatabaseSync(file());
    raw.exec("PRAGMA wal_autocheckpoint = 0");
    const columns = raw.prepare("SELECT name FROM pragma_table_info('events') WHERE name <> 'id'").all();
    const names = columns.map(({ name }) => name).join(", ");
    for (let count = 0; count < 40; count += 1)
      raw.exec(`INSERT INTO events (${names}) SELECT ${names} FROM events WHERE id = 1`);
    const [content, log] = [readFileSync(file()), readFileSync(`${file()}-wal`)];
    raw.close();
    const middle = Math.floor(log.length / 2);
    log.writeUInt8(log.readUInt8(middle) ^ 1, middle);
    writeFileSync(file(), content);
    writeFileSync(`${file()}-wal`, log);
    writeFileSync(join(journals.folder, "journal.running"), "");
    const journal = await journals.openAsFound();
    const found = await vi.waitFor(async () => {
      const gap = (await notices(journal)).find((each) => each.code === "gap" && each.cause === "log-damaged");
      expect(gap).toBeDefined();
      return gap;
    }, PATIENCE);
    const { events } = await journal.page({ limit: 500, filter: "kind:delivery" });
    expect(events.length).toBeGreaterThan(1);
    expect(events.length).toBeLessThan(41);
    expect(found).toMatchObject({ from: events.at(-1)?.at });
    const kept = readdirSync(journals.folder).find((name) => /^journal\.db\.damaged-.*\.wal$/.test(name)) ?? "";
    // Whoever removes a customer's data is told of it.
    expect(logsSetAside(journals.folder)).toEqual([kept]);
    expect(readFileSync(join(journals.folder, kept)).equals(log)).toBe(true);
  });

  /** Begins with a damaged file and waits until what can be read of it is back. */
  async function broughtBack(change: (content: Buffer) => Buffer) {
    const ids = await fill();
    const content = change(readFileSync(file()));
    writeFileSync(file(), content);
    const journal = await journals.openAsFound();
    // Meets the damage, wherever it is.
    await Promise.all(ids.map((id) => journal.body(id, "request").catch(() => null)));
    const told = await vi.waitFor(() => salvaged(journal), PATIENCE);
    const bodies = await Promise.all(ids.map((id) => journal.body(id, "request")));
    for (const [place, body] of bodies.slice(0, 600).entries())
      if (body !== null) expect(body).toEqual(bytes(`body ${place}.`));
    return { journal, ids, told, missing: bodies.flatMap((body, place) => (body === null ? [place] : [])) };
  }

  it("whose first page is gone comes back whole: each event under its number", async () => {
    const { journal, ids, told, missing } = await broughtBack((content) => content.fill(0, 0, PAGE));
    expect(told).toMatchObject({ kept: 601, lost: 0 });
    expect(missing).toEqual([]);
    expect(await journal.detail(ids[5] ?? 0)).toMatchObject({ summary: { pinned: true } });
    expect(await journal.retention()).toMatchObject({ maxEvents: 5_000 });
    expect((await journal.page({ limit: 500, filter: "cleared" })).events).toEqual([]);
    expect(await journal.append(sampleDelivery("after"))).toBeGreaterThan(Math.max(...ids));
    // What was put together on the way has gone again.
    expect(readdirSync(journals.folder).filter((name) => /rebuilt/.test(name))).toEqual([]);
  });

  it("of which every page that only leads to others is gone comes back whole", async () => {
    const { told, missing } = await broughtBack((content) => {
      let changed = 0;
      for (let start = PAGE; start < content.length; start += PAGE)
        if (content[start] === 0x05) {
          content.fill(0xaa, start, start + PAGE);
          changed += 1;
        }
      expect(changed).toBeGreaterThan(0);
      return content;
    });
    expect(told).toMatchObject({ kept: 601, lost: 0 });
    expect(missing).toEqual([]);
  });

  it("that was emptied comes back from what was not worked into it yet", async () => {
    const first = await journals.open();
    const ids = [await first.append(sampleDelivery("first")), await first.append(sampleDelivery("second"))];
    // As a kill leaves it.
    const log = readFileSync(`${file()}-wal`);
    await first.close();
    expect(log.length).toBeGreaterThan(PAGE);
    writeFileSync(file(), "");
    writeFileSync(`${file()}-wal`, log);
    const journal = await journals.openAsFound();
    await vi.waitFor(() => salvaged(journal), PATIENCE);
    expect(await Promise.all(ids.map((id) => journal.body(id, "request")))).toEqual([bytes("first"), bytes("second")]);
  });

  it("comes back but for what was damaged, wherever that is", async () => {
    const ids = await fill();
    const sound = readFileSync(file());
    const pages = sound.length / PAGE;
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            page: fc.nat(pages - 1),
            from: fc.nat(PAGE - 1),
            length: fc.integer({ min: 1, max: PAGE }),
            byte: fc.nat(255),
          }),
          {
            minLength: 1,
            maxLength: 6,
          },
        ),
        async (damages) => {
          const content = Buffer.from(sound);
          for (const { page, from, length, byte } of damages)
            content.fill(byte, page * PAGE + from, page * PAGE + Math.min(PAGE, from + length));
          const damaged = join(journals.folder, "some.db");
          writeFileSync(damaged, content);
          for (const _ of rebuild(damaged));
          const touched = new Set(damages.map(({ page }) => page));
          const database = new DatabaseSync(rebuiltName(damaged), { readOnly: true });
          try {
            // No row that stood on a page which was not touched is missing, and none is twice or out of order.
            const found = database
              .prepare("SELECT id FROM events ORDER BY id")
              .all()
              .map(({ id }) => Number(id));
            expect(found).toEqual([...new Set(found)].toSorted((a, b) => a - b));
            const lost = ids.filter((id) => !found.includes(id));
            expect(lost.length).toBeLessThanOrEqual(touched.size * ROWS_OF_A_PAGE);
            const bodies = database.prepare("SELECT id, request_body AS body FROM contents WHERE id = ?");
            let read = 0;
            for (const [place, id] of ids.slice(0, 600).entries()) {
              let body: unknown;
              try {
                body = bodies.get(id)?.["body"];
              } catch {
                // It goes on over a page that was touched.
              }
              if (body !== undefined) read += 1;
              if (touched.size === 1 && touched.has(0)) expect(body).toEqual(new Uint8Array(bytes(`body ${place}.`)));
            }
            expect(read).toBeGreaterThanOrEqual(600 - touched.size * ROWS_OF_A_PAGE);
          } finally {
            database.close();
            rmSync(rebuiltName(damaged));
          }
        },
      ),
      {
        numRuns: 100,
        // A pointer map that calls thirty-six pages free.
        examples: [
          [
            [
              { page: 1, from: 0, length: 181, byte: 2 },
              { page: 0, from: 0, length: 1, byte: 0 },
            ],
          ],
        ],
      },
    );
  });

  it.each([
    ["the last number is", "UPDATE sqlite_sequence SET seq = 9000000000000000 WHERE name = 'events'", 601],
    ["the last number is no number", "UPDATE sqlite_sequence SET seq = 9223372036854775807 WHERE name = 'events'", 601],
    ["the number of a row is", "UPDATE events SET id = 9000000000000000 WHERE id = 300", 600],
    ["the number of a row is no number", "UPDATE events SET id = 9223372036854775807 WHERE id = 300", 600],
    ["the number of a row is below nothing", "UPDATE events SET id = -9000000000000000 WHERE id = 300", 600],
  ])("of which %s beyond what any log comes to comes back, and takes what arrives", async (_, change, kept) => {
    const ids = await fill();
    const database = new DatabaseSync(file());
    database.exec(change);
    database.close();
    const journal = await journals.openAsFound();
    expect((await vi.waitFor(() => salvaged(journal), PATIENCE)).kept).toBe(kept);
    const next = await journal.append(sampleDelivery("arrives"));
    expect(next).toBeGreaterThan(ids.at(-1) ?? 0);
    expect(next).toBeLessThan(ids.length + 20);
    expect((await journal.page({ limit: 10, filter: `"body 77."` })).events).toHaveLength(1);
  });

  it("of which the last number is far beyond all rows comes back, and is indexed, without a look at each number", async () => {
    const ids = await fill();
    const database = new DatabaseSync(file());
    database.exec("UPDATE sqlite_sequence SET seq = 900000000000 WHERE name = 'events'");
    database.close();
    damagePageOf("body 300.");
    const journal = await journals.openAsFound();
    await Promise.all(ids.map((id) => journal.body(id, "request")));
    expect((await vi.waitFor(() => salvaged(journal), PATIENCE)).kept).toBeGreaterThan(500);
    expect(await journal.append(sampleDelivery("arrives"))).toBeGreaterThan(900_000_000_000);
    // Indexing leaves the machine to whoever judges what was brought back.
    await journal.runs.save({ runs: [], ties: [], through: 0, judgedAll: true });
    await vi.waitFor(async () => expect((await journal.stats()).indexLag).toBe(0), PATIENCE);
    expect((await journal.page({ limit: 10, filter: `"body 77."` })).events).toHaveLength(1);
  });

  it("of which nothing can be read is kept, and the notice says so", async () => {
    await fill();
    const content = readFileSync(file());
    content.fill(0xaa);
    writeFileSync(file(), content);
    const journal = await journals.openAsFound();
    await vi.waitFor(
      async () => expect(await notices(journal)).toMatchObject([{ code: "journal-set-aside", readable: false }]),
      PATIENCE,
    );
    expect(readFileSync(aside()).equals(content)).toBe(true);
  });
});
