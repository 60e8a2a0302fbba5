import { useFormContext, useWatch } from "react-hook-form";
import { SANDBOX_SECRET_KEY } from "../../../../../shared/sandbox.ts";
import { CALLS_KEY, PRESET_WORDS, presetOf } from "../../../../../shared/signature-presets.ts";
import { useStore } from "../../../../core/environment.ts";
import { Button } from "../../../../ui/button.tsx";
import { Callout } from "../../../../ui/callout.tsx";
import { sandboxStore } from "../../../sandbox/index.ts";
import { isSameScheme, signatureText } from "../../../scheme/index.ts";
import type { ProfileText } from "../profile-form.ts";

const OF_SANDBOX = { id: "sandbox", name: "Key of the sandbox", source: "own" } as const;

/** Where the sandbox signs in another way than its profile checks: says so, and fills in what would fit. */
export function AsSandbox() {
  const { control, setValue, getValues } = useFormContext<ProfileText>();
  const [mode, text] = useWatch({ control, name: ["mode", "signature"] });
  const { settings, checkKey } = useStore(sandboxStore, (state) => state.status);
  const signed = signatureText(settings.signature);
  if (mode !== "sandbox" || text.kind === "none" || isSameScheme(text, signed)) return null;
  const preset = presetOf(settings.signature);

  function fill() {
    const isCallsKey = checkKey === SANDBOX_SECRET_KEY;
    const secrets = [{ ...(isCallsKey ? CALLS_KEY : OF_SANDBOX) }];
    setValue("signature", { ...signed, secrets }, { shouldDirty: true, shouldValidate: true });
    if (!isCallsKey)
      setValue("secrets", { ...getValues("secrets"), [`signature:${OF_SANDBOX.id}`]: checkKey }, { shouldDirty: true });
  }

  return (
    <Callout
      tone="neutral"
      title={`The sandbox signs in another way: ${preset === null ? "a scheme of its own" : PRESET_WORDS[preset].label}`}
      actions={<Button onClick={fill}>Check as it signs</Button>}
    >
      As it is set here, its webhooks do not hold. That can be what you want to see.
    </Callout>
  );
}
