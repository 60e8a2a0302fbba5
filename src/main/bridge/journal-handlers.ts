import type { Handlers } from "../../shared/contract.ts";
import type { BodyPart } from "../../shared/events.ts";
import type { EventId, HeaderList } from "../../shared/primitives.ts";
import { type RemovedTexts, removedTextsOf } from "../../shared/removed-texts.ts";
import type { BodyShelf } from "../assets/index.ts";
import type { Journal } from "../journal/index.ts";
import type { Masking } from "../network/index.ts";
import { contentEncodingOf, DECODED_AT_MOST, decodeBody } from "../payload/index.ts";
import { Refusal } from "../refusal.ts";

// Up to here one way over the bridge is quicker than two.
const INSIDE_BYTES = 32_768;

/** The event log's part of the bridge. */
export function journalHandlers(
  journal: Journal,
  bodies: Pick<BodyShelf, "put">,
  masking: Pick<Masking, "shown">,
  /** Judges what is left anew, and forgets texts wherever else they are kept. */
  others: {
    readonly judged: () => Promise<void>;
    readonly forget: (gone: RemovedTexts) => Promise<void>;
    /** A text without the secrets that are known: one may be pasted into a note. */
    readonly masked: (text: string) => string;
  },
): Handlers["journal"] {
  const searches = new Map<string, AbortController>();

  /** It can be ended by its number, where it has one. */
  async function searching<Value>(
    requestId: string | undefined,
    search: (signal: AbortSignal) => Promise<Value>,
  ): Promise<Value> {
    const ending = new AbortController();
    if (requestId !== undefined) searches.set(requestId, ending);
    try {
      return await search(ending.signal);
    } finally {
      if (requestId !== undefined) searches.delete(requestId);
    }
  }

  async function detail(id: EventId) {
    const found = await journal.detail(id);
    if (found !== null) return found;
    throw (await journal.isCleared(id)) ? new Refusal("event-cleared", "This event was cleared from the log.") : gone();
  }

  async function bytes(id: EventId, part: BodyPart): Promise<Uint8Array> {
    const found = await journal.body(id, part);
    if (found === null) throw gone();
    return found;
  }

  async function headersOf(id: EventId, part: BodyPart): Promise<HeaderList> {
    const event = await detail(id);
    if (event.kind === "notice") return [];
    if (part === "forward") return (event.kind === "delivery" ? event.forward?.headers : undefined) ?? [];
    return (part === "request" ? event.request.headers : event.answer?.headers) ?? [];
  }

  /** A small body is there with the answer; a large one is better fetched than put into JSON. */
  function carried(content: Uint8Array): { readonly bytes: string } | { readonly address: string } {
    if (content.byteLength > INSIDE_BYTES) return { address: bodies.put(content) };
    return { bytes: Buffer.from(content.buffer, content.byteOffset, content.byteLength).toString("base64") };
  }

  return {
    page: ({ requestId, ...query }) => searching(requestId, (signal) => journal.page(query, signal)),
    cancelSearch: ({ requestId }) => searches.get(requestId)?.abort(),
    detail: async ({ id }) => masking.shown(await detail(id)),
    body: async ({ id, part }) => carried(await bytes(id, part)),
    async decodedBody({ id, part }) {
      const encoding = contentEncodingOf(await headersOf(id, part));
      const decoded = await decodeBody(await bytes(id, part), encoding, DECODED_AT_MOST);
      return { ...carried(decoded.bytes), encoding: decoded.encoding };
    },
    clear: ({ filter, requestId }) =>
      searching(requestId, async (signal) => ({
        cleared: await journal.clear(filter, signal),
        stopped: signal.aborted,
      })),
    undoClear: () => journal.undoClear(),
    bringBackCleared: async () => ({ broughtBack: await journal.bringBackCleared() }),
    async purgeCleared() {
      await journal.purgeCleared();
      await journal.scrub();
    },
    removal: ({ choice, requestId }) =>
      searching(requestId, async (signal) => {
        const { ids, ...chosen } = await journal.choose(choice, signal);
        const elsewhere = await journal.countElsewhere(choice, { ids, ...chosen }, signal);
        return { ...chosen, events: ids.length, elsewhere };
      }),
    async remove(choice) {
      const { ids, ...named } = await journal.choose(choice);
      const forgotten = removedTextsOf(named);
      const removed = await journal.remove(ids);
      // Only then is nothing written down any more that quotes them.
      await others.judged();
      await others.forget(forgotten);
      return { removed, forgotten, setAside: await journal.scrub() };
    },
    async annotate({ ids, note, ...tags }) {
      const change = note === undefined ? tags : { ...tags, note: others.masked(note) };
      await Promise.all(ids.map((id) => journal.annotate(id, change)));
    },
    tags: () => journal.tags(),
    async pin({ ids, pinned }) {
      await Promise.all(ids.map((id) => journal.pin(id, pinned)));
    },
    retention: () => journal.retention(),
    configureRetention: (settings) => journal.configureRetention(settings),
    stats: () => journal.stats(),
    status: () => journal.status(),
  };
}

function gone(): Refusal {
  return new Refusal("no-event", "This event is no longer in the log.");
}
