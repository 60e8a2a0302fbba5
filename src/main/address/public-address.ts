import type {
  AddressMemory,
  AddressProblem,
  AddressSecret,
  AddressSettings,
  AddressStatus,
  HostKey,
} from "../../shared/address.ts";
import { settingsProblem } from "../../shared/address.ts";
import type { ListenerStatus } from "../../shared/listener.ts";
import type { SecretState } from "../../shared/profile.ts";
import type { Network } from "../network/index.ts";
import { Refusal } from "../refusal.ts";
import { createInboundConnections } from "./inbound-connections.ts";
import { type WatchNetwork, watchNetwork } from "./network-watch.ts";
import type { Proofs } from "./proof.ts";
import { type AddressSession, createAddressSession } from "./session.ts";
import { createStates, type StatesOptions } from "./states.ts";
import { backoff, FIRST_TRIES, isLasting, type Timing, USUAL_TIMING } from "./timing.ts";
import { createTunnelOutput } from "./tunnel-output.ts";
import { createWayWatch, LISTENER_DOWN } from "./watch-way.ts";
import type { Way, WayMeans } from "./way.ts";

/** Secrets of the ways, in the vault. */
export interface AddressSecrets {
  state(name: AddressSecret): SecretState;
  get(name: AddressSecret): Promise<string | null>;
  /** @throws Refusal when it could not be saved */
  set(name: AddressSecret, value: string | null): Promise<void>;
}

export interface PublicAddressOptions extends StatesOptions {
  readonly secrets: AddressSecrets;
  /** The way of the settings, for one try. */
  readonly openWay: (means: WayMeans) => Way;
  readonly network: Network;
  readonly prove: Proofs["prove"];
  readonly listener: () => ListenerStatus;
  readonly random: () => number;
  /** Takes secrets out of what a tunnel says. */
  readonly mask: (text: string) => string;
  readonly folder: string;
  readonly pace?: Timing;
  readonly watchNetwork?: WatchNetwork;
}

/** The public address: started and stopped by the user, and in between proven again and again. */
export type PublicAddress = ReturnType<typeof createPublicAddress>;

export function createPublicAddress(options: PublicAddressOptions) {
  const { memory, secrets, network, clock, listener, pace = USUAL_TIMING } = options;
  const inward = createInboundConnections();
  let life: AddressSession | null = null;
  let lived: Promise<void> = Promise.resolve();

  const said = createTunnelOutput(options.mask);
  const states = createStates(options);
  const { status, waitFor, goDown } = states;
  const remember = (changes: Partial<AddressMemory>): void => memory.set({ ...memory.get(), ...changes });
  const milliseconds = (): number => clock.elapsed() / 1_000;
  const { prove, random } = options;
  const { follow, doubt, trust } = createWayWatch({
    states,
    prove,
    listener,
    onAddress: setHost,
    milliseconds,
    random,
    pace,
  });

  /**
   * Until it is stopped, or fails for good.
   *
   * @param wasInUse nobody has pressed just now, and senders have this address: it is tried until it is back
   */
  async function live(own: AddressSession, wasInUse: boolean): Promise<void> {
    const pressed = milliseconds();
    const unwatch = (options.watchNetwork ?? watchNetwork)(() => look(own));
    let tries = 0;
    for (;;) {
      const isFirst = states.now().name === "starting";
      const deadline = isFirst ? pressed + pace.startMs : milliseconds() + pace.tryMs;
      states.tryAt(null);
      const problem = await tryOnce(own, deadline);
      if (problem === null) break;
      const now = states.now().name;
      // It has been ready meanwhile: that begins anew.
      if (now === "ready") tries = 0;
      tries += 1;
      if (now === "starting" && !wasInUse) {
        // Somebody has pressed Get address and waits: while the listener is stopped there is nothing to wait for.
        const isEnough = tries >= FIRST_TRIES || milliseconds() - pressed > pace.startMs;
        if (isEnough || problem.code === "listener-down" || isLasting(problem, false)) {
          states.fail(problem);
          break;
        }
      } else if (isLasting(problem, true)) {
        states.fail(problem);
        break;
      }
      const pauseMs = backoff(pace, tries - 1, options.random());
      if (now === "starting" && !wasInUse) waitFor("connection", problem);
      else {
        goDown(problem);
        states.tryAt(clock.now() + pauseMs * 1_000);
      }
      await own.pause(pauseMs);
      if (own.over.aborted) break;
    }
    unwatch();
    inward.setHost(null, "own");
  }

  async function tryOnce(own: AddressSession, deadline: number): Promise<AddressProblem | null> {
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
    const { host } = new URL(url);
    // The listener's own name is what everything on this machine asks for.
    const isOurs = listener().url !== null && new URL(listener().url ?? "").host === host;
    inward.setHost((way === "own" || way === "cloudflared-named") && !isOurs ? host : null, way);
  }

  /** Sleep, another network: what stood before may stand no more, or again. */
  function look(own: AddressSession): void {
    doubt();
    own.poke();
  }

  function begin(wasInUse = false): void {
    const own = createAddressSession();
    life = own;
    trust();
    said.clear();
    states.begin(wasInUse);
    lived = live(own, wasInUse)
      .catch((error: unknown) => states.fail({ code: "ended", detail: `An error inside Linkdesk: ${String(error)}` }))
      .finally(() => {
        if (life === own) life = null;
      });
  }

  async function end(): Promise<void> {
    life?.end();
    await lived;
  }

  return {
    status,
    /** Keeps the settings. @throws Refusal `not-agreed` before the user knows who can read what passes */
    async start(settings: AddressSettings, agreed: boolean): Promise<AddressStatus> {
      const before = memory.get().agreed;
      if (!agreed && !before.includes(settings.way))
        throw new Refusal("not-agreed", "Agree first to who can read what passes this way.");
      await end();
      remember({ settings, agreed: [...new Set([...before, settings.way])], on: true });
      begin();
      return status();
    },
    async stop(): Promise<AddressStatus> {
      const before = states.now().name;
      const wasOn = life !== null || before === "failed";
      await end();
      if (memory.get().on) remember({ on: false });
      if (wasOn) states.stop(before === "ready" || before === "reconnecting");
      return status();
    },
    tryNow(): AddressStatus {
      if (life === null && states.now().name === "failed") begin();
      else life?.poke();
      return status();
    },
    async trustHostKey(key: HostKey): Promise<AddressStatus> {
      const others = memory.get().hostKeys.filter(({ host, port }) => host !== key.host || port !== key.port);
      remember({ hostKeys: [...others, key] });
      await end();
      begin();
      return status();
    },
    forgetHostKey(host: string, port: number): AddressStatus {
      remember({ hostKeys: memory.get().hostKeys.filter((key) => key.host !== host || key.port !== port) });
      if (life === null && states.now().name === "failed") begin();
      return status();
    },
    async setSecret(name: AddressSecret, value: string | null): Promise<AddressStatus> {
      try {
        await secrets.set(name, value);
      } finally {
        states.told();
      }
      return status();
    },
    said: said.lines,
    /** Gets it again if it was on when Linkdesk ended. */
    restore(): void {
      if (memory.get().on && life === null) begin(memory.get().url !== null);
    },
    /** The listener's state has changed. */
    listenerChanged(): void {
      const state = states.now();
      const isWaitedFor = state.name === "failed" && state.problem.code === "listener-down";
      if (life === null && isWaitedFor && listener().state === "listening") begin();
      else life?.poke();
    },
    /** The machine was asleep. */
    woke(): void {
      if (life !== null) look(life);
    },
    throughOf: inward.throughOf,
    /** A webhook came from outside. */
    arrived: states.arrived,
    /** Ends it for this start of Linkdesk. */
    async close(): Promise<void> {
      await end();
      states.close();
    },
  };
}
