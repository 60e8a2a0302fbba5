import type { Handlers } from "../../shared/contract.ts";
import type { BodyPart } from "../../shared/events.ts";
import type { EventId, HeaderList } from "../../shared/primitives.ts";
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
    readonly forget: (texts: readonly string[]) => Promise<void>;
    /** A text without the secrets that are known: one may be pasted into a note. */
    readonly masked: (text: string) => string;
  },
): Handlers["journal"] {
  const searches = new Map<string, AbortController>();

  async function detail(id: EventId) {
    const found = await journal.detail(id);
    if (found === null) throw gone();
    return found;
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
    async page({ requestId, ...query }) {
      if (requestId === undefined) return journal.page(query);
      const search = new AbortController();
      searches.set(requestId, search);
      try {
        return await journal.page(query, search.signal);
      } finally {
        searches.delete(requestId);
      }
    },
    cancelPage({ requestId }) {
      searches.get(requestId)?.abort();
      return null;
    },
    detail: async ({ id }) => masking.shown(await detail(id)),
    body: async ({ id, part }) => carried(await bytes(id, part)),
    async decodedBody({ id, part }) {
      const encoding = contentEncodingOf(await headersOf(id, part));
      const decoded = await decodeBody(await bytes(id, part), encoding, DECODED_AT_MOST);
      return { ...carried(decoded.bytes), encoding: decoded.encoding };
    },
    clear: async ({ filter }) => ({ cleared: await journal.clear(filter) }),
    async undoClear() {
      await journal.undoClear();
      return null;
    },
    bringBackCleared: async () => ({ broughtBack: await journal.bringBackCleared() }),
    async purgeCleared() {
      await journal.purgeCleared();
      await journal.scrub();
      return null;
    },
    async removal(choice) {
      const { ids, related, pinned } = await journal.choose(choice);
      return { events: ids.length, related, pinned };
    },
    async remove(choice) {
      const { ids, texts } = await journal.choose(choice);
      const removed = await journal.remove(ids);
      // Only then is nothing written down any more that quotes them.
      await others.judged();
      await others.forget(texts);
      return { removed, forgotten: [...texts], setAside: [...(await journal.scrub())] };
    },
    async annotate({ ids, note, ...tags }) {
      const change = note === undefined ? tags : { ...tags, note: others.masked(note) };
      await Promise.all(ids.map((id) => journal.annotate(id, change)));
      return null;
    },
    tags: async () => [...(await journal.tags())],
    async pin({ ids, pinned }) {
      await Promise.all(ids.map((id) => journal.pin(id, pinned)));
      return null;
    },
    retention: () => journal.retention(),
    async configureRetention(settings) {
      await journal.configureRetention(settings);
      return null;
    },
    stats: () => journal.stats(),
    status: () => journal.status(),
  };
}

function gone(): Refusal {
  return new Refusal("no-event", "This event is no longer in the log.");
}
