import type { AddressMemory, AddressProblem, AddressState, AddressStatus } from "../../shared/address.ts";
import type { Notice } from "../../shared/notices.ts";
import type { Instant } from "../../shared/primitives.ts";
import type { SecretState } from "../../shared/profile.ts";
import type { Clock } from "../clock.ts";

export interface StatesOptions {
  readonly memory: { get(): AddressMemory; set(memory: AddressMemory): void };
  readonly secrets: { state(name: keyof AddressStatus["secrets"]): SecretState };
  readonly programs: () => AddressStatus["programs"];
  readonly clock: Clock;
  /** A row of the log. */
  readonly tell: (notice: Notice) => void;
  readonly onStatus: (status: AddressStatus) => void;
}

/** What is said of the public address, in the window and as rows of the log: each change of state in one place. */
export type States = ReturnType<typeof createStates>;

/** Milliseconds between two statuses that differ only in the number of webhooks. */
const COUNT_INTERVAL_MS = 250;

export function createStates({ memory, secrets, programs, clock, tell, onStatus }: StatesOptions) {
  let state: AddressState = { name: "off" };
  let webhooks = 0;
  let countTimer: NodeJS.Timeout | null = null;

  function status(): AddressStatus {
    const { settings, agreed, url, changed } = memory.get();
    return {
      settings,
      agreed,
      state,
      url,
      changed,
      webhooks,
      programs: programs(),
      secrets: {
        "cloudflared-token": secrets.state("cloudflared-token"),
        "ssh-key": secrets.state("ssh-key"),
        "ssh-passphrase": secrets.state("ssh-passphrase"),
        "ssh-password": secrets.state("ssh-password"),
        "ngrok-token": secrets.state("ngrok-token"),
      },
    };
  }

  const told = (): void => onStatus(status());

  function enter(next: AddressState): void {
    state = next;
    told();
  }

  function notice(change: Extract<Notice, { code: "public-address" }>["change"], more: object = {}): void {
    const { settings, url } = memory.get();
    tell({ code: "public-address", change, way: settings.way, url, ...more });
  }

  /** Since when nothing is known to come through it, where something did before. */
  function downSince(): { readonly since?: Instant } {
    if (state.name === "ready") return { since: state.provenAt };
    return state.name === "reconnecting" ? { since: state.since } : {};
  }

  return {
    now: (): AddressState => state,
    status,
    /** Says the status again, where something beside the state has changed. */
    told,
    /** @param wasInUse it was on when Linkdesk ended: a time without address begins here */
    begin(wasInUse: boolean): void {
      enter({ name: "starting", since: clock.now(), waitingFor: "connection", problem: null });
      notice("starting", wasInUse ? { since: clock.now() } : {});
    },
    waitFor(
      waitingFor: Extract<AddressState, { name: "starting" }>["waitingFor"],
      problem: AddressProblem | null,
    ): void {
      if (state.name !== "starting" || (state.waitingFor === waitingFor && state.problem?.code === problem?.code))
        return;
      enter({ ...state, waitingFor, problem });
    },
    becomeReady(url: string): void {
      const now = clock.now();
      const { url: former, changed } = memory.get();
      const isNew = former !== null && former !== url;
      // A dashboard has the address that webhooks came through last, however often it has changed since.
      const from = changed?.from ?? former ?? url;
      if (former !== url)
        memory.set({ ...memory.get(), url, changed: from === url ? null : { from, to: url, at: now } });
      const wasReady = state.name === "ready";
      enter({ name: "ready", since: state.name === "ready" ? state.since : now, provenAt: now });
      if (isNew) notice("changed", { former });
      else if (!wasReady) notice("ready");
    },
    goDown(problem: AddressProblem): void {
      if (state.name === "reconnecting") {
        if (state.problem.code !== problem.code) enter({ ...state, problem });
        return;
      }
      const since = state.name === "ready" ? state.provenAt : state.name === "starting" ? state.since : clock.now();
      enter({ name: "reconnecting", since, problem, nextTry: null });
      notice("reconnecting", { problem, since });
    },
    /** While it reconnects: when the next try is, null while it is under way. */
    tryAt(nextTry: Instant | null): void {
      if (state.name === "reconnecting" && state.nextTry !== nextTry) enter({ ...state, nextTry });
    },
    fail(problem: AddressProblem): void {
      const since = downSince();
      enter({ name: "failed", at: clock.now(), problem });
      notice("failed", { problem, ...since });
    },
    /** @param wasInUse senders could reach it until now */
    stop(wasInUse: boolean): void {
      enter({ name: "stopped", at: clock.now() });
      notice("stopped", wasInUse ? { since: clock.now() } : {});
    },
    /** A webhook came through it. */
    arrived(): void {
      webhooks += 1;
      if (memory.get().changed !== null) {
        memory.set({ ...memory.get(), changed: null });
        told();
        return;
      }
      countTimer ??= setTimeout(() => {
        countTimer = null;
        told();
      }, COUNT_INTERVAL_MS).unref();
    },
    close(): void {
      if (countTimer !== null) clearTimeout(countTimer);
    },
  };
}
