import { useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { secretSlotOf, usesPublicKey } from "../../../../../shared/signature.ts";
import {
  isOfProvider,
  PRESET_WORDS,
  SIGNATURE_PRESETS,
  type SignaturePreset,
  WEBHOOK_ID,
} from "../../../../../shared/signature-presets.ts";
import { useStore } from "../../../../core/environment.ts";
import { Field } from "../../../../ui/field.tsx";
import { FormText } from "../../../../ui/form-field.tsx";
import { Section } from "../../../../ui/layout.tsx";
import { Select } from "../../../../ui/select.tsx";
import { SchemeDetails, type SignatureText, schemeOf, withPreset } from "../../../scheme/index.ts";
import { profilesStore, viewOf } from "../../profiles-store.ts";
import type { ProfileText } from "../profile-form.ts";
import { AsSandbox } from "./as-sandbox.tsx";
import { ExamplePart } from "./example-part.tsx";
import { SecretRows } from "./secret-rows.tsx";

const PRESETS = SIGNATURE_PRESETS.map((value) => ({ value, ...PRESET_WORDS[value] }));
const SCHEMES = [
  { value: "none", label: "Not checked", description: "Deliveries are recorded without looking at a signature." },
  ...PRESETS.filter(({ value }) => !isOfProvider(value)),
  { value: "own", label: "Another scheme", description: "Any header, hash and template, as set under Details." },
  ...PRESETS.filter(({ value }) => isOfProvider(value)),
] as const;

/** How deliveries to this profile are signed. */
export function SignatureFields({ profileId }: { readonly profileId: string }) {
  const { control, setValue } = useFormContext<ProfileText>();
  const text = useWatch({ control, name: "signature" });
  const [own, setOwn] = useState(false);
  // What is chosen opens its details or not. What is typed into them must not: a field made anew loses the next key.
  const [choices, setChoices] = useState(0);
  const isUnset = useIsUnset(profileId, text);
  const scheme = own && text.kind === "signed" ? "own" : schemeOf(text);

  function choose(next: SignaturePreset | "own" | "none") {
    setOwn(next === "own");
    setChoices(choices + 1);
    if (next === "own" && text.kind === "signed") return;
    const chosen = withPreset(text, next === "own" ? "body" : next, crypto.randomUUID());
    const values = next === "own" ? { ...chosen, algorithm: "sha256" as const } : chosen;
    setValue("signature", values, { shouldDirty: true, shouldValidate: true });
  }

  return (
    <>
      <p className="text-secondary">
        {text.kind === "none"
          ? "Webhooks are taken as they come: whether their sender is the right one is not looked at."
          : isUnset
            ? `Nothing is checked yet: no ${whatIsKept(text)} is set. Set one below.`
            : "Each webhook that arrives while this profile is in use is checked. The answer to it stays the same, whatever the check comes to."}
      </p>
      <Section title="Scheme" hint="How your service signs what it sends: its documentation says so.">
        <Field label="Signature">
          <Select<SignaturePreset | "own" | "none"> value={scheme} onValueChange={choose} options={SCHEMES} />
        </Field>
        <AsSandbox />
        {text.kind === "static" ? null : (
          <ExamplePart
            text={text}
            onFilled={() => {
              setOwn(false);
              setChoices(choices + 1);
            }}
          />
        )}
        {text.kind === "none" ? null : (
          <>
            {text.kind === "signed" && text.at === "field" ? null : (
              <FormText<ProfileText>
                name="signature.header"
                label="Signature header"
                data
                hint={
                  text.kind === "static" ? "The header that has the fixed value" : "The header that has the signature"
                }
              />
            )}
            {text.kind === "signed" ? (
              <SchemeDetails key={choices} open={scheme === "own" || text.template.includes(WEBHOOK_ID)} />
            ) : (
              <FormText<ProfileText>
                name="signature.prefix"
                label="In front of the value"
                optional
                data
                hint="Such as Bearer and a space"
              />
            )}
          </>
        )}
      </Section>
      {text.kind === "none" ? null : <SecretRows profileId={profileId} what={whatIsKept(text)} />}
    </>
  );
}

/** Whether none of the secrets is set that it is checked by: stored, or typed and not saved yet. */
function useIsUnset(profileId: string, { secrets }: SignatureText): boolean {
  const { control } = useFormContext<ProfileText>();
  const changes = useWatch({ control, name: "secrets" });
  const stored = useStore(profilesStore, viewOf(profileId))?.secrets;
  return secrets.map(secretSlotOf).every((slot) => {
    const change = changes[slot];
    return change === undefined ? (stored?.[slot] ?? "unset") === "unset" : change === null || change === "";
  });
}

/** What the profile has of the sender: a secret that both know, the value itself, or a public key. */
function whatIsKept({ kind, algorithm }: SignatureText): "secret" | "value" | "public key" {
  if (kind === "static") return "value";
  return usesPublicKey(algorithm) ? "public key" : "secret";
}
