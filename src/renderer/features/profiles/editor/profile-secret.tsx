import { useFormContext, useWatch } from "react-hook-form";
import { useStore } from "../../../core/environment.ts";
import { profilesStore } from "../profiles-store.ts";
import { keyWarning } from "./key-warning.ts";
import type { ProfileText } from "./profile-form.ts";
import { SecretField } from "./secret-field.tsx";

interface ProfileSecretProps {
  readonly profileId: string;
  readonly slot: string;
  readonly label: string;
  /** Whether to look for the usual mistakes with keys. */
  readonly checkKey?: boolean;
}

/** One secret of the profile that the form around it is about; changed at the next save. */
export function ProfileSecret({ profileId, slot, label, checkKey = false }: ProfileSecretProps) {
  const { control, setValue } = useFormContext<ProfileText>();
  const secrets = useWatch({ control, name: "secrets" });
  const mode = useWatch({ control, name: "mode" });
  const state = useStore(
    profilesStore,
    (view) => view.profiles.find((each) => each.profile.id === profileId)?.secrets[slot] ?? "unset",
  );
  const change = secrets[slot];

  function onChange(next: string | null | undefined) {
    const { [slot]: _, ...others } = secrets;
    setValue("secrets", next === undefined ? others : { ...others, [slot]: next }, { shouldDirty: true });
  }

  return (
    <div data-secret={slot} className="contents">
      <SecretField
        label={label}
        state={state}
        change={change}
        onChange={onChange}
        warning={checkKey && typeof change === "string" ? keyWarning(change, mode) : null}
      />
    </div>
  );
}

/** Where the secret of a slot is typed, if it stands in the page. */
export function secretField(slot: string | null): HTMLElement | null {
  return slot === null ? null : document.querySelector<HTMLElement>(`[data-secret="${CSS.escape(slot)}"] input`);
}
