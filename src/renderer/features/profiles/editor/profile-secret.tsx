import { Undo2 } from "lucide-react";
import { useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { useStore } from "../../../core/environment.ts";
import { Button } from "../../../ui/button.tsx";
import { Callout } from "../../../ui/callout.tsx";
import { useInSight } from "../../../ui/use-in-sight.ts";
import { profilesStore, viewOf } from "../profiles-store.ts";
import { keyWarning } from "./key-warning.ts";
import { readPastedKey } from "./pasted-key.ts";
import type { ProfileText } from "./profile-form.ts";
import { SecretField } from "./secret-field.tsx";
import { spacesAround } from "./spaces-around.ts";

interface ProfileSecretProps {
  readonly profileId: string;
  readonly slot: string;
  readonly label: string;
  /** What it means that none is set, where that is not a lack. */
  readonly unset?: string;
  /** Whether to look for the usual mistakes with keys. */
  readonly checkKey?: boolean;
  /** Whether a test has shown that the key is accepted. */
  readonly accepted?: boolean;
  /** Whether what is pasted may be more than the secret: where each of it belongs is written there, and said. */
  readonly isKeyOfCalls?: boolean;
}

/** What was pasted as one and written into several fields, and what stood there before. */
interface Taken {
  readonly before: ProfileText["authentication"];
  readonly pasted: string;
  readonly secret: string;
  readonly said: string;
}

const CHANGED = { shouldDirty: true } as const;

/** One secret of the profile that the form around it is about; changed at the next save. */
export function ProfileSecret({
  profileId,
  slot,
  label,
  unset,
  checkKey = false,
  accepted = false,
  isKeyOfCalls = false,
}: ProfileSecretProps) {
  const { control, setValue, getValues } = useFormContext<ProfileText>();
  const [taken, setTaken] = useState<Taken | null>(null);
  const outcome = useInSight<HTMLDivElement>(taken);
  const secrets = useWatch({ control, name: "secrets" });
  const mode = useWatch({ control, name: "mode" });
  const state = useStore(profilesStore, viewOf(profileId))?.secrets[slot] ?? "unset";
  const change = secrets[slot];
  const spaces = typeof change === "string" ? spacesAround(change) : null;

  function onChange(next: string | null | undefined) {
    const { [slot]: _, ...others } = secrets;
    setValue("secrets", next === undefined ? others : { ...others, [slot]: next }, { shouldDirty: true });
  }

  function onTyped(next: string | null | undefined) {
    // Pasted at once into an empty field: of what is typed letter by letter nothing is moved elsewhere.
    const isPasted = isKeyOfCalls && typeof next === "string" && (change ?? "") === "";
    const before = getValues("authentication");
    const read = isPasted ? readPastedKey(next, before) : null;
    setTaken(read === null ? null : { before, pasted: next ?? "", secret: read.secret, said: read.said });
    if (read !== null) setValue("authentication", read.authentication, CHANGED);
    onChange(read === null ? next : read.secret);
  }

  function undo({ before, pasted }: Taken) {
    setTaken(null);
    setValue("authentication", before, CHANGED);
    onChange(pasted);
  }

  return (
    <div data-secret={slot} className="contents">
      <SecretField
        label={label}
        unset={unset}
        state={state}
        change={change}
        onChange={onTyped}
        warning={checkKey && typeof change === "string" ? keyWarning(change, mode, accepted) : null}
      />
      {spaces === null ? null : (
        <Callout tone="odd" live actions={<Button onClick={() => onChange(spaces.without)}>Remove the space</Button>}>
          {spaces.sentence}
        </Callout>
      )}
      {taken === null || change !== taken.secret ? null : (
        <div ref={outcome}>
          <Callout
            tone="neutral"
            title="What you pasted was taken apart"
            live
            actions={
              <Button icon={<Undo2 />} onClick={() => undo(taken)}>
                Undo
              </Button>
            }
          >
            {taken.said}
          </Callout>
        </div>
      )}
    </div>
  );
}

/** Where the secret of a slot is typed or, while one is set, replaced, if it stands in the page. */
export function secretField(slot: string | null): HTMLElement | null {
  return slot === null
    ? null
    : document.querySelector<HTMLElement>(`[data-secret="${CSS.escape(slot)}"] :is(input, button)`);
}
