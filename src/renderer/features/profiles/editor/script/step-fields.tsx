import { ChevronDown, ChevronUp, X } from "lucide-react";
import { useFieldArray, useFormContext, useWatch } from "react-hook-form";
import type { AnswerStep } from "../../../../../shared/answer-script.ts";
import { pluralText } from "../../../../../shared/measures.ts";
import { assertNever } from "../../../../../shared/primitives.ts";
import { IconButton } from "../../../../ui/button.tsx";
import { FormText } from "../../../../ui/form-field.tsx";
import { optionsOf } from "../../../../ui/options.ts";
import { Select } from "../../../../ui/select.tsx";
import { HeaderRows } from "../header-rows.tsx";
import styles from "./script-fields.module.css";
import type { StepText, WithScript } from "./script-text.ts";

const KINDS = optionsOf<AnswerStep["does"]>({
  answer: { label: "Answer", description: "With a status, at once or slowly" },
  hang: { label: "Never answer", description: "Until the sender gives up" },
  reset: { label: "Reset the connection", description: "As if the receiver had crashed" },
  close: { label: "Hang up", description: "Close in order, without an answer" },
  garbage: { label: "Send what is not HTTP", description: "A text of your own, then close" },
});

interface StepFieldsProps {
  readonly index: number;
  readonly title: string;
  /** The only step: it needs no frame, and shows everything. */
  readonly alone: boolean;
  readonly onRemove: (() => void) | null;
  readonly onUp: (() => void) | null;
  readonly onDown: (() => void) | null;
}

/** One step of a script. */
export function StepFields({ index, title, alone, onRemove, onUp, onDown }: StepFieldsProps) {
  const { control, setValue } = useFormContext<WithScript>();
  const step = useWatch({ control, name: `answerScript.steps.${index}` });
  const name = title.toLowerCase();
  return (
    <li className="flex flex-col gap-3 p-3 border border-line rounded-large" aria-label={title}>
      <div className="flex items-center gap-2">
        <span className="flex-none min-w-24 type-body-strong">{alone ? "Every webhook" : title}</span>
        <Select
          label={alone ? "What happens" : `What happens, ${name}`}
          value={step.does}
          options={KINDS}
          className="flex-1 min-w-0 mr-1"
          onValueChange={(does) =>
            setValue(`answerScript.steps.${index}.does`, does, { shouldDirty: true, shouldValidate: true })
          }
        />
        {onUp === null && onDown === null ? null : (
          <>
            <IconButton
              size="small"
              label={`Move ${name} up`}
              icon={<ChevronUp />}
              disabled={onUp === null}
              onClick={() => onUp?.()}
            />
            <IconButton
              size="small"
              label={`Move ${name} down`}
              icon={<ChevronDown />}
              disabled={onDown === null}
              onClick={() => onDown?.()}
            />
          </>
        )}
        {onRemove === null ? null : (
          <IconButton size="small" label={`Remove ${name}`} icon={<X />} onClick={onRemove} />
        )}
      </div>
      <Fields index={index} step={step} alone={alone} />
    </li>
  );
}

function Fields({ index, step, alone }: { readonly index: number; readonly step: StepText; readonly alone: boolean }) {
  const path = `answerScript.steps.${index}` as const;
  const delay = (
    <FormText<WithScript> name={`${path}.delayMs`} label="Delay" aside="ms" inputMode="numeric" data hint="Before it" />
  );
  switch (step.does) {
    case "answer":
      return (
        <>
          <div className="grid grid-cols-[repeat(3,minmax(0,1fr))] gap-3">
            <FormText<WithScript> name={`${path}.status`} label="Status" inputMode="numeric" data hint="200 to 599" />
            {delay}
            <FormText<WithScript>
              name={`${path}.bytesPerSecond`}
              label="Pace"
              aside="bytes/s"
              inputMode="numeric"
              data
              placeholder="at once"
              hint="Empty: at once"
            />
          </div>
          <Content index={index} step={step} open={alone} />
        </>
      );
    case "hang":
      return (
        <FormText<WithScript>
          name={`${path}.limitMs`}
          label="Hang up after"
          aside="ms"
          inputMode="numeric"
          data
          hint="Unless the sender gives up before. At most ten minutes."
        />
      );
    case "reset":
    case "close":
      return delay;
    case "garbage":
      return (
        <>
          {delay}
          <FormText<WithScript> name={`${path}.text`} label="Text" data rows={2} hint="Sent as it stands, in UTF-8." />
        </>
      );
    default:
      return assertNever(step.does);
  }
}

function Content({ index, step, open }: { readonly index: number; readonly step: StepText; readonly open: boolean }) {
  const { control } = useFormContext<WithScript>();
  const headers = useFieldArray({ control, name: `answerScript.steps.${index}.headers` });
  const rows = headers.fields.map((field, row) => ({
    key: field.id,
    name: step.headers[row]?.name ?? "",
    content: (
      <>
        <FormText<WithScript> name={`answerScript.steps.${index}.headers.${row}.name`} label="Name" data />
        <FormText<WithScript> name={`answerScript.steps.${index}.headers.${row}.value`} label="Value" data />
      </>
    ),
  }));
  const content = (
    <div className={styles.content}>
      <HeaderRows
        title="Headers"
        empty="None besides those every answer has."
        rows={rows}
        onAdd={() => headers.append({ name: "", value: "" })}
        onRemove={(row) => headers.remove(row)}
      />
      <FormText<WithScript>
        name={`answerScript.steps.${index}.body`}
        label="Body"
        data
        rows={open ? 3 : 2}
        hint="Sent as it stands here, in UTF-8."
      />
    </div>
  );
  if (open) return content;
  return (
    <details className={styles.details}>
      <summary className="text-secondary type-small">Headers and body: {contentText(step)}</summary>
      {content}
    </details>
  );
}

function contentText({ headers, body }: StepText): string {
  if (headers.length === 0 && body === "") return "none";
  const parts = [
    ...(headers.length === 0 ? [] : [pluralText(headers.length, "header", "headers")]),
    ...(body === "" ? [] : ["a body"]),
  ];
  return parts.join(", ");
}
