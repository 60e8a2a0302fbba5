import type { Paper } from "../../shared/evidence.ts";
import { durationText, localMomentText, pluralText } from "../../shared/measures.ts";
import type { Tone } from "../../shared/outcomes.ts";
import {
  countsOf,
  type LineState,
  type PlaybookResult,
  type ResultCounts,
  type ResultLine,
  resultState,
  type StepResult,
} from "../../shared/playbook-result.ts";
import { LINE_STATE_WORDS } from "../../shared/text/explain-playbook.ts";
import { cell, html, PAGE_END, pageHead } from "../evidence/index.ts";

/** A result as a sheet to hand over: a page, rows for a spreadsheet, or JUnit's XML. All of them count the same lines. */

const TONES: Readonly<Record<LineState, Tone>> = {
  passed: "good",
  failed: "bad",
  "could-not-run": "odd",
  skipped: "neutral",
  unsure: "odd",
};

/** "3 passed, 1 failed, 2 skipped". */
function countsText(counts: ResultCounts): string {
  const parts = (Object.keys(LINE_STATE_WORDS) as LineState[])
    .filter((state) => counts[state] > 0)
    .map((state) => `${counts[state]} ${LINE_STATE_WORDS[state]}`);
  return parts.length === 0 ? "nothing was expected" : parts.join(", ");
}

function title({ head }: PlaybookResult): string {
  return head.playbook.name;
}

/** The steps in the order of the playbook, row by row. */
function stepsInOrder({ head, steps }: PlaybookResult): readonly StepResult[] {
  const places = new Map(head.playbook.steps.map(({ id }, place) => [id, place]));
  return steps.toSorted((a, b) => a.row - b.row || (places.get(a.stepId) ?? 0) - (places.get(b.stepId) ?? 0));
}

export function htmlSheet(results: readonly PlaybookResult[], version: string, paper: Paper): string {
  const name =
    results.length === 1 && results[0] !== undefined
      ? title(results[0])
      : pluralText(results.length, "playbook", "playbooks");
  return `${pageHead(`Result of ${name}`, paper)}${results.map(oneSheet).join("")}<footer class="soft"><p>${html(
    `Made by Linkdesk ${version}. Only “passed” is green: what was not expected, not seen or in doubt is not.`,
  )}</p></footer>${PAGE_END}`;
}

function oneSheet(result: PlaybookResult): string {
  const { head, steps, end } = result;
  const state = resultState(result);
  const broken = end?.how === "finished" ? "" : ` The run was ${end?.how ?? "not over"}.`;
  const numbers = new Map(head.playbook.steps.map(({ id }, place) => [id, place + 1]));
  const parts = stepsInOrder(result).map(
    (step) =>
      `<h3>${html(`${head.rows.length > 1 ? `Row ${step.row + 1}, ` : ""}${numbers.get(step.stepId) ?? "?"}. ${step.says}`)}</h3>${
        step.amended ? `<p class="soft">Changed by what came after the end of this step.</p>` : ""
      }${step.note === null ? "" : `<p class="soft">${html(step.note)}</p>`}${linesTable(step.lines)}`,
  );
  const values = head.rows.length > 1 ? "" : valuesText(head.rows[0] ?? {});
  return `<h1>${html(title(result))}</h1><p class="soft">${html(
    `${localMomentText(head.startedAt)}, profile ${head.profile.name} (${head.profile.mode})${values === "" ? "" : `, with ${values}`}`,
  )}</p>${head.playbook.about === "" ? "" : `<p>${html(head.playbook.about)}</p>`}<section class="verdict ${TONES[state]}"><strong>${html(
    LINE_STATE_WORDS[state],
  )}</strong><p>${html(`${countsText(countsOf(steps))}.${broken}`)}</p></section>${parts.join("")}`;
}

function valuesText(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name} = ${value}`)
    .join(", ");
}

function linesTable(lines: readonly ResultLine[]): string {
  if (lines.length === 0) return "";
  const rows = lines
    .map(
      ({ state, expected, got, where, because, eventId }) =>
        `<tr><td>${html(expected)}</td><td>${html(got ?? "")}</td><td>${html(
          [where, eventId === null ? null : `event No. ${eventId}`].filter((each) => each !== null).join(", "),
        )}</td><td class="${state === "passed" ? "agrees" : state === "failed" ? "differs" : ""}">${html(
          `${LINE_STATE_WORDS[state]}${because === null ? "" : `: ${because}`}`,
        )}</td></tr>`,
    )
    .join("");
  return `<table><thead><tr><th scope="col">Expected</th><th scope="col">Got</th><th scope="col">Where</th><th scope="col">Result</th></tr></thead><tbody>${rows}</tbody></table>`;
}

const COLUMNS = ["playbook", "row", "step", "what", "expected", "result", "got", "where", "event", "because"];

/** One row for each line (RFC 4180). */
export function csvSheet(results: readonly PlaybookResult[]): string {
  const rows = results.flatMap((result) => {
    const numbers = new Map(result.head.playbook.steps.map(({ id }, place) => [id, place + 1]));
    return stepsInOrder(result).flatMap((step) =>
      step.lines.map((line) => [
        title(result),
        step.row + 1,
        numbers.get(step.stepId) ?? "",
        step.says,
        line.expected,
        LINE_STATE_WORDS[line.state],
        line.got ?? "",
        line.where ?? "",
        line.eventId ?? "",
        line.because ?? "",
      ]),
    );
  });
  return `\uFEFF${[COLUMNS, ...rows].map((row) => row.map(cell).join(",")).join("\r\n")}\r\n`;
}

/**
 * JUnit's XML: a test suite for each playbook, a test case for each line. `failure` is an expectation that did not hold
 * or that nobody can be sure of, `error` what could not run, `skipped` what was left out.
 */
export function junitSheet(results: readonly PlaybookResult[]): string {
  const suites = results.map(suite);
  const total = { tests: 0, failures: 0, errors: 0, skipped: 0 };
  for (const { counts } of suites)
    for (const key of Object.keys(total) as (keyof typeof total)[]) total[key] += counts[key];
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="Linkdesk"${attributes(total)}>\n${suites
    .map(({ text }) => text)
    .join("")}</testsuites>\n`;
}

function suite(result: PlaybookResult): {
  text: string;
  counts: Record<"tests" | "failures" | "errors" | "skipped", number>;
} {
  const { head, end } = result;
  const numbers = new Map(head.playbook.steps.map(({ id }, place) => [id, place + 1]));
  const counts = { tests: 0, failures: 0, errors: 0, skipped: 0 };
  const cases: string[] = [];
  const add = (
    name: string,
    seconds: number,
    line: Pick<ResultLine, "state" | "expected" | "got" | "because">,
  ): void => {
    counts.tests += 1;
    const head_ = `  <testcase${attributes({ classname: title(result), name: `${name}: ${line.expected}`, time: seconds.toFixed(3) })}`;
    const message = [line.got === null ? null : `got ${line.got}`, line.because]
      .filter((each) => each !== null)
      .join(". ");
    const child = (tag: string, type: string): string =>
      `${head_}>\n   <${tag}${attributes({ message, type })}>${xml(message)}</${tag}>\n  </testcase>\n`;
    switch (line.state) {
      case "passed":
        cases.push(`${head_}/>\n`);
        return;
      case "failed":
      case "unsure":
        counts.failures += 1;
        cases.push(child("failure", line.state));
        return;
      case "could-not-run":
        counts.errors += 1;
        cases.push(child("error", line.state));
        return;
      case "skipped":
        counts.skipped += 1;
        cases.push(`${head_}>\n   <skipped${attributes({ message })}/>\n  </testcase>\n`);
    }
  };
  for (const step of stepsInOrder(result)) {
    const row = head.rows.length > 1 ? `row ${step.row + 1}, ` : "";
    for (const [place, line] of step.lines.entries())
      add(`${row}${numbers.get(step.stepId) ?? "?"}. ${step.says}`, place === 0 ? step.ms / 1_000 : 0, line);
  }
  // A run without a line, or one that was broken off, must not pass for one in which all is well.
  if (cases.length === 0 || end?.how !== "finished")
    add("the run", 0, {
      state: "could-not-run",
      expected: "the playbook is gone through to its end",
      got: null,
      because: cases.length === 0 ? "Nothing was expected." : `The run was ${end?.how ?? "not over"}.`,
    });
  const ms = result.steps.reduce((sum, { ms: each }) => sum + each, 0);
  const timestamp = new Date(head.startedAt / 1_000).toISOString().slice(0, 19);
  return {
    counts,
    text: ` <testsuite${attributes({ name: title(result), ...counts, time: (ms / 1_000).toFixed(3), timestamp })}>\n${cases.join("")} </testsuite>\n`,
  };
}

function attributes(values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${xml(String(value))}"`)
    .join("");
}

/** Characters that XML 1.0 does not know at all (2.2 of it) become marks; the rest is escaped as in HTML. */
function xml(text: string): string {
  return html(
    text.toWellFormed().replaceAll(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, "\u{fffd}"),
  );
}

/** One step with its lines, for a terminal. */
export function stepSheet({ head }: PlaybookResult, step: StepResult): string {
  const row = head.rows.length > 1 ? `row ${step.row + 1}: ` : "";
  const took = step.ms > 0 ? ` (${durationText(step.ms * 1_000)})` : "";
  const amended = step.amended ? " (changed by what came after its end)" : "";
  return [`${row}${step.says}${took}${amended}`, ...step.lines.map(lineText)].map((each) => `  ${each}`).join("\n");
}

/** What a result comes to, in one line for a terminal. */
export function totalText(result: PlaybookResult): string {
  return `${LINE_STATE_WORDS[resultState(result)].toUpperCase()}: ${countsText(countsOf(result.steps))}`;
}

function lineText({ state, expected, got, where, because }: ResultLine): string {
  const detail =
    state === "passed"
      ? ""
      : ` — ${[got === null ? null : `got ${got}`, where, because].filter((each) => each !== null).join("; ")}`;
  return `  [${LINE_STATE_WORDS[state]}] ${expected}${detail}`;
}
