import { useEffect } from "react";
import type { DeliveryDetail } from "../../../shared/events.ts";
import { localMomentText, sizeText } from "../../../shared/measures.ts";
import { type SignatureSettings, usesPublicKey } from "../../../shared/signature.ts";
import type { SignatureCheck } from "../../../shared/signature-check.ts";
import { secondsText } from "../../../shared/text/explain-doctor.ts";
import { ALGORITHM_NAMES, ENCODING_NAMES, signedWords } from "../../../shared/text/signature-words.ts";
import { useStore, useStores } from "../../core/environment.ts";
import { Fact, Facts } from "../../ui/facts.tsx";
import { Section } from "../../ui/layout.tsx";
import { OpaqueText } from "../../ui/opaque-text.tsx";
import { type Comparison, signatureStore } from "./signature-store.ts";

interface ComparisonPartProps {
  /** It does not hold, or is not there. */
  readonly isWrong: boolean;
  readonly detail: DeliveryDetail;
  readonly check: SignatureCheck;
  readonly version: number;
}

/** What was held against what: the header as received, the scheme, the signed bytes, the clocks. */
export function ComparisonPart({ detail, check, version, isWrong }: ComparisonPartProps) {
  const stores = useStores();
  const { id } = detail.summary;
  const { settings, result } = check;
  const isUnset = result.state === "not-checked" && result.reason === "no-secret";
  const comparison = useStore(signatureStore, (signature) =>
    signature.comparison?.id === id ? signature.comparison.value : null,
  );
  const signed =
    settings.kind === "static" || comparison?.content == null ? null : (
      <Signed content={comparison.content} over={signedWords(settings)} />
    );
  useEffect(() => {
    void stores.get(signatureStore).loadComparison(id, version);
  }, [stores, id, version]);

  return (
    <Section title={result.state === "not-checked" ? "What there is to compare" : "What was compared"}>
      {/* Of one that does not hold the bytes are what is looked for. */}
      {isWrong ? signed : null}
      <Facts>
        {settings.kind === "signed" && settings.field !== null ? (
          <Fact name="Field" data>
            {settings.field}
          </Fact>
        ) : (
          <Fact name="Header" data>
            {settings.header}
          </Fact>
        )}
        <Fact name="Received" data>
          <Received comparison={comparison} />
        </Fact>
        <Fact name="Scheme">{schemeWords(settings)}</Fact>
        <Fact name={settings.kind === "signed" && usesPublicKey(settings.algorithm) ? "Public keys" : "Secrets"}>
          {settings.secrets.map(({ name }) => name).join(", ") || "none"}
          {isUnset && settings.secrets.length > 0 ? ", not set" : ""}
        </Fact>
        {settings.kind === "signed" && settings.timestamp !== null ? (
          <Fact name="Timestamp">
            <Clock comparison={comparison} tolerance={settings.toleranceSeconds} />
          </Fact>
        ) : null}
      </Facts>
      {isWrong ? null : signed}
    </Section>
  );
}

function Received({ comparison }: { readonly comparison: Comparison | null }) {
  if (comparison === null) return "…";
  if (comparison.received === null) return "not shown: it is, or may be, the secret itself";
  if (comparison.received.length === 0) return "nothing";
  return comparison.received.map((value, index) => (
    // Values of one header never change places.
    <OpaqueText key={index} as="div" text={value} limit={500} />
  ));
}

function schemeWords(settings: SignatureSettings): string {
  const front = settings.prefix === "" ? "" : `, behind “${settings.prefix}”`;
  if (settings.kind === "static") return `A fixed value${front}`;
  return `${ALGORITHM_NAMES[settings.algorithm]} in ${ENCODING_NAMES[settings.encoding]}${front}`;
}

function Clock({
  comparison,
  tolerance,
}: {
  readonly comparison: Comparison | null;
  readonly tolerance: number | null;
}) {
  const timestamp = comparison?.timestamp ?? null;
  if (timestamp === null) return comparison === null ? "…" : "none";
  const allowed = tolerance === null ? "any distance is allowed" : `${secondsText(tolerance)} are allowed`;
  const { at, ageSeconds } = timestamp;
  if (at === null || ageSeconds === null)
    return <OpaqueText text={`${timestamp.text}: no moment can be read from it`} />;
  const off = Math.abs(ageSeconds) < 1 ? "less than a second" : secondsText(Math.abs(ageSeconds));
  return `${localMomentText(at)}, ${off} ${ageSeconds < 0 ? "after" : "before"} it arrived; ${allowed}`;
}

interface SignedProps {
  readonly content: NonNullable<Comparison["content"]>;
  /** Which parts of the request, in words. */
  readonly over: string;
}

function Signed({ content, over }: SignedProps) {
  const { text, isText, bytes } = signedText(content.start);
  return (
    <div className="overflow-hidden border border-line rounded">
      <div className="py-2 px-3 border-b border-line text-secondary type-small">
        What is signed: <OpaqueText text={over} limit={200} />, {sizeText(content.size)}
        {content.size > bytes ? `, of which the first ${sizeText(bytes)}` : ""}
        {isText ? "" : ", as bytes"}
      </div>
      <pre
        className="max-h-60 overflow-auto py-2 px-3 bg-sunken type-data wrap-anywhere select-text whitespace-pre-wrap"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, also by key
        tabIndex={0}
        aria-label="What is signed"
      >
        {content.size === 0 ? <span className="text-muted">nothing</span> : <Lines text={text} marked={isText} />}
      </pre>
    </div>
  );
}

/** Line ends count when something is signed, so they are drawn. */
function Lines({ text, marked }: { readonly text: string; readonly marked: boolean }) {
  if (!marked) return text;
  const lines = text.split(/(?<=\n)/);
  return lines.map((line, index) => (
    // The lines of one text never change places.
    <span key={index}>
      <OpaqueText text={line} limit={Number.POSITIVE_INFINITY} />
      {index < lines.length - 1 ? "\n" : null}
    </span>
  ));
}

interface SignedText {
  readonly text: string;
  readonly isText: boolean;
  /** How many bytes are shown. */
  readonly bytes: number;
}

const BYTES_PER_LINE = 16;

/** The beginning of what is signed, for reading: as text, or as bytes if it is none. */
function signedText(base64: string): SignedText {
  const binary = atob(base64);
  const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
  try {
    // The last character may be cut in two: what is left of it is no fault of the text.
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
    return { text, isText: true, bytes: bytes.length };
  } catch {
    return { text: hexLines(bytes), isText: false, bytes: bytes.length };
  }
}

function hexLines(bytes: Uint8Array): string {
  const lines: string[] = [];
  for (let start = 0; start < bytes.length; start += BYTES_PER_LINE) {
    const line = Array.from(bytes.subarray(start, start + BYTES_PER_LINE), (byte) =>
      byte.toString(16).padStart(2, "0"),
    );
    lines.push(`${start.toString(16).padStart(4, "0")}  ${line.join(" ")}`);
  }
  return lines.join("\n");
}
