import { Autocomplete } from "@base-ui/react/autocomplete";
import { useEffect, useRef, useState } from "react";
import { type EventSummary, shownFacts } from "../../../shared/events.ts";
import { clockText, dayText, durationText, weekdayText } from "../../../shared/measures.ts";
import { amountText, unitsOfEvent } from "../../../shared/text/amount-text.ts";
import { verdictText, verdictTone } from "../../../shared/text/explain-run.ts";
import { tieText } from "../../../shared/text/explain-tie.ts";
import { tieSign, tieTone, verdictSign } from "../../../shared/text/run-words.ts";
import { eventSentence } from "../../../shared/text/sentences.ts";
import { settle } from "../../core/bridge.ts";
import { useBridge, useStore, useStores } from "../../core/environment.ts";
import { Callout, Failure } from "../../ui/callout.tsx";
import { Chip } from "../../ui/chip.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { OpaqueText } from "../../ui/opaque-text.tsx";
import popup from "../../ui/popup.module.css";
import { RunSign } from "../../ui/run-sign.tsx";
import list from "../../ui/search-list.module.css";
import { SearchListInput } from "../../ui/search-list.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { useUnits } from "../profiles/index.ts";
import { type Choosing, runsStore } from "./runs-store.ts";

/** Says by hand what belongs together: a list of simulations before a webhook, or of webhooks after a simulation. */
export function ChooseDialog() {
  const stores = useStores();
  const choosing = useStore(runsStore, (state) => state.choosing);
  const input = useRef<HTMLInputElement>(null);
  // What was chosen last stays in the dialog while it fades out.
  const [shown, setShown] = useState(choosing);
  useEffect(() => {
    if (choosing !== null) setShown(choosing);
  }, [choosing]);
  return (
    <Dialog
      open={choosing !== null}
      onClose={() => stores.get(runsStore).choose(null)}
      title={
        shown?.what === "delivery" ? "Choose the webhook of this simulation" : "Choose the simulation of this webhook"
      }
      description={
        shown?.what === "delivery"
          ? "Webhooks that came after it, the first one on top."
          : "Simulations that were sent before it, the latest on top."
      }
      size="medium"
      flush
      initialFocus={() => input.current}
    >
      {shown === null ? null : <Choice choosing={shown} inputRef={input} />}
    </Dialog>
  );
}

interface ChoiceProps {
  readonly choosing: Choosing;
  readonly inputRef: React.RefObject<HTMLInputElement | null>;
}

function Choice({ choosing, inputRef }: ChoiceProps) {
  const unitsOf = useUnits();
  const stores = useStores();
  const [query, setQuery] = useState("");
  const [refusal, setRefusal] = useState<string | null>(null);
  const candidates = useCandidates(choosing, query);

  async function choose(event: EventSummary) {
    const { tie, choose: close } = stores.get(runsStore);
    const refused =
      choosing.what === "run"
        ? await tie(choosing.delivery, event.id)
        : event.kind === "delivery"
          ? await tie(event, choosing.runId)
          : null;
    setRefusal(refused);
    if (refused === null) close(null);
  }

  return (
    // One height whatever is found: nothing jumps while one types.
    <div className="flex flex-col h-[min(400px,60vh)]">
      <Autocomplete.Root
        inline
        open
        items={candidates.events}
        filter={null}
        value={query}
        onValueChange={(next, { reason }) => {
          // A choice ties; it does not fill in the field.
          if (reason !== "item-press") setQuery(next);
        }}
        itemToStringValue={(event: EventSummary) => eventSentence(event, unitsOf).text}
        autoHighlight="always"
        keepHighlight
      >
        <SearchListInput
          label={choosing.what === "run" ? "Search simulations" : "Search webhooks"}
          placeholder="A reference, an amount, or a filter"
          inputRef={inputRef}
          aside={candidates.state === "reading" ? <Spinner size={14} /> : null}
        />
        {refusal === null ? null : (
          <div className="px-5 pt-3">
            <Failure title="They cannot be tied" text={refusal} />
          </div>
        )}
        <Nothing candidates={candidates} choosing={choosing} query={query} />
        <Autocomplete.List className={list.list} aria-label={choosing.what === "run" ? "Simulations" : "Webhooks"}>
          {(event: EventSummary) => (
            <Autocomplete.Item key={event.id} value={event} className={popup.item} onClick={() => void choose(event)}>
              <Candidate event={event} choosing={choosing} />
            </Autocomplete.Item>
          )}
        </Autocomplete.List>
      </Autocomplete.Root>
    </div>
  );
}

/** Why the list is empty, if it is. */
function Nothing({ candidates, choosing, query }: NothingProps) {
  if (candidates.state === "failed")
    return (
      <div className="px-5 pt-3">
        <Callout tone="odd" live>
          <OpaqueText text={candidates.message} />
        </Callout>
      </div>
    );
  if (candidates.state === "reading" || candidates.events.length > 0) return null;
  const words =
    query.trim() !== ""
      ? "Nothing matches this."
      : choosing.what === "run"
        ? "No simulation was sent before this webhook came."
        : "No webhook has come since this simulation.";
  return (
    <p className={list.empty} role="status">
      {words}
    </p>
  );
}

interface NothingProps {
  readonly candidates: Candidates;
  readonly choosing: Choosing;
  readonly query: string;
}

/** When, how much and who: what one tells events apart by stands where the eye looks, and is never cut for words. */
function Candidate({ event, choosing }: { readonly event: EventSummary; readonly choosing: Choosing }) {
  const unitsOf = useUnits();
  const apart = choosing.what === "run" ? choosing.delivery.at - event.at : null;
  const { text } = eventSentence(event, unitsOf);
  if (event.kind === "notice") return <OpaqueText text={text} limit={300} />;
  const { amount, amountMeant, currency = "", userReference, from, to } = shownFacts(event);
  const people = userReference ?? [from, to].filter((each) => each !== undefined).join(" → ");
  return (
    <>
      <span className="flex-none min-w-36 text-muted type-data-small" title={weekdayText(event.at)}>
        {apart === null
          ? `${dayText(event.at).replace(/ \d{4}$/, "")} ${clockText(event.at)}`
          : `${durationText(Math.max(0, apart))} before`}
      </span>
      <span className="flex-1 min-w-0 truncate" title={text}>
        {amount === undefined ? null : (
          <b>{amountText(amount, currency, unitsOfEvent(event, unitsOf), amountMeant)} </b>
        )}
        <OpaqueText text={people === "" ? text : people} limit={300} />
      </span>
      <Now event={event} />
    </>
  );
}

/** What it is tied to at present. */
function Now({ event }: { readonly event: EventSummary }) {
  if (event.kind === "call" && event.run !== undefined)
    return (
      <Chip tone={verdictTone(event.run.verdict)} icon={<RunSign sign={verdictSign(event.run.verdict)} />}>
        {verdictText(event.run.verdict)}
      </Chip>
    );
  if (event.kind === "delivery" && event.tie?.role != null)
    return (
      <Chip tone={tieTone(event.tie.role, event.tie)} icon={<RunSign sign={tieSign(event.tie.role, event.tie)} />}>
        {tieText(event.tie)}
      </Chip>
    );
  return null;
}

/** The events that can be chosen. Those found before stay while others are read. */
interface Candidates {
  readonly state: "reading" | "ready" | "failed";
  /** Why nothing could be found: of a filter, what is wrong with it. */
  readonly message: string;
  readonly events: readonly EventSummary[];
}

const MOST = 50;
/** Pause in typing after which it is searched. */
const PAUSE_MS = 150;

/** Searches the log for what can be tied; `query` is in the language of the log's filter. */
function useCandidates(choosing: Choosing, query: string): Candidates {
  const bridge = useBridge();
  const [found, setFound] = useState<Candidates>({ state: "reading", message: "", events: [] });
  useEffect(() => {
    let current = true;
    setFound((before) => ({ ...before, state: "reading" }));
    const timer = setTimeout(() => void search(), query === "" ? 0 : PAUSE_MS);
    return () => {
      current = false;
      clearTimeout(timer);
    };

    async function search() {
      const page = { limit: MOST, filter: `${kindOf(choosing)} ${query}`.trim() };
      const result = await settle(
        bridge.journal.page(
          choosing.what === "run" ? { ...page, before: choosing.delivery.id } : { ...page, after: choosing.runId },
        ),
      );
      if (!current) return;
      if (result.ok) setFound({ state: "ready", message: "", events: inOrder(choosing, result.value.events) });
      else setFound({ state: "failed", message: result.message, events: [] });
    }
  }, [bridge, choosing, query]);
  return found;
}

function kindOf({ what }: Choosing): string {
  return what === "run" ? "kind:call about:credit,charge" : "kind:delivery";
}

/** The likeliest first: the latest simulation before, or the first webhook after; without what it is tied to now. */
function inOrder(choosing: Choosing, events: readonly EventSummary[]): readonly EventSummary[] {
  if (choosing.what === "run") return events.filter(({ id }) => id !== choosing.delivery.tie?.runId).toReversed();
  return events.filter((event) => event.kind === "delivery" && event.tie?.runId !== choosing.runId);
}
