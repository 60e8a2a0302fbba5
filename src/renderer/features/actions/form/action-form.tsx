import { Send } from "lucide-react";
import { useEffect, useId, useRef } from "react";
import { amountMeant, unitsOfMoney } from "../../../../shared/amounts.ts";
import type { Operation } from "../../../../shared/outcomes.ts";
import type { ProfileView } from "../../../../shared/profile.ts";
import { Button } from "../../../ui/button.tsx";
import { Chip } from "../../../ui/chip.tsx";
import type { CodeEditorHandle } from "../../../ui/code-editor.tsx";
import { Kbd } from "../../../ui/kbd.tsx";
import { Form } from "../../../ui/layout.tsx";
import { Switch } from "../../../ui/switch.tsx";
import { AnswerPanel } from "../answer/answer-panel.tsx";
import styles from "./action-form.module.css";
import { BodyEditor } from "./body-editor.tsx";
import { FormField, moneyHint, unitText } from "./form-field.tsx";
import { FORMS } from "./forms.ts";
import { ListenerNote } from "./listener-note.tsx";
import { ProfileNote } from "./profile-note.tsx";
import { suggestionsFor } from "./suggestions.ts";
import { useActionForm } from "./use-action-form.ts";

export interface ActionFormProps {
  readonly operation: Operation;
  readonly view: ProfileView;
  /** Grows each time the form is asked for by key; 0: it was not. */
  readonly focusRequest: number;
}

const TAGGED = "A short tag is added to it, as this profile says.";

/** One of the three forms and the answer to what it sent last. */
export function ActionForm({ operation, view, focusRequest }: ActionFormProps) {
  const place = useRef<HTMLDivElement>(null);
  const fields = useRef<HTMLDivElement>(null);
  const state = useActionForm(operation, view, place);
  const { form, values, messages, call, off, editsBody } = state;
  const spec = FORMS[operation];
  const editor = useRef<CodeEditorHandle>(null);
  const reasonId = useId();
  const { mode, unitsPerCurrency, runs } = view.profile;
  const busy = call?.state === "busy";

  useEffect(() => {
    if (focusRequest === 0) return;
    if (editor.current !== null) editor.current.focus();
    else {
      // Not by the form's own `setFocus`: that waits for the next turn, and keys typed until then would be lost.
      const first = fields.current?.querySelector("input");
      first?.focus();
      first?.select();
    }
  }, [focusRequest]);

  return (
    <div ref={place} className="flex flex-col gap-4 p-4">
      <Form className="flex flex-col gap-3" aria-label={spec.tab} onSubmit={() => void state.submit()}>
        <p className="text-muted type-small">{spec.about}</p>
        {/* Above what it changes: what lies below moves, and a second press must not land on the button that sends. */}
        {operation === "link" ? null : (
          <Switch label="Edit body" checked={editsBody} onCheckedChange={state.setEditsBody} />
        )}
        {editsBody ? (
          <BodyEditor
            ref={editor}
            body={state.body}
            edited={state.bodyEdited}
            refusal={state.rawProblem}
            onChange={state.setBody}
            onReset={state.resetBody}
            onSubmit={() => void state.submit()}
          />
        ) : (
          <div ref={fields} className={styles.fields}>
            {spec.fields.map((field, index) => (
              <FormField
                key={field.name}
                className={
                  field.short ? styles.short : spec.fields[index + 1]?.short ? styles.besideShort : styles.wide
                }
                operation={operation}
                spec={field}
                control={form.control}
                groups={suggestionsFor(field.kind, state.memory, state.samples)}
                message={messages[field.name]}
                unit={unitText(values.currency ?? "", unitsPerCurrency)}
                money={(amount) => moneyHint(amount, values.currency ?? "", unitsPerCurrency)}
                meant={(typed) =>
                  amountMeant(typed) ?? (unitsPerCurrency === null ? null : unitsOfMoney(typed, unitsPerCurrency))
                }
                change={field.kind === "remark" && runs.tagRemarks ? TAGGED : null}
                onEdit={state.remember}
              />
            ))}
          </div>
        )}
        <ProfileNote view={view} off={off} id={reasonId} />
        {operation === "link" || off !== null || runs.awaits === "nothing" ? null : (
          <ListenerNote profile={view.profile} />
        )}
        {/* In sight, however much is said above it. */}
        <div className="sticky bottom-0 z-1 flex items-center gap-3 -my-2 py-2 bg-panel">
          <Button
            submit
            variant="primary"
            icon={<Send />}
            busy={busy}
            disabled={off !== null}
            aria-describedby={off === null ? undefined : reasonId}
            className="flex-1"
          >
            {spec.submit}
          </Button>
          {mode === "live" ? (
            <Chip tone="bad" loud>
              LIVE
            </Chip>
          ) : (
            <Kbd keys="mod+enter" />
          )}
        </div>
      </Form>
      <AnswerPanel
        operation={operation}
        mode={mode}
        off={off !== null}
        call={call}
        values={values}
        ownBody={state.ownBody}
        messages={editsBody ? {} : messages}
        onCancel={state.cancel}
      />
    </div>
  );
}
