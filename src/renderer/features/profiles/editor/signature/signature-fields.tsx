import { useFormContext, useWatch } from "react-hook-form";
import { usesPublicKey } from "../../../../../shared/signature.ts";
import {
  PRESET_WORDS,
  SIGNATURE_PRESETS,
  type SignaturePreset,
  WEBHOOK_ID,
} from "../../../../../shared/signature-presets.ts";
import { Field } from "../../../../ui/field.tsx";
import { FormText } from "../../../../ui/form-field.tsx";
import { Section } from "../../../../ui/layout.tsx";
import { Select } from "../../../../ui/select.tsx";
import { SchemeDetails, type SignatureText, schemeOf, withPreset } from "../../../scheme/index.ts";
import type { ProfileText } from "../profile-form.ts";
import { AsSandbox } from "./as-sandbox.tsx";
import { SecretRows } from "./secret-rows.tsx";

const SCHEMES = [
  { value: "none", label: "Not checked", description: "Deliveries are recorded without looking at a signature." },
  ...SIGNATURE_PRESETS.map((value) => ({ value, ...PRESET_WORDS[value] })),
] as const;
const OWN = { value: "own", label: "Another scheme", description: "As it is set under Details." } as const;

/** How deliveries to this profile are signed. */
export function SignatureFields({ profileId }: { readonly profileId: string }) {
  const { control, setValue } = useFormContext<ProfileText>();
  const text = useWatch({ control, name: "signature" });
  const scheme = schemeOf(text);

  function choose(next: SignaturePreset | "own" | "none") {
    if (next === "own") return;
    const chosen = withPreset(text, next, crypto.randomUUID());
    setValue("signature", chosen, { shouldDirty: true, shouldValidate: true });
  }

  return (
    <>
      <p className="text-secondary">
        Each webhook that arrives while this profile is selected is checked. The answer to it stays the same, whatever
        the check comes to.
      </p>
      <Section title="Scheme" hint="The specification names none, so choose what your service sends.">
        <Field label="Signature">
          <Select<SignaturePreset | "own" | "none">
            value={scheme}
            onValueChange={choose}
            options={scheme === "own" ? [...SCHEMES, OWN] : SCHEMES}
          />
        </Field>
        <AsSandbox />
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
              <SchemeDetails key={scheme} open={scheme === "own" || text.template.includes(WEBHOOK_ID)} />
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

/** What the profile has of the sender: a secret that both know, the value itself, or a public key. */
function whatIsKept({ kind, algorithm }: SignatureText): "secret" | "value" | "public key" {
  if (kind === "static") return "value";
  return usesPublicKey(algorithm) ? "public key" : "secret";
}
