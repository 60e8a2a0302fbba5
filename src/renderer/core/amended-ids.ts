import type { Push } from "../../shared/contract.ts";
import type { EventId } from "../../shared/primitives.ts";

/** Every row that a push says has gone on, with those whose news a flood has left out. */
export function amendedIds({ amended, outdated = [] }: Push<"journal.changed">): readonly EventId[] {
  return [...amended.map(({ id }) => id), ...outdated];
}
