import { writeFile } from "node:fs/promises";
import { csvSheet, htmlSheet, junitSheet, readPlaybook, stepSheet, totalText } from "../main/playbooks/index.ts";
import { Refusal } from "../main/refusal.ts";
import { type Action, fieldProblems } from "../shared/call-fields.ts";
import type { PlaybookRunning } from "../shared/contract.ts";
import { readTable } from "../shared/csv.ts";
import { PLAYBOOK_FILE_LIMIT, type Playbook, type PlaybookExpectation, playbookValues } from "../shared/playbook.ts";
import {
  countsOf,
  type PlaybookResult,
  type ResultLine,
  resultState,
  type StepResult,
} from "../shared/playbook-result.ts";
import { eventSentence } from "../shared/text/sentences.ts";
import { type Asked, BadUsage, type ReportKind } from "./arguments.ts";
import type { Program } from "./program.ts";
import { readGiven } from "./read-given.ts";

/** How a command ends: 0 all passed, 1 something failed or is unsure, 2 something could not run, 3 bad usage. */
export type ExitCode = 0 | 1 | 2 | 3;

/** Where a command says what it does: a line for people, or an event as JSON. */
export interface Output {
  line(text: string): void;
  event(event: Readonly<Record<string, unknown>>): void;
}

/** A playbook to be run, from its file. */
interface FromFile {
  readonly playbook: Playbook;
  readonly rows: readonly Readonly<Record<string, string>>[];
}

/** What is wrong with the files is found out before anything is sent. @throws BadUsage */
export async function readFiles({ words, values, dataFile }: Asked): Promise<readonly FromFile[]> {
  const rows = dataFile === null ? [{}] : await readRows(dataFile);
  return Promise.all(
    words.map(async (file) => {
      const content = await readGiven(file, PLAYBOOK_FILE_LIMIT);
      try {
        const playbook = readPlaybook(content);
        // A file that brings columns of its own for one playbook may be given to several.
        const known = new Set(playbook.parameters.map(({ name }) => name));
        for (const name of Object.keys({ ...rows[0], ...values }))
          if (!known.has(name))
            throw new BadUsage(
              `${file}: “${name}” is none of its parameters (${[...known].join(", ") || "it has none"}).`,
            );
        return { playbook, rows: rows.map((row) => ({ ...row, ...values })) };
      } catch (error) {
        if (error instanceof BadUsage || !(error instanceof Refusal)) throw error;
        throw new BadUsage(`${file}: ${error.message}`);
      }
    }),
  );
}

/** A table of values for a playbook, in bytes. */
const TABLE_LIMIT = 5_000_000;

async function readRows(file: string): Promise<readonly Readonly<Record<string, string>>[]> {
  const content = await readGiven(file, TABLE_LIMIT);
  const table = readTable(content);
  if (!table.ok) throw new BadUsage(`${file}: ${table.message}`);
  const wrong = table.rows.map((row) => playbookValues.safeParse(row)).find(({ success }) => !success);
  if (wrong !== undefined) throw new BadUsage(`${file}: the first row has to name parameters, such as amount.`);
  return table.rows;
}

/** Goes through the playbooks one after the other; `signal` stops them. */
export async function runPlaybooks(
  program: Program,
  asked: Asked,
  files: readonly FromFile[],
  output: Output,
  signal: AbortSignal,
): Promise<ExitCode> {
  const results: PlaybookResult[] = [];
  for (const { playbook, rows } of files) {
    output.line(playbook.name);
    const result = await followed(program, { playbook, rows }, asked.bail, output, signal);
    results.push(result);
    output.event({
      event: "result",
      playbook: playbook.name,
      state: resultState(result),
      counts: countsOf(result.steps),
    });
    output.line(`${totalText(result)}\n`);
  }
  for (const { kind, file } of asked.reports) {
    await writeFile(file, SHEETS[kind](results, program.parts.version)).catch(() => {
      throw new Refusal("not-written", `The report ${file} could not be written.`);
    });
    output.line(`${kind} written to ${file}`);
    output.event({ event: "report", kind, file });
  }
  return codeOf(results);
}

/** Runs one, and says each step as soon as it is over: whoever ends us in the middle has read what was finished. */
async function followed(
  { parts, watching }: Program,
  { playbook, rows }: FromFile,
  bail: boolean,
  output: Output,
  signal: AbortSignal,
): Promise<PlaybookResult> {
  const said = new Map<string, StepResult>();
  const say = (result: PlaybookResult): void => {
    for (const step of result.steps) {
      const key = `${step.row} ${step.stepId}`;
      // Another object: what came later has changed it.
      if (said.get(key) === step) continue;
      said.set(key, step);
      output.event({ event: "step", playbook: playbook.name, ...step });
      output.line(stepSheet(result, step));
    }
  };
  const watch = ({ result }: PlaybookRunning): void => say(result);
  watching.add(watch);
  try {
    const result = await parts.playbooks.runFile({ playbook, rows, only: null, bail }, signal);
    say(result);
    return result;
  } finally {
    watching.delete(watch);
  }
}

const SHEETS: Readonly<Record<ReportKind, (results: readonly PlaybookResult[], version: string) => string>> = {
  junit: (results) => junitSheet(results),
  html: (results, version) => htmlSheet(results, version, "A4"),
  csv: (results) => csvSheet(results),
};

function codeOf(results: readonly PlaybookResult[]): ExitCode {
  const states = results.map(resultState);
  if (states.includes("failed") || states.includes("unsure")) return 1;
  return states.every((state) => state === "passed") ? 0 : 2;
}

/** One call, as a playbook of one step: what is expected of it is what is expected of any. */
export async function oneCall(program: Program, asked: Asked, output: Output, signal: AbortSignal): Promise<ExitCode> {
  const action = actionOf(asked);
  const webhook: readonly PlaybookExpectation[] = [
    { about: "webhooks", how: "at-least", count: 1, withinMs: program.profile.runs.limitMs },
    { about: "verdict", is: "matched" },
  ];
  const expect: PlaybookExpectation[] = [
    { about: "outcome", is: "success" },
    ...(action.operation === "link" || !asked.waits ? [] : webhook),
  ];
  const playbook: Playbook = {
    format: "linkdesk-playbook",
    version: 1,
    name: asked.command,
    about: "",
    parameters: [],
    steps: [{ does: "call", id: "call", off: false, action, expect }],
  };
  const result = await program.parts.playbooks.runFile({ playbook, rows: [{}], only: null, bail: false }, signal);
  const [step] = result.steps;
  const id = step?.callId ?? null;
  const body = id === null ? null : await program.journal.body(id, "answer");
  const answer = body === null ? null : new TextDecoder().decode(body);
  output.event({
    event: "call",
    state: resultState(result),
    answer,
    lines: step?.lines ?? ([] satisfies ResultLine[]),
  });
  if (answer !== null && answer !== "") output.line(answer);
  if (step !== undefined) output.line(stepSheet(result, step));
  output.line(totalText(result));
  return codeOf([result]);
}

/** @throws BadUsage for a field that is missing, or that cannot be sent */
export function actionOf(asked: Asked): Action {
  const action = actionGiven(asked);
  const [problem] = Object.entries(fieldProblems(action));
  if (problem === undefined) return action;
  const [field, sentence] = problem;
  throw new BadUsage(`${field === "linkId" ? "ID" : `--${field === "userReference" ? "user" : field}`}: ${sentence}`);
}

function actionGiven({ command, words, fields }: Asked): Action {
  const need = (name: keyof typeof fields): string => {
    if (fields[name] === "") throw new BadUsage(`linkdesk ${command} needs --${name}.`);
    return fields[name];
  };
  if (command === "credit")
    return {
      operation: "credit",
      body: { amount: need("amount"), currency: need("currency"), userReference: need("user") },
    };
  if (command === "charge") {
    const money = { amount: need("amount"), currency: need("currency") };
    return { operation: "charge", body: { ...money, from: need("from"), to: need("to"), remark: need("remark") } };
  }
  return { operation: "link", linkId: words[0] ?? "" };
}

/** Shows webhooks as they come, until the signal. */
export async function listen({ journal, url }: Program, output: Output, signal: AbortSignal): Promise<ExitCode> {
  output.line(`Listening on ${url ?? "nowhere"}. Ctrl-C ends it.`);
  output.event({ event: "listening", url });
  const stop = journal.onChange(({ appended }) => {
    for (const row of appended) {
      if (row.kind !== "delivery") continue;
      output.line(`${new Date(row.at / 1_000).toISOString()}  ${eventSentence(row).text}`);
      output.event({ event: "webhook", ...row });
    }
  });
  await new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener("abort", () => resolve());
  });
  stop();
  return 0;
}
