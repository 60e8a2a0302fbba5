import { useEffect, useState } from "react";
import { FormProvider, useForm } from "react-hook-form";
import { textResolver } from "../../app/form-text.ts";
import { useApp, useAppStore } from "../../app/slice.ts";
import { Button } from "../../ui/button.tsx";
import { classes } from "../../ui/classes.ts";
import { AnswerFields, answerText, readAnswerText, selectedProfile, type WithAnswer } from "../profiles/index.ts";
import styles from "./listener-panel.module.css";

/** What the listener answers while the current profile is selected; kept in that profile. */
export function AnswerPart() {
  const store = useAppStore();
  const profile = useApp((state) => selectedProfile(state)?.profile ?? null);
  const [failure, setFailure] = useState<string | null>(null);
  const answer = profile?.listenerAnswer;
  const form = useForm<WithAnswer>({
    ...(answer === undefined ? {} : { defaultValues: { listenerAnswer: answerText(answer) } }),
    resolver: textResolver((text: WithAnswer) => readAnswerText(text.listenerAnswer), "listenerAnswer"),
    mode: "onTouched",
  });
  const { isDirty, isSubmitting } = form.formState;

  useEffect(() => {
    if (answer !== undefined) form.reset({ listenerAnswer: answerText(answer) });
  }, [form, answer]);

  if (profile === null) return null;
  const { id, ...draft } = profile;

  const submit = form.handleSubmit(async (text) => {
    const reading = readAnswerText(text.listenerAnswer);
    if (!reading.ok) return;
    const result = await store.getState().profiles.update(id, { ...draft, listenerAnswer: reading.value });
    setFailure(result.ok ? null : result.message);
  });

  return (
    <FormProvider {...form}>
      <form className={styles.part} onSubmit={(event) => void submit(event)} noValidate aria-label="Listener answer">
        <p className={styles.stepText}>
          What senders get on the configured path while <strong>{profile.name}</strong> is in use. A 2xx goes out only
          after the delivery is on disk.
        </p>
        <AnswerFields />
        <div className={styles.end}>
          <output className={classes(styles.state, failure !== null && styles.failed)}>
            {failure ?? (isDirty ? "Not saved yet" : "")}
          </output>
          <Button disabled={!isDirty} onClick={() => form.reset({ listenerAnswer: answerText(draft.listenerAnswer) })}>
            Discard
          </Button>
          <Button variant="primary" submit busy={isSubmitting} disabled={!isDirty}>
            Save to profile
          </Button>
        </div>
      </form>
    </FormProvider>
  );
}
