import type { ProfileView } from "../../../../shared/profile.ts";
import { appInfoStore } from "../../../core/app-info.ts";
import { useStore, useStores } from "../../../core/environment.ts";
import { preferencesStore } from "../../../core/preferences.ts";
import { Button } from "../../../ui/button.tsx";
import { Callout } from "../../../ui/callout.tsx";
import { profilesStore } from "../../profiles/index.ts";
import { missingSecret, type OffReason } from "./permission.ts";

export interface ProfileNoteProps {
  readonly view: ProfileView;
  readonly off: OffReason | null;
  /** The id of the note's element, by which the disabled button names its reason (`aria-describedby`). */
  readonly id: string;
}

/** What is worth knowing about the profile before the button is pressed; first of all, why it is off. */
export function ProfileNote({ view, off, id }: ProfileNoteProps) {
  const stores = useStores();
  const edit = (part: "connection" | "signature", secret?: string) => (
    <Button onClick={() => stores.get(profilesStore).edit(view.profile.id, part, secret)}>Edit profile</Button>
  );
  const hasKeychain = useStore(appInfoStore, ({ info }) => info?.secretsProtected !== false);
  const consent = useStore(preferencesStore, ({ values }) => values.storeSecretsUnprotected);
  const missing = missingSecret(view, !hasKeychain && !consent);
  if (off !== null)
    return (
      <div id={id}>
        <Callout
          tone={off.mode === "live" ? "bad" : "odd"}
          title={off.title}
          actions={off.mode === "unset" ? edit("connection") : undefined}
        >
          {off.sentence}
        </Callout>
      </div>
    );
  if (missing !== null)
    return (
      <Callout tone="odd" title={missing.title} actions={edit(missing.part, missing.slot)}>
        {missing.sentence}
      </Callout>
    );
  if (view.profile.mode === "live")
    return <p className="text-secondary type-small">A live profile: this reads real data and changes nothing.</p>;
  return null;
}
