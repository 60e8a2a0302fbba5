import fc from "fast-check";
import type { Journal, NewEvent } from "../../src/main/journal/index.ts";
import { quoted, sampleCall, sampleDelivery } from "./samples.ts";

// A log in which every search has an answer that can be worked out without it, and filters to search it with.

/** What a search should find, worked out from the events as they were handed in and nothing else. */
export interface Known {
  readonly id: number;
  readonly kind: string;
  readonly status: number | null;
  readonly method: string;
  readonly path: string;
  readonly at: number;
  readonly amount: string;
  readonly text: string;
}

export const START = 1_750_000_000_000_000;
const WORDS = ["ada", "tunde", "Medicine", "LAGOS", "crédit", "ẸBUN", "hook", 'a"b', "x\\y", "slash/es", "日本語"];
const HEADERS = ["application/json", "X-Request-Id: zebra", "text/plain"];

function pick<Value>(values: readonly Value[], seed: number): Value {
  return values[Math.abs(seed) % values.length] as Value;
}

/** A small deterministic generator: the same log every time. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state >>> 8;
  };
}

/** Appends so many events of every kind, and says what is in them. */
export async function fill(journal: Journal, count: number): Promise<Known[]> {
  const random = createRandom(7);
  const known: Known[] = [];
  const appends: Promise<void>[] = [];
  for (let place = 0; place < count; place += 1) {
    // The clock goes forwards and, now and then, back.
    const at = START + place * 1_000_000 - (place % 50 === 0 ? 20_000_000 : 0);
    const word = pick(WORDS, random());
    const other = pick(WORDS, random());
    const amount = `${random() % 200}`;
    const path = `/hooks/${random() % 30}`;
    const status = pick([200, 200, 200, 404, 500], random());
    if (place % 97 === 0) {
      const event: NewEvent = {
        kind: "notice",
        summary: {
          kind: "notice",
          at,
          notice: { code: "listener-failed", url: "http://x", reason: word, nextFreePort: null },
        },
      };
      appends.push(
        journal.append(event).then((id) => {
          known.push({
            id,
            kind: "notice",
            status: null,
            method: "",
            path: "",
            at,
            amount: "",
            text: `http://x|${word}|listener-failed`,
          });
        }),
      );
    } else if (place % 10 === 0) {
      const call = sampleCall({ at, path, facts: { amount, remark: word } });
      appends.push(
        journal.append(call).then((id) => {
          known.push({
            id,
            kind: "call",
            status: null,
            method: "POST",
            path,
            at,
            amount,
            text: `${path}|x-api-key: ••••••••|body|${amount}|${word}`,
          });
        }),
      );
    } else {
      const body = JSON.stringify({ amount: Number(amount), note: word, name: other });
      const header = pick(HEADERS, random()).split(": ");
      const headers = [["Host", "h"], header.length === 2 ? header : ["Content-Type", ...header]] as [string, string][];
      const method = pick(["POST", "PUT"], random());
      appends.push(
        journal.append(sampleDelivery(body, { at, path, status, method }, headers)).then((id) => {
          const lines = headers.map((each) => each.join(": ")).join("|");
          const text = `${path}|${lines}|X-Trailer: last|X-Ours: yes|${body}|${word}|${other}|${amount}|ok!`;
          known.push({ id, kind: "delivery", status, method, path, at, amount, text });
        }),
      );
    }
    if (appends.length >= 200) await Promise.all(appends.splice(0));
  }
  await Promise.all(appends);
  return known.sort((a, b) => a.id - b.id);
}

export interface Condition {
  readonly text: string;
  holds(event: Known): boolean;
}

const contains = (wanted: string): Condition => ({
  text: quoted(wanted),
  holds: (event) => event.text.toLowerCase().includes(wanted.toLowerCase()),
});

const condition: fc.Arbitrary<Condition> = fc.oneof(
  fc
    .constantFrom(...WORDS.filter((word) => word.length >= 3), "ZEBRA", "x-trailer: last", "nowhere", "/hooks/1")
    .map(contains),
  fc.integer({ min: 0, max: 199 }).map((amount): Condition => contains(`"amount":${amount}`)),
  fc.constantFrom("call", "delivery", "notice").map(
    (kind): Condition => ({
      text: `kind:${kind}`,
      holds: (event) => event.kind === kind,
    }),
  ),
  fc.constantFrom(2, 4, 5).map(
    (group): Condition => ({
      text: `status:${group}xx`,
      holds: (event) => event.status !== null && Math.floor(event.status / 100) === group,
    }),
  ),
  fc.constant<Condition>({ text: "status:none", holds: (event) => event.status === null && event.kind !== "notice" }),
  fc.constant<Condition>({ text: "method:put", holds: (event) => event.method === "PUT" }),
  fc.integer({ min: 0, max: 199 }).map(
    (amount): Condition => ({
      text: `amount:<=${amount}`,
      holds: (event) => event.amount !== "" && Number(event.amount) <= amount,
    }),
  ),
  fc.integer({ min: 0, max: 29 }).map(
    (number): Condition => ({
      text: `path:/hooks/${number}`,
      holds: (event) => event.path.includes(`/hooks/${number}`),
    }),
  ),
  fc.integer({ min: 0, max: 9_000 }).map((seconds): Condition => {
    const at = START + seconds * 1_000_000;
    return { text: `since:${new Date(at / 1_000).toISOString()}`, holds: (event) => event.at >= at };
  }),
  fc.integer({ min: 0, max: 9_000 }).map((seconds): Condition => {
    const at = START + seconds * 1_000_000;
    return { text: `until:${new Date(at / 1_000).toISOString()}`, holds: (event) => event.at <= at };
  }),
);
const negatable = fc.tuple(condition, fc.boolean()).map(([{ text, holds }, negated]): Condition => {
  return negated ? { text: `-${text}`, holds: (event) => !holds(event) } : { text, holds };
});
/** Up to three terms, some of them negated. */
export const filters = fc.array(negatable, { maxLength: 3 });
