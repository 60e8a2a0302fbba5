import type { DatabaseSync } from "node:sqlite";
import type { Instant } from "../../../shared/primitives.ts";
import type { NextPlace, RelayPlace } from "../api.ts";

const FIND = "SELECT storage, position, heard_at FROM relay_places WHERE inbox = ?";

/** How far an inbox has been read; null when never. */
export function readPlace(database: DatabaseSync, inbox: string): RelayPlace | null {
  const row = database.prepare(FIND).get(inbox);
  if (row === undefined) return null;
  return {
    inbox,
    storage: String(row["storage"]),
    position: Number(row["position"]),
    heardAt: Number(row["heard_at"]),
  };
}

/** The writer's half. */
export function openPlaceWriter(database: DatabaseSync) {
  const find = database.prepare(FIND);
  const put = database.prepare("INSERT OR REPLACE INTO relay_places VALUES (?, ?, ?, ?)");
  const touch = database.prepare("UPDATE relay_places SET heard_at = ? WHERE inbox = ?");
  return {
    /** @throws when it does not follow on the place that is kept: a webhook before it was not written */
    reach({ inbox, storage, after, position, heardAt }: NextPlace): void {
      const kept = find.get(inbox);
      const isSame = kept !== undefined && kept["storage"] === storage;
      // From the beginning: the relay was put back to an earlier state.
      if (isSame && after !== 0 && Number(kept["position"]) !== after)
        throw new Error(`Position ${position} of a relay’s inbox does not follow on ${Number(kept["position"])}.`);
      put.run(inbox, storage, position, heardAt);
    },
    heard: (inbox: string, heardAt: Instant): void => void touch.run(heardAt, inbox),
  };
}
