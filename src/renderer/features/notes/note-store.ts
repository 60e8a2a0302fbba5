import { MAX_CHOSEN } from "../../../shared/contract/journal.ts";
import type { EventSummary } from "../../../shared/events.ts";
import type { EventId } from "../../../shared/primitives.ts";
import { settle } from "../../core/bridge.ts";
import { defineStore } from "../../core/store.ts";

/** What is being written about one event, or about several at once. */
interface Writing {
  readonly ids: readonly EventId[];
  /** The note there is; of several that differ, null: it stays unless something is written. */
  readonly note: string | null;
  /** Tags that all of them have. */
  readonly tags: readonly string[];
  /** Tags in use anywhere in the log. */
  readonly known: readonly string[];
}

interface NoteState {
  readonly writing: Writing | null;
  readonly open: (events: readonly EventSummary[]) => Promise<void>;
  /** Returns why it could not be kept, as a sentence; null: it is kept. */
  readonly save: (note: string, tags: readonly string[]) => Promise<string | null>;
  readonly close: () => void;
}

/** Tags as they are typed: parted by commas, a `#` before one is not part of it. */
export function tagsOf(text: string): readonly string[] {
  const found = text.split(",").map((each) => each.trim().replace(/^#/, "").replaceAll(/\s+/g, " "));
  return [...new Set(found.filter((each) => each !== ""))];
}

export const noteStore = defineStore<NoteState>(({ bridge, set, get }) => ({
  writing: null,
  async open(events) {
    const [first, ...others] = events;
    if (first === undefined || get().writing !== null) return;
    const known = await settle(bridge.journal.tags(null));
    const isShared = others.every(({ note }) => note === first.note);
    set({
      writing: {
        ids: events.slice(0, MAX_CHOSEN).map(({ id }) => id),
        note: isShared ? (first.note ?? "") : null,
        tags: (first.tags ?? []).filter((tag) => others.every(({ tags }) => tags?.includes(tag) === true)),
        known: known.ok ? known.value : [],
      },
    });
  },
  async save(note, tags) {
    const { writing } = get();
    if (writing === null) return null;
    const result = await settle(
      bridge.journal.annotate({
        ids: writing.ids,
        ...(note === (writing.note ?? "") ? {} : { note }),
        add: tags.filter((tag) => !writing.tags.includes(tag)),
        remove: writing.tags.filter((tag) => !tags.includes(tag)),
      }),
    );
    if (!result.ok) return result.message;
    set({ writing: null });
    return null;
  },
  close: () => set({ writing: null }),
}));
