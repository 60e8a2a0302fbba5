import type { ProfileView } from "../../../shared/profile.ts";
import { ownSlots } from "../../../shared/signature.ts";
import { type ProfileText, readProfileText } from "./profile-form.ts";
import { NEW, type ProfilesState } from "./profiles-store.ts";

export interface Saved {
  /** The profile as it is stored now; null when nothing was stored. */
  readonly view: ProfileView | null;
  /** What could not be done, as a sentence. */
  readonly failure: string | null;
  /** Secrets that are still only in the form. */
  readonly unsavedSecrets: ProfileText["secrets"];
}

/** Stores a profile, then its secrets one by one; what fails stays in the form, and the sentence says why. */
export async function saveProfile(slice: ProfilesState, id: string, text: ProfileText): Promise<Saved> {
  const reading = readProfileText(text);
  if (!reading.ok) return { view: null, failure: "Something above needs another look.", unsavedSecrets: text.secrets };
  const result = await (id === NEW ? slice.create(reading.value) : slice.update(id, reading.value));
  if (!result.ok) return { view: null, failure: result.message, unsavedSecrets: text.secrets };

  let view = result.value;
  let failure: string | null = null;
  const unsavedSecrets: ProfileText["secrets"] = {};
  for (const [slot, change] of Object.entries(text.secrets)) {
    if (change === "" || !wanted(slot, view)) continue;
    const done = await (change === null
      ? slice.removeSecret(view.profile.id, slot)
      : slice.setSecret(view.profile.id, slot, change));
    if (done.ok) view = done.value;
    else {
      failure = done.message;
      unsavedSecrets[slot] = change;
    }
  }
  return { view, failure, unsavedSecrets };
}

/** A secret may have been typed for a header, or a signature, that was taken out again. */
function wanted(slot: string, { profile }: ProfileView): boolean {
  if (slot === "authentication") return profile.authentication.scheme !== "none";
  if (ownSlots(profile.signature).includes(slot)) return true;
  return profile.extraHeaders.some((header) => header.secret && slot === `header:${header.id}`);
}
