import { useFieldArray, useFormContext, useWatch } from "react-hook-form";
import { Button } from "../../ui/button.tsx";
import { FormArea, FormText } from "../../ui/form-field.tsx";
import styles from "./answer-fields.module.css";
import { HeaderRows } from "./header-rows.tsx";
import type { AnswerText } from "./profile-form.ts";

/** Any form with a listener answer in it. */
export interface WithAnswer {
  listenerAnswer: AnswerText;
}

const PRESETS = [
  { label: "200 at once", status: "200", delayMs: "0" },
  { label: "200 after 10 s", status: "200", delayMs: "10000" },
  { label: "404", status: "404", delayMs: "0" },
  { label: "500", status: "500", delayMs: "0" },
  { label: "503", status: "503", delayMs: "0" },
] as const;

/** What the listener answers, as fields of the form around it. */
export function AnswerFields() {
  const { control, setValue } = useFormContext<WithAnswer>();
  const headers = useFieldArray({ control, name: "listenerAnswer.headers" });
  const now = useWatch({ control, name: "listenerAnswer" });

  function take(preset: (typeof PRESETS)[number]) {
    const options = { shouldDirty: true, shouldValidate: true };
    setValue("listenerAnswer.status", preset.status, options);
    setValue("listenerAnswer.delayMs", preset.delayMs, options);
  }

  return (
    <div className={styles.fields}>
      <div className={styles.presets}>
        {PRESETS.map((preset) => (
          <Button
            key={preset.label}
            size="small"
            aria-pressed={now.status === preset.status && now.delayMs === preset.delayMs}
            className={styles.preset}
            onClick={() => take(preset)}
          >
            {preset.label}
          </Button>
        ))}
      </div>
      <div className={styles.pair}>
        <FormText<WithAnswer> name="listenerAnswer.status" label="Status" inputMode="numeric" data hint="200 to 599" />
        <FormText<WithAnswer>
          name="listenerAnswer.delayMs"
          label="Delay"
          aside="ms"
          inputMode="numeric"
          data
          hint="Waited before the answer"
        />
      </div>
      <HeaderRows
        title="Headers"
        empty="None besides those every answer has."
        rows={headers.fields.map((field, index) => ({
          key: field.id,
          name: now.headers[index]?.name ?? "",
          content: (
            <>
              <FormText<WithAnswer> name={`listenerAnswer.headers.${index}.name`} label="Name" data />
              <FormText<WithAnswer> name={`listenerAnswer.headers.${index}.value`} label="Value" data />
            </>
          ),
        }))}
        onAdd={() => headers.append({ name: "", value: "" })}
        onRemove={(index) => headers.remove(index)}
      />
      <FormArea<WithAnswer>
        name="listenerAnswer.body"
        label="Body"
        data
        rows={3}
        hint="Sent as it stands here, in UTF-8."
      />
    </div>
  );
}
