import { FileDown, RotateCw } from "lucide-react";
import { useState } from "react";
import type { SheetFormat } from "../../../shared/contract/playbooks.ts";
import { countText, momentText } from "../../../shared/measures.ts";
import { filled } from "../../../shared/playbook.ts";
import {
  countsOf,
  type LineState,
  type PlaybookResult,
  type ResultBrief,
  type ResultLine,
  resultState,
  type StepResult,
} from "../../../shared/playbook-result.ts";
import { LINE_STATE_WORDS, wantedText } from "../../../shared/text/explain-playbook.ts";
import { settle } from "../../core/bridge.ts";
import { useBridge, useStore, useStores, useToasts } from "../../core/environment.ts";
import { panelStore } from "../../core/panels.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Field } from "../../ui/field.tsx";
import { Menu, MenuItem } from "../../ui/menu.tsx";
import { OpaqueText } from "../../ui/opaque-text.tsx";
import { optionsOf } from "../../ui/options.ts";
import { Select } from "../../ui/select.tsx";
import { DifferencesTable } from "../compare/index.ts";
import { eventLogStore } from "../event-log/index.ts";
import { CompareResults } from "./compare-results.tsx";
import { playbooksStore } from "./playbooks-store.ts";
import { StateChip } from "./states.tsx";

/** What came of a playbook, the last time or an earlier one. */
export function ResultsPart() {
  const stores = useStores();
  const results = useStore(playbooksStore, (state) => state.results);
  const result = useStore(playbooksStore, (state) => state.result);
  const earlier = useStore(playbooksStore, (state) => state.earlier);
  const { showResult, compareWith } = stores.get(playbooksStore);
  if (result === null)
    return (
      <EmptyState icon={<RotateCw />} title="It was not run yet">
        Its results are kept here, the last 100.
      </EmptyState>
    );
  return (
    <div className="flex flex-col gap-4">
      <div className="grid grid-cols-2 gap-3">
        <Field label="Result">
          <Select
            value={result.head.id}
            onValueChange={(id) => void showResult(id)}
            options={results.map(resultOption)}
          />
        </Field>
        <Field label="Compared with">
          <Select
            value={earlier?.head.id ?? NONE}
            disabled={results.length < 2}
            onValueChange={(id) => void compareWith(id === NONE ? null : id)}
            options={[
              { value: NONE, label: results.length < 2 ? "no other result yet" : "no other result" },
              ...results.filter(({ id }) => id !== result.head.id).map(resultOption),
            ]}
          />
        </Field>
      </div>
      {earlier === null ? null : <CompareResults earlier={earlier} result={result} />}
      <ResultSheet result={result} />
    </div>
  );
}

const NONE = "none";

function resultOption({ id, startedAt, state, profileName, end }: ResultBrief) {
  return {
    value: id,
    label: `${momentText(startedAt)}, ${LINE_STATE_WORDS[state]}`,
    description: `${profileName}${end === "finished" ? "" : `, ${end ?? "under way"}`}`,
  };
}

const FORMATS = optionsOf<SheetFormat>({
  html: "Page (HTML)",
  pdf: "PDF",
  csv: "Table (CSV)",
  junit: "JUnit XML",
});

/** Steps drawn at once: of a run with many rows first those that are not green. */
const MANY_STEPS = 100;

/** One result: what it comes to, and each step with its lines. */
export function ResultSheet({ result }: { readonly result: PlaybookResult }) {
  const stores = useStores();
  const bridge = useBridge();
  const toasts = useToasts();
  const state = resultState(result);
  const { head, steps, end } = result;
  const numbers = new Map(head.playbook.steps.map(({ id }, place) => [id, place + 1]));
  const inOrder = steps.toSorted(
    (a, b) => a.row - b.row || (numbers.get(a.stepId) ?? 0) - (numbers.get(b.stepId) ?? 0),
  );

  const [all, setAll] = useState(false);
  const wanting = inOrder.filter(({ lines }) => lines.some((line) => line.state !== "passed"));
  const shown = all || inOrder.length <= MANY_STEPS ? inOrder : wanting.slice(0, MANY_STEPS);

  async function write(format: SheetFormat) {
    const request = { playbookId: head.playbookId ?? "", resultId: head.id, format };
    const written = toasts.outcome("write the sheet", await settle(bridge.playbooks.sheet(request)));
    if (written.ok && written.value.file !== null) toasts.done(`Written to ${written.value.file}`);
  }

  return (
    <section className="flex flex-col gap-3" aria-label="Result">
      <div className="flex flex-wrap items-center gap-2">
        {end === null ? null : <StateChip state={state} />}
        <span className="type-body-strong" role="status">
          {countsText(result)}
        </span>
        <span className="text-muted type-small">
          {end === null ? "" : end.how === "finished" ? "" : `The run was ${end.how}.`}
        </span>
        <span className="flex-1" />
        {end === null || state === "passed" ? null : (
          <Button size="small" icon={<RotateCw />} onClick={() => void stores.get(playbooksStore).startFailed()}>
            Run again what did not pass
          </Button>
        )}
        <Menu
          align="end"
          trigger={
            <Button size="small" icon={<FileDown />} disabled={end === null}>
              Save the sheet…
            </Button>
          }
        >
          {FORMATS.map(({ value: format, label }) => (
            <MenuItem key={format} onSelect={() => void write(format)}>
              {label}
            </MenuItem>
          ))}
        </Menu>
      </div>
      <FirstDifference result={result} steps={inOrder} numbers={numbers} />
      <ol className="flex flex-col gap-3 p-0 list-none" aria-label="Steps">
        {shown.map((step) => (
          <li
            key={`${step.row} ${step.stepId}`}
            className="[content-visibility:auto] [contain-intrinsic-size:auto_96px]"
          >
            <Step
              step={step}
              number={numbers.get(step.stepId) ?? 0}
              withRow={head.rows.length > 1}
              canRun={end !== null && head.playbookId !== null && step.lines.length > 0}
            />
          </li>
        ))}
      </ol>
      {shown.length === inOrder.length ? null : (
        <div className="flex flex-wrap items-center gap-3 text-secondary">
          {wanting.length === 0
            ? "No step has failed or is in doubt."
            : `Shown: ${countText(shown.length)} of the ${countText(wanting.length)} that did not pass.`}
          <Button size="small" onClick={() => setAll(true)}>{`Show all ${countText(inOrder.length)} steps`}</Button>
        </div>
      )}
    </section>
  );
}

/** The first line that failed: what was expected beside what was there. */
function FirstDifference({
  result,
  steps,
  numbers,
}: {
  readonly result: PlaybookResult;
  readonly steps: readonly StepResult[];
  readonly numbers: ReadonlyMap<string, number>;
}) {
  const { head } = result;
  for (const { row, stepId, lines } of steps) {
    const place = lines.findIndex(({ state }) => state === "failed");
    const line = lines[place];
    if (line === undefined) continue;
    const plain = head.playbook.steps.find(({ id }) => id === stepId);
    const wanted =
      plain !== undefined && "expect" in plain ? filled(plain, head.rows[row] ?? {}).expect[place] : undefined;
    const text = wanted === undefined ? null : wantedText(wanted);
    if (text === null) return null;
    return (
      <DifferencesTable
        label="The first difference"
        nameOf="First difference"
        sides={["Expected", "Got"]}
        rows={[
          {
            name: `Step ${numbers.get(stepId) ?? "?"}, ${line.where ?? line.expected}`,
            change: "changed",
            left: [text],
            right: line.got === null ? [] : [line.got],
          },
        ]}
      />
    );
  }
  return null;
}

function countsText(result: PlaybookResult): string {
  const counts = countsOf(result.steps);
  const parts = (Object.keys(LINE_STATE_WORDS) as LineState[])
    .filter((state) => counts[state] > 0)
    .map((state) => `${counts[state]} ${LINE_STATE_WORDS[state]}`);
  if (result.end === null) return `So far: ${parts.join(", ") || "nothing yet"}`;
  return parts.length === 0 ? "Nothing was expected" : parts.join(", ");
}

function Step({
  step,
  number,
  withRow,
  canRun,
}: {
  readonly step: StepResult;
  readonly number: number;
  readonly withRow: boolean;
  readonly canRun: boolean;
}) {
  const stores = useStores();
  const { row, stepId } = step;
  return (
    <div className="flex flex-col gap-1.5 p-3 border border-line rounded">
      <div className="flex items-center gap-2">
        <span className="flex-1 min-w-0 type-body-strong wrap-anywhere">
          {withRow ? `Row ${step.row + 1}, ` : ""}
          {number}. <OpaqueText text={step.says} limit={300} />
        </span>
        {step.amended ? <span className="text-odd type-small">changed by what came after its end</span> : null}
        {canRun ? (
          <IconButton
            tip="Run this step again"
            size="small"
            label={`Run this step again: step ${number}`}
            icon={<RotateCw />}
            onClick={() => void stores.get(playbooksStore).start([{ row, stepId }])}
          />
        ) : null}
      </div>
      {step.note === null ? null : <p className="text-secondary">{step.note}</p>}
      {step.lines.length === 0 ? null : (
        <ul className="flex flex-col gap-1.5 p-0 list-none" aria-label={`Expectations of step ${number}`}>
          {step.lines.map((line, place) => (
            // The lines of one result keep their places.
            <li key={place}>
              <Line line={line} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Line({ line }: { readonly line: ResultLine }) {
  const stores = useStores();
  const { state, expected, got, where, eventId, because } = line;
  function lead() {
    if (eventId === null) return;
    stores.get(panelStore).close();
    void stores.get(eventLogStore).show(eventId);
  }
  return (
    <div className="grid grid-cols-[118px_minmax(0,1fr)_auto] items-start gap-2">
      <span>
        <StateChip state={state} />
      </span>
      <span className="flex flex-col min-w-0 wrap-anywhere">
        <OpaqueText as="span" text={expected} limit={300} />
        {state === "passed" ? null : (
          <span className="text-secondary type-small">
            {got === null ? null : (
              <>
                Got <OpaqueText text={got} limit={200} />
                {where === null ? ". " : ` (${where}). `}
              </>
            )}
            {because}
          </span>
        )}
      </span>
      {eventId === null ? null : (
        <Button size="small" variant="quiet" onClick={lead}>
          Event No. {eventId}
        </Button>
      )}
    </div>
  );
}
