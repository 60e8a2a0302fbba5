import { RotateCcw } from "lucide-react";
import { useEffect, useState } from "react";
import { FormProvider, useForm } from "react-hook-form";
import { useStore, useStores } from "../../../core/environment.ts";
import { Button } from "../../../ui/button.tsx";
import { textResolver } from "../../../ui/form-text.ts";
import { Form } from "../../../ui/layout.tsx";
import { OpaqueText } from "../../../ui/opaque-text.tsx";
import {
  profilesStore,
  readScriptText,
  ScriptFields,
  scriptText,
  selectedProfile,
  type WithScript,
} from "../../profiles/index.ts";
import { listenerStore } from "../listener-store.ts";
import { scriptWords } from "../script-words.ts";
import styles from "./listener-panel.module.css";
import { SaveBar } from "./save-bar.tsx";
import { ScriptState } from "./script-state.tsx";

/** What the listener does with webhooks while the current profile is selected; kept in that profile. */
export function AnswerPart() {
  const stores = useStores();
  const profile = useStore(profilesStore, (state) => selectedProfile(state)?.profile ?? null);
  const [failure, setFailure] = useState<string | null>(null);
  const script = profile?.answerScript;
  const form = useForm<WithScript>({
    ...(script === undefined ? {} : { defaultValues: { answerScript: scriptText(script) } }),
    resolver: textResolver((text: WithScript) => readScriptText(text.answerScript), "answerScript"),
    mode: "onTouched",
  });
  const { isDirty, isSubmitting } = form.formState;

  useEffect(() => {
    // What is typed stays when the profile is saved with something else of it.
    if (script !== undefined && !form.formState.isDirty) form.reset({ answerScript: scriptText(script) });
  }, [form, script]);

  if (profile === null) return null;
  const { id, answerScript } = profile;

  async function submit(): Promise<boolean> {
    let isSaved = false;
    await form.handleSubmit(async (text) => {
      const reading = readScriptText(text.answerScript);
      if (!reading.ok) return;
      const result = await stores.get(profilesStore).amend(id, { answerScript: reading.value });
      setFailure(result.ok ? null : result.message);
      // At once: between the end of the saving and what comes of it nothing would be unsaved and nothing saved.
      if (result.ok) form.reset(text);
      isSaved = result.ok;
    })();
    return isSaved;
  }

  return (
    <FormProvider {...form}>
      <Form className={styles.part} onSubmit={submit} aria-label="Listener answer">
        <div className={styles.body}>
          <div className="flex items-start gap-3">
            <p className="flex-1 text-secondary">
              What senders get on the configured path while <OpaqueText as="strong" text={profile.name} /> is in use. A
              2xx goes out only after the delivery is on disk.
            </p>
            {scriptWords(answerScript) === null ? null : (
              // What is typed and not saved would go with it.
              <Button
                size="small"
                icon={<RotateCcw />}
                disabled={isDirty}
                onClick={() => void stores.get(listenerStore).answerNormally()}
              >
                Back to 200
              </Button>
            )}
          </div>
          <ScriptState />
          <ScriptFields />
        </div>
        <SaveBar
          part="answer"
          isDirty={isDirty}
          isSaving={isSubmitting}
          failure={failure}
          onDiscard={() => {
            form.reset({ answerScript: scriptText(answerScript) });
            setFailure(null);
          }}
          onSave={submit}
        />
      </Form>
    </FormProvider>
  );
}
