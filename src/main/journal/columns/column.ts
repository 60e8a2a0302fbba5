import type { CallDetail, DeliveryDetail, EventSummary, NoticeDetail } from "../../../shared/events.ts";
import type { Unnumbered } from "../api.ts";
import { type Codec, KINDS, type Stored, type StoredOf, type ValueOf, type Values } from "./codec.ts";

// What follows from the columns of an event once each is stated: its row on the way to the writer's thread, the schema,
// and the fields that are read out of a row again. Only this file knows the places in a row.

type Kind = EventSummary["kind"];
interface Events {
  readonly call: Unnumbered<CallDetail>;
  readonly delivery: Unnumbered<DeliveryDetail>;
  readonly notice: Unnumbered<NoticeDetail>;
}
/** The parts of an event's detail whose fields stand in columns of the same name. */
type Part = "summary" | "timing";
/** `events` is what is listed and filtered, `contents` what is asked for one by one, `runs` what simulations add. */
type Table = "events" | "contents" | "runs";
/** A table of texts that many rows share; a column of it has the text's key. */
export type SharedTable = "profiles" | "signature_settings";

interface Column {
  readonly table: Table;
  readonly codec: Codec<unknown>;
  readonly shared: SharedTable | null;
  /** The kinds of event that have it; it is null for the others. */
  readonly kinds: readonly Kind[];
  /** Where the field of its name is; null for a column that is written in another way. */
  readonly part: Part | null;
  readonly write: { readonly [Of in Kind]?: (event: Events[Of]) => unknown };
}
interface Columns {
  readonly [name: string]: Column;
}

/** A column for a field of the same name. */
export function field<const In extends Part, const Of extends Kind, Form extends Codec<unknown>>(
  part: In,
  kinds: readonly Of[],
  codec: Form,
  shared: SharedTable | null = null,
) {
  return { table: "events" as const, codec, shared, kinds, part, write: {} };
}

/** A column for what is worked out of an event, of each kind in its own way. */
export function written<const In extends Table, Form extends Codec<unknown>>(
  table: In,
  codec: Form,
  write: { readonly [Of in Kind]?: (event: Events[Of]) => ValueOf<Form> },
  shared: SharedTable | null = null,
) {
  return { table, codec, shared, kinds: KINDS.filter((kind) => kind in write), part: null, write };
}

/** The values of an event's columns, a shared one as its text. */
export type EventRow = Values<"event">;

/** A row as `node:sqlite` hands it out. */
export type Row = Readonly<Record<string, unknown>>;

type Value<All extends Columns, Name extends keyof All> = ValueOf<All[Name]["codec"]>;
type Kept<All extends Columns, Name extends keyof All> = StoredOf<All[Name]["codec"]> | null;
type NamesOf<All extends Columns, In extends Part, Of extends Kind> = {
  [Name in keyof All]: In extends All[Name]["part"] ? (Of extends All[Name]["kinds"][number] ? Name : never) : never;
}[keyof All];
/** The fields of a part of an event's detail that stand in columns. */
type Fields<All extends Columns, In extends Part, Of extends Kind> = {
  readonly [Name in NamesOf<All, In, Of> as undefined extends Value<All, Name> ? never : Name]: Value<All, Name>;
} & {
  readonly [Name in NamesOf<All, In, Of> as undefined extends Value<All, Name> ? Name : never]?: Exclude<
    Value<All, Name>,
    undefined
  >;
};

/** The kinds of event in whose part there is no such field, or one of other values than the column's. */
type Lacking<Of, In, Name, Values> = Of extends Kind
  ? In extends keyof Events[Of]
    ? Name extends keyof Events[Of][In]
      ? Events[Of][In][Name] extends Values
        ? never
        : Of
      : Of
    : Of
  : never;
/** A column for a field of the same name compiles only where that field is. */
type Existing<All extends Columns> = {
  readonly [Name in keyof All]: All[Name]["part"] extends Part
    ? [Lacking<All[Name]["kinds"][number], All[Name]["part"], Name, Value<All, Name>>] extends [never]
      ? All[Name]
      : { readonly lackedBy: Lacking<All[Name]["kinds"][number], All[Name]["part"], Name, Value<All, Name>> }
    : All[Name];
};

export function defineColumns<const All extends Columns>(stated: All & Existing<All>) {
  const columns: All = stated;
  type Name = keyof All & string;
  const list = Object.entries(columns).map(([name, column]) => ({ name, sql: sqlName(name), ...column }));
  const placeOf = new Map<string, number>(list.map(({ name }, place) => [name, place]));
  const sqlOf = new Map<string, string>(list.map(({ name, sql }) => [name, sql]));
  const blank: readonly Stored[] = list.map(() => null);
  const writers = perKind((kind) =>
    list.flatMap((column, place) => {
      const write = writerOf(column.name, column, kind);
      return write === null ? [] : [{ place, write }];
    }),
  );
  const readers = perKind((kind) => list.filter(({ kinds, part }) => part !== null && kinds.includes(kind)));

  return {
    /** The event as its row. The JSON is written here, in main: only flat values cross to the thread. */
    write(event: Events[Kind]): EventRow {
      const row = blank.slice();
      for (const { place, write } of writers[event.kind]) row[place] = write(event);
      return row as readonly Stored[] as EventRow;
    },
    /** What a row has in one column. */
    value: <Of extends Name>(row: EventRow, name: Of) => row[placeOf.get(name) ?? -1] as Kept<All, Of>,
    /** The row with other values in some columns. */
    changed(row: EventRow, changes: { readonly [Of in Name]?: Stored }): EventRow {
      const copy = [...row];
      for (const [name, value] of Object.entries(changes)) copy[placeOf.get(name) ?? -1] = value as Stored;
      return copy as readonly Stored[] as EventRow;
    },
    /** Some fields alone, in the order of their names. */
    writeSome: <const Names extends readonly Name[]>(
      names: Names,
      values: { readonly [One in Names[number]]: Value<All, One> },
    ) =>
      names.map(
        (name: Names[number]) => columns[name]?.codec.write(values[name]) ?? null,
      ) as readonly Stored[] as Values<Names>,
    /** Some fields alone, by their names. */
    writeRecord: <Of extends Name>(values: { readonly [One in Of]: Value<All, One> }) =>
      Object.fromEntries(
        Object.entries(values).map(([name, value]) => [name, columns[name]?.codec.write(value) ?? null]),
      ) as { readonly [One in Of]: Stored },
    /** One column out of a row of the file. @throws DamagedRow or a ZodError when it is not one that we wrote */
    read: <Of extends Name>(row: Row, name: Of) =>
      columns[name]?.codec.read(row[sqlOf.get(name) ?? name]) as Value<All, Of>,
    /** All fields of a part out of a row of the file. @throws as `read` */
    readFields<In extends Part, Of extends Kind>(row: Row, part: In, kind: Of): Fields<All, In, Of> {
      const fields: Record<string, unknown> = {};
      for (const column of readers[kind]) {
        if (column.part !== part) continue;
        const value = column.codec.read(row[column.sql]);
        if (value !== undefined) fields[column.name] = value;
      }
      return fields as Fields<All, In, Of>;
    },
    /** The columns of a table as they are declared. */
    declarations: (table: Table): string =>
      list
        .filter((column) => column.table === table)
        .map(({ name, codec, kinds }) => declaration(name, codec, kinds.length === KINDS.length))
        .join(", "),
    /** The names of some columns in SQL, in the order of a row; a shared one as its text. */
    selected: (
      wanted: (column: { readonly name: string; readonly table: Table; readonly part: Part | null }) => boolean,
    ): string =>
      list
        .filter(wanted)
        .map(({ table, sql, shared }) =>
          shared === null
            ? `${table}.${sql} AS ${sql}`
            : `(SELECT text FROM ${shared} WHERE key = ${table}.${sql}) AS ${sql}`,
        )
        .join(", "),
    /** The columns of a table, in the order of a row. */
    within(table: Table) {
      const within = list.flatMap((column, place) => (column.table === table ? [{ ...column, place }] : []));
      return {
        names: within.map(({ sql }) => sql),
        /** A row's values for this table. @param keyOf the key of a shared text */
        values: (row: EventRow, keyOf: (table: SharedTable, text: string) => number): Stored[] =>
          within.map(({ shared, place }) => {
            const value = row[place] ?? null;
            return shared !== null && typeof value === "string" ? keyOf(shared, value) : value;
          }),
      };
    },
  };
}

function perKind<Made>(make: (kind: Kind) => Made): { readonly [Of in Kind]: Made } {
  return { call: make("call"), delivery: make("delivery"), notice: make("notice") };
}

/** null: events of this kind have no such column. */
function writerOf(
  name: string,
  { codec, kinds, part, write }: Column,
  kind: Kind,
): ((event: Events[Kind]) => Stored) | null {
  if (!kinds.includes(kind)) return null;
  // A kind's writer is only ever given events of that kind.
  const own = write[kind] as ((event: Events[Kind]) => unknown) | undefined;
  if (own !== undefined) return (event) => codec.write(own(event));
  type Parts = { readonly [In in Part]: { readonly [field: string]: unknown } };
  return part === null ? null : (event) => codec.write((event as unknown as Parts)[part][name]);
}

// Statements are made of the names of columns, so that none is written by hand.

/** `answerState` → `answer_state`. */
export function sqlName(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** A column as it is declared. `always`: every row has it, so that it is null only where its values may be. */
export function declaration(name: string, { type, mayBeNull }: Codec<unknown>, always = true): string {
  return `${sqlName(name)} ${type}${always && !mayBeNull ? " NOT NULL" : ""}`;
}

/** `a, b` */
export function listed(names: readonly string[]): string {
  return names.join(", ");
}

/** `?, ?` */
export function placeholders(names: readonly string[]): string {
  return names.map(() => "?").join(", ");
}

/** `a = ?, b = ?` */
export function assignments(names: readonly string[]): string {
  return names.map((name) => `${name} = ?`).join(", ");
}
