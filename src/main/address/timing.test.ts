import { expect, it } from "vitest";
import { backoff, isLasting, USUAL_TIMING } from "./timing.ts";

/** Of a dead tunnel the user is to know within 45 s, and after sleep within 5 s whether the address still leads here. */
it("leaves time for two proofs within 45 s, and for one within 5 s after sleep", () => {
  const { everyMs, proofMs, againMs, wakeProofMs } = USUAL_TIMING;
  expect(everyMs + 2 * proofMs + againMs).toBeLessThan(45_000);
  expect(wakeProofMs).toBeLessThan(5_000);
});

it("waits longer after each try, from 1 to 60 s, and never all at the same moment", () => {
  const all = [0, 0.25, 0.5, 0.75, 1];
  for (let tries = 0; tries < 40; tries += 1) {
    const pauses = all.map((random) => backoff(USUAL_TIMING, tries, random));
    for (const pause of pauses) expect(pause >= 1_000 && pause <= 60_000, `${tries}: ${pause}`).toBe(true);
    if (tries > 0) expect(new Set(pauses).size).toBe(all.length);
    expect(pauses.at(-1)).toBe(Math.min(60_000, 1_000 * 2 ** tries));
  }
});

it("does not try by itself what harms by being tried", () => {
  const isTried = (code: Parameters<typeof isLasting>[0]["code"], wasReady: boolean) =>
    !isLasting({ code, detail: "" }, wasReady);
  for (const code of ["login", "host-key-changed", "host-key-unknown", "program-missing", "settings"] as const)
    expect([code, isTried(code, true), isTried(code, false)]).toEqual([code, false, false]);
  for (const code of ["ended", "dns", "blocked", "no-answer", "listener-down", "timed-out"] as const)
    expect([code, isTried(code, true), isTried(code, false)]).toEqual([code, true, true]);
  // Its own former connection may hold the name a while.
  expect([isTried("name-taken", true), isTried("name-taken", false)]).toEqual([true, false]);
});
