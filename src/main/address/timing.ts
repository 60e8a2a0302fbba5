import type { AddressProblem } from "../../shared/address.ts";

/** All times of the public address, in milliseconds. */
export interface Timing {
  /** From the press to ready, or to a failure with its cause. */
  readonly startMs: number;
  /** For one try to get an address, once it had been ready. */
  readonly tryMs: number;
  /** Between two proofs of life while all is well. */
  readonly everyMs: number;
  /** Between proofs until the first succeeds, and after one that failed. */
  readonly againMs: number;
  /** For one proof; and for the first after sleep or with another network. */
  readonly proofMs: number;
  readonly wakeProofMs: number;
  /** How long a way that is open may take to work again before it is opened anew, which may change the address. */
  readonly patienceMs: number;
  /** Between tries to connect again. */
  readonly backoffMs: { readonly least: number; readonly most: number };
}

/**
 * A tunnel that died right after a proof is noticed after `everyMs`, two proofs and the pause between them: 36 s. The
 * bound is 45.
 */
export const USUAL_TIMING: Timing = {
  startMs: 120_000,
  tryMs: 60_000,
  everyMs: 15_000,
  againMs: 1_000,
  proofMs: 10_000,
  wakeProofMs: 2_500,
  patienceMs: 45_000,
  backoffMs: { least: 1_000, most: 60_000 },
};

/** Tries before the first success, while the user waits: after three the failure is shown. */
export const FIRST_TRIES = 3;

/**
 * The pause before a try: doubled each time, and anything from half of that up, so that many who lost the same server
 * do not come back at the same moment.
 *
 * @param random from 0 to 1
 */
export function backoff({ backoffMs: { least, most } }: Timing, tries: number, random: number): number {
  const whole = Math.min(most, least * 2 ** Math.min(tries, 16));
  return Math.max(least, Math.round(whole / 2 + (whole / 2) * random));
}

/** Whether trying again by itself is of no use, or does harm: a login that is refused again and again may be locked. */
export function isLasting({ code }: AddressProblem, wasReady: boolean): boolean {
  switch (code) {
    case "settings":
    case "program-missing":
    case "login":
    case "host-key-unknown":
    case "host-key-changed":
      return true;
    case "quota":
    case "name-taken":
    case "forwarding-refused":
    case "warning-page":
    case "elsewhere":
      return !wasReady;
    case "listener-down":
    case "dns":
    case "blocked":
    case "not-found":
    case "no-answer":
    case "ended":
    case "timed-out":
      return false;
  }
}
