import { Plus } from "lucide-react";
import { flushSync } from "react-dom";
import { useFieldArray, useFormContext, useWatch } from "react-hook-form";
import { capital } from "../../../../../shared/measures.ts";
import { Button } from "../../../../ui/button.tsx";
import { Field } from "../../../../ui/field.tsx";
import { FormText } from "../../../../ui/form-field.tsx";
import { Section } from "../../../../ui/layout.tsx";
import { optionsOf } from "../../../../ui/options.ts";
import { Select } from "../../../../ui/select.tsx";
import type { SignatureText } from "../../../scheme/index.ts";
import type { ProfileText } from "../profile-form.ts";
import { ProfileSecret, secretField } from "../profile-secret.tsx";
import { RowList } from "../row-list.tsx";

const SOURCES = optionsOf<SignatureText["secrets"][number]["source"]>({
  own: "A secret of its own",
  authentication: { label: "The key of the calls", description: "The one under Connection, Authentication." },
});
const AT_MOST = 20;

/** What the profile has of the sender. */
type KeptWord = "secret" | "value" | "public key";

/** The box that it is typed into. Calls have a secret of their own, under Connection: it is not taken for this one. */
const BOX: Readonly<Record<KeptWord, string>> = {
  secret: "Signing secret",
  value: "Fixed value",
  "public key": "Public key",
};

/** The secrets that count; several while they are being changed at the sender. */
export function SecretRows({ profileId, what }: { readonly profileId: string; readonly what: KeptWord }) {
  const { control, setValue } = useFormContext<ProfileText>();
  const rows = useFieldArray({ control, name: "signature.secrets", keyName: "key" });
  const secrets = useWatch({ control, name: "signature.secrets" });

  function add() {
    const id = crypto.randomUUID();
    const name = `Secret ${rows.fields.length + 1}`;
    // Not to the name, which stands there already: what is pasted next is the secret, and would be seen there.
    flushSync(() => rows.append({ id, name, source: "own" }, { shouldFocus: false }));
    secretField(`signature:${id}`)?.focus();
  }

  return (
    <Section
      title={`${capital(what)}s`}
      hint={`A delivery is valid with any of them. Keep the old ${what} here while the sender changes to a new one.`}
      aside={
        <Button size="small" icon={<Plus />} disabled={rows.fields.length >= AT_MOST} onClick={add}>
          {`Add ${what}`}
        </Button>
      }
    >
      <RowList
        fields
        empty="None: nothing can be checked until one is added and set."
        onRemove={(index) => rows.remove(index)}
        rows={rows.fields.map((field, index) => {
          const secret = secrets[index] ?? field;
          return {
            key: field.key,
            remove: `Remove ${secret.name === "" ? `${what} ${index + 1}` : secret.name}`,
            content: (
              <div className="flex flex-col gap-2">
                <div className="grid grid-cols-[1fr_1fr] gap-3">
                  <FormText<ProfileText> name={`signature.secrets.${index}.name`} label="Name" />
                  <Field label="Which">
                    <Select
                      value={secret.source}
                      options={SOURCES}
                      onValueChange={(next) =>
                        setValue(`signature.secrets.${index}.source`, next, { shouldDirty: true, shouldValidate: true })
                      }
                    />
                  </Field>
                </div>
                {secret.source === "own" ? (
                  <ProfileSecret profileId={profileId} slot={`signature:${secret.id}`} label={BOX[what]} />
                ) : null}
              </div>
            ),
          };
        })}
      />
    </Section>
  );
}
