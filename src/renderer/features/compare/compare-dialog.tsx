import { ArrowLeftRight } from "lucide-react";
import { useState } from "react";
import { type BodyPart } from "../../../shared/events.ts";
import { localMomentText, pluralText, whenText } from "../../../shared/measures.ts";
import { type CompareRules } from "../../../shared/preferences.ts";
import { subjectText } from "../../../shared/text/sentences.ts";
import { useStore, useStores } from "../../core/environment.ts";
import { preferencesStore } from "../../core/preferences.ts";
import { IconButton } from "../../ui/button.tsx";
import { Callout } from "../../ui/callout.tsx";
import { Segmented } from "../../ui/choice.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Busy } from "../../ui/layout.tsx";
import { OpaqueText } from "../../ui/opaque-text.tsx";
import { Switch } from "../../ui/switch.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { useUnits } from "../profiles/index.ts";
import { BodiesView } from "./bodies/bodies-view.tsx";
import { type Comparable, type Comparison, compareStore } from "./compare-store.ts";
import { compareHeaders, type KnownOfHeaders } from "./differences/index.ts";
import { DifferencesTable } from "./differences-table.tsx";
import { meaningRows, meaningText } from "./meaning.ts";
import { outcomeRows } from "./outcome-rows.ts";

/** Two events side by side. */
export function CompareDialog() {
  const stores = useStores();
  const comparison = useStore(compareStore, (state) => state.comparison);
  return (
    <Dialog
      open={comparison.state !== "closed"}
      onClose={() => stores.get(compareStore).close()}
      title="Compare events"
      size="wide"
      fixedHeight
      flush
    >
      {comparison.state === "ready" ? (
        <Sides key={comparison.left.summary.id} {...comparison} />
      ) : comparison.state === "failed" ? (
        <div className="flex-none px-5 pt-3">
          <Callout tone="bad" title="The events cannot be compared">
            <OpaqueText text={comparison.message} />
          </Callout>
        </div>
      ) : (
        <Busy centred>Reading the events</Busy>
      )}
    </Dialog>
  );
}

type CompareTab = "meaning" | "body" | "headers" | "outcome";

function Sides({ left, right, fields }: Omit<Extract<Comparison, { state: "ready" }>, "state">) {
  const unitsOf = useUnits();
  const stores = useStores();
  const rules = useStore(preferencesStore, (state) => state.values.compare);
  const meaning = meaningRows(left, right, fields, unitsOf);
  const [tab, setTab] = useState<CompareTab>(meaning.length > 0 && left.kind !== right.kind ? "meaning" : "body");
  const [part, setPart] = useState<BodyPart>("request");
  const set = (change: Partial<CompareRules>) =>
    stores.get(preferencesStore).change({ compare: { ...rules, ...change } });
  const parts = (
    <Segmented
      label="Which part"
      size="small"
      value={part}
      onValueChange={setPart}
      options={[
        { value: "request", label: "Request" },
        { value: "answer", label: "Answer" },
      ]}
    />
  );
  return (
    <div className="flex flex-col h-full min-h-0">
      <div className="grid flex-none grid-cols-[1fr_auto_1fr] items-center gap-3 py-3 px-5 border-b border-line">
        <SideHead name="Left" detail={left} other={right} />
        <IconButton tip label="Swap sides" icon={<ArrowLeftRight />} onClick={() => stores.get(compareStore).swap()} />
        <SideHead name="Right" detail={right} other={left} />
      </div>
      <Tabs<CompareTab>
        label="What is compared"
        value={tab}
        onValueChange={setTab}
        className="flex-1 min-h-0"
        actions={tab === "outcome" || tab === "meaning" ? null : parts}
        tabs={[
          {
            value: "meaning",
            label: "Meaning",
            content: (
              <div className="px-5 pt-2 pb-3">
                {meaning.length === 0 ? (
                  <p className="pt-1 pb-2 text-secondary">
                    Neither says an amount, a person or a remark that is known.
                  </p>
                ) : (
                  <>
                    <p className="pt-1 pb-2 text-secondary">
                      {meaningText(meaning)}
                      {proposedText(left, right)}
                    </p>
                    <DifferencesTable label="What the two say" nameOf="Value" rows={meaning} />
                  </>
                )}
              </div>
            ),
          },
          {
            value: "body",
            label: "Body",
            content: (
              <div className="flex flex-col h-full min-h-0">
                <BodiesView key={part} left={left} right={right} part={part} rules={rules} />
              </div>
            ),
          },
          {
            value: "headers",
            label: "Headers",
            content: <Headers left={left} right={right} part={part} rules={rules} />,
          },
          {
            value: "outcome",
            label: "Outcome",
            content: (
              <div className="px-5 pt-2 pb-3">
                <DifferencesTable
                  label="What they were, and what became of them"
                  nameOf="What"
                  rows={outcomeRows(left, right, unitsOf)}
                />
              </div>
            ),
          },
        ]}
      />
      {/* Ids and times have no part in what the values mean, and what became of the two is shown as it was. */}
      {tab === "meaning" || tab === "outcome" ? null : (
        <div
          className="flex flex-none flex-wrap gap-x-6 gap-y-2 py-3 px-5 border-t border-line bg-sunken"
          role="group"
          aria-label="What does not count"
        >
          <Switch label="Ignore ids" checked={rules.ids} onCheckedChange={(ids) => set({ ids })} />
          <Switch label="Ignore times" checked={rules.times} onCheckedChange={(times) => set({ times })} />
          <Switch
            label="Ignore the order of lists"
            checked={rules.itemOrder}
            onCheckedChange={(itemOrder) => set({ itemOrder })}
          />
        </div>
      )}
    </div>
  );
}

function SideHead({
  name,
  detail: { summary, log },
  other,
}: {
  readonly name: string;
  readonly detail: Comparable;
  readonly other: Comparable;
}) {
  const unitsOf = useUnits();
  const apart = summary.at - other.summary.at;
  return (
    <div className="flex flex-col min-w-0">
      <span className="text-muted type-caption" title={localMomentText(summary.at)}>
        {name}
        {apart === 0 ? "" : apart < 0 ? ", the earlier" : ", the later"} · {whenText(summary.at)}
        {log === "opened" ? <b className="text-odd"> · opened file</b> : null}
      </span>
      <span className="type-body-strong wrap-anywhere">
        <OpaqueText text={subjectText(summary, unitsOf)} limit={160} />
      </span>
    </div>
  );
}

/** What is only proposed may be read wrongly. */
function proposedText(left: Comparable, right: Comparable): string {
  const sides = [left, right].map(({ summary }) => summary.kind === "delivery" && summary.facts.reading === "proposed");
  if (!sides.includes(true)) return "";
  const which = sides.includes(false) ? `the ${sides[0] === true ? "left" : "right"} webhook is` : "both webhooks are";
  return ` How ${which} read is proposed, not confirmed.`;
}

const WRITTEN = {
  same: "The same fields with the same values.",
  "other-case": "The same fields with the same values; their names differ in upper and lower case.",
  "other-order": "The same fields with the same values, in another order.",
} as const;

function knownOf(detail: Comparable): KnownOfHeaders {
  const { summary, says } = detail;
  const settings = detail.kind === "delivery" ? detail.signature?.settings : undefined;
  const timestamp = settings?.kind === "signed" ? settings.timestamp : null;
  return {
    ids: says?.ids.map(({ text }) => text) ?? [],
    seen: summary.at,
    signature: settings?.header ?? null,
    timestamp: timestamp?.from === "header" ? timestamp.name : null,
  };
}

function Headers({
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
  const of = (detail: Comparable) => (part === "request" ? detail.request : detail.answer)?.headers ?? [];
  const { differences, same, written } = compareHeaders(of(left), of(right), {
    left: knownOf(left),
    right: knownOf(right),
  });
  const shown = differences.filter(({ kind }) => !((rules.ids && kind === "id") || (rules.times && kind === "time")));
  const ignored = differences.length - shown.length;
  const own = shown.filter(({ change }) => change === "own").length;
  const title =
    differences.length === 0
      ? WRITTEN[written]
      : `${pluralText(shown.length - own, "differs", "differ")}, ${pluralText(same, "is", "are")} the same.${own === 0 ? "" : " Each has its own signature."}`;
  return (
    <div className="px-5 pt-2 pb-3">
      <p className="pt-1 pb-2 text-secondary">
        {title}
        {ignored === 0 ? "" : ` ${ignored} with ids or times left out.`}
      </p>
      {shown.length === 0 ? null : <DifferencesTable label="Headers that differ" nameOf="Header" rows={shown} />}
    </div>
  );
}
