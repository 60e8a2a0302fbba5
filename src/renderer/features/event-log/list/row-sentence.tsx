import { memo } from "react";
import type { Tone } from "../../../../shared/outcomes.ts";
import type { Sentence, SentencePart } from "../../../../shared/text/sentences.ts";
import { classes } from "../../../ui/classes.ts";
import { OpaqueText } from "../../../ui/opaque-text.tsx";
import styles from "./row-sentence.module.css";

export interface RowSentenceProps {
  readonly sentence: Sentence;
  /** How it ended; null where the chips say it all. */
  readonly result: string | null;
  /** Its chip says what became of it: the brief form leaves the result to it. */
  readonly judged: boolean;
  /** Its chip says the status of how it ended: the words for that go before any other. */
  readonly hasStatus: boolean;
  readonly tone: Tone;
}

/**
 * What happened, as a whole sentence in a wide log and in few words in a narrow one: "Charge 50 000 NGN ada → tunde".
 * The style sheet chooses, by the width of the log and not by what a row says: rows of one kind are worded alike. Both are
 * in the page, one of them is read out.
 */
export const RowSentence = memo(
  function RowSentence({ sentence: { subject, text }, result, judged, hasStatus, tone }: RowSentenceProps) {
    const firstValue = subject.findIndex((part) => part.kind !== "text" && part.yields === undefined);
    // Without a value there is nothing that the words could make room for: they are cut themselves.
    const values = firstValue === -1 ? subject : subject.slice(firstValue);
    const ending =
      result === null ? null : (
        <span className={classes(styles.result, styles[tone])}>
          {/* The status in brackets is said by its chip. */}
          <OpaqueText
            text={` — ${result.replace(/ \([0-9]{3}\)$/, "")}`}
            limit={Number.POSITIVE_INFINITY}
            breaks={false}
          />
        </span>
      );
    return (
      <span role="gridcell" className={styles.sentence} title={text}>
        <span className={styles.whole}>
          {subject.map((part, index) => (
            // The parts of one sentence never change places.
            <Part key={index} part={part} text={part.text} boxed />
          ))}
          {ending}
        </span>
        {/* A single text has no shorter form: it is cut at its end. */}
        <span className={styles.brief} aria-hidden="true">
          {leadingOf(subject.slice(0, subject.length - values.length)).map(({ part, text, yields }, index) => (
            <span
              key={index}
              data-leading={!yields && values[0]?.kind === "amount" ? true : undefined}
              className={classes(styles.leading, yields && styles.yields)}
            >
              <Part part={part} text={text} />
            </span>
          ))}
          <span className={styles.values}>
            {values.map((part, index) => {
              const money = values[index + 1]?.kind === "money" ? values[index + 1] : undefined;
              if (part.kind === "money") return null;
              if (money === undefined) return <Part key={index} part={part} text={shortOf(part)} boxed />;
              return (
                // One above the other they take no more room than either.
                <span key={index} className={styles.both}>
                  <Part part={part} text={part.text} />
                  <Part part={money} text={shortOf(money)} />
                </span>
              );
            })}
            {judged || ending === null ? null : (
              <span className={classes(styles.ending, !hasStatus && styles.kept)}>{ending}</span>
            )}
          </span>
        </span>
      </span>
    );
  },
  (before, now) =>
    before.sentence.text === now.sentence.text &&
    before.result === now.result &&
    before.judged === now.judged &&
    before.hasStatus === now.hasStatus &&
    before.tone === now.tone,
);

function shortOf(part: SentencePart): string {
  return part.short ?? part.text;
}

/** What stands before the values, as the brief form says it; what yields does so with the space behind it. */
function leadingOf(parts: readonly SentencePart[]) {
  return parts
    .map((part, index) => ({
      part,
      text: shortOf(part),
      yields: part.yields === true || parts[index - 1]?.yields === true,
    }))
    .filter(({ text }) => text !== "");
}

function Part({
  part: { kind },
  text,
  boxed = false,
}: {
  readonly part: SentencePart;
  readonly text: string;
  readonly boxed?: boolean;
}) {
  if (kind === "amount" || kind === "money")
    return (
      <b className={classes(styles.amount, kind === "money" && styles.money)}>
        <Amount text={text} />
      </b>
    );
  if (kind === "text") return boxed ? <span className={styles.word}>{text}</span> : text;
  const name = <OpaqueText text={text} limit={Number.POSITIVE_INFINITY} breaks={false} />;
  return boxed ? <span className={styles.name}>{name}</span> : name;
}

/** Of one that is too long for its room, digits give way: without its currency it would be another amount. */
function Amount({ text }: { readonly text: string }) {
  const [, digits = text, currency] = /^(.*)(\u00a0\S{1,8})$/s.exec(text) ?? [];
  return (
    <>
      <span className={styles.digits}>{digits}</span>
      {currency}
    </>
  );
}
