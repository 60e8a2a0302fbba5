import { randomUUID } from "node:crypto";
import { basename } from "node:path";
import type { AnswerScript } from "../../shared/answer-script.ts";
import type { Handlers, PlaybookOffer, PlaybookRunning } from "../../shared/contract.ts";
import { plainFileName } from "../../shared/file-name.ts";
import {
  callStepOf,
  expectedOf,
  filled,
  PLAYBOOK_EXTENSION,
  PLAYBOOK_FILE_LIMIT,
  type Playbook,
  playbookText,
} from "../../shared/playbook.ts";
import { briefOf, type PlaybookResult, type ResultLine } from "../../shared/playbook-result.ts";
import type { Profile } from "../../shared/profile.ts";
import type { RunsChange } from "../../shared/run.ts";
import { writeWhole } from "../evidence/index.ts";
import type { Host } from "../hosts/host.ts";
import { readOfferedText } from "../offered-file.ts";
import { Refusal } from "../refusal.ts";
import { createTelling } from "./attendance.ts";
import { type CallFacts, factsOfCall } from "./call-facts.ts";
import { draftOf } from "./draft.ts";
import { evaluate } from "./evaluate.ts";
import { EXAMPLES } from "./examples.ts";
import { createPlaybookFiles, readPlaybook } from "./files.ts";
import { headOf, type RunnerRequest } from "./request.ts";
import { type Runner, type RunnerDependencies, startRunner } from "./runner.ts";
import { csvSheet, htmlSheet, junitSheet } from "./sheet.ts";

export interface PlaybookDependencies extends Omit<RunnerDependencies, "answerWith" | "unattended"> {
  /** Where playbooks and results are kept. */
  readonly folder: string;
  readonly selected: () => Profile;
  readonly host: Pick<Host, "saveAs" | "printPdf">;
  readonly version: string;
  readonly onRunning: (running: PlaybookRunning) => void;
  readonly log: (message: string, error?: unknown) => void;
}

/** Saved steps with what is expected of them: kept, gone through, and what came of it. */
export interface Playbooks {
  readonly handlers: Handlers["playbooks"];
  /** Reads a file that was opened from outside, for the window to ask about. Never rejects; changes nothing. */
  readFile(path: string): Promise<PlaybookOffer>;
  /** Runs one that is kept nowhere, with nobody to be asked. @throws Refusal as the start of any */
  runFile(request: Omit<RunnerRequest, "playbookId" | "profile">, signal: AbortSignal): Promise<PlaybookResult>;
  /** The profile's answer script, or the one that a step has put in its place. */
  scriptOf<Source extends { readonly id: string; readonly answerScript: AnswerScript }>(
    source: Source,
  ): Source | { readonly id: string; readonly answerScript: AnswerScript };
  /** Told of everything that runs say anew: what comes later amends a result. */
  runsChanged(change: RunsChange): void;
  /** Deletes results in which one of these texts stands. */
  forget(texts: readonly string[]): void;
  /** Stops what runs, and waits until that is written. */
  close(): Promise<void>;
}

/** Ended runs of this start that are looked at again when something comes later. */
const FOLLOWED = 20;
const TOO_LARGE = "This file is larger than 2 MB: it is no playbook.";
const FROM_FILES = "from-files";
/** Values of an example that can be chosen from. */
const EXAMPLE_VALUES = 300;

export function createPlaybooks(dependencies: PlaybookDependencies): Playbooks {
  const { folder, selected, host, clock, onRunning, log, version } = dependencies;
  const files = createPlaybookFiles(folder);
  let script: AnswerScript | null = null;
  let current: Runner | null = null;
  let starting = false;
  let followed: readonly Runner[] = [];
  const amending = new Set<Promise<void>>();

  function find(id: string): Playbook {
    const found = EXAMPLES.get(id) ?? files.list().playbooks.get(id);
    if (found === undefined) throw new Refusal("no-playbook", "This playbook is not there any more.");
    return found;
  }

  function resultOf(playbookId: string, resultId: string): PlaybookResult {
    // What is followed has it all in memory, and may be still under way.
    const live = followed.find(({ head }) => head.id === resultId);
    const found = live?.running().result ?? files.result(playbookId, resultId);
    if (found === null || found === undefined) throw new Refusal("no-result", "This result is not there any more.");
    return found;
  }

  /** @throws Refusal `running`, `mode`, `parameters`, `not-saved` */
  function begin(request: Omit<RunnerRequest, "profile">, unattended: boolean): Runner {
    if (starting || (current !== null && current.running().state !== "ended"))
      throw new Refusal("running", "A playbook is running already. Wait for its end, or stop it.");
    starting = true;
    try {
      const profile = selected();
      const head = headOf({ ...request, profile }, clock.now());
      const units = profile.unitsPerCurrency;
      const file = files.begin(request.playbookId ?? FROM_FILES, head);
      const own: RunnerDependencies = {
        ...dependencies,
        unattended,
        answerWith: (next) => {
          script = next;
        },
      };
      const tell = createTelling(onRunning);
      const runner: Runner = startRunner({ ...request, head, units }, file, own, () => tell(runner.running()));
      runner.ended.catch((error: unknown) => log("A playbook’s run ended with an error.", error));
      current = runner;
      followed = [runner, ...followed].slice(0, FOLLOWED);
      return runner;
    } finally {
      starting = false;
    }
  }

  function offerOf(file: string, text: string): PlaybookOffer {
    try {
      return { readable: true, file, playbook: readPlaybook(text) };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return { readable: false, file, reason: error.message };
    }
  }

  async function written(
    name: string,
    ending: string,
    content: () => Promise<string | Uint8Array>,
  ): Promise<{ file: string | null }> {
    const file = await host.saveAs(`${plainFileName(name, "playbook")}.${ending}`);
    if (file === null) return { file };
    const parts = (async function* () {
      yield await content();
    })();
    await writeWhole(file, parts, new AbortController().signal);
    return { file };
  }

  const preview: Handlers["playbooks"]["preview"] = async ({ playbook, calls, values }) => {
    const steps: { stepId: string; lines: ResultLine[] }[] = [];
    const earlier = new Map<string, CallFacts>();
    for (const step of playbook.steps) {
      const of = callStepOf(playbook.steps, step.id);
      const callId = calls.find(({ stepId }) => stepId === of?.id)?.callId;
      if (!("expect" in step) || of === null || callId === undefined) continue;
      const facts = await factsOfCall(callId, Number.POSITIVE_INFINITY, dependencies);
      if (facts === null) continue;
      const { lines } = evaluate(
        filled(step, values),
        facts,
        earlier.get(of.action.operation) ?? null,
        expectedOf(playbook.steps, of.id),
      );
      if (step.does === "call") earlier.set(of.action.operation, facts);
      steps.push({ stepId: step.id, lines: [...lines] });
    }
    return { steps };
  };

  const runnerNow = (): Runner => {
    if (current === null) throw new Refusal("not-running", "No playbook is running.");
    return current;
  };

  const handlers: Handlers["playbooks"] = {
    list() {
      const { playbooks, unreadable } = files.list();
      const listed =
        (example: boolean) =>
        ([id, playbook]: [string, Playbook]) => {
          const live = followed.find(({ head }) => head.playbookId === id)?.running().result;
          const last = live ?? files.newest(id);
          return { id, playbook, example, last: last === null || last === undefined ? null : briefOf(last) };
        };
      return {
        playbooks: [...[...playbooks].map(listed(false)), ...[...EXAMPLES].map(listed(true))],
        unreadable: [...unreadable],
      };
    },
    save({ id, playbook }) {
      if (id !== null && EXAMPLES.has(id))
        throw new Refusal("example", "This playbook comes with Linkdesk. Duplicate it to change it.");
      const own = id ?? randomUUID();
      files.save(own, playbook);
      return { id: own };
    },
    remove: ({ id }) => files.remove(id),
    draft: ({ ids }) => draftOf(ids, dependencies),
    start({ id, rows, only, bail }) {
      const runner = begin({ playbookId: id, playbook: find(id), rows, only, bail }, false);
      return { resultId: runner.head.id };
    },
    running: () => current?.running() ?? null,
    stop: () => runnerNow().stop(),
    pause: ({ paused }) => runnerNow().pause(paused),
    answer: ({ yes, note }) => runnerNow().answer(yes, note),
    results: ({ id }) => ({
      results: files
        .results(id)
        .map((each) => briefOf(followed.find(({ head }) => head.id === each.head.id)?.running().result ?? each)),
    }),
    result: ({ playbookId, resultId }) => resultOf(playbookId, resultId),
    preview,
    async example({ callId }) {
      const facts = await factsOfCall(callId, Number.POSITIVE_INFINITY, dependencies);
      return {
        answer: (facts?.answer?.values ?? []).slice(0, EXAMPLE_VALUES),
        webhook: (facts?.webhooks[0]?.body.values ?? []).slice(0, EXAMPLE_VALUES),
      };
    },
    async sheet({ playbookId, resultId, format }) {
      const result = resultOf(playbookId, resultId);
      const name = `${result.head.playbook.name} ${new Date(result.head.startedAt / 1_000).toISOString().slice(0, 16)}`;
      switch (format) {
        case "html":
          return written(name, "html", async () => htmlSheet([result], version, "A4"));
        case "pdf":
          return written(name, "pdf", () =>
            host.printPdf({
              html: htmlSheet([result], version, "A4"),
              paper: "A4",
              signal: new AbortController().signal,
            }),
          );
        case "csv":
          return written(name, "csv", async () => csvSheet([result]));
        case "junit":
          return written(name, "xml", async () => junitSheet([result]));
      }
    },
    exportFile({ id }) {
      const value = find(id);
      return written(value.name, PLAYBOOK_EXTENSION, async () => playbookText(value));
    },
    read: ({ file, text }) => offerOf(basename(file), text),
  };

  return {
    handlers,
    async readFile(path) {
      const file = basename(path);
      try {
        return offerOf(file, await readOfferedText(path, PLAYBOOK_FILE_LIMIT, TOO_LARGE));
      } catch (error) {
        const reason = error instanceof Refusal ? error.message : "Something went wrong inside Linkdesk.";
        return { readable: false, file, reason };
      }
    },
    async runFile(request, signal) {
      const runner = begin({ ...request, playbookId: null }, true);
      const stop = (): void => runner.stop();
      if (signal.aborted) stop();
      signal.addEventListener("abort", stop);
      try {
        await runner.ended;
        return runner.running().result;
      } finally {
        signal.removeEventListener("abort", stop);
      }
    },
    // An id of its own: how far the profile's own script is, is not touched.
    scriptOf: (source) => (script === null ? source : { id: "playbook", answerScript: script }),
    runsChanged({ runs, ties }) {
      const calls = new Set([...runs.map(({ id }) => id), ...ties.flatMap(({ runId }) => runId ?? [])]);
      for (const runner of followed) {
        const amended = runner
          .amend(calls)
          .catch((error: unknown) => log("A playbook’s result could not be amended.", error))
          .finally(() => amending.delete(amended));
        amending.add(amended);
      }
    },
    forget: files.forget,
    async close() {
      // What runs say while the program ends is read from a log that closes: it stays as the result has it.
      followed = [];
      current?.stop();
      await current?.ended.catch(() => undefined);
      await Promise.all(amending);
    },
  };
}
