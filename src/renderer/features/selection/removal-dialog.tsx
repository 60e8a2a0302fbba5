import { countText, pluralText } from "../../../shared/measures.ts";
import { useCommands } from "../../core/commands.ts";
import { useStore, useStores } from "../../core/environment.ts";
import { Button } from "../../ui/button.tsx";
import { Callout } from "../../ui/callout.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { OpaqueText } from "../../ui/opaque-text.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { eventLogStore } from "../event-log/index.ts";
import styles from "./removal-dialog.module.css";
import { type Removal, removalStore } from "./removal-store.ts";

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
            : all that <OpaqueText text={removal.choice.filter} limit={120} /> shows
          </>
        ) : null}
        {related > 0 ? `, ${countText(related)} of them as the rest of the same simulations` : ""}
        {pinned > 0 ? `. ${countText(pinned)} ${pinned === 1 ? "is" : "are"} pinned` : ""}.
      </p>
      <p>With them go:</p>
      <ul>
        <li>their bodies, headers, notes and verdicts, and what the search index has of them</li>
        <li>recent values of the forms and saved filters that hold one of their references, link ids or remarks</li>
        <li>events that were cleared and could still be brought back</li>
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

function useRemovalCommands(): void {
  const stores = useStores();
  const count = useStore(eventLogStore, (state) => state.selectedIds.length);
  const filtered = useStore(eventLogStore, (state) => state.filter !== "");
  const command = (id: string, title: string, what: "selected" | "shown") => ({
    id,
    title,
    group: "Event log" as const,
    keywords: "delete erase customer data privacy",
    run: () => void stores.get(removalStore).ask(what),
  });
  useCommands([
    ...(count === 0 ? [] : [command("remove-for-good", "Remove for good…", "selected")]),
    ...(filtered ? [command("remove-shown", "Remove what the filter shows for good…", "shown")] : []),
  ]);
}
