import { ListFilter } from "lucide-react";
import { useState } from "react";
import { pluralText } from "../../../shared/measures.ts";
import { type EventId, type HeaderList, SECRET_MASK } from "../../../shared/primitives.ts";
import { useStore } from "../../core/environment.ts";
import { Chip } from "../../ui/chip.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { OpaqueText } from "../../ui/opaque-text.tsx";
import { TextInput } from "../../ui/text-input.tsx";
import styles from "./headers-view.module.css";
import { bodyViewStore, soughtIn } from "./view/body-view-store.ts";

/** Header lines in the order and the case they came in, duplicates included. */
export function HeaderTable({
  headers,
  label,
  isOfTunnel = () => false,
}: {
  readonly headers: HeaderList;
  readonly label: string;
  readonly isOfTunnel?: ((name: string) => boolean) | undefined;
}) {
  return (
    <table className="w-full border-collapse table-fixed" aria-label={label}>
      {/* The hidden head would set three equal widths: the first row of a fixed table does. */}
      <colgroup>
        <col className={styles.name} />
        <col />
        <col className={styles.copy} />
      </colgroup>
      <thead className="sr-only">
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Value</th>
          <th scope="col">Copy</th>
        </tr>
      </thead>
      <tbody>
        {headers.map(([name, value], index) => (
          // Duplicates differ by nothing but their place.
          <tr key={index} className={styles.line}>
            <th scope="row" className={styles.name}>
              <OpaqueText text={name} />
            </th>
            <td className={styles.value}>
              {value === "" ? <span className="text-muted type-small">empty</span> : <OpaqueText text={value} />}
              {value.includes(SECRET_MASK) ? (
                <Chip title="Masked, because it is, or may be, a secret">secret</Chip>
              ) : null}
              {isOfTunnel(name) ? <Chip title="Added or changed on the way, by the tunnel">tunnel</Chip> : null}
            </td>
            <td className={styles.copy}>
              <CopyButton label={`Copy ${name}`} text={value} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export interface HeaderGroup {
  readonly title: string;
  /** The line above the headers: request line or status line. */
  readonly firstLine?: string;
  readonly headers: HeaderList;
  /** Which of them were added or changed on the way, by name. */
  readonly isOfTunnel?: (name: string) => boolean;
}

interface HeadersViewProps {
  /** Whose they are. */
  readonly id: EventId;
  readonly groups: readonly HeaderGroup[];
}

/** The Headers tab: one or more groups, with one filter over all. */
export function HeadersView({ id, groups }: HeadersViewProps) {
  const sought = useStore(bodyViewStore, soughtIn({ id, part: "headers" }));
  return <FilteredHeaders key={sought} sought={sought} groups={groups} />;
}

function FilteredHeaders({ sought, groups }: Pick<HeadersViewProps, "groups"> & { readonly sought: string }) {
  const [filter, setFilter] = useState(sought);
  const wanted = filter.trim().toLowerCase();
  return (
    <div className="flex flex-col gap-4 p-3">
      <TextInput
        aria-label="Filter headers"
        placeholder="Filter headers"
        value={filter}
        before={<ListFilter size={14} aria-hidden="true" />}
        onChange={(event) => setFilter(event.target.value)}
      />
      {groups.map(({ title, firstLine, headers, isOfTunnel }) => {
        const shown = headers.filter(([name, value]) => `${name}: ${value}`.toLowerCase().includes(wanted));
        return (
          <section key={title} aria-label={title}>
            <header className="flex items-center gap-2">
              <h3 className="type-small-strong">{title}</h3>
              <span className="flex-1 text-muted type-small">
                {shown.length === headers.length
                  ? pluralText(headers.length, "line", "lines")
                  : `${shown.length} of ${pluralText(headers.length, "line", "lines")}`}
              </span>
              <CopyButton label={`Copy all of ${title.toLowerCase()}`} text={headersText(headers, firstLine)} />
            </header>
            {firstLine === undefined ? null : (
              <OpaqueText as="p" className="py-1 text-secondary type-data" text={firstLine} />
            )}
            {shown.length === 0 ? (
              <p className="text-muted">{headers.length === 0 ? "None." : "No line matches."}</p>
            ) : (
              <HeaderTable headers={shown} label={title} isOfTunnel={isOfTunnel} />
            )}
          </section>
        );
      })}
    </div>
  );
}

/** As on the wire, but for the line ends. */
function headersText(headers: HeaderList, firstLine: string | undefined): string {
  const lines = headers.map(([name, value]) => `${name}: ${value}`);
  return (firstLine === undefined ? lines : [firstLine, ...lines]).join("\n");
}
