import { type RefObject, useEffect, useMemo, useRef } from "react";
import { useForm } from "react-hook-form";
import { fieldProblems } from "../../../../shared/call-fields.ts";
import { EMPTY_FORM_MEMORY } from "../../../../shared/form-memory.ts";
import type { Operation } from "../../../../shared/outcomes.ts";
import type { ProfileView } from "../../../../shared/profile.ts";
import { useStore, useStores } from "../../../core/environment.ts";
import { sandboxStore } from "../../sandbox/index.ts";
import { actionsStore, draftOf, formKey } from "../actions-store.ts";
import { fieldMessages } from "../answer/form-call.ts";
import { bodyTextOf } from "./body-text.ts";
import { firstValues } from "./first-values.ts";
import type { FormTexts } from "./form-field.tsx";
import { actionOf, FORMS, type Values } from "./forms.ts";
import { reasonItIsOff } from "./permission.ts";

/**
 * One form of one profile: its texts, what is wrong with them, and how it is sent. `place` is the element around
 * form and answer: the focus is led to a wrong field only from within it.
 */
export function useActionForm(operation: Operation, { profile }: ProfileView, place: RefObject<HTMLElement | null>) {
  const stores = useStores();
  const key = formKey(operation, profile.id);
  const drafts = useStore(actionsStore, (state) => state.drafts);
  const memories = useStore(actionsStore, (state) => state.memories);
  const draft = useMemo(() => draftOf({ drafts, memories }, key), [drafts, memories, key]);
  const call = useStore(actionsStore, (state) => state.calls[key]);
  const memory = memories[profile.id] ?? EMPTY_FORM_MEMORY;
  const samples = useStore(sandboxStore, (state) => (profile.mode === "sandbox" ? state.status.samples : null));
  const first = useMemo(() => firstValues(operation, memory, samples), [operation, memory, samples]);
  const values: Values = draft.values ?? first;
  const form = useForm<FormTexts>({ defaultValues: values, mode: "onTouched" });

  // What the form remembers, or the sandbox's examples, may arrive after it is shown; what was typed stays.
  const untouched = draft.values === null;
  useEffect(() => {
    if (untouched) form.reset(first, { keepFieldsRef: true });
  }, [form, first, untouched]);

  const { filled } = draft;
  const fillings = useRef(filled);
  useEffect(() => {
    if (fillings.current !== filled) form.reset(values, { keepFieldsRef: true });
    fillings.current = filled;
  }, [form, filled, values]);

  const messages = fieldMessages(operation, call, values);
  const firstWrong = FORMS[operation].fields.find(({ name }) => messages[name] !== undefined)?.name;
  const busy = call?.state === "busy";
  const wasBusy = useRef(busy);
  useEffect(() => {
    // Only where the focus is still where the form was sent from: somebody may have gone on to something else.
    const { activeElement, body: page } = document;
    const here = activeElement === page || (place.current?.contains(activeElement) ?? false);
    if (wasBusy.current && !busy && firstWrong !== undefined && here) form.setFocus(firstWrong);
    wasBusy.current = busy;
  }, [busy, firstWrong, form, place]);

  const off = reasonItIsOff(operation, profile.mode);
  const body = draft.body ?? bodyTextOf(operation, values);
  const rawProblem = fieldProblems(actionOf(operation, {}, body)).raw ?? null;

  return {
    form,
    values,
    messages,
    call,
    off,
    memory,
    samples,
    body,
    rawProblem: draft.editsBody ? rawProblem : null,
    editsBody: draft.editsBody,
    bodyEdited: draft.body !== null,
    ownBody: draft.editsBody ? draft.body : null,
    remember: () => stores.get(actionsStore).draft(key, { values: form.getValues() }),
    setEditsBody(editsBody: boolean) {
      // What was said of the fields is over: beside the answer to a body it would seem to be said of that.
      form.clearErrors();
      stores.get(actionsStore).draft(key, { editsBody });
    },
    setBody: (next: string) =>
      stores.get(actionsStore).draft(key, { body: next === bodyTextOf(operation, values) ? null : next }),
    resetBody: () => stores.get(actionsStore).draft(key, { body: null }),
    cancel: () => void stores.get(actionsStore).cancel(key),
    async submit() {
      if (off !== null || busy) return;
      const { send, refuse } = stores.get(actionsStore);
      if (draft.editsBody) {
        if (rawProblem === null) await send(operation, profile.id, { values, rawBody: body });
        else refuse(key, { values, rawBody: body });
        return;
      }
      await form.handleSubmit(
        (texts) => send(operation, profile.id, { values: texts, rawBody: null }),
        () => refuse(key, { values: form.getValues(), rawBody: null }),
      )();
    },
  };
}
