import type {
  AddressMemory,
  AddressProblem,
  AddressSecret,
  AddressSettings,
  AddressState,
  AddressStatus,
  ArrivedThrough,
  HostKey,
} from "../../shared/address.ts";
import { settingsProblem } from "../../shared/address.ts";
import { WAITS } from "../../shared/explain-address.ts";
import type { ListenerStatus } from "../../shared/listener.ts";
import type { Notice } from "../../shared/notices.ts";
import type { Instant } from "../../shared/primitives.ts";
import type { SecretState } from "../../shared/profile.ts";
import type { Clock } from "../clock.ts";
import type { Network } from "../network/index.ts";
import { Refusal } from "../refusal.ts";
import { createInward, type Inward } from "./inward.ts";
import { createLife, type Life } from "./life.ts";
import { watchNetwork } from "./network-watch.ts";
import { backoff, FIRST_TRIES, isLasting, type Pace, USUAL_PACE } from "./pace.ts";
import type { Proofs } from "./proof.ts";
import { problemOfProof } from "./proof-problem.ts";
import { createSaid } from "./said.ts";
import type { Way, WayMeans } from "./way.ts";

/** Secrets of the ways, in the vault. */
export interface AddressSecrets {
  state(name: AddressSecret): SecretState;
  get(name: AddressSecret): Promise<string | null>;
  /** @throws Refusal when it could not be saved */
  set(name: AddressSecret, value: string | null): Promise<void>;
}

export interface PublicAddressOptions {
  readonly memory: { get(): AddressMemory; set(memory: AddressMemory): void };
  readonly secrets: AddressSecrets;
  readonly programs: () => AddressStatus["programs"];
  /** The way of the settings, for one try. */
  readonly openWay: (means: WayMeans) => Way;
  readonly network: Network;
  readonly prove: Proofs["prove"];
  readonly listener: () => ListenerStatus;
  readonly clock: Clock;
  readonly random: () => number;
  readonly tell: (notice: Notice) => void;
  readonly onStatus: (status: AddressStatus) => void;
  /** Takes secrets out of what a tunnel says. */
  readonly mask: (text: string) => string;
  readonly folder: string;
  readonly pace?: Pace;
}

/** The public address: started and stopped by the user, and in between held against the truth. */
export interface PublicAddress {
  status(): AddressStatus;
  /** Keeps the settings. @throws Refusal `not-agreed` before the user knows who can read what passes */
  start(settings: AddressSettings, agreed: boolean): Promise<AddressStatus>;
  stop(): Promise<AddressStatus>;
  tryNow(): AddressStatus;
  trustHostKey(key: HostKey): Promise<AddressStatus>;
  forgetHostKey(host: string, port: number): AddressStatus;
  setSecret(name: AddressSecret, value: string | null): Promise<AddressStatus>;
  said(): readonly string[];
  /** Gets it again if it was on when Linkdesk ended. */
  restore(): void;
  /** The listener's state has changed. */
  listenerChanged(): void;
  /** The machine was asleep. */
  woke(): void;
  readonly throughOf: Inward["throughOf"];
  /** A webhook came from outside. */
  arrived(through: ArrivedThrough): void;
  /** Ends it for this start of Linkdesk. */
  close(): Promise<void>;
}

/** Milliseconds between two statuses that differ only in the number of webhooks. */
const COUNT_INTERVAL_MS = 250;

export function createPublicAddress(options: PublicAddressOptions): PublicAddress {
  const { memory, secrets, network, clock, listener, pace = USUAL_PACE } = options;
  const inward = createInward();
  const said = createSaid(options.mask);
  let state: AddressState = { name: "off" };
  let changed: AddressStatus["changed"] = null;
  let webhooks = 0;
  let life: Life | null = null;
  let lived: Promise<void> = Promise.resolve();
  /** The machine has slept, or somebody asks: the next proof is to be quick, and one failure is enough. */
  let isDoubted = false;
  let countTimer: NodeJS.Timeout | null = null;

  const remember = (changes: Partial<AddressMemory>): void => memory.set({ ...memory.get(), ...changes });
  const milliseconds = (): number => clock.elapsed() / 1_000;

  function status(): AddressStatus {
    const { settings, agreed, url } = memory.get();
    return {
      settings,
      agreed,
      state,
      url,
      changed,
      webhooks,
      programs: options.programs(),
      secrets: {
        "cloudflared-token": secrets.state("cloudflared-token"),
        "ssh-key": secrets.state("ssh-key"),
        "ssh-passphrase": secrets.state("ssh-passphrase"),
        "ssh-password": secrets.state("ssh-password"),
        "ngrok-token": secrets.state("ngrok-token"),
      },
    };
  }

  function told(): AddressStatus {
    const now = status();
    options.onStatus(now);
    return now;
  }

  function enter(next: AddressState): void {
    state = next;
    told();
  }

  function notice(change: Extract<Notice, { code: "public-address" }>["change"], more: object = {}): void {
    const { settings, url } = memory.get();
    options.tell({ code: "public-address", change, way: settings.way, url, ...more });
  }

  function waitFor(
    waitingFor: Extract<AddressState, { name: "starting" }>["waitingFor"],
    problem: AddressProblem | null,
  ) {
    if (state.name !== "starting" || (state.waitingFor === waitingFor && state.problem?.code === problem?.code)) return;
    enter({ ...state, waitingFor, problem });
  }

  function goDown(problem: AddressProblem): void {
    if (state.name === "reconnecting") {
      if (state.problem.code !== problem.code) enter({ ...state, problem });
      return;
    }
    const since = state.name === "ready" ? state.provenAt : clock.now();
    enter({ name: "reconnecting", since, problem, nextTry: null });
    notice("reconnecting", { problem, since });
  }

  function becomeReady(url: string): void {
    const now = clock.now();
    const former = memory.get().url;
    const isNew = former !== null && former !== url;
    if (former !== url) remember({ url });
    if (isNew) changed = { from: changed?.from ?? former, to: url, at: now };
    if (changed !== null && changed.from === url) changed = null;
    const wasReady = state.name === "ready";
    enter({ name: "ready", since: state.name === "ready" ? state.since : now, provenAt: now });
    if (isNew) notice("changed", { former });
    else if (!wasReady) notice("ready");
  }

  /** The whole address of a webhook: what a tunnel gives is a host, and the path is the listener's. */
  function webhookUrl(base: string): string {
    const url = new URL(base);
    return url.pathname === "/" && url.search === "" ? new URL(listener().settings.path, url).href : url.href;
  }

  async function prove(own: Life, url: string): Promise<AddressProblem | null> {
    const totalMs = isDoubted ? pace.wakeProofMs : pace.proofMs;
    return problemOfProof(await options.prove(url, { recorded: false, totalMs, signal: own.over }));
  }

  /** One way, from its start to its end. Resolves with what ended it; null when it was to end. */
  async function follow(own: Life, way: Way, deadline: number): Promise<AddressProblem | null> {
    let isProven = false;
    let failures = 0;
    let failingSince = 0;
    for (;;) {
      if (own.over.aborted) return null;
      const now = way.status();
      if (now.state === "down") return now.problem;
      if (listener().state !== "listening") {
        if (!isProven) return LISTENER_DOWN;
        // The way stands: closing it might cost the address, and a listener is often back at once.
        goDown(LISTENER_DOWN);
        await own.pause(pace.everyMs);
        continue;
      }
      const left = deadline - milliseconds();
      if (now.state === "starting") {
        if (left <= 0) return { code: "timed-out", detail: `It was waited for ${WAITS[now.waitingFor]}.` };
        waitFor(now.waitingFor, null);
        await own.pause(left);
        continue;
      }
      const url = webhookUrl(now.url);
      setHost(url);
      waitFor("proof", null);
      const problem = await prove(own, url);
      if (own.over.aborted) return null;
      if (problem === null) {
        isProven = true;
        failures = 0;
        isDoubted = false;
        becomeReady(url);
        await own.pause(pace.everyMs);
        continue;
      }
      failures += 1;
      if (failures === 1) failingSince = milliseconds();
      if (isProven) {
        if (failures > 1 || isDoubted || now.state === "wavering") goDown(problem);
        isDoubted = false;
        if (milliseconds() - failingSince > pace.patienceMs) return problem;
        await own.pause(failures === 1 ? pace.againMs : Math.min(5_000, backoff(pace, failures - 2, options.random())));
      } else {
        if (left <= 0 || (failures > 1 && isLasting(problem, false))) return problem;
        waitFor("proof", problem);
        if (state.name === "reconnecting") goDown(problem);
        await own.pause(Math.min(left, pace.againMs));
      }
    }
  }

  /** Until it is stopped, or fails for good. */
  async function live(own: Life): Promise<void> {
    const pressed = milliseconds();
    const unwatch = watchNetwork(() => state.name === "reconnecting" && own.poke());
    let tries = 0;
    for (;;) {
      const isFirst = state.name === "starting";
      const deadline = isFirst ? pressed + pace.startMs : milliseconds() + pace.attemptMs;
      if (state.name === "reconnecting" && state.nextTry !== null) enter({ ...state, nextTry: null });
      const problem = await tryOnce(own, deadline);
      if (problem === null) break;
      const now: AddressState["name"] = state.name as AddressState["name"];
      // It has been ready meanwhile: that begins anew.
      if (now === "ready") tries = 0;
      tries += 1;
      const isEnough = now === "starting" && (tries >= FIRST_TRIES || milliseconds() - pressed > pace.startMs);
      if (
        isLasting(problem, now !== "starting") ||
        (isEnough && problem.code !== "listener-down") ||
        isOver(problem, now)
      ) {
        fail(problem);
        break;
      }
      const pauseMs = backoff(pace, tries - 1, options.random());
      if (now === "starting") waitFor("connection", problem);
      else {
        goDown(problem);
        if (state.name === "reconnecting") enter({ ...state, nextTry: clock.now() + pauseMs * 1_000 });
      }
      await own.pause(pauseMs);
      if (own.over.aborted) break;
    }
    unwatch();
    inward.setHost(null, "own");
  }

  /** Somebody has pressed Get address while the listener is stopped: there is nothing to wait for. */
  function isOver(problem: AddressProblem, now: AddressState["name"]): boolean {
    return now === "starting" && problem.code === "listener-down";
  }

  /** Since when nothing is known to come through it, where something did before. */
  function downSince(): { readonly since?: Instant } {
    if (state.name === "ready") return { since: state.provenAt };
    return state.name === "reconnecting" ? { since: state.since } : {};
  }

  function fail(problem: AddressProblem): void {
    const since = downSince();
    enter({ name: "failed", at: clock.now(), problem });
    notice("failed", { problem, ...since });
  }

  async function tryOnce(own: Life, deadline: number): Promise<AddressProblem | null> {
    const { settings, hostKeys } = memory.get();
    const missing = settingsProblem(settings);
    if (missing !== null) return { code: "settings", detail: missing.text };
    if (listener().state !== "listening") return LISTENER_DOWN;
    const listenerUrl = (): URL | null => {
      const { url } = listener();
      return url === null ? null : new URL(url);
    };
    const way = options.openWay({
      settings,
      network,
      secret: (name) => secrets.get(name),
      hostKey: (host, port) => hostKeys.find((key) => key.host === host && key.port === port) ?? null,
      listenerUrl,
      inward: (peer) => inward.open(listenerUrl() ?? new URL("http://127.0.0.1:9"), settings.way, peer),
      openFront: () => inward.openFront(listenerUrl, settings.way),
      say: said.add,
      folder: options.folder,
    });
    try {
      way.start(own.poke);
      return await follow(own, way, deadline);
    } finally {
      await way.stop();
    }
  }

  /** Requests that come straight to the listener are known by the name that they ask for. */
  function setHost(url: string): void {
    const { way } = memory.get().settings;
    inward.setHost(way === "own" || way === "cloudflared-named" ? new URL(url).host : null, way);
  }

  function begin(wasInUse = false): void {
    const own = createLife();
    life = own;
    isDoubted = false;
    said.clear();
    enter({ name: "starting", since: clock.now(), waitingFor: "connection", problem: null });
    notice("starting", wasInUse ? { since: clock.now() } : {});
    lived = live(own).finally(() => {
      if (life === own) life = null;
    });
  }

  async function end(): Promise<void> {
    life?.end();
    await lived;
  }

  return {
    status,
    async start(settings, agreed) {
      const before = memory.get().agreed;
      if (!agreed && !before.includes(settings.way))
        throw new Refusal("not-agreed", "Agree first to who can read what passes this way.");
      await end();
      remember({ settings, agreed: [...new Set([...before, settings.way])], on: true });
      begin();
      return status();
    },
    async stop() {
      const wasOn = life !== null || state.name === "failed";
      const wasInUse = state.name === "ready" || state.name === "reconnecting";
      await end();
      if (memory.get().on) remember({ on: false });
      if (wasOn) {
        enter({ name: "stopped", at: clock.now() });
        notice("stopped", wasInUse ? { since: clock.now() } : {});
      }
      return status();
    },
    tryNow() {
      if (life === null && state.name === "failed") begin();
      else life?.poke();
      return status();
    },
    async trustHostKey(key) {
      const others = memory.get().hostKeys.filter(({ host, port }) => host !== key.host || port !== key.port);
      remember({ hostKeys: [...others, key] });
      await end();
      begin();
      return status();
    },
    forgetHostKey(host, port) {
      remember({ hostKeys: memory.get().hostKeys.filter((key) => key.host !== host || key.port !== port) });
      if (life === null && state.name === "failed") begin();
      return status();
    },
    async setSecret(name, value) {
      try {
        await secrets.set(name, value);
      } finally {
        told();
      }
      return status();
    },
    said: said.lines,
    restore() {
      if (memory.get().on && life === null) begin(memory.get().url !== null);
    },
    listenerChanged: () => life?.poke(),
    woke() {
      isDoubted = true;
      life?.poke();
    },
    throughOf: inward.throughOf,
    arrived() {
      webhooks += 1;
      if (changed !== null) {
        changed = null;
        told();
        return;
      }
      countTimer ??= setTimeout(() => {
        countTimer = null;
        told();
      }, COUNT_INTERVAL_MS).unref();
    },
    async close() {
      await end();
      if (countTimer !== null) clearTimeout(countTimer);
    },
  };
}

const LISTENER_DOWN: AddressProblem = { code: "listener-down", detail: "" };
