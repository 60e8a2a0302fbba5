import type { ReadItem, WebhookReading } from "../../../shared/reading.ts";
import { incompleteText, roleName, type SaidValue, saidValues } from "../../text/explain-reading.ts";
import { classes } from "../../ui/classes.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { OpaqueText } from "../../ui/opaque-text.tsx";
import styles from "./said-values.module.css";

/** More movements of money than this in one webhook are counted, not listed. */
const ITEMS_SHOWN = 3;

interface SaidValuesProps {
  readonly webhook: WebhookReading;
  /** With a way to copy each value exactly. */
  readonly copy?: boolean;
  /** How many units make one of the currency, where the profile says so. */
  readonly units: number | null;
}

/** What a webhook is read to say: value by value, in words, with where it stands. */
export function SaidValues({ webhook, copy = false, units }: SaidValuesProps) {
  const { items, incomplete } = webhook;
  return (
    <div className="flex flex-col gap-2">
      {items.length === 0 ? <p className={styles.note}>Nothing that a simulation could be compared with.</p> : null}
      {items.slice(0, ITEMS_SHOWN).map((item, index) => (
        // Items of one webhook never change places.
        <dl
          key={index}
          className="m-0 py-1 border border-line rounded bg-panel"
          aria-label={items.length > 1 ? `Item ${index + 1}` : "What it says"}
        >
          {rowsOf(item, units).map((row) => (
            <Row key={row.name} {...row} copy={copy} />
          ))}
        </dl>
      ))}
      {items.length > ITEMS_SHOWN ? (
        <p className={styles.note}>And {items.length - ITEMS_SHOWN} more in the same webhook.</p>
      ) : null}
      {incomplete === null ? null : <p className={styles.note}>{incompleteText(incomplete)}</p>}
    </div>
  );
}

interface RowProps {
  readonly name: string;
  readonly said: readonly SaidValue[];
}

/** Amount and currency are read as one; the id is for machines, and stands in the tree. */
function rowsOf(item: ReadItem, units: number | null): readonly RowProps[] {
  const said = saidValues(item, units).filter(({ role }) => role !== "eventId");
  const money = said.filter(({ role }) => role === "amount" || role === "currency");
  const rows = said
    .filter((value) => !money.includes(value))
    .map((value) => ({ name: roleName(value.role), said: [value] }));
  const [first] = money;
  return [
    ...(first === undefined ? [] : [{ name: roleName(first.role), said: money }]),
    ...rows,
    ...(item.outcome === null ? [{ name: roleName("outcome"), said: [] }] : []),
  ];
}

function Row({ name, said, copy }: RowProps & { readonly copy: boolean }) {
  return (
    <div className="grid grid-cols-[64px_minmax(0,1fr)] gap-2 items-baseline py-px px-3">
      <dt className="text-secondary type-small">{name}</dt>
      <dd className="flex flex-wrap gap-x-2 gap-y-0 items-baseline min-w-0 m-0 wrap-anywhere">
        {said.length === 0 ? <span className={styles.none}>nothing says how it ended</span> : null}
        {said.map(({ role, value, unknown, text, path }) => (
          <span key={role} className="inline-flex items-center gap-1 min-w-0">
            <span className={classes(styles.words, unknown && styles.unknown)}>
              <OpaqueText text={value} limit={200} />
            </span>
            {copy && path !== "" ? <CopyButton label={`Copy ${roleName(role).toLowerCase()}`} text={text} /> : null}
          </span>
        ))}
        {said.map(({ role, path }) =>
          path === "" ? null : (
            <span key={`${role} path`} className={styles.path}>
              <OpaqueText text={path} limit={200} />
            </span>
          ),
        )}
      </dd>
    </div>
  );
}
