import { VALUE_ROLES, type ValueRole } from "../../../shared/correct-reading.ts";
import type { ReadItem, WebhookReading } from "../../../shared/reading.ts";
import { roleName } from "../../text/explain-reading.ts";

/** A value of a payload that is read, and as what. */
export interface PayloadMark {
  /** Where it stands, as it is written in the payload. */
  readonly path: string;
  readonly roles: readonly ValueRole[];
  /** "Purpose, outcome". */
  readonly label: string;
}

/** Every value that is read in a webhook, once each, in the order of its roles. */
export function payloadMarks({ items, newWords }: WebhookReading): readonly PayloadMark[] {
  const roles = new Map<string, Set<ValueRole>>();
  const mark = (path: string | undefined, role: ValueRole) => {
    if (path === undefined || path === "") return;
    roles.set(path, (roles.get(path) ?? new Set()).add(role));
  };
  for (const item of items) for (const role of VALUE_ROLES) mark(pathOf(item, role), role);
  for (const { path, about } of newWords) mark(path, about);
  return [...roles].map(([path, own]) => {
    const named = VALUE_ROLES.filter((role) => own.has(role));
    return {
      path,
      roles: named,
      label: named.map((role, index) => (index === 0 ? roleName(role) : roleName(role).toLowerCase())).join(", "),
    };
  });
}

function pathOf(item: ReadItem, role: ValueRole): string | undefined {
  return role === "eventId" ? item.ids[0]?.path : item[role]?.path;
}
