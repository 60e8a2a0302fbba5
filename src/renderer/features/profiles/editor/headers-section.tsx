import { useFieldArray, useFormContext, useWatch } from "react-hook-form";
import { alwaysSecret } from "../../../../shared/profile.ts";
import { FormText } from "../../../ui/form-field.tsx";
import { Section } from "../../../ui/layout.tsx";
import { Switch } from "../../../ui/switch.tsx";
import { HeaderRows } from "./header-rows.tsx";
import { headerSlot, type ProfileText } from "./profile-form.ts";
import { ProfileSecret } from "./profile-secret.tsx";

/** Further headers of every call; a secret one keeps its value in the vault. */
export function HeadersSection({ profileId }: { readonly profileId: string }) {
  const { control, setValue } = useFormContext<ProfileText>();
  const rows = useFieldArray({ control, name: "extraHeaders", keyName: "key" });
  const headers = useWatch({ control, name: "extraHeaders" });

  return (
    <Section title="Extra headers">
      <HeaderRows
        title="Sent with every call"
        empty="None."
        onAdd={() => rows.append({ id: crypto.randomUUID(), name: "", value: "", secret: false })}
        onRemove={(index) => rows.remove(index)}
        rows={rows.fields.map((field, index) => {
          const header = headers[index] ?? field;
          const forced = alwaysSecret(header.name.trim());
          const secret = forced || header.secret;
          return {
            key: field.key,
            name: header.name,
            content: (
              <>
                <div className="flex flex-col gap-1.5">
                  <FormText<ProfileText> name={`extraHeaders.${index}.name`} label="Name" data />
                  <Switch
                    label="Secret"
                    hint={forced ? "Headers of this name always are." : undefined}
                    checked={secret}
                    disabled={forced}
                    onCheckedChange={(checked) => {
                      setValue(`extraHeaders.${index}.secret`, checked, { shouldDirty: true });
                      if (checked) hide(index);
                    }}
                  />
                </div>
                {secret ? (
                  <ProfileSecret profileId={profileId} slot={headerSlot(header.id)} label="Value" />
                ) : (
                  <FormText<ProfileText> name={`extraHeaders.${index}.value`} label="Value" data />
                )}
              </>
            ),
          };
        })}
      />
    </Section>
  );

  /** What was typed in the open moves to the vault at the next save, and out of the form's plain value. */
  function hide(index: number) {
    const header = headers[index];
    if (header === undefined || header.value === "") return;
    setValue(`secrets.${headerSlot(header.id)}`, header.value, { shouldDirty: true });
    setValue(`extraHeaders.${index}.value`, "", { shouldDirty: true });
  }
}
