import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { type Spelling, spellingsOf } from "./spellings.ts";
import { unpacked } from "./unpack.ts";

export type Secrets = Readonly<Record<string, string>>;

/** A secret has to be of some length, or chance would find it. */
const SHORTEST = 12;
/** What all secrets begin with has to be so long for a first look to spare the second. */
const SHORTEST_BEGINNING = 8;

interface Search {
  /** What has to be there for anything to be there; null where that cannot be said. */
  readonly beginnings: readonly Spelling[] | null;
  readonly spellings: readonly (Spelling & { readonly name: string })[];
  /** Bytes of the longest of them. */
  readonly longest: number;
}

const searches = new WeakMap<Secrets, Search>();

function searchFor(secrets: Secrets): Search {
  const known = searches.get(secrets);
  if (known !== undefined) return known;
  const short = Object.entries(secrets).find(([, secret]) => secret.length < SHORTEST);
  if (short !== undefined) throw new Error(`The secret “${short[0]}” is too short to be looked for.`);
  const beginning = commonBeginning(Object.values(secrets));
  const spellings = Object.entries(secrets).flatMap(([name, secret]) =>
    spellingsOf(secret).map((spelling) => ({ ...spelling, name })),
  );
  const search: Search = {
    beginnings: beginning.length < SHORTEST_BEGINNING ? null : spellingsOf(beginning),
    spellings,
    longest: Math.max(...spellings.map(({ bytes }) => bytes.length)),
  };
  searches.set(secrets, search);
  return search;
}

function commonBeginning([first = "", ...others]: readonly string[]): string {
  let length = first.length;
  while (!others.every((each) => each.startsWith(first.slice(0, length)))) length -= 1;
  return first.slice(0, length);
}

/** Where secrets stand in some bytes, as they are and unpacked: "name: which secret, in which encoding". */
export function tracesIn(place: string, bytes: Buffer, secrets: Secrets): readonly string[] {
  const search = searchFor(secrets);
  const traces = new Set<string>();
  for (const [layer, content] of [["", bytes] as const, ...unpacked(bytes)])
    for (const part of partsToSearch(content, search))
      for (const { name, encoding, bytes: needle } of search.spellings)
        if (part.includes(needle)) traces.add(`${place}${layer}: ${name}, ${encoding}`);
  return [...traces];
}

/**
 * The parts of some bytes in which a secret may stand. Every encoding keeps its characters together: what all secrets
 * begin with stands wherever one of them does, and is quicker to look for than all spellings of all of them.
 */
function partsToSearch(content: Buffer, { beginnings, longest }: Search): readonly Buffer[] {
  if (beginnings === null) return [content];
  const places = beginnings.flatMap((each) => placesOf(content, each.bytes)).toSorted((a, b) => a - b);
  const parts: Buffer[] = [];
  let end = -1;
  for (const at of places) {
    if (at < end) continue;
    end = at + longest;
    parts.push(content.subarray(Math.max(0, at - longest), end + longest));
  }
  return parts;
}

function placesOf(content: Buffer, needle: Buffer): readonly number[] {
  const places: number[] = [];
  for (let at = content.indexOf(needle); at !== -1; at = content.indexOf(needle, at + 1)) places.push(at);
  return places;
}

/** The same for every file below a folder, and for every value of the databases among them. */
export function tracesBelow(folder: string, secrets: Secrets): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .flatMap((entry) => {
      const file = join(entry.parentPath, entry.name);
      const place = file.slice(folder.length);
      const bytes = readIfThere(file);
      if (bytes === null) return [];
      const isDatabase = bytes.subarray(0, 15).toString() === "SQLite format 3";
      return [...tracesIn(place, bytes, secrets), ...(isDatabase ? tracesInDatabase(place, file, secrets) : [])];
    });
}

/** A browser that was killed still moves its files into place: what has gone meanwhile leaves no trace. */
function readIfThere(file: string): Buffer | null {
  try {
    return readFileSync(file);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}

/** A value longer than a page lies in pieces in the file: so each is looked at by itself. */
function tracesInDatabase(place: string, file: string, secrets: Secrets): readonly string[] {
  let database: DatabaseSync;
  try {
    database = new DatabaseSync(file, { readOnly: true });
  } catch {
    return [];
  }
  try {
    const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
    return tables.flatMap(({ name }) => {
      const rows = allRows(database, String(name));
      return rows.flatMap((row) =>
        Object.entries(row).flatMap(([column, value]) => {
          const bytes = typeof value === "string" || value instanceof Uint8Array ? Buffer.from(value) : null;
          return bytes === null ? [] : tracesIn(`${place} ${String(name)}.${column}`, bytes, secrets);
        }),
      );
    });
  } finally {
    database.close();
  }
}

function allRows(database: DatabaseSync, table: string): readonly Readonly<Record<string, unknown>>[] {
  try {
    const statement = database.prepare(`SELECT * FROM "${table.replaceAll('"', '""')}"`);
    statement.setReadBigInts(true);
    return statement.all();
  } catch {
    // A damaged one, or a table of an index that cannot be read by itself. Its pages were looked at all the same.
    return [];
  }
}
