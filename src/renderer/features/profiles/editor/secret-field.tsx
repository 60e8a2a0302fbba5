import { Clock, KeyRound, LockKeyhole, LockKeyholeOpen } from "lucide-react";
import { useCallback, useState } from "react";
import { type SecretState } from "../../../../shared/profile.ts";
import { appInfoStore } from "../../../core/app-info.ts";
import { useStore, useStores } from "../../../core/environment.ts";
import { preferencesStore } from "../../../core/preferences.ts";
import { Button } from "../../../ui/button.tsx";
import { Confirm } from "../../../ui/dialog.tsx";
import { Field } from "../../../ui/field.tsx";
import { TextInput } from "../../../ui/text-input.tsx";
import type { keyWarning } from "./key-warning.ts";

export interface SecretFieldProps {
  /** What kind of secret: "Key", "Token", "Password". */
  readonly label: string;
  readonly state: SecretState;
  /** What it means that none is set, where that is not a lack. */
  readonly unset?: string | undefined;
  /** What is to happen at the next save: a new secret, null to remove it, undefined to leave it. */
  readonly change: string | null | undefined;
  readonly onChange: (change: string | null | undefined) => void;
  /** What is worth saying of what was typed. */
  readonly warning?: ReturnType<typeof keyWarning>;
}

/** A secret that can be set, replaced and removed, and never read back. */
export function SecretField({ label, state, unset, change, onChange, warning = null }: SecretFieldProps) {
  const isProtected = useStore(appInfoStore, (view) => view.info?.secretsProtected ?? true);
  const consent = useStore(preferencesStore, (view) => view.values.storeSecretsUnprotected);
  // Asked for by a press on "Replace": the next key belongs to the field that appears.
  const focusWhenReplacing = useCallback(
    (field: HTMLInputElement | null) => (state === "unset" ? undefined : field?.focus()),
    [state],
  );
  const isAtRisk = !isProtected && !consent;
  const typing = typeof change === "string" || (state === "unset" && change === undefined);

  return (
    <div className="flex flex-col gap-2 min-w-0">
      {typing ? (
        <Field
          label={label}
          // In the place of the help: below it, it would move what is about to be pressed.
          hint={
            warning === null ? (
              isAtRisk ? (
                "Kept until Linkdesk ends; never shown again."
              ) : (
                keptWhere(isProtected)
              )
            ) : (
              <span className={warning.tone === "odd" ? "text-odd" : "text-plain"}>{warning.sentence}</span>
            )
          }
          aside={(change ?? "") !== "" ? "Not saved yet" : state === "unset" ? (unset ?? "Not set") : undefined}
        >
          <div className="flex gap-2">
            <TextInput
              type="password"
              autoComplete="new-password"
              data
              ref={focusWhenReplacing}
              before={<KeyRound />}
              className="flex-1"
              value={change ?? ""}
              onChange={(event) =>
                onChange(event.target.value === "" && state === "unset" ? undefined : event.target.value)
              }
            />
            {state === "unset" ? null : <Button onClick={() => onChange(undefined)}>Keep the old one</Button>}
          </div>
        </Field>
      ) : (
        <fieldset
          className="flex items-center gap-2 min-h-13 py-1.5 pr-2.5 pl-3 border border-line rounded bg-sunken"
          aria-label={label}
        >
          <KeptSign state={state} isProtected={isProtected} />
          <div className="flex-1 min-w-0">
            <div className="type-small-strong">{label}</div>
            <div className="text-secondary type-small">
              {change === null ? "Will be removed when you save." : stateText(state, isProtected)}
            </div>
          </div>
          {change === null ? (
            <Button size="small" onClick={() => onChange(undefined)}>
              Keep it
            </Button>
          ) : (
            <>
              <Button size="small" onClick={() => onChange("")}>
                Replace
              </Button>
              <Button size="small" variant="quiet" onClick={() => onChange(null)}>
                Remove
              </Button>
            </>
          )}
        </fieldset>
      )}
    </div>
  );
}

/**
 * Said once above all secrets of a form, where nothing protects them and nobody has agreed to that. There before
 * anything is typed: what came with the first letter would move all below it under the pointer.
 */
export function UnprotectedSecrets() {
  const isProtected = useStore(appInfoStore, (view) => view.info?.secretsProtected ?? true);
  const consent = useStore(preferencesStore, (view) => view.values.storeSecretsUnprotected);
  const [asking, setAsking] = useState(false);
  if (isProtected || consent) return null;
  return (
    <div className="flex flex-none flex-wrap items-center gap-x-3 gap-y-1 py-2 px-5 border-b border-line type-small text-odd">
      No keychain protects secrets here: they are gone when Linkdesk ends.
      <Button size="small" onClick={() => setAsking(true)}>
        Store them anyway…
      </Button>
      <StoreConsent open={asking} onClose={() => setAsking(false)} />
    </div>
  );
}

/** Green only where the words beside it say that nothing else can read it. */
function KeptSign({ state, isProtected }: { readonly state: SecretState; readonly isProtected: boolean }) {
  if (state !== "stored") return <Clock size={16} className="text-odd" aria-hidden="true" />;
  if (!isProtected) return <LockKeyholeOpen size={16} className="text-odd" aria-hidden="true" />;
  return <LockKeyhole size={16} className="text-good" aria-hidden="true" />;
}

function keptWhere(isProtected: boolean): string {
  return isProtected
    ? "Goes to your keychain and is never shown again."
    : "Stored on this machine without protection; never shown again.";
}

function stateText(state: SecretState, isProtected: boolean): string {
  switch (state) {
    case "stored":
      return isProtected ? "Stored in your keychain" : "Stored on this machine, without protection";
    case "session":
      return "Kept for this session only";
    case "unset":
      return "Not set";
  }
}

/** Asks before secrets are written where nothing protects them. */
export function StoreConsent({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const stores = useStores();
  return (
    <Confirm
      open={open}
      title="Store secrets without protection?"
      confirm="Store them"
      danger
      onClose={onClose}
      onConfirm={() => stores.get(preferencesStore).change({ storeSecretsUnprotected: true })}
    >
      <p>
        No keychain protects them here. Whoever can read this user’s files, or a copy of them, can read the secrets of
        all profiles too.
      </p>
      <p>Without your consent they are kept in memory until Linkdesk ends. You can take it back under Preferences.</p>
    </Confirm>
  );
}
