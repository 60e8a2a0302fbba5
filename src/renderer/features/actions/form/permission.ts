import type { Operation } from "../../../../shared/outcomes.ts";
import { assertNever } from "../../../../shared/primitives.ts";
import type { Mode, ProfileView } from "../../../../shared/profile.ts";
import { secretSlotOf } from "../../../../shared/signature.ts";

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

/** A secret that the profile wants and nobody has set, and where it is set. */
export interface MissingSecret {
  readonly title: string;
  readonly sentence: string;
  readonly part: "connection" | "signature";
  readonly slot: string | undefined;
}

function forgotten(isOne: boolean): string {
  const [them, are] = isOne ? ["it", "it is"] : ["them", "they are"];
  return ` This machine has no keychain, so secrets are kept only until Linkdesk is closed. Set ${them}, with “Store them anyway” if ${are} to stay.`;
}

const KEYS = { header: "key", bearer: "token", basic: "password" } as const;

/**
 * Said when the profile wants a secret that nobody has set: of its calls, or of its webhooks. null otherwise.
 *
 * @param forgets secrets are kept only until Linkdesk is closed: whoever has set it before learns why it is gone
 */
export function missingSecret(view: ProfileView, forgets: boolean): MissingSecret | null {
  const { authentication, mode, signature } = view.profile;
  const isSet = (slot: string) => (view.secrets[slot] ?? "unset") !== "unset";
  const key =
    mode === "sandbox" || authentication.scheme === "none" || isSet("authentication")
      ? null
      : KEYS[authentication.scheme];
  const slots = signature?.secrets.map(secretSlotOf) ?? [];
  const isUnchecked = signature !== null && !slots.some(isSet);
  const gone = forgets ? forgotten(key === null || !isUnchecked) : "";
  const unchecked = "Signatures of its webhooks are not checked.";
  if (key !== null)
    return {
      title: isUnchecked ? `No ${key} and no signing secret are set` : `No ${key} is set`,
      sentence: `Calls of this profile go out without the ${key}.${isUnchecked ? ` ${unchecked}` : ""}${gone}`,
      part: "connection",
      slot: "authentication",
    };
  if (!isUnchecked) return null;
  return { title: "No signing secret is set", sentence: unchecked + gone, part: "signature", slot: slots[0] };
}
