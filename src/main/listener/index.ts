import type { ArrivedThrough } from "../../shared/address.ts";
import type { AnswerChoice, ScriptStatus } from "../../shared/answer-script.ts";
import type { ProfileStamp } from "../../shared/events.ts";
import {
  isLoopback,
  type ListenerProblem,
  type ListenerSettings,
  type ListenerStatus,
  portTakenCode,
} from "../../shared/listener.ts";
import type { EventId, Instant } from "../../shared/primitives.ts";
import type { ReplayMark } from "../../shared/replay.ts";
import { machineNames } from "../machine-names.ts";
import { oneAtATime } from "../one-at-a-time.ts";
import { Refusal } from "../refusal.ts";
import { type AnswerFor, type Interceptor, OUTSIDER, plainAnswer, proofAnswer } from "./answer.ts";
import { problemOf, sentenceOf, wantedUrl, webhookUrl } from "./bind.ts";
import { createMemoryBudget, wholeBody } from "./collected-body.ts";
import { DEFAULT_LISTENER_LIMITS, type ListenerLimits } from "./limits.ts";
import type { Listening, ThroughOf } from "./listening.ts";
import { type CheckDelivery, createRecorder, type DeliveryJournal } from "./recorder.ts";
import { type AnsweredElsewhere, createScriptRunner, type ScriptSource } from "./script.ts";
import { keepProgress, type ProgressStore, readProgress } from "./script-progress.ts";
import { type OpenServer, openServer } from "./server.ts";
import type { FindIds } from "./webhook-memory.ts";

export {
  type AnsweredRequest,
  type InterceptedRequest,
  type Interceptor,
  type PlannedAnswer,
  plainAnswer,
  type SentAnswer,
} from "./answer.ts";
export { createMemoryBudget } from "./collected-body.ts";
export { DEFAULT_LISTENER_LIMITS, type ListenerLimits } from "./limits.ts";
export type { Listening } from "./listening.ts";
export { type CheckDelivery, createRecorder, type DeliveryJournal, type NewDelivery } from "./recorder.ts";
export { type AnsweredElsewhere, planChoice } from "./script.ts";
export { type OpenServer, openServer, type Upgrades } from "./server.ts";

/** Milliseconds between two statuses that differ only in the number of deliveries. */
const COUNT_INTERVAL_MS = 250;

export interface ListenerOptions {
  readonly journal: DeliveryJournal;
  /** As stored; a bind beyond loopback among them has been confirmed when it was configured. */
  readonly settings: ListenerSettings;
  /** Whose script answers, and the script, asked for with each request. The same script should be the same object. */
  readonly script: () => ScriptSource;
  /** Finds the ids that a webhook carries, for scripts that count webhooks. */
  readonly webhookIds: FindIds;
  /** Takes requests that Linkdesk has sent itself, before the script. */
  readonly intercept?: Interceptor;
  /** Where it is kept how far scripts are. Without it every script begins anew. */
  readonly progress?: ProgressStore;
  /** The profile selected now; null when there is none. */
  readonly profile: () => ProfileStamp | null;
  /** Checks the signature of a delivery before it is recorded. Without it none is checked. */
  readonly check?: CheckDelivery;
  /** The mark of a request that we send ourselves, known by its connection; null for all others. */
  readonly replayOf?: (remoteAddress: string, remotePort: number) => ReplayMark | null;
  /** Through which public address a request came from outside. Left out: none comes from outside. */
  readonly throughOf?: ThroughOf;
  /** Told of every whole webhook from outside, once it is on disk. Must return at once and not fail. */
  readonly onThrough?: (through: ArrivedThrough) => void;
  /** Whether whole deliveries on the webhook path are to be handed on now. Without it they are not. */
  readonly handsOn?: (profileId: string) => boolean;
  /** Told of every delivery that is to be handed on, once it is on disk. Must return at once and not fail. */
  readonly onKept?: (id: EventId, profileId: string) => void;
  /** The time, in microseconds since the epoch. */
  readonly clock: () => Instant;
  readonly onStatus: (status: ListenerStatus) => void;
  readonly onScript: (status: ScriptStatus) => void;
  /** Other limits than the usual ones. */
  readonly limits?: Partial<ListenerLimits>;
}

/**
 * The webhook listener. Its calls may overlap: each begins when the one before has ended. None rejects because a port
 * cannot be had; that is a state, with the problem in the status.
 */
export type Listener = ReturnType<typeof createListener>;

type State =
  | { readonly name: "stopped" | "starting" | "stopping" }
  | { readonly name: "listening"; readonly server: OpenServer; readonly exposed: boolean }
  | { readonly name: "failed"; readonly problem: ListenerProblem };

export function createListener(options: ListenerOptions) {
  const limits = { ...DEFAULT_LISTENER_LIMITS, ...options.limits };
  const recorder = createRecorder(options.journal, options.check ?? ((event) => event), options.clock, onRecorded);
  let settings = options.settings;
  let state: State = { name: "stopped" };
  let isClosed = false;
  const oneByOne = oneAtATime();
  let countTimer: NodeJS.Timeout | null = null;
  let scriptTimer: NodeJS.Timeout | null = null;
  let toldTrouble: string | null = null;

  const store = options.progress ?? NOWHERE;
  const script = createScriptRunner(options.script, options.webhookIds, readProgress(store.get()), onScriptWentOn);
  const progress = keepProgress(store, script.progress);
  const answerFor: AnswerFor = (request) => {
    const own = options.intercept?.(request) ?? null;
    const outside = request.through !== null && !request.onPath ? OUTSIDER : null;
    if (own !== null) return proofAnswer(own, request.onPath ? null : (outside ?? notFound(settings.path)));
    if (outside !== null) return outside;
    return script.decide(request) ?? notFound(settings.path);
  };
  const listening: Listening = {
    limits,
    budget: createMemoryBudget(limits.bytesInFlight),
    recorder,
    settings: () => settings,
    profile: options.profile,
    replayOf: options.replayOf ?? (() => null),
    throughOf: options.throughOf ?? (() => null),
    onThrough: options.onThrough ?? (() => {}),
    handsOn: options.handsOn ?? (() => false),
    onKept: options.onKept ?? (() => {}),
    clock: options.clock,
    answerFor,
  };

  function status(): ListenerStatus {
    const isListening = state.name === "listening";
    const trouble = recorder.trouble();
    const problem = state.name === "failed" ? state.problem : null;
    return {
      state: state.name,
      settings,
      url: state.name === "listening" ? webhookUrl(settings, state.server.address) : null,
      problem: isListening && trouble !== null ? { code: "cannot-record", reason: trouble.reason } : problem,
      deliveries: recorder.deliveries(),
      exposed: state.name === "listening" && state.exposed,
      machineNames: machineNames(),
    };
  }

  function enter(next: State): void {
    state = next;
    options.onStatus(status());
  }

  /** Trouble is told at once; the count, which may change thousands of times a second, every now and then. */
  function onRecorded(): void {
    const reason = recorder.trouble()?.reason ?? null;
    if (reason !== toldTrouble) {
      toldTrouble = reason;
      options.onStatus(status());
    } else if (countTimer === null) {
      countTimer = setTimeout(() => {
        countTimer = null;
        options.onStatus(status());
      }, COUNT_INTERVAL_MS);
      countTimer.unref();
    }
  }

  /** In a flood, too, the window is told only as often as it can be read. */
  function onScriptWentOn(): void {
    progress.changed();
    scriptTimer ??= setTimeout(() => {
      scriptTimer = null;
      options.onScript(script.status());
    }, COUNT_INTERVAL_MS).unref();
  }

  function begin(server: OpenServer): void {
    // What was bound counts and not what was asked for: a name may lead anywhere.
    const exposed = !isLoopback(server.address.address);
    enter({ name: "listening", server, exposed });
    const url = webhookUrl(settings, server.address);
    recorder.notice({ code: "listener-started", url });
    if (exposed) recorder.notice({ code: "listener-exposed", url });
  }

  async function open(port = settings.port): Promise<void> {
    enter({ name: "starting" });
    try {
      begin(await openServer(listening, settings.host, port));
    } catch (error) {
      const problem = await problemOf(error, settings);
      enter({ name: "failed", problem });
      const nextFreePort = problem.code === "port-taken" ? problem.nextFreePort : null;
      recorder.notice({
        code: "listener-failed",
        url: wantedUrl(settings),
        reason: sentenceOf(problem),
        nextFreePort,
      });
    }
  }

  async function shut(): Promise<void> {
    if (state.name === "listening") {
      const { server } = state;
      const url = webhookUrl(settings, server.address);
      enter({ name: "stopping" });
      await server.close();
      enter({ name: "stopped" });
      recorder.notice({ code: "listener-stopped", url });
    } else if (state.name === "failed") enter({ name: "stopped" });
  }

  /** To another host or port. The one that it has is given up only once the new one is had. */
  async function move(next: ListenerSettings, port: number): Promise<void> {
    // Two sockets of one port keep each other out: there the old one has to go first, and comes back if need be.
    const isSamePort = next.port === port;
    if (isSamePort) {
      await shut();
      enter({ name: "starting" });
    }
    let server: OpenServer;
    try {
      server = await openServer(listening, next.host, next.port);
    } catch (error) {
      const problem = await problemOf(error, next);
      const free = problem.code === "port-taken" ? problem.nextFreePort : null;
      const offer = free === null ? "" : ` Port ${free} is free.`;
      if (isSamePort) await open(port);
      const stays =
        state.name === "listening"
          ? `The listener stays where it was, on port ${port}.`
          : `The listener could not be had again where it was, on port ${port}.`;
      const code = problem.code === "port-taken" ? portTakenCode(free) : "listener-not-moved";
      throw new Refusal(code, `${sentenceOf(problem)}${offer} ${stays}`);
    }
    if (!isSamePort) await shut();
    settings = next;
    begin(server);
  }

  const inTurn = (task: () => Promise<void>): Promise<ListenerStatus> => oneByOne(task).then(status);

  return {
    status,
    /** The time of requests that could not be recorded, until a notice tells of it; null when there is none. */
    unrecorded(): { readonly from: Instant; readonly until: Instant } | null {
      const trouble = recorder.trouble();
      return trouble === null ? null : { from: trouble.from, until: trouble.until };
    },
    /** How far the script of the selected profile is. */
    scriptStatus: (): ScriptStatus => script.status(),
    /**
     * What a script decides for a webhook that came to a relay, which carries it out. Whose it is need not be selected.
     */
    choose: (from: ScriptSource, { body, ...request }: AnsweredElsewhere): AnswerChoice | null =>
      script.choose({ ...request, body: wholeBody(body), onPath: true, through: null, remoteAddress: "" }, from),
    /** Begins that script again from its first step. */
    restartScript(): ScriptStatus {
      script.restart();
      return script.status();
    },
    start: (): Promise<ListenerStatus> =>
      inTurn(async () => {
        if (isClosed) throw new Refusal("closed", "Linkdesk is being closed.");
        if (state.name !== "listening") await open();
      }),
    stop: (): Promise<ListenerStatus> => inTurn(shut),
    /**
     * Takes new settings. Path and cap apply at once; for another host or port it is started anew if it listens, and
     * tried again if it had failed. A stopped listener stays stopped.
     *
     * @throws Refusal `exposure-not-confirmed` for an address that other machines could reach, that of a taken port or
     *   `listener-not-moved` for one that cannot be had while it listens elsewhere: it goes on there, with the settings
     *   that it had.
     */
    async configure(next: ListenerSettings, exposureConfirmed: boolean): Promise<ListenerStatus> {
      if (!isLoopback(next.host) && !exposureConfirmed) {
        throw new Refusal(
          "exposure-not-confirmed",
          `Listening on ${next.host}, other machines can reach the listener too: all that share a network with this one, perhaps more. They could send requests that are recorded here, and see the answer. Confirm that you want this, or use 127.0.0.1.`,
        );
      }
      return inTurn(async () => {
        const isElsewhere = next.host !== settings.host || next.port !== settings.port;
        const wasFailed = state.name === "failed";
        if (state.name === "listening" && isElsewhere) return move(next, state.server.address.port);
        settings = next;
        if (wasFailed) await open();
        else options.onStatus(status());
      });
    },
    /** Stops for good. */
    async close(): Promise<void> {
      isClosed = true;
      await inTurn(shut);
      recorder.settle();
      progress.close();
      if (countTimer !== null) clearTimeout(countTimer);
      if (scriptTimer !== null) clearTimeout(scriptTimer);
    },
  };
}

function notFound(path: string) {
  return plainAnswer(404, `This request is recorded, but it is not for the webhook path, which is ${path}.`, false);
}

/** For a listener that keeps nothing. */
const NOWHERE: ProgressStore = { get: () => undefined, put: () => undefined };
