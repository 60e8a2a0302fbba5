import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { machineClock } from "../../src/main/clock.ts";
import { openProgram, type PartsHost } from "../../src/main/compose.ts";
import { openConfStore } from "../../src/main/hosts/chromium/host.ts";
import { createNotices } from "../../src/main/journal/index.ts";
import type { PlaybookRunning, Push, PushName } from "../../src/shared/contract.ts";
import { DEFAULT_LISTENER_SETTINGS } from "../../src/shared/listener.ts";
import { type Playbook } from "../../src/shared/playbook.ts";
import { type PlaybookResult, resultState } from "../../src/shared/playbook-result.ts";
import { freePort } from "./free-port.ts";
import { doctorThread, evidenceThread, journalThread } from "./threads.ts";

interface Options {
  readonly folder?: string;
  /** Of a test it ends with the test. */
  readonly atEnd?: (end: () => Promise<void>) => void;
}

/** The whole program without a window: real files, real threads, real HTTP on loopback. */
export async function startProgram({ folder, atEnd = onTestFinished }: Options = {}) {
  const dataFolder = folder ?? mkdtempSync(join(tmpdir(), "linkdesk-program-"));
  const host: PartsHost = {
    dataFolder,
    openStore: (name) => openConfStore(dataFolder, name),
    secrets: {
      protection: async () => ({ protected: true, reason: "test" }),
      encrypt: async (text) => new TextEncoder().encode(text),
      decrypt: async (bytes) => new TextDecoder().decode(bytes),
    },
    resolveProxy: async () => null,
    updates: { available: false, reason: "test" },
    saveAs: async (name) => join(dataFolder, name),
    printPdf: async () => new Uint8Array(),
    showFile: async () => undefined,
  };
  const listeners = new Set<(name: PushName, content: unknown) => void>();
  const push = <N extends PushName>(name: N, content: Push<N>): void => {
    for (const each of listeners) each(name, content);
  };
  const log = (message: string, error?: unknown): void => {
    throw new Error(message, { cause: error });
  };
  const notices = createNotices(machineClock, log);
  const threads = { journal: journalThread, doctor: doctorThread, evidence: evidenceThread };
  const program = await openProgram({ host, threads, notices, push, log });
  const { parts } = program;
  void parts.runs.start();
  await parts.sandbox.start();
  await parts.listener.configure({ ...DEFAULT_LISTENER_SETTINGS, port: await freePort() }, false);
  await parts.listener.start();
  let isOpen = true;
  const close = async (): Promise<void> => {
    if (!isOpen) return;
    isOpen = false;
    await program.close();
  };
  atEnd(async () => {
    await close();
    if (folder === undefined) rmSync(dataFolder, { recursive: true, force: true });
  });

  /** Resolves once what is told of the playbook that runs fits. */
  function untilRunning(fits: (running: PlaybookRunning) => boolean): Promise<PlaybookRunning> {
    return new Promise((resolve) => {
      const look = (name: PushName, content: unknown): void => {
        if (name === "playbooks.running") given(content as PlaybookRunning);
      };
      function given(running: PlaybookRunning): void {
        if (!fits(running)) return;
        listeners.delete(look);
        resolve(running);
      }
      listeners.add(look);
      const now = parts.playbooks.handlers.running(null);
      if (now !== null && "result" in now) given(now);
    });
  }

  return {
    ...program,
    dataFolder,
    close,
    untilRunning,
    /** Runs one from its first step to its end, as from a file. */
    run: (playbook: Playbook, rows: readonly Record<string, string>[] = [{}]): Promise<PlaybookResult> =>
      parts.playbooks.runFile({ playbook, rows, only: null, bail: false }, new AbortController().signal),
  };
}

/** What a result says, in a form that a test's reader sees at once. */
export function told(result: PlaybookResult): readonly string[] {
  const lines = result.steps.flatMap(({ lines }) =>
    lines.map(({ state, expected, got }) => `${state}: ${expected} (${got ?? "–"})`),
  );
  return [resultState(result), ...lines];
}
