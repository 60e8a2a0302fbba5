import type { Outcome } from "../../../shared/outcomes.ts";
import { useLog, useStore, useStores } from "../../core/environment.ts";
import { Button } from "../../ui/button.tsx";
import { AUTHENTICATION_SLOT } from "./editor/profile-form.ts";
import { profilesStore, viewOf } from "./profiles-store.ts";

interface EditKeyProps {
  readonly profileId: string;
  readonly outcome: Outcome | null;
  readonly className?: string;
}

/** Beside an answer that has to do with the key: leads to where the profile has it. Nothing beside any other. */
export function EditKey({ profileId, outcome, className }: EditKeyProps) {
  const stores = useStores();
  const isOwn = useLog() === "own";
  const isKnown = useStore(profilesStore, viewOf(profileId)) !== undefined;
  const isAboutKey = outcome?.code === "status" && (outcome.status === 401 || outcome.status === 406);
  if (!isAboutKey || !isOwn || !isKnown) return null;
  return (
    <Button
      size="small"
      className={className}
      onClick={() => stores.get(profilesStore).edit(profileId, "connection", AUTHENTICATION_SLOT)}
    >
      Edit profile
    </Button>
  );
}
