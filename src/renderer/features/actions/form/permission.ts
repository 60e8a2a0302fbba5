import type { Operation } from "../../../../shared/outcomes.ts";
import { assertNever } from "../../../../shared/primitives.ts";
import type { Mode, ProfileView } from "../../../../shared/profile.ts";

/** Why an operation is off, as a title and a sentence with what to do about it. */
export interface OffReason {
  readonly mode: "live" | "unset";
  readonly title: string;
  readonly sentence: string;
}

/**
 * What keeps a profile from an operation; null when nothing does. Main refuses the same on its own: this only says
 * so before anybody presses a button.
 */
export function reasonItIsOff(operation: Operation, mode: Mode): OffReason | null {
  if (operation === "link") return null;
  switch (mode) {
    case "sandbox":
    case "test":
      return null;
    case "live":
      return {
        mode,
        title: "Off for a live profile",
        sentence: "A simulation there could touch real money. Switch to a test or sandbox profile.",
      };
    case "unset":
      return {
        mode,
        title: "Off until the profile has a mode",
        sentence: "Nobody has said yet whether it is for tests or live. Edit the profile and choose.",
      };
    default:
      return assertNever(mode);
  }
}

/** Said when the profile wants a secret that nobody has set: calls then go out without it. null otherwise. */
export function missingSecret({ profile, secrets }: ProfileView): Omit<OffReason, "mode"> | null {
  const { authentication, mode } = profile;
  if (mode === "sandbox" || authentication.scheme === "none") return null;
  if ((secrets["authentication"] ?? "unset") !== "unset") return null;
  const what = { header: "key", bearer: "token", basic: "password" }[authentication.scheme];
  return { title: `No ${what} is set`, sentence: "Calls of this profile go out without it." };
}
