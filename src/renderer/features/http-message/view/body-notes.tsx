import type { ReactNode } from "react";
import { countText, pluralText, sizeText } from "../../../../shared/measures.ts";
import { firstHeader } from "../../../../shared/primitives.ts";
import { Button } from "../../../ui/button.tsx";
import { OpaqueText } from "../../../ui/opaque-text.tsx";
import type { BodySource, LoadedBody } from "../decoding/use-body.ts";
import styles from "./body-notes.module.css";
import type { BodyView } from "./body-view-store.ts";
import { placeOf } from "./places.ts";

export interface BodyNotesProps {
  readonly source: BodySource;
  readonly body: Extract<LoadedBody, { state: "ready" }>;
  readonly view: BodyView;
  /** Its values are listed, though it has no tree. */
  readonly listed: boolean;
  readonly raw: boolean;
  readonly onRaw: (raw: boolean) => void;
  /** Shows a place: an offset in the text, or among the bytes. */
  readonly onShow: (view: "text" | "bytes", offset: number) => void;
}

/** What one has to know to take a body for what it is: each in a sentence, with a way to the place. */
export function BodyNotes({ source, body, view, listed, raw, onRaw, onShow }: BodyNotesProps) {
  const { text, json } = body.reading;
  const notes: { readonly key: string; readonly words: ReactNode; readonly action?: ReactNode }[] = [];
  if (body.decodedFrom !== null)
    notes.push({
      key: "decoded",
      words: `Decoded from ${body.decodedFrom}: ${sizeText(source.size)} as received, ${sizeText(body.bytes.length)} here.`,
      action: <Quiet onClick={() => onRaw(true)}>Show as received</Quiet>,
    });
  if (raw)
    notes.push({
      key: "raw",
      words: "As received, still encoded.",
      action: <Quiet onClick={() => onRaw(false)}>Show decoded</Quiet>,
    });
  if (body.notDecoded !== null)
    notes.push({ key: "encoded", words: <OpaqueText text={`Shown as received. ${body.notDecoded}`} /> });
  const asked = view === "formatted" || (view === "tree" && !listed);
  if (text === null) notes.push({ key: "binary", words: "This is not text, so here are its bytes." });
  if (json?.state === "not-json" && text !== null && view !== "bytes" && (asked || isMeantAsJson(source, text.value))) {
    const { line, column } = placeOf(text.value, json.offset);
    const reason = json.message.replace(/\.$/, "");
    notes.push({
      key: "not-json",
      words: `Not JSON: ${reason}, line ${countText(line)} column ${countText(column)}.${asked ? " Here is the original." : ""}`,
      action: <Quiet onClick={() => onShow("text", json.offset)}>Show the place</Quiet>,
    });
  }
  if (json?.state === "too-long" && view === "formatted")
    notes.push({
      key: "too-long",
      words: `Laid out it would have over ${countText(json.limit)} characters. Here is the original; the tree works too.`,
    });
  if (json?.state === "formatted" && json.flattened && view === "formatted")
    notes.push({ key: "flattened", words: "Nested so deeply that indentation stops growing after 40 levels." });
  const invalid = text?.invalid ?? null;
  if (invalid !== null)
    notes.push({
      key: "invalid",
      words: `Not all of it is UTF-8: ${pluralText(invalid.count, "place is", "places are")} shown as \ufffd.`,
      action: <Quiet onClick={() => onShow("bytes", invalid.first)}>Show the first among the bytes</Quiet>,
    });
  if (text?.value.startsWith("\ufeff") === true)
    notes.push({ key: "bom", words: "Starts with a byte order mark, which JSON does not allow." });
  if (notes.length === 0) return null;
  return (
    <ul className="flex-none border-b border-line bg-sunken">
      {notes.map(({ key, words, action }) => (
        <li key={key} className={styles.note}>
          <span>{words}</span>
          {action}
        </li>
      ))}
    </ul>
  );
}

/** Whether a body that is not JSON looks as if it were meant to be. */
function isMeantAsJson({ headers }: BodySource, text: string): boolean {
  const type = firstHeader(headers, "content-type") ?? "";
  return /\bjson\b/i.test(type) || /^\s*[{[]/.test(text.slice(0, 1_000));
}

function Quiet({ onClick, children }: { readonly onClick: () => void; readonly children: string }) {
  return (
    <Button size="small" variant="quiet" onClick={onClick}>
      {children}
    </Button>
  );
}
