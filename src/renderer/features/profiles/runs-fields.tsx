import { useFormContext, useWatch } from "react-hook-form";
import { ChoiceList } from "../../ui/choice.tsx";
import { FormText } from "../../ui/form-field.tsx";
import { Switch } from "../../ui/switch.tsx";
import styles from "./editor.module.css";
import type { ProfileText } from "./profile-form.ts";

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

/** What a simulation with this profile waits for. */
export function RunsFields() {
  const { control, setValue } = useFormContext<ProfileText>();
  const awaits = useWatch({ control, name: "runs.awaits" });
  const tagged = useWatch({ control, name: "runs.tagRemarks" });
  return (
    <>
      <p className={styles.note}>What Linkdesk waits for after a simulation.</p>
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
      <Switch
        label="Tag the remark of charges"
        hint="Adds a short tag such as [ld-7f3kq] to the remark, so that a webhook that carries it is told beyond doubt. Whoever gets the charge sees it too."
        checked={tagged}
        onCheckedChange={(checked) => setValue("runs.tagRemarks", checked, { shouldDirty: true })}
      />
    </>
  );
}
