import { Plus } from "lucide-react";
import { useFieldArray, useFormContext, useWatch } from "react-hook-form";
import { Button } from "../../../../ui/button.tsx";
import { Segmented } from "../../../../ui/choice.tsx";
import { FormText } from "../../../../ui/form-field.tsx";
import { Switch } from "../../../../ui/switch.tsx";
import { PRESETS } from "./presets.ts";
import styles from "./script-fields.module.css";
import { NEW_STEP, type ScriptText, scriptOf, scriptText, type WithScript } from "./script-text.ts";
import { StepFields } from "./step-fields.tsx";

const CHANGED = { shouldDirty: true, shouldValidate: true } as const;

/** What the listener does with deliveries, as fields of the form around it. */
export function ScriptFields() {
  const { control, setValue, formState } = useFormContext<WithScript>();
  const unsaved = formState.dirtyFields.answerScript !== undefined;
  const steps = useFieldArray({ control, name: "answerScript.steps" });
  const now = useWatch({ control, name: "answerScript" });
  const typed = JSON.stringify(scriptOf(now));
  const byChance = now.order === "chance";
  const shown = byChance ? steps.fields.slice(0, 2) : steps.fields;

  function setOrder(order: ScriptText["order"]) {
    // By chance there are two: what failing looks like, and the rest. Further steps wait in the form.
    if (order === "chance" && now.steps.length < 2) steps.insert(0, structuredClone(NEW_STEP));
    setValue("answerScript.order", order, CHANGED);
  }

  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap gap-2 min-w-0" role="group" aria-label="Presets">
        {PRESETS.map(({ label, script }) => {
          const text = scriptText(script);
          const chosen = JSON.stringify(scriptOf(text)) === typed;
          return (
            <Button
              key={label}
              size="small"
              aria-pressed={chosen}
              className={styles.preset}
              onClick={() => setValue("answerScript", text, CHANGED)}
            >
              {label}
              {chosen && unsaved ? <span className={styles.unsaved}> · not saved yet</span> : null}
            </Button>
          );
        })}
      </div>
      <div className="self-start">
        <Segmented<ScriptText["order"]>
          label="How steps are chosen"
          value={now.order}
          onValueChange={setOrder}
          options={[
            { value: "sequence", label: "Step by step" },
            { value: "chance", label: "By chance" },
          ]}
        />
      </div>
      {byChance ? (
        <div className="grid grid-cols-[1fr_1fr] gap-3">
          <FormText<WithScript>
            name="answerScript.percent"
            label="How many fail"
            aside="%"
            inputMode="numeric"
            data
            hint="0 to 100 in a hundred deliveries"
          />
          <FormText<WithScript>
            name="answerScript.seed"
            label="Seed"
            inputMode="numeric"
            data
            hint="The same number, the same sequence"
          />
        </div>
      ) : null}
      <ol className="flex flex-col gap-3">
        {shown.map((field, index) => (
          <StepFields
            key={field.id}
            index={index}
            title={byChance ? (index === 0 ? "When it fails" : "Otherwise") : `Step ${index + 1}`}
            alone={shown.length === 1}
            onRemove={byChance || shown.length === 1 ? null : () => steps.remove(index)}
            onUp={byChance || index === 0 ? null : () => steps.move(index, index - 1)}
            onDown={byChance || index === shown.length - 1 ? null : () => steps.move(index, index + 1)}
          />
        ))}
      </ol>
      {byChance ? null : (
        <Button
          size="small"
          icon={<Plus />}
          className="self-start"
          disabled={now.steps.length >= 20}
          onClick={() => steps.append(structuredClone(NEW_STEP))}
        >
          Add step
        </Button>
      )}
      {byChance || now.steps.length === 1 ? null : <Counting now={now} />}
      <Switch
        label="Other paths too"
        hint="Every request that comes whole gets this, not only those to the webhook path."
        checked={now.scope === "all"}
        onCheckedChange={(all) => setValue("answerScript.scope", all ? "all" : "path", CHANGED)}
      />
    </div>
  );
}

/** How several steps are gone through. */
function Counting({ now }: { readonly now: ScriptText }) {
  const { setValue } = useFormContext<WithScript>();
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Segmented<ScriptText["per"]>
          label="What a step is for"
          value={now.per}
          onValueChange={(per) => setValue("answerScript.per", per, CHANGED)}
          options={[
            { value: "webhook", label: "Per webhook" },
            { value: "delivery", label: "Any delivery" },
          ]}
        />
        <span className="flex-1 min-w-50 text-muted type-small">
          {now.per === "webhook"
            ? "The same bytes, or the same id, again: the next step. Another webhook begins at step 1."
            : "Each delivery is the next step, whatever it is."}
        </span>
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Segmented<ScriptText["atEnd"]>
          label="After the last step"
          value={now.atEnd}
          onValueChange={(atEnd) => setValue("answerScript.atEnd", atEnd, CHANGED)}
          options={[
            { value: "stay", label: "Stay there" },
            { value: "again", label: "Start over" },
          ]}
        />
        <span className="flex-1 min-w-50 text-muted type-small">
          {now.atEnd === "stay" ? "The last step is for all that follow." : "After the last step comes the first one."}
        </span>
      </div>
    </div>
  );
}
