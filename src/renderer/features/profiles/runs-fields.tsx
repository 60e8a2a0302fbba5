import { useFieldArray, useFormContext, useWatch } from "react-hook-form";
import { runRule } from "../../../shared/run.ts";
import { fieldText } from "../../text/explain-tie.ts";
import { ChoiceList } from "../../ui/choice.tsx";
import { Field } from "../../ui/field.tsx";
import { FormText } from "../../ui/form-field.tsx";
import { Select } from "../../ui/select.tsx";
import { Switch } from "../../ui/switch.tsx";
import styles from "./editor.module.css";
import { HeaderRows } from "./header-rows.tsx";
import type { ProfileText } from "./profile-form.ts";

const FIELDS = runRule.shape.field.options.map((field) => ({
  value: field,
  label: fieldText(field).replace(/^./, (first) => first.toUpperCase()),
}));

const AWAITS = [
  {
    value: "webhook",
    label: "A webhook",
    description: "If none comes in time, it is missing.",
  },
  {
    value: "nothing",
    label: "Nothing",
    description: "If one comes, that is the fault. For businesses without a webhook.",
  },
] as const;

/** What a simulation with this profile waits for, and how its webhook is recognised. */
export function RunsFields() {
  const { control, setValue } = useFormContext<ProfileText>();
  const awaits = useWatch({ control, name: "runs.awaits" });
  const tagged = useWatch({ control, name: "runs.tagRemarks" });
  return (
    <>
      <p className={styles.note}>What Linkdesk waits for after a simulation, and how it knows the webhook again.</p>
      <ChoiceList
        label="After a simulation comes"
        columns={2}
        value={awaits}
        onValueChange={(next) => setValue("runs.awaits", next, { shouldDirty: true })}
        options={AWAITS}
      />
      <div className={styles.pair}>
        <FormText<ProfileText>
          name="runs.limitMs"
          label={awaits === "webhook" ? "Webhook within" : "Watch for"}
          aside="s"
          data
          hint={awaits === "webhook" ? "From the start of the call; later is late" : "From the start of the call"}
        />
      </div>
      <Rules />
      <Switch
        label="Tag the remark of charges"
        hint="Adds a short tag such as [ld-7f3kq] to the remark, so that a webhook that carries it is told beyond doubt. Whoever gets the charge sees it too."
        checked={tagged}
        onCheckedChange={(checked) => setValue("runs.tagRemarks", checked, { shouldDirty: true })}
      />
    </>
  );
}

function Rules() {
  const { control, setValue } = useFormContext<ProfileText>();
  const rows = useFieldArray({ control, name: "runs.rules", keyName: "key" });
  const rules = useWatch({ control, name: "runs.rules" });
  return (
    <HeaderRows
      title="Where values stand"
      hint="Only if webhooks are not recognised by themselves: the path of a value in the payload decides then."
      empty="Nothing named: values count wherever they stand."
      noun="rule"
      onAdd={() => rows.append({ field: FIELDS.find(({ value }) => isFree(value))?.value ?? "amount", path: "" })}
      onRemove={(index) => rows.remove(index)}
      rows={rows.fields.map((field, index) => ({
        key: field.key,
        name: rules[index]?.path ?? "",
        content: (
          <>
            <Field label="Value">
              <Select
                value={rules[index]?.field ?? field.field}
                onValueChange={(next) => setValue(`runs.rules.${index}.field`, next, { shouldDirty: true })}
                options={FIELDS}
              />
            </Field>
            <FormText<ProfileText>
              name={`runs.rules.${index}.path`}
              label="Path"
              data
              placeholder="transaction.amount"
            />
          </>
        ),
      }))}
    />
  );

  function isFree(field: string): boolean {
    return rules.every((rule) => rule.field !== field);
  }
}
