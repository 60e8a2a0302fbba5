import { setImmediate as turn } from "node:timers/promises";
import type { EventId } from "../../../shared/primitives.ts";
import type { Part } from "../formats/context.ts";
import { EVENTS_AT_ONCE } from "../read-log.ts";

type Make = (ids: readonly EventId[]) => Promise<Part>;

interface Slot {
  readonly ids: readonly EventId[];
  readonly made: Promise<Part>;
  isMade: boolean;
}

/**
 * The parts of an export in their order, made by several makers at once: whoever is free takes the next events. Never
 * more than two parts for each maker are waiting to be written.
 *
 * @param own the maker of this thread, which does what did not fit into a part
 * @param others such as those of another thread, once that has started
 * @throws what a maker throws; the reason of the signal
 */
export async function* inParts(
  pages: AsyncIterable<readonly EventId[]>,
  { own, others }: { readonly own: Make; readonly others: Promise<readonly Make[]> },
  signal: AbortSignal,
  done: (ids: readonly EventId[]) => void,
): AsyncIterable<Part> {
  // Gives way before each part, so that a cancellation can arrive.
  const ownAfterOthers: Make = async (ids) => {
    await turn();
    return own(ids);
  };
  const free: Make[] = [ownAfterOthers];
  let atMost = 2;
  const joined = others.then((makers) => {
    free.push(...makers);
    atMost += 2 * makers.length;
  });
  // Its error is thrown where `joined` is awaited. An export may end before that, and must not leave it unhandled.
  joined.catch(() => undefined);
  let hasJoined = false;
  const batches = batchesOf(pages);
  const slots: Slot[] = [];
  let hasMore = true;

  async function fill(): Promise<void> {
    while (hasMore && slots.length < atMost) {
      const make = free.shift();
      if (make === undefined) return;
      const next = await batches.next();
      if (next.done === true) {
        hasMore = false;
        return;
      }
      const made = make(next.value);
      const slot: Slot = { ids: next.value, made, isMade: false };
      const settled = (): void => {
        slot.isMade = true;
        free.push(make);
      };
      made.then(settled, settled);
      slots.push(slot);
    }
  }

  try {
    for (;;) {
      signal.throwIfAborted();
      await fill();
      const slot = slots[0];
      if (slot === undefined) return;
      if (!slot.isMade) {
        const pending: Promise<unknown>[] = slots.filter(({ isMade }) => !isMade).map(({ made }) => made);
        await Promise.race(hasJoined ? pending : [...pending, joined.then(() => (hasJoined = true))]);
        continue;
      }
      slots.shift();
      let rest = slot.ids;
      for (let part = await slot.made; ; part = await ownAfterOthers(rest)) {
        yield part;
        done(rest.slice(0, part.through));
        rest = rest.slice(part.through);
        if (rest.length === 0) break;
        signal.throwIfAborted();
      }
    }
  } finally {
    // What is still made is not waited for, and nobody else hears how it ends.
    for (const { made } of slots) made.catch(() => undefined);
    await batches.return(undefined);
  }
}

async function* batchesOf(pages: AsyncIterable<readonly EventId[]>): AsyncGenerator<readonly EventId[]> {
  for await (const ids of pages)
    for (let from = 0; from < ids.length; from += EVENTS_AT_ONCE) yield ids.slice(from, from + EVENTS_AT_ONCE);
}
