import { useEffect, useState } from "react";
import { FormProvider, useForm, useWatch } from "react-hook-form";
import type { SandboxSettings, SandboxStatus } from "../../../shared/sandbox.ts";
import { usesPublicKey } from "../../../shared/signature.ts";
import { PRESET_WORDS, SANDBOX_PRESETS, type SignaturePreset } from "../../../shared/signature-presets.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Field } from "../../ui/field.tsx";
import { FormText } from "../../ui/form-field.tsx";
import { textResolver } from "../../ui/form-text.ts";
import { Select } from "../../ui/select.tsx";
import {
  isSameScheme,
  readSignatureText,
  SchemeDetails,
  schemeOf,
  signatureText,
  type WithSignature,
  withPreset,
} from "../scheme/index.ts";

const SCHEMES = SANDBOX_PRESETS.map((value) => ({ value, ...PRESET_WORDS[value] }));
const OWN = { value: "own", label: "Another scheme", description: "As it is set under Details." } as const;

/** How the sandbox signs its webhooks, in the words in which a profile says how they are checked. */
export function SignaturePart({
  status: { settings, checkKey },
  onChange,
}: {
  readonly status: SandboxStatus;
  readonly onChange: (signature: SandboxSettings["signature"]) => void;
}) {
  const form = useForm<WithSignature>({
    defaultValues: { signature: signatureText(settings.signature) },
    resolver: textResolver(readSignatureText),
    mode: "onChange",
  });
  const text = useWatch({ control: form.control, name: "signature" });
  const scheme = schemeOf(text);
  const [chosen, setChosen] = useState(0);

  // As everything of the sandbox, it counts at once, as soon as it can.
  useEffect(() => {
    const reading = readSignatureText({ signature: text });
    if (reading.ok && !isSameScheme(text, signatureText(settings.signature))) onChange(reading.value.signature);
    // Only what was typed is sent: what comes back is the same.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [text]);

  return (
    <FormProvider {...form}>
      <Field label="Signed as">
        <Select<SignaturePreset | "own" | "none">
          value={scheme}
          options={scheme === "own" ? [...SCHEMES, OWN] : SCHEMES}
          onValueChange={(next) => {
            if (next === "own" || next === "none") return;
            setChosen(chosen + 1);
            form.setValue("signature", { ...withPreset(text, next, ""), secrets: [] }, { shouldValidate: true });
          }}
        />
      </Field>
      {text.kind === "signed" && text.at === "field" ? null : (
        <FormText<WithSignature> name="signature.header" label="Signature header" data />
      )}
      {text.kind === "signed" ? <SchemeDetails key={chosen} open={scheme === "own"} /> : null}
      <Field
        label={
          text.kind === "signed" && usesPublicKey(text.algorithm) ? "Public key to check it with" : "To check it with"
        }
        hint="In the profile, under Signature, one press sets its check to this."
      >
        <div className="flex items-center gap-2 min-w-0">
          <code className="flex-1 truncate">{checkKey}</code>
          <CopyButton label="Copy what checks it" text={checkKey} />
        </div>
      </Field>
    </FormProvider>
  );
}
