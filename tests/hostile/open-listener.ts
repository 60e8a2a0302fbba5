import { onTestFinished } from "vitest";
import {
  createListener,
  type Interceptor,
  type Listener,
  type ListenerLimits,
  type ListenerOptions,
} from "../../src/main/listener/index.ts";
import type { ProgressStore } from "../../src/main/listener/script-progress.ts";
import { webhookIds } from "../../src/main/payload/index.ts";
import {
  type AnswerOf,
  type AnswerScript,
  DEFAULT_ANSWER_SCRIPT,
  PLAIN_ANSWER,
  sequenceOf,
} from "../../src/shared/answer-script.ts";
import type { ListenerSettings, ListenerStatus } from "../../src/shared/listener.ts";
import { createRecordingJournal, type RecordingJournal } from "../fakes/recording-journal.ts";
import { openWire, type Wire } from "./wire.ts";

export interface OpenListener {
  readonly listener: Listener;
  readonly journal: RecordingJournal;
  readonly port: number;
  /** Every status that was told, oldest first. */
  readonly statuses: readonly ListenerStatus[];
  /** From now on, requests on the webhook path are answered so. */
  answerWith(answer: Partial<AnswerOf<"answer">>): void;
  /** From now on, this script answers. */
  runScript(script: AnswerScript): void;
  /** A new connection to it. */
  wire(): Promise<Wire>;
}

export const PROFILE = { id: "profile-1", name: "Test", mode: "test" } as const;

export const LOCAL: ListenerSettings = { host: "127.0.0.1", port: 0, path: "/webhooks", bodyCapBytes: 1_048_576 };

/** A listener on a free port of loopback with a journal in memory; closed when the test is over. */
export async function openListener(
  options: {
    readonly settings?: Partial<ListenerSettings>;
    readonly limits?: Partial<ListenerLimits>;
    readonly intercept?: Interceptor;
    readonly progress?: ProgressStore;
    readonly throughOf?: ListenerOptions["throughOf"];
    readonly onThrough?: ListenerOptions["onThrough"];
    readonly onStatus?: () => void;
  } = {},
): Promise<OpenListener> {
  const journal = createRecordingJournal();
  const statuses: ListenerStatus[] = [];
  let script: AnswerScript = DEFAULT_ANSWER_SCRIPT;
  const listener = createListener({
    journal,
    settings: { ...LOCAL, ...options.settings },
    script: () => ({ id: PROFILE.id, answerScript: script }),
    webhookIds,
    ...(options.intercept === undefined ? {} : { intercept: options.intercept }),
    ...(options.progress === undefined ? {} : { progress: options.progress }),
    ...(options.throughOf === undefined ? {} : { throughOf: options.throughOf }),
    ...(options.onThrough === undefined ? {} : { onThrough: options.onThrough }),
    profile: () => PROFILE,
    clock: () => Date.now() * 1_000,
    onStatus: (status) => {
      statuses.push(status);
      options.onStatus?.();
    },
    onScript: () => {},
    limits: { checkIntervalMs: 20, stopGraceMs: 200, ...options.limits },
  });
  const { url } = await listener.start();
  if (url === null) throw new Error(`It does not listen: ${JSON.stringify(listener.status())}`);
  onTestFinished(() => listener.close());
  const port = Number(new URL(url).port);
  return {
    listener,
    journal,
    port,
    statuses,
    answerWith(changes) {
      script = sequenceOf({ ...PLAIN_ANSWER, ...changes });
    },
    runScript(next) {
      script = next;
    },
    async wire() {
      const wire = await openWire(port);
      onTestFinished(() => wire.close());
      return wire;
    },
  };
}

/** A POST to the webhook path. */
export function post(body: string | Uint8Array, extraLines: readonly string[] = []): Buffer {
  const bytes = typeof body === "string" ? Buffer.from(body) : body;
  const lines = ["POST /webhooks HTTP/1.1", "Host: listener.test", `Content-Length: ${bytes.length}`, ...extraLines];
  return Buffer.concat([Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1"), bytes]);
}
