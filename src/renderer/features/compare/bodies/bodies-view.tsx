import { useState } from "react";
import type { BodyPart } from "../../../../shared/events.ts";
import { countText, sizeText } from "../../../../shared/measures.ts";
import type { CompareRules } from "../../../../shared/preferences.ts";
import type { Instant } from "../../../../shared/primitives.ts";
import { cspNonce } from "../../../core/environment.ts";
import { Callout } from "../../../ui/callout.tsx";
import { Segmented } from "../../../ui/choice.tsx";
import { CodeDifference } from "../../../ui/code-difference.tsx";
import { Busy } from "../../../ui/layout.tsx";
import { OpaqueText } from "../../../ui/opaque-text.tsx";
import { optionsOf } from "../../../ui/options.ts";
import { softBroken } from "../../http-message/index.ts";
import type { Comparable } from "../compare-store.ts";
import { isMomentNear, type ValueDifference } from "../differences/index.ts";
import { DifferencesTable } from "../differences-table.tsx";
import { bodyFinding } from "./body-finding.ts";
import { HexDifference } from "./hex-difference.tsx";
import { type BodiesComparison, useComparison } from "./use-comparison.ts";

type Ready = Extract<BodiesComparison, { state: "ready" }>;
type View = "values" | "formatted" | "text" | "bytes";

const VIEWS = optionsOf<View>({ values: "Values", formatted: "Formatted", text: "Original", bytes: "Bytes" });

/** Characters on one side above which two texts are not laid side by side. */
const MOST_TEXT = 500_000;

/** One body of each event, compared in the way that suits them. */
export function BodiesView({
  left,
  right,
  part,
  rules,
}: {
  readonly left: Comparable;
  readonly right: Comparable;
  readonly part: BodyPart;
  readonly rules: CompareRules;
}) {
  const comparison = useComparison(left, right, part, !rules.itemOrder);
  if (comparison.state === "loading") return <Busy centred>Comparing</Busy>;
  if (comparison.state === "failed")
    return (
      <div className="flex-none px-5 pt-3">
        <Callout tone="bad" title="The bodies could not be compared">
          <OpaqueText text={comparison.message} />
        </Callout>
      </div>
    );
  // What is read as an id is one, whatever it is called.
  const ids = part === "request" ? [left, right].flatMap(({ says }) => says?.ids.map(({ path }) => path) ?? []) : [];
  const people = [left, right].flatMap(({ summary: { facts } }) => [facts.userReference, facts.from, facts.to]);
  const known = { ids: new Set(ids), people: new Set(people), seen: [left.summary.at, right.summary.at] } as const;
  return <ReadyBodies comparison={comparison} rules={rules} known={known} />;
}

function ReadyBodies({
  comparison,
  rules,
  known,
}: {
  readonly comparison: Ready;
  readonly rules: CompareRules;
  readonly known: Known;
}) {
  const { left, right, result } = comparison;
  const possible = viewsOf(comparison);
  const [wanted, setWanted] = useState<View | null>(null);
  const view = wanted !== null && possible.includes(wanted) ? wanted : (possible[0] ?? "bytes");
  const counted = result.values?.state === "different" ? countByRule(result.values.differences, rules, known) : null;
  const finding = bodyFinding(result, [left.bytes.length, right.bytes.length], counted, view === "values");
  if (left.bytes.length + right.bytes.length === 0)
    return (
      <div className="flex-none px-5 pt-3">
        <Callout tone="good" title="Both have no body" />
      </div>
    );
  return (
    <>
      <div className="flex-none px-5 pt-3">
        <Callout tone={finding.tone} title={finding.title}>
          {finding.sentence === "" ? undefined : finding.sentence}
        </Callout>
      </div>
      <div className="flex flex-none items-center gap-3 py-3 px-5">
        <Segmented
          label="How bodies are compared"
          size="small"
          value={view}
          onValueChange={setWanted}
          options={VIEWS.filter(({ value }) => possible.includes(value))}
        />
        <span className="text-muted type-small">
          {sizeText(left.bytes.length)} · {sizeText(right.bytes.length)}
        </span>
      </div>
      <div className="flex flex-1 flex-col min-h-0 border-t border-line">
        {view === "values" ? (
          <div
            className="flex-1 min-h-0 overflow-auto px-5 pt-2 pb-3 -outline-offset-2"
            role="group"
            aria-label="Values that differ"
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, also by key
            tabIndex={0}
          >
            <DifferencesTable label="Values that differ" nameOf="Path" rows={rowsOf(counted?.shown ?? [])} />
          </div>
        ) : view === "bytes" ? (
          <HexDifference left={left.bytes} right={right.bytes} first={result.firstDifference} />
        ) : (
          <Texts comparison={comparison} formatted={view === "formatted"} />
        )}
      </div>
    </>
  );
}

function Texts({ comparison, formatted }: { readonly comparison: Ready; readonly formatted: boolean }) {
  const [left, right] = [comparison.left, comparison.right].map(({ reading: { text, json } }) =>
    formatted && json?.state === "formatted"
      ? { value: json.formatted, longestLine: json.longestLine }
      : { value: text?.value ?? "", longestLine: text?.longestLine ?? 0 },
  );
  if (left === undefined || right === undefined) return null;
  const longest = Math.max(left.value.length, right.value.length);
  if (longest > MOST_TEXT)
    return (
      <div className="flex-none px-5 pt-3">
        <Callout tone="neutral" title="Too long to be laid side by side">
          One of the two has {countText(longest)} characters; up to {countText(MOST_TEXT)} can be laid side by side. The
          values and the bytes are compared all the same.
        </Callout>
      </div>
    );
  return (
    <CodeDifference
      leftLabel="Left body"
      rightLabel="Right body"
      left={softBroken(left.value, left.longestLine).shown}
      right={softBroken(right.value, right.longestLine).shown}
      syntax={formatted ? "json" : "plain"}
      nonce={cspNonce()}
    />
  );
}

function viewsOf({ left, right, result }: Ready): readonly View[] {
  if (result.values === null) return ["bytes"];
  const json = [left, right].every(({ reading }) => reading.json?.state === "formatted");
  const views: View[] = result.values.state === "different" ? ["values"] : [];
  return [...views, ...(json ? (["formatted"] as const) : []), "text", "bytes"];
}

function rowsOf(differences: readonly ValueDifference[]) {
  return differences.map(({ path, change, left, right }) => ({
    name: path,
    change,
    left: left === null ? [] : [left],
    right: right === null ? [] : [right],
  }));
}

interface Known {
  /** Places that are read as ids. */
  readonly ids: ReadonlySet<string>;
  /** References that the two events have: one is no mere id, however it is written. */
  readonly people: ReadonlySet<string | undefined>;
  /** When the left event was seen, and when the right one. */
  readonly seen: readonly [Instant, Instant];
}

/** Those that the rules leave, and how many they leave out. */
function countByRule(differences: readonly ValueDifference[], rules: CompareRules, { ids, people, seen }: Known) {
  const plain = (text: string) => text.replace(/^"(.*)"$/, "$1");
  const isMoment = (text: string | null, at: Instant) => text !== null && isMomentNear(plain(text), at);
  const isPerson = ({ left, right }: ValueDifference) =>
    [left, right].some((text) => text !== null && people.has(plain(text)));
  const ignored = (each: ValueDifference): boolean =>
    (rules.ids && ((each.kind === "id" && !isPerson(each)) || ids.has(each.path))) ||
    (rules.times && (each.kind === "time" || (isMoment(each.left, seen[0]) && isMoment(each.right, seen[1]))));
  const shown = differences.filter((each) => !ignored(each));
  return { shown, ignored: differences.length - shown.length };
}
