import { FileQuestion } from "lucide-react";
import { useEffect, useMemo, useState } from "react";
import { sizeText } from "../../../../shared/measures.ts";
import { cspNonce, useStore, useStores } from "../../../core/environment.ts";
import { preferencesStore } from "../../../core/preferences.ts";
import { Button } from "../../../ui/button.tsx";
import { CodeView, type ShownText } from "../../../ui/code-view.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { OpaqueText } from "../../../ui/opaque-text.tsx";
import { Spinner } from "../../../ui/spinner.tsx";
import { type BodyReading } from "../decoding/reading.ts";
import { type BodySource, type LoadedBody, useBody, useBodyWork } from "../decoding/use-body.ts";
import { type JsonOutline } from "../tree/outline.ts";
import { TreeView } from "../tree/tree-view.tsx";
import { BodyNotes } from "./body-notes.tsx";
import { BodyToolbar } from "./body-toolbar.tsx";
import { type BodyView, bodyViewStore, soughtIn } from "./body-view-store.ts";
import styles from "./body-viewer.module.css";
import { FindBar, type Finding, useFind } from "./find-bar.tsx";
import { HexView } from "./hex-view.tsx";
import { type BodyAnnotations, useLabelledPlaces } from "./marked-values.ts";
import { breaksBefore, type DisplayText, isBreak, softBroken, toShown, toText } from "./soft-breaks.ts";

export interface BodyViewerProps {
  /** The accessible name, such as "Request body". */
  readonly label: string;
  readonly source: BodySource;
  readonly annotations?: BodyAnnotations | undefined;
}

/** One body, in the view that suits it: as received, laid out, as a tree, or as bytes. */
export function BodyViewer({ label, source, annotations }: BodyViewerProps) {
  const [raw, setRaw] = useState(false);
  const body = useBody(source, raw);
  const sought = useStore(bodyViewStore, soughtIn(source));
  if (body.state === "loading")
    return (
      <div className={styles.loading} role="status">
        <Spinner /> Reading the body
      </div>
    );
  if (body.state === "failed")
    return (
      <EmptyState icon={<FileQuestion size={20} />} title="The body could not be read">
        <OpaqueText text={body.message} />
      </EmptyState>
    );
  if (body.bytes.length === 0 && body.decodedFrom !== null)
    return (
      <EmptyState
        icon={<FileQuestion size={20} />}
        title={`${sizeText(source.size)} that decode to nothing`}
        actions={<Button onClick={() => setRaw(true)}>Show as received</Button>}
      >
        Without its encoding ({body.decodedFrom}) the body has no content.
      </EmptyState>
    );
  if (body.bytes.length === 0)
    return (
      <EmptyState icon={<FileQuestion size={20} />} title="No body">
        It has no content: not a single byte.
      </EmptyState>
    );
  return (
    <ReadyBody
      key={sought}
      label={label}
      source={source}
      annotations={annotations}
      body={body}
      sought={sought}
      raw={raw}
      onRaw={setRaw}
    />
  );
}

/** The view that shows most of a body without a click. */
function bestView({ text, json }: BodyReading): BodyView {
  if (text === null) return "bytes";
  return json?.state === "formatted" ? "formatted" : "text";
}

interface ReadyBodyProps extends BodyViewerProps {
  readonly body: Extract<LoadedBody, { state: "ready" }>;
  /** What a search in it begins with; empty: nothing is searched for yet. */
  readonly sought: string;
  readonly raw: boolean;
  readonly onRaw: (raw: boolean) => void;
}

function ReadyBody({ label, source, annotations, body, sought, raw, onRaw }: ReadyBodyProps) {
  const stores = useStores();
  const wanted = useStore(bodyViewStore, (state) => state.bodyView);
  const wrap = useStore(preferencesStore, (state) => state.values.wrapBodies);
  const [finding, setFinding] = useState(sought !== "");
  const [place, setPlace] = useState<{ readonly view: BodyView; readonly offset: number } | null>(null);
  const { reading } = body;
  const isJson = reading.json !== null && reading.json.state !== "not-json";
  const view = wanted === null || (reading.text === null && wanted !== "bytes") ? bestView(reading) : wanted;
  const listed = view === "tree" && !isJson && annotations !== undefined;
  const shown = useShownText(reading, view);
  const find = useFind(finding && view !== "bytes" ? (shown?.text ?? "") : "", sought);

  function show(next: "text" | "bytes", offset: number) {
    stores.get(bodyViewStore).setBodyView(next);
    setPlace({ view: next, offset });
  }

  function closeFind() {
    setFinding(false);
    if (sought !== "") stores.get(bodyViewStore).seek(null);
  }

  return (
    <div className="flex flex-1 flex-col min-h-0 h-full">
      <BodyToolbar
        source={source}
        body={body}
        view={view}
        onFind={view === "bytes" ? null : () => setFinding(true)}
        onView={(next) => {
          setPlace(null);
          stores.get(bodyViewStore).setBodyView(next);
        }}
      />
      {finding && view !== "bytes" ? <FindBar finding={find} onClose={closeFind} /> : null}
      <BodyNotes source={source} body={body} view={view} listed={listed} raw={raw} onRaw={onRaw} onShow={show} />
      {view === "bytes" || shown === null ? (
        <HexView label={`${label}, bytes`} bytes={body.bytes} jump={place?.view === "bytes" ? place.offset : null} />
      ) : view === "tree" && isJson ? (
        <TreeOfBody label={`${label}, tree`} text={shown.text} finding={find} annotations={annotations} />
      ) : listed ? (
        annotations.list
      ) : (
        <TextOfBody
          label={label}
          display={shown}
          json={isJson && shown.breaks.length === 0}
          jsonFrom={
            isJson ? (view === "text" && reading.json !== null && "from" in reading.json ? reading.json.from : 0) : null
          }
          marks={annotations?.marks ?? NO_MARKS}
          wrap={wrap}
          finding={find}
          offset={place?.view === "text" ? place.offset : null}
          onFind={() => setFinding(true)}
        />
      )}
    </div>
  );
}

/** The text of the view: the layout for `formatted`, what JSON begins with for the tree, else the original. */
function useShownText({ text, json }: BodyReading, view: BodyView): DisplayText | null {
  return useMemo(() => {
    if (text === null) return null;
    if (view === "formatted" && json?.state === "formatted") return softBroken(json.formatted, json.longestLine);
    if (view === "tree" && json !== null && json.state !== "not-json")
      return softBroken(text.value.slice(json.from), 0);
    return softBroken(text.value, text.longestLine);
  }, [text, json, view]);
}

const NO_MARKS: BodyAnnotations["marks"] = [];

interface TextOfBodyProps {
  readonly label: string;
  readonly display: DisplayText;
  readonly json: boolean;
  /** Where JSON begins in the text; null where there is none. */
  readonly jsonFrom: number | null;
  readonly marks: BodyAnnotations["marks"];
  readonly wrap: boolean;
  readonly finding: Finding;
  readonly offset: number | null;
  readonly onFind: () => void;
}

function TextOfBody({ label, display, json, jsonFrom, marks: named, wrap, finding, offset, onFind }: TextOfBodyProps) {
  const { places, current } = finding;
  const text = useMemo(() => shownText(display), [display]);
  const marks = useMemo(() => {
    const { starts, length } = places;
    return { starts: starts.map((start) => toShown(display, start)), length, current };
  }, [display, places, current]);
  const labelled = useLabelledPlaces(jsonFrom === null ? null : display.text, jsonFrom ?? 0, named);
  const labels = useMemo(
    () =>
      labelled.map((place) => ({
        label: place.label,
        from: toShown(display, place.from),
        to: toShown(display, place.to),
      })),
    [display, labelled],
  );
  const jump = useMemo(() => {
    const found = places.starts[current];
    if (found !== undefined) return { from: toShown(display, found), to: toShown(display, found + places.length) };
    return offset === null ? null : { from: toShown(display, offset), to: toShown(display, offset + 1) };
  }, [display, places, current, offset]);
  return (
    <CodeView
      label={label}
      text={text}
      syntax={json ? "json" : "plain"}
      wrap={wrap}
      marks={marks}
      labels={labels}
      jump={jump}
      onFind={onFind}
      nonce={cspNonce()}
    />
  );
}

function shownText(display: DisplayText): ShownText {
  return {
    shown: display.shown,
    slice: (from, to) => display.text.slice(toText(display, from), toText(display, to)),
    lineNumber: (line, offset) =>
      offset > 0 && isBreak(display, offset - 1) ? null : line - breaksBefore(display, offset),
  };
}

/** The tree of a text that is known to be JSON; outlined first, elsewhere when it is large. */
function TreeOfBody({
  label,
  text,
  finding,
  annotations,
}: {
  readonly label: string;
  readonly text: string;
  readonly finding: Finding;
  readonly annotations: BodyAnnotations | undefined;
}) {
  const work = useBodyWork();
  const [outlined, setOutlined] = useState<{ readonly text: string; readonly outline: JsonOutline } | null>(null);
  useEffect(() => {
    const abort = new AbortController();
    work.outline(text, abort.signal).then(
      (outline) => {
        if (outline !== null && !abort.signal.aborted) setOutlined({ text, outline });
      },
      // Aborted: another text is on its way.
      () => undefined,
    );
    return () => abort.abort();
  }, [work, text]);

  if (outlined === null || outlined.text !== text)
    return (
      <div className={styles.loading} role="status">
        <Spinner /> Reading the tree
      </div>
    );
  return <TreeView label={label} text={text} outline={outlined.outline} finding={finding} annotations={annotations} />;
}
