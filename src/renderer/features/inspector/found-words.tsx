import { type ReactNode, useMemo } from "react";
import type { CallDetail, DeliveryDetail } from "../../../shared/events.ts";
import { parseFilter } from "../../../shared/filter/index.ts";
import type { InspectorTab } from "../../../shared/preferences.ts";
import type { HeaderList } from "../../../shared/primitives.ts";
import { eventSentence } from "../../../shared/text/sentences.ts";
import { useStore, useStores } from "../../core/environment.ts";
import { Button } from "../../ui/button.tsx";
import { OpaqueText } from "../../ui/opaque-text.tsx";
import { eventLogStore } from "../event-log/index.ts";
import { type BodySource, bodyViewStore, type SoughtIn, useBody } from "../http-message/index.ts";
import styles from "./found-words.module.css";

/** More of them would take the room of what they lead to. */
const WORDS_SHOWN = 3;
/** A larger body is not read for each row that is passed. */
const LARGEST_READ = 1_048_576;

interface FoundWordsProps {
  readonly detail: CallDetail | DeliveryDetail;
  readonly version: number;
  readonly onTab: (tab: InspectorTab) => void;
}

/**
 * Where the words of the filter stand that have found this event, if its sentence does not show them: each place leads to
 * the search of its own tab.
 */
export function FoundWords(props: FoundWordsProps) {
  const filter = useStore(eventLogStore, (state) => state.filter);
  const words = useMemo(() => wordsOf(filter), [filter]);
  const { summary } = props.detail;
  const seen = `${eventSentence(summary).text}\n${summary.note ?? ""}\n${summary.tags?.join("\n") ?? ""}`.toLowerCase();
  return words
    .filter((word) => !seen.includes(word.toLowerCase()))
    .slice(0, WORDS_SHOWN)
    .map((word) => <FoundWord key={word} word={word} {...props} />);
}

/** The words that an event has to have, wherever. */
function wordsOf(filter: string): readonly string[] {
  const parsed = parseFilter(filter);
  if (!parsed.ok) return [];
  const words = parsed.filter.terms.flatMap(({ negated, test }) =>
    !negated && test.field === "text" ? [test.text] : [],
  );
  return [...new Set(words)];
}

function FoundWord({ word, detail, version, onTab }: FoundWordsProps & { readonly word: string }) {
  const stores = useStores();
  const { summary, request, answer } = detail;
  const isCall = detail.kind === "call";
  const body = (
    part: "request" | "answer",
    { headers, size }: { readonly headers: HeaderList; readonly size: number },
  ) => ({ id: summary.id, part, headers, size, version }) as const;
  const lines = [request, answer ?? { headers: [] }].flatMap(({ headers }) => headers.map((line) => line.join(": ")));
  const inHeaders = [summary.path, ...lines].some((line) => has(line, word));

  const place = (part: SoughtIn["part"], tab: InspectorTab, label: string) => (
    <Button
      size="small"
      variant="quiet"
      onClick={() => {
        stores.get(bodyViewStore).seek({ id: summary.id, part, text: word });
        onTab(tab);
      }}
    >
      {label}
    </Button>
  );
  return (
    // Seen only with a place in it: what is written otherwise than it was searched for has none.
    <p className={styles.found}>
      <OpaqueText text={`“${word}” is in`} limit={60} />
      <InBody word={word} source={body("request", request)}>
        {place("request", "body", isCall ? "Sent" : "Received")}
      </InBody>
      {answer === null ? null : (
        <InBody word={word} source={body("answer", answer)}>
          {place("answer", "answer", "Answer")}
        </InBody>
      )}
      {inHeaders ? place("headers", "headers", "Headers") : null}
    </p>
  );
}

interface InBodyProps {
  readonly word: string;
  readonly source: BodySource;
  readonly children: ReactNode;
}

function InBody(props: InBodyProps) {
  return props.source.size === 0 || props.source.size > LARGEST_READ ? null : <InReadBody {...props} />;
}

function InReadBody({ word, source, children }: InBodyProps) {
  const body = useBody(source, false);
  const text = body.state === "ready" ? body.reading.text : null;
  return text !== null && has(text.value, word) ? children : null;
}

function has(text: string, word: string): boolean {
  return text.toLowerCase().includes(word.toLowerCase());
}
