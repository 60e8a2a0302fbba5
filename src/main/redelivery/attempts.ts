import type { Attempt, AttemptSeries } from "../../shared/attempts.ts";
import { proofTokenIn } from "../../shared/diagnosis.ts";
import type { DeliveryDetail } from "../../shared/events.ts";
import { isSignatureHeader } from "../../shared/header-rules.ts";
import type { EventId, HeaderList } from "../../shared/primitives.ts";
import type { ReadValue } from "../../shared/reading.ts";
import type { Journal } from "../journal/index.ts";
import { isSameEvent, webhookIds } from "../payload/index.ts";
import { Refusal } from "../refusal.ts";

type Log = Pick<Journal, "alike" | "detail" | "body">;

const LISTED = 50;

/**
 * Every time that the webhook of a delivery was sent: by the same bytes, else by the same id within. What was sent by
 * ourselves, as a replay, is no attempt of its sender.
 *
 * @throws Refusal `no-event` when there is no such delivery
 */
export async function attemptsOf(journal: Log, id: EventId): Promise<AttemptSeries> {
  const asked = await delivery(journal, id);
  if (asked === null) throw new Refusal("no-event", "This delivery is no longer in the log.");
  const { same, maybe, complete } = isAddressTest(asked)
    ? { same: [], maybe: [], complete: true }
    : await journal.alike(id);
  const rebuilt = await sameById(journal, asked, maybe);
  // The nearest ones, the one asked for among them.
  const others = [...same, ...rebuilt].toSorted((one, other) => Math.abs(one - id) - Math.abs(other - id));
  const found = (await Promise.all(others.slice(0, LISTED).map((other) => delivery(journal, other)))).filter(
    (each) => each !== null && each.summary.replay === undefined && !isAddressTest(each),
  );
  const bytes = new Set([...same, id]);
  const inOrder = [asked, ...found]
    .filter((each) => each !== null)
    .toSorted((one, other) => one.summary.id - other.summary.id)
    .slice(0, LISTED);
  const [first] = inOrder;
  return {
    attempts: inOrder.map((each, place) => compare(each, first ?? each, inOrder[place - 1] ?? null, bytes)),
    more: Math.max(0, others.length - LISTED + 1),
    by: rebuilt.length > 0 ? "id" : "bytes",
    complete,
  };
}

/** A test of an address by a Linkdesk, by this one or by another: all have the same body, and none is sent again. */
function isAddressTest({ request }: DeliveryDetail): boolean {
  return proofTokenIn(request.headers) !== undefined;
}

async function delivery(journal: Log, id: EventId): Promise<DeliveryDetail | null> {
  const found = await journal.detail(id);
  return found?.kind === "delivery" ? found : null;
}

/** Of deliveries that speak of the same, those that carry an id of this one and contradict none. */
async function sameById(journal: Log, asked: DeliveryDetail, maybe: readonly EventId[]): Promise<readonly EventId[]> {
  if (maybe.length === 0) return [];
  const wanted = await idsOf(journal, asked);
  if (wanted.length === 0) return [];
  const found = await Promise.all(
    maybe.map(async (id) => {
      const other = await delivery(journal, id);
      return other !== null && isSameEvent(wanted, await idsOf(journal, other)) ? id : null;
    }),
  );
  return found.filter((id) => id !== null);
}

async function idsOf(journal: Log, { summary, request }: DeliveryDetail): Promise<readonly ReadValue[]> {
  const body = (await journal.body(summary.id, "request")) ?? new Uint8Array(0);
  return webhookIds(body, request.headers);
}

const NAMES_LISTED = 100;

function compare(
  { summary, request, signature: check }: DeliveryDetail,
  first: DeliveryDetail,
  before: DeliveryDetail | null,
  bytes: ReadonlySet<EventId>,
): Attempt {
  const { id, at, status, answerState, onPurpose, duration } = summary;
  const own = check?.settings.header.toLowerCase();
  const isSignature = (name: string) => name === own || isSignatureHeader(name);
  const changed = changedNames(first.request.headers, request.headers);
  const signed = [...first.request.headers, ...request.headers].some(([name]) => isSignature(name.toLowerCase()));
  return {
    id,
    at,
    gap: before === null ? null : Math.max(0, at - before.summary.at),
    status,
    answerState,
    ...(onPurpose === undefined ? {} : { onPurpose }),
    duration,
    // Same as the one asked for, and the first one too: then they are the same among each other.
    sameBytes: bytes.has(id) === bytes.has(first.summary.id) && (bytes.has(id) || id === first.summary.id),
    changedHeaders: changed.filter((name) => !isSignature(name)).slice(0, NAMES_LISTED),
    signature: signed ? (changed.some(isSignature) ? "changed" : "same") : "none",
  };
}

/** Names, in small letters, whose values are not the same in both. */
function changedNames(one: HeaderList, other: HeaderList): readonly string[] {
  const values = (headers: HeaderList) => {
    const found = new Map<string, string>();
    for (const [name, value] of headers) {
      const key = name.toLowerCase();
      found.set(key, `${found.get(key) ?? ""}\n${value}`);
    }
    return found;
  };
  const before = values(one);
  const after = values(other);
  return [...new Set([...before.keys(), ...after.keys()])].filter((name) => before.get(name) !== after.get(name));
}
