import { askedReference, exactReference, wholeWordFilter } from "../../../shared/filter/index.ts";
import { countText, listText, pluralText } from "../../../shared/measures.ts";
import type { EventId } from "../../../shared/primitives.ts";
import { eventSentence } from "../../../shared/text/sentences.ts";
import { commandsStore, listed, useCommands } from "../../core/commands.ts";
import { useLog, useStore, useStores, useToasts } from "../../core/environment.ts";
import { Button } from "../../ui/button.tsx";
import { Callout, Failure } from "../../ui/callout.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Busy } from "../../ui/layout.tsx";
import { OpaqueText } from "../../ui/opaque-text.tsx";
import { Switch } from "../../ui/switch.tsx";
import { FORMS, type HeldByForm, partsOf } from "../actions/index.ts";
import { eventLogStore, rowWithId, useHiddenSelection } from "../event-log/index.ts";
import { profilesStore, useUnits, viewOf } from "../profiles/index.ts";
import { Named } from "./removal-names.tsx";
import { type Asking, elsewhereText, hidesSelected, type Removal, removalStore, removeWords } from "./removal-store.ts";
import { useNotSelected } from "./use-not-selected.ts";

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
      onFocusBack={() => stores.get(commandsStore).run("focus-log")}
      footer={
        <>
          <Button disabled={busy} onClick={close}>
            {count === 1 ? "Keep it" : "Keep them"}
          </Button>
          <Button variant="danger" busy={busy} disabled={count === 0} onClick={() => void confirm()}>
            {removeWords(removal)}
          </Button>
        </>
      }
    >
      <Content removal={removal} />
    </Dialog>
  );
}

const LIST = "grid gap-1 pl-5 list-disc text-secondary";

function Content({ removal: now }: { readonly removal: Removal }) {
  const removal = now.state === "counting" ? now.before : now;
  if (removal === null) return <Busy>Counting what would go</Busy>;
  if (removal.state === "closed") return null;
  const { counted, held, cleared } = removal;
  const { events, related, pinned, unnamed } = counted;
  const filter = removal.state === "asking" && "filter" in removal.choice ? removal.choice.filter : null;
  if (events === 0) return <p>Nothing in the log is meant by this.</p>;
  return (
    <div className="grid gap-3">
      <p>
        <b>{pluralText(events, "event", "events")}</b> {events === 1 ? "leaves" : "leave"} the log
        {filter !== null ? (
          <>
            : all that “
            <OpaqueText text={filter} limit={120} />” shows
            {removal.state === "asking" && removal.choice.withElsewhere === true ? ", and what has it elsewhere" : ""}
          </>
        ) : null}
        {related > 0
          ? `, ${countText(related)} of them because ${related === 1 ? "it belongs" : "they belong"} to the same simulations`
          : ""}
        {pinned > 0 ? `. ${countText(pinned)} ${pinned === 1 ? "is" : "are"} pinned` : ""}.
      </p>
      {removal.state === "asking" && "ids" in removal.choice ? <Chosen ids={removal.choice.ids} /> : null}
      {removal.state === "asking" && "ids" in removal.choice ? <NotLoaded /> : null}
      <Named texts={counted.references} filter={filter} words={["reference", "references"]} />
      <Named texts={counted.linkIds} filter={filter} words={["link ID", "link IDs"]} />
      {unnamed === 0 ? null : (
        <p>
          {pluralText(unnamed, "webhook", "webhooks")} among them {unnamed === 1 ? "names" : "name"} nobody that
          Linkdesk could read: whom {unnamed === 1 ? "it is" : "they are"} about, only the{" "}
          {unnamed === 1 ? "body" : "bodies"} can say.
        </p>
      )}
      {removal.state === "asking" ? <Elsewhere filter={filter} asking={removal} /> : null}
      <p>With {events === 1 ? "it" : "them"} go:</p>
      <ul className={LIST}>
        <li>
          {events === 1 ? "its body, headers, notes and verdict" : "their bodies, headers, notes and verdicts"}, and
          what the search index has of {events === 1 ? "it" : "them"}
        </li>
        <li>
          recent values of the forms and saved filters that hold one of {events === 1 ? "its" : "their"} remarks, or of
          the references and link IDs that no other event has
        </li>
        {held.map((each) => (
          <Held key={each.form} {...each} />
        ))}
        {cleared === 0 ? null : (
          <li>
            {cleared === null ? "all" : pluralText(cleared, "event", "events")} that {cleared === 1 ? "was" : "were"}{" "}
            cleared and could still be brought back, whomever {cleared === 1 ? "it is" : "they are"} about
          </li>
        )}
      </ul>
      <p>
        The log’s file is then written anew; webhooks that arrive meanwhile are answered after that, in a large log some
        seconds later. This cannot be undone. What you exported or copied stays where it is.
      </p>
      {removal.state === "asking" && removal.failure !== null ? (
        <Failure title="Not everything could be removed" text={removal.failure} />
      ) : null}
      {removal.state === "removing" ? (
        <p className="flex items-center gap-2 text-secondary" role="status">
          Removing, and writing the log anew
        </p>
      ) : null}
    </div>
  );
}

/** What names the customer in another way would stay: nobody is to believe that nothing is kept. */
function Elsewhere({ filter, asking }: { readonly filter: string | null; readonly asking: Asking }) {
  const stores = useStores();
  const { choice, others: found } = asking;
  const goes = choice.withElsewhere === true;
  const [first, ...others] = found;
  if (first === undefined) return null;
  const isOne = others.length === 0 && first.events === 1;
  const asked = filter === null ? null : askedReference(filter);
  // What goes by its reference is left out of what is shown, where the filter asks for nothing else.
  const without = asked?.exact === true && asked.withTerm("").trim() === "" ? ` -${exactReference(asked.text)}` : "";
  const show = (text: string) => {
    stores.get(removalStore).close();
    void stores.get(eventLogStore).setFilter(`${wholeWordFilter(text) ?? ""}${without}`);
  };
  return (
    <Callout
      tone={goes ? "neutral" : "odd"}
      title={<OpaqueText text={elsewhereText(found, goes)} limit={600} />}
      actions={found.map(({ text }) => (
        <Button key={text} size="small" onClick={() => show(text)}>
          {others.length > 0 ? (
            <>
              Show all with <OpaqueText text={text} limit={40} />
            </>
          ) : without === "" ? (
            "Show all with the word"
          ) : isOne ? (
            "Show it first"
          ) : (
            "Show them first"
          )}
        </Button>
      ))}
    >
      {whyElsewhere(filter)}
      <div className="my-2">
        <Switch
          label={isOne ? "Remove it, too" : "Remove them, too"}
          checked={goes}
          onCheckedChange={(on) => void stores.get(removalStore).askWithElsewhere(on)}
        />
      </div>
    </Callout>
  );
}

function whyElsewhere(filter: string | null): string {
  if (filter === null) return "Nothing of that is selected.";
  const hasMore = askedReference(filter)?.withTerm("").trim() !== "";
  return `It stands in another place or spelling than the filter looks for, such as in a text, in a note or in a body that could not be read${hasMore ? ", or in what does not fit the rest of the filter" : ""}; or it has come since.`;
}

/** What is typed into one form and goes. */
function Held({ form, fields, body }: HeldByForm) {
  const [operation, profileId] = partsOf(form);
  const profile = useStore(profilesStore, viewOf(profileId))?.profile.name ?? "";
  const { tab, fields: specs } = FORMS[operation];
  const labels = specs.flatMap(({ name, label }) => (fields.includes(name) ? [label] : []));
  return (
    <li>
      in the form {tab} of “<OpaqueText text={profile} limit={60} />
      ”: {listText([...labels, ...(body ? ["the body written by hand"] : [])])}
    </li>
  );
}

/** Who selected all that there is in sight may mean all that there is. */
function NotLoaded() {
  const words = useNotSelected();
  return words === null ? null : <p>{words}</p>;
}

const NAMED = 3;

/** What was selected, by its sentences: a question without a name would be answered for the wrong one. */
function Chosen({ ids }: { readonly ids: readonly EventId[] }) {
  const rows = useStore(eventLogStore, (state) => state.window.rows);
  const unitsOf = useUnits();
  const named = ids.slice(0, NAMED).flatMap((id) => rowWithId(rows, id) ?? []);
  if (named.length === 0) return null;
  return (
    <ul className={LIST} aria-label="Selected">
      {named.map((row) => (
        <OpaqueText key={row.id} as="li" text={eventSentence(row, unitsOf).text} limit={200} />
      ))}
      {ids.length > named.length ? <li>and {countText(ids.length - named.length)} more</li> : null}
    </ul>
  );
}

function useRemovalCommands(): void {
  const stores = useStores();
  const toasts = useToasts();
  const hidden = useHiddenSelection();
  // Of one that the filter hides the command says so; several say it where they are listed.
  const count = useStore(eventLogStore, (state) =>
    hidden === null && hidesSelected(state) ? 0 : state.selectedIds.length,
  );
  const filtered = useStore(eventLogStore, (state) => state.filter !== "");
  const isOwn = useLog() === "own";
  const command = (id: string, title: string, run: () => void) => ({
    id,
    title,
    group: "Event log" as const,
    keywords: "delete erase customer data privacy",
    run,
  });
  const ask = (what: "selected" | "shown") => () => void stores.get(removalStore).ask(what);
  const keys = "delete";
  useCommands([
    isOwn &&
      count > 0 && {
        ...command(
          "remove-for-good",
          `Remove the ${count === 1 ? "selected event" : `${countText(count)} selected events`} for good…`,
          hidden ?? ask("selected"),
        ),
        keys,
      },
    // Its key is listed before there is something to remove.
    isOwn &&
      count === 0 &&
      listed({
        id: "listed-remove-for-good",
        title: "Remove the selected events for good…",
        group: "Event log",
        keys,
      }),
    isOwn && filtered && command("remove-shown", "Remove what the filter shows for good…", ask("shown")),
    isOwn &&
      command("remove-reference", "Remove what belongs to a reference…", () => {
        stores.get(commandsStore).run("filter-reference");
        toasts.hint(
          "Choose whose events are to go; then “Remove what the filter shows for good…” in the bin’s menu, beside the filter",
        );
      }),
  ]);
}
