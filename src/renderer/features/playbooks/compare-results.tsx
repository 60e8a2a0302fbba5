import { GitCompareArrows } from "lucide-react";
import { momentText, pluralText } from "../../../shared/measures.ts";
import type { PlaybookResult, ResultLine, StepResult } from "../../../shared/playbook-result.ts";
import { LINE_STATE_WORDS } from "../../../shared/text/explain-playbook.ts";
import { useStores } from "../../core/environment.ts";
import { panelStore } from "../../core/panels.ts";
import { Button } from "../../ui/button.tsx";
import { Menu, MenuItem } from "../../ui/menu.tsx";
import { compareStore, type DifferenceRow, DifferencesTable } from "../compare/index.ts";

interface CompareResultsProps {
  readonly earlier: PlaybookResult;
  readonly result: PlaybookResult;
}

/** Two results line by line: what came out otherwise, and the way to what came. */
export function CompareResults({ earlier, result }: CompareResultsProps) {
  const stores = useStores();
  const { rows, same, events } = compared(earlier, result);
  return (
    <section className="flex flex-col gap-2" aria-label="Compared">
      <div className="flex flex-wrap items-center gap-2">
        <p className="flex-1 min-w-0 text-secondary" role="status">
          {rows.length === 0
            ? "Every expectation came out the same."
            : `${pluralText(rows.length, "expectation", "expectations")} came out otherwise, ${same} the same.`}
        </p>
        {events.length === 0 ? null : (
          <Menu
            align="end"
            trigger={
              <Button size="small" icon={<GitCompareArrows />}>
                Compare what came…
              </Button>
            }
          >
            {events.map(({ label, left, right }) => (
              <MenuItem
                key={label}
                onSelect={() => {
                  stores.get(panelStore).close();
                  void stores.get(compareStore).compare(left, right, "own");
                }}
              >
                {label}
              </MenuItem>
            ))}
          </Menu>
        )}
      </div>
      {rows.length === 0 ? null : (
        <DifferencesTable
          label="Expectations that came out otherwise"
          nameOf="Expected"
          rows={rows}
          sides={[momentText(earlier.head.startedAt), momentText(result.head.startedAt)]}
        />
      )}
    </section>
  );
}

/** Lines belong together that have the same row, step and sentence. */
function compared(earlier: PlaybookResult, result: PlaybookResult) {
  const rows: DifferenceRow[] = [];
  const events: { readonly label: string; readonly left: number; readonly right: number }[] = [];
  const numbers = new Map(result.head.playbook.steps.map(({ id }, place) => [id, place + 1]));
  const former = new Map(earlier.steps.map((step) => [`${step.row} ${step.stepId}`, step]));
  let same = 0;
  for (const step of result.steps) {
    const before = former.get(`${step.row} ${step.stepId}`);
    former.delete(`${step.row} ${step.stepId}`);
    const name = `${result.head.rows.length > 1 ? `row ${step.row + 1}, ` : ""}step ${numbers.get(step.stepId) ?? "?"}`;
    const left = lineTexts(before);
    const right = lineTexts(step);
    const differing = [...new Set([...left.keys(), ...right.keys()])].filter((key) => left.get(key) !== right.get(key));
    same += right.size - differing.filter((key) => right.has(key)).length;
    for (const key of differing) rows.push(rowOf(`${name}: ${key}`, left.get(key), right.get(key)));
    const [a, b] = [before, step].map((each) => each?.deliveryIds[0] ?? each?.callId ?? null);
    if (differing.length > 0 && a != null && b != null)
      events.push({ label: `What came of ${name}`, left: a, right: b });
  }
  for (const step of former.values())
    for (const [key, text] of lineTexts(step)) rows.push(rowOf(`a step that is gone: ${key}`, text, undefined));
  return { rows, same, events };
}

function rowOf(name: string, left: string | undefined, right: string | undefined): DifferenceRow {
  const change = left === undefined ? "added" : right === undefined ? "removed" : "changed";
  return { name, change, left: left === undefined ? [] : [left], right: right === undefined ? [] : [right] };
}

/** What each line came to, by its sentence. Lines that passed count as the same, whatever they got. */
function lineTexts(step: StepResult | undefined): ReadonlyMap<string, string> {
  return new Map((step?.lines ?? []).map((line) => [line.expected, textOf(line)]));
}

function textOf({ state, got }: ResultLine): string {
  const word = LINE_STATE_WORDS[state];
  return state === "passed" || got === null ? word : `${word}: ${got}`;
}
