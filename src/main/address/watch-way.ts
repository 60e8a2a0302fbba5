import type { AddressProblem } from "../../shared/address.ts";
import type { ListenerStatus } from "../../shared/listener.ts";
import { WAITS } from "../../shared/text/explain-address.ts";
import type { Proofs } from "./proof.ts";
import { problemOfProof } from "./proof-problem.ts";
import type { AddressSession } from "./session.ts";
import type { States } from "./states.ts";
import { backoff, isLasting, type Timing } from "./timing.ts";
import type { Way } from "./way.ts";

export interface WayWatchOptions {
  readonly states: States;
  readonly prove: Proofs["prove"];
  readonly listener: () => ListenerStatus;
  /** The whole address that requests will now come by. */
  readonly onAddress: (url: string) => void;
  /** Milliseconds by a clock that is never set. */
  readonly milliseconds: () => number;
  readonly random: () => number;
  readonly pace: Timing;
}

export const LISTENER_DOWN: AddressProblem = { code: "listener-down", detail: "" };

/**
 * Proves again and again, from a way's start to its end, that requests come through it, and says what state it is in.
 */
export function createWayWatch(options: WayWatchOptions) {
  const { states, listener, milliseconds, random, pace } = options;
  let isDoubted = false;
  /** Aborted where a proof that is under way would say nothing about now. */
  let current = new AbortController();

  /** The whole address of a webhook: what a tunnel gives is a host, and the path is the listener's. */
  function webhookUrl(base: string): string {
    const url = new URL(base);
    return url.pathname === "/" && url.search === "" ? new URL(listener().settings.path, url).href : url.href;
  }

  /** @param leftMs how long the user still waits: a test request takes no longer */
  async function prove(own: AddressSession, url: string, leftMs: number): Promise<AddressProblem | null> {
    for (;;) {
      current = new AbortController();
      const { signal } = current;
      const totalMs = Math.min(isDoubted ? pace.wakeProofMs : pace.proofMs, Math.max(leftMs, pace.againMs));
      const how = { recorded: false, totalMs, signal: AbortSignal.any([own.over, signal]) };
      const problem = problemOfProof(await options.prove(url, how), listener().settings.path);
      if (problem === null || !signal.aborted || own.over.aborted) return problem;
    }
  }

  return {
    /** What was proven may be true no more: the next proof is to be quick, and one failure is enough. */
    doubt(): void {
      // One that was begun since is quick already, and has to come to its end.
      if (!isDoubted) current.abort();
      isDoubted = true;
    },
    trust(): void {
      isDoubted = false;
    },
    /** Resolves with what ended it; null when it was to end. */
    async follow(own: AddressSession, way: Way, deadline: number): Promise<AddressProblem | null> {
      let isProven = false;
      let failures = 0;
      let failingSince = 0;
      let cause: AddressProblem | null = null;
      for (;;) {
        if (own.over.aborted) return null;
        const now = way.status();
        if (now.state === "down") return now.problem;
        if (listener().state !== "listening") {
          if (!isProven) return LISTENER_DOWN;
          // The way stands: closing it might cost the address, and a listener is often back at once.
          states.goDown(LISTENER_DOWN);
          await own.pause(pace.everyMs);
          continue;
        }
        const left = deadline - milliseconds();
        if (now.state === "starting") {
          if (left <= 0)
            return now.problem ?? { code: "timed-out", detail: `It was waited for ${WAITS[now.waitingFor]}.` };
          states.waitFor(now.waitingFor, now.problem);
          await own.pause(left);
          continue;
        }
        const url = webhookUrl(now.url);
        options.onAddress(url);
        states.waitFor("proof", null);
        const problem = await prove(own, url, isProven ? Number.POSITIVE_INFINITY : left);
        if (own.over.aborted) return null;
        const wasDoubted = isDoubted;
        isDoubted = false;
        if (problem === null) {
          isProven = true;
          failures = 0;
          states.becomeReady(url);
          await own.pause(pace.everyMs);
          continue;
        }
        failures += 1;
        if (failures === 1) failingSince = milliseconds();
        if (isProven) {
          if (failures > 1 || wasDoubted || now.state === "wavering") states.goDown(problem);
          if (wasDoubted && way.isQuickToReopen) return problem;
          if (milliseconds() - failingSince > pace.patienceMs) return problem;
          await own.pause(failures === 1 ? pace.againMs : Math.min(5_000, backoff(pace, failures - 2, random())));
        } else {
          // A test request that was cut short knows less than those before it.
          cause = cause !== null && left < pace.proofMs && problem.code === "no-answer" ? cause : problem;
          if (left <= 0 || (failures > 1 && isLasting(cause, false))) return cause;
          states.waitFor("proof", cause);
          if (states.now().name === "reconnecting") states.goDown(cause);
          await own.pause(Math.min(left, pace.againMs));
        }
      }
    },
  };
}
