import type { Operation } from "../../../shared/outcomes.ts";
import { assertNever } from "../../../shared/primitives.ts";
import type { Mode } from "../../../shared/profile.ts";

/**
 * Why an operation is off for a profile, in a sentence with what to do about it; null when it is allowed. Main
 * refuses the same on its own: this only says so before anybody presses a button.
 */
export function reasonItIsOff(operation: Operation, mode: Mode): string | null {
  if (operation === "link") return null;
  switch (mode) {
    case "sandbox":
    case "test":
      return null;
    case "live":
      return "Off for a live profile: a simulation there could touch real money. Switch to a test or sandbox profile.";
    case "unset":
      return "Off until this profile says what it is. Edit the profile and choose its mode: test or live.";
    default:
      return assertNever(mode);
  }
}
