import type { Handlers } from "../../src/shared/contract.ts";
import { FakeRefusal } from "./refusal.ts";

/** No run is known: what a simulation has led to is told by a push of the test's own. */
export function createFakeRuns(): Handlers["runs"] {
  function unknown(): never {
    throw new FakeRefusal("no-run", "This simulation is no longer in the log.");
  }
  return { get: unknown, tie: unknown, untie: unknown, decideAgain: unknown };
}
