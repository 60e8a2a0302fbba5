import { availableParallelism } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import { assertNever } from "../../../shared/primitives.ts";
import { machineClock } from "../../clock.ts";
import { Refusal } from "../../refusal.ts";
import { sealOf } from "../case/seal.ts";
import { fillLog } from "../opening/fill-log.ts";
import { checkFile, eventsOf, type Steps } from "../opening/source.ts";
import { startEvidenceThread } from "./client.ts";
import { createExporter } from "./exporter.ts";
import type { FromThread, Question, Questions, Task, ToThread } from "./messages.ts";
import { openPartMaker, type PartMaker } from "./part-maker.ts";

// Started by `client.ts`: whatever goes through many events is done here, and main has its turns meanwhile.
if (parentPort === null) throw new Error("This file is started as a thread by the exports.");
const port = parentPort;
const say = (message: FromThread): void => port.postMessage(message);
const exporter = createExporter(machineClock.now, () =>
  availableParallelism() > 1 ? startEvidenceThread(addressOf(String(workerData))) : null,
);
const underWay = new Map<number, AbortController>();
const asked = new Map<number, (value: never) => void>();
let lastAsked = 0;
/** Where this is the second thread of an export. */
let maker: PartMaker | null = null;

const PROGRESS_EVERY_MS = 150;

port.on("message", (message: ToThread) => {
  switch (message.type) {
    case "do":
      void answer(message.number, message.task);
      return;
    case "cancel":
      underWay.get(message.number)?.abort();
      return;
    case "told":
      asked.get(message.number)?.(message.value as never);
      asked.delete(message.number);
      return;
    default:
      assertNever(message);
  }
});

async function answer(number: number, task: Task): Promise<void> {
  const abort = new AbortController();
  underWay.set(number, abort);
  try {
    say({ type: "done", number, value: await perform(number, task, abort.signal) });
  } catch (error) {
    if (error instanceof Refusal) say({ type: "refused", number, code: error.code, message: error.message });
    else say({ type: "failed", number, ...traceOf(error) });
  } finally {
    underWay.delete(number);
  }
}

function perform(number: number, { name, ask }: Task, signal: AbortSignal): unknown {
  const steps: Steps = { signal, progress: progressOf(number) };
  const tell = <Name extends keyof Questions>(question: Name, about: Questions[Name]["ask"]) =>
    new Promise<Questions[Name]["answer"]>((resolve) => {
      lastAsked += 1;
      asked.set(lastAsked, resolve);
      say({ type: "ask", number: lastAsked, task: number, question: { name: question, ask: about } as Question });
    });
  const run = (id: number) => tell("run", id);
  switch (name) {
    case "prepare":
      return exporter.prepare(ask, { ...steps, run });
    case "ticket":
      return exporter.ticket(ask, { ...steps, run });
    case "report":
      return exporter.report(ask, { ...steps, run });
    case "write":
      return exporter.write(ask, { ...steps, run });
    case "assist":
      maker = openPartMaker(ask, machineClock.now);
      return null;
    case "part":
      if (maker === null) throw new Error("A part was asked for before there was what to make it with.");
      return maker.make(ask.ids, run);
    case "drop":
      return exporter.drop(ask.token);
    case "check": {
      const own = ask.own === null ? null : sealOf(ask.own);
      return checkFile(
        ask.source,
        { own, known: ask.known, original: (id, part) => tell("original", { id, part }) },
        steps,
      );
    }
    case "fill":
      return fillLog(eventsOf(ask.source, steps), {
        folder: ask.folder,
        journalThread: addressOf(ask.journalThread),
        now: machineClock.now,
        signal,
      });
  }
}

/** Where it went wrong: the message may have something of an event in it. */
function traceOf(error: unknown): { readonly name: string; readonly frames: string } {
  if (!(error instanceof Error)) return { name: typeof error, frames: "" };
  const frames = (error.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line));
  return { name: error.name, frames: frames.join("\n") };
}

/** Addresses themselves do not cross between threads: they come as text. */
function addressOf(text: string): string | URL {
  return /^(?:file|data):/.test(text) ? new URL(text) : text;
}

function progressOf(number: number): (done: number, of: number) => void {
  let last = 0;
  return (done, of) => {
    const at = performance.now();
    if (at - last < PROGRESS_EVERY_MS) return;
    last = at;
    say({ type: "progress", number, done: Math.min(done, of), of });
  };
}
