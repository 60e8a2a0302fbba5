import type { ValueRole } from "../../../shared/correct-reading.ts";
import type { ReadItem, WebhookReading } from "../../../shared/reading.ts";
import { INCOMPLETE, noneText, roleName, type SaidValue, saidValues } from "../../text/explain-reading.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { OpaqueText } from "../../ui/opaque-text.tsx";

/** More movements of money than this in one webhook are counted, not listed. */
const ITEMS_SHOWN = 3;

interface SaidValuesProps {
  readonly webhook: WebhookReading;
  /** Offers to copy each value exactly. */
  readonly copy?: boolean;
  /** Shows the event's id too, which otherwise stands in the tree only. */
  readonly id?: boolean;
  /** How many units make one of the currency, where the profile says so. */
  readonly units: number | null;
}

/** What a webhook is read to say: value by value, in words, with where it stands. */
export function SaidValues({ webhook, copy = false, id = false, units }: SaidValuesProps) {
  const { items, incomplete, by } = webhook;
  return (
    <div className="flex flex-col gap-2">
      {items.length === 0 ? (
        <p className="text-secondary type-small">Nothing that a simulation could be compared with.</p>
      ) : null}
      {items.slice(0, ITEMS_SHOWN).map((item, index) => (
        // Items of one webhook never change places.
        <dl
          key={index}
          className="m-0 py-1 border border-line rounded bg-panel"
          aria-label={items.length > 1 ? `Item ${index + 1}` : "What it says"}
        >
          {rowsOf(item, by, units, id).map((row) => (
            <Row key={row.name} {...row} copy={copy} />
          ))}
        </dl>
      ))}
      {items.length > ITEMS_SHOWN ? (
        <p className="text-secondary type-small">And {items.length - ITEMS_SHOWN} more in the same webhook.</p>
      ) : null}
      {incomplete === null ? null : <p className="text-secondary type-small">{INCOMPLETE[incomplete]}</p>}
    </div>
  );
}

interface RowProps {
  readonly name: string;
  readonly said: readonly SaidValue[];
  readonly none: string;
}

/**
 * Amount and currency are read as one; the id is for machines: it stands in the tree, and here where it is pointed at.
 */
function rowsOf(item: ReadItem, by: WebhookReading["by"], units: number | null, id: boolean): readonly RowProps[] {
  const said = saidValues(item, units);
  const rowOf = (roles: readonly ValueRole[], none = ""): readonly RowProps[] => {
    const found = said.filter(({ role }) => roles.includes(role));
    const [role] = found.length === 0 ? roles : found.map((each) => each.role);
    return role === undefined || (found.length === 0 && none === "")
      ? []
      : [{ name: roleName(role), said: found, none }];
  };
  return [
    ...rowOf(["amount", "currency"]),
    ...(["user", "from", "to", "remark"] as const).flatMap((role) => rowOf([role])),
    ...(["purpose", "outcome"] as const).flatMap((role) => rowOf([role], noneText(role, by))),
    ...(id ? rowOf(["eventId"]) : []),
  ];
}

function Row({ name, said, none, copy }: RowProps & { readonly copy: boolean }) {
  return (
    <div className="grid grid-cols-[64px_minmax(0,1fr)] gap-2 items-baseline py-px px-3">
      <dt className="text-secondary type-small">{name}</dt>
      {/* A line each: a path is never beside another value than its own. */}
      <dd className="flex flex-col min-w-0 m-0 wrap-anywhere">
        {said.length === 0 ? <span className="text-secondary type-small">{none}</span> : null}
        {byPath(said).map(([path, values]) => (
          <span key={path} className="flex flex-wrap gap-x-2 gap-y-0 items-baseline min-w-0">
            {values.map(({ role, value, unknown, text }) => (
              <span key={role} className="inline-flex items-center gap-1 min-w-0">
                <span className={`type-body-strong ${unknown ? "text-odd" : "text-plain"}`}>
                  <OpaqueText text={value} limit={200} />
                </span>
                {copy && path !== "" ? <CopyButton label={`Copy ${roleName(role).toLowerCase()}`} text={text} /> : null}
              </span>
            ))}
            {path === "" ? null : (
              <span className="text-secondary type-data-small">
                <OpaqueText text={path} limit={200} />
              </span>
            )}
          </span>
        ))}
      </dd>
    </div>
  );
}

/** Values that stand at the same place are told with it once. */
function byPath(said: readonly SaidValue[]): readonly (readonly [string, readonly SaidValue[]])[] {
  return [...Map.groupBy(said, ({ path }) => path)];
}
