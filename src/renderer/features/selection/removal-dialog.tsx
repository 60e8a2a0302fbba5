import { countText, pluralText } from "../../../shared/measures.ts";
import type { EventId } from "../../../shared/primitives.ts";
import { eventSentence } from "../../../shared/text/sentences.ts";
import { useCommands } from "../../core/commands.ts";
import { useStore, useStores } from "../../core/environment.ts";
import { Button } from "../../ui/button.tsx";
import { Callout } from "../../ui/callout.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { OpaqueText } from "../../ui/opaque-text.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { eventLogStore, rowWithId } from "../event-log/index.ts";
import { useUnits } from "../profiles/index.ts";
import styles from "./removal-dialog.module.css";
import { hidesSelected, type Removal, removalStore } from "./removal-store.ts";

/** Asks before events are removed for good: this cannot be undone, so what goes is counted and named first. */
export function RemovalDialog() {
  const stores = useStores();
  const removal = useStore(removalStore, (state) => state.removal);
  useRemovalCommands();
  const { close, confirm } = stores.get(removalStore);
  const busy = removal.state === "removing";
  const count = "counted" in removal ? removal.counted.events : 0;
  return (
    <Dialog
      open={removal.state !== "closed"}
      onClose={close}
      title="Remove for good"
      size="small"
      footer={
        <>
          <Button disabled={busy} onClick={close}>
            Keep them
          </Button>
          <Button variant="danger" busy={busy} disabled={count === 0} onClick={() => void confirm()}>
            {busy ? "Removing" : `Remove ${pluralText(count, "event", "events")}`}
          </Button>
        </>
      }
    >
      <Content removal={removal} />
    </Dialog>
  );
}

function Content({ removal }: { readonly removal: Removal }) {
  if (removal.state === "closed") return null;
  if (removal.state === "counting")
    return (
      <p className="flex items-center gap-2 text-secondary" role="status">
        <Spinner /> Counting what would go
      </p>
    );
  const { events, related, pinned } = removal.counted;
  if (events === 0) return <p>Nothing in the log is meant by this.</p>;
  return (
    <div className={styles.words}>
      <p>
        <b>{pluralText(events, "event", "events")}</b> {events === 1 ? "leaves" : "leave"} the log
        {removal.state === "asking" && "filter" in removal.choice ? (
          <>
            : all that “
            <OpaqueText text={removal.choice.filter} limit={120} />” shows
          </>
        ) : null}
        {related > 0 ? `, ${countText(related)} of them as the rest of the same simulations` : ""}
        {pinned > 0 ? `. ${countText(pinned)} ${pinned === 1 ? "is" : "are"} pinned` : ""}.
      </p>
      {removal.state === "asking" && "ids" in removal.choice ? <Chosen ids={removal.choice.ids} /> : null}
      <p>With them go:</p>
      <ul>
        <li>their bodies, headers, notes and verdicts, and what the search index has of them</li>
        <li>recent values of the forms and saved filters that hold one of their references, link ids or remarks</li>
        <li>all events that were cleared and could still be brought back, whomever they are about</li>
      </ul>
      <p>
        The log’s file is then written anew; webhooks that arrive meanwhile are answered after that, in a large log some
        seconds later. This cannot be undone. What you exported or copied stays where it is.
      </p>
      {removal.state === "asking" && removal.failure !== null ? (
        <Callout tone="bad" title="Not everything could be removed" live>
          <OpaqueText text={removal.failure} />
        </Callout>
      ) : null}
      {removal.state === "removing" ? (
        <p className="flex items-center gap-2 text-secondary" role="status">
          Removing, and writing the log anew
        </p>
      ) : null}
    </div>
  );
}

const NAMED = 3;

/** What was selected, by its sentences: a question without a name would be answered for the wrong one. */
function Chosen({ ids }: { readonly ids: readonly EventId[] }) {
  const rows = useStore(eventLogStore, (state) => state.window.rows);
  const unitsOf = useUnits();
  const named = ids.slice(0, NAMED).flatMap((id) => rowWithId(rows, id) ?? []);
  if (named.length === 0) return null;
  return (
    <ul aria-label="Selected">
      {named.map((row) => (
        <li key={row.id}>
          <OpaqueText text={eventSentence(row, unitsOf).text} limit={200} />
        </li>
      ))}
      {ids.length > named.length ? <li>and {countText(ids.length - named.length)} more</li> : null}
    </ul>
  );
}

function useRemovalCommands(): void {
  const stores = useStores();
  const count = useStore(eventLogStore, (state) => (hidesSelected(state) ? 0 : state.selectedIds.length));
  const filtered = useStore(eventLogStore, (state) => state.filter !== "");
  const command = (id: string, title: string, what: "selected" | "shown") => ({
    id,
    title,
    group: "Event log" as const,
    keywords: "delete erase customer data privacy",
    run: () => void stores.get(removalStore).ask(what),
  });
  useCommands([
    ...(count === 0
      ? []
      : [
          command(
            "remove-for-good",
            `Remove the ${count === 1 ? "selected event" : `${countText(count)} selected events`} for good…`,
            "selected",
          ),
        ]),
    ...(filtered ? [command("remove-shown", "Remove what the filter shows for good…", "shown")] : []),
  ]);
}
