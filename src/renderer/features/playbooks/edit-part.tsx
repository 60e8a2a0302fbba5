import { ArrowDown, ArrowUp, Copy, GripVertical, Plus, Trash2, Undo2 } from "lucide-react";
import { type DragEvent, type ReactNode, useState } from "react";
import type { Playbook, PlaybookStep } from "../../../shared/playbook.ts";
import { stepText } from "../../../shared/text/explain-playbook.ts";
import { useStore, useStores } from "../../core/environment.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { Failure } from "../../ui/callout.tsx";
import { Field } from "../../ui/field.tsx";
import { Menu, MenuItem } from "../../ui/menu.tsx";
import { OpaqueText } from "../../ui/opaque-text.tsx";
import { Switch } from "../../ui/switch.tsx";
import { TextInput } from "../../ui/text-input.tsx";
import { profilesStore, useUnits } from "../profiles/index.ts";
import { ExpectationsPart } from "./expectations-part.tsx";
import { playbooksStore } from "./playbooks-store.ts";
import { seenStore } from "./seen-store.ts";
import { StepFields } from "./step-fields.tsx";

/** A playbook without code: its name, its parameters, its steps as sentences with what is expected of each. */
export function EditPart({ draft }: { readonly draft: Playbook }) {
  const stores = useStores();
  const problem = useStore(playbooksStore, (state) => state.draftProblem);
  const canUndo = useStore(playbooksStore, (state) => state.former.length > 0);
  const { change, undo } = stores.get(playbooksStore);
  const units = useUnits()(useStore(profilesStore, (state) => state.selectedId));
  const hasSeen = useStore(seenStore, ({ seen }) => seen !== null);
  const put = (steps: readonly PlaybookStep[]) => change({ ...draft, steps });
  const drag = useDrag((from, to) => put(moved(draft.steps, from, to)));

  return (
    <div className="flex flex-col gap-4">
      <Failure title="It is not saved yet" text={problem} />
      <div className="flex items-end gap-3">
        <Field label="Name" className="flex-1">
          <TextInput value={draft.name} onChange={(event) => change({ ...draft, name: event.target.value })} />
        </Field>
        <IconButton tip label="Undo the last change" icon={<Undo2 />} disabled={!canUndo} onClick={undo} />
      </div>
      <Field label="What it is for" optional>
        <TextInput value={draft.about} onChange={(event) => change({ ...draft, about: event.target.value })} />
      </Field>
      <Parameters draft={draft} />
      <p className="text-muted type-small">
        {hasSeen
          ? "Beside each expectation stands what it says of the last run, or of the events that this was made from. Nothing is sent for it."
          : "Once it was run, what each expectation says of the last run stands beside it."}
      </p>
      <ol className="flex flex-col gap-3 p-0 m-0 list-none" aria-label="Steps">
        {draft.steps.map((step, place) => (
          <li
            key={step.id}
            className={`flex flex-col gap-3 p-3 border rounded ${drag.over === place ? "border-accent" : "border-line"}`}
            {...drag.target(place)}
          >
            <div className="flex items-center gap-1">
              <span className="flex-none text-muted cursor-grab" aria-hidden="true" {...drag.handle(place)}>
                <GripVertical size={16} />
              </span>
              <span className="flex-1 min-w-0 type-body-strong wrap-anywhere">
                {place + 1}. <OpaqueText text={stepText(step, units)} limit={200} />
              </span>
              <StepButtons
                number={place + 1}
                isFirst={place === 0}
                isLast={place === draft.steps.length - 1}
                onMove={(by) => put(moved(draft.steps, place, place + by))}
                onCopy={() => put(draft.steps.toSpliced(place + 1, 0, { ...step, id: newId(draft.steps) }))}
                onRemove={() => put(draft.steps.toSpliced(place, 1))}
              />
            </div>
            <StepFields step={step} onChange={(next) => put(draft.steps.toSpliced(place, 1, next))} />
            {"expect" in step ? (
              <ExpectationsPart
                step={step}
                steps={draft.steps}
                onChange={(expect) => put(draft.steps.toSpliced(place, 1, { ...step, expect: [...expect] }))}
              />
            ) : null}
            <Switch
              label="Switched on"
              checked={!step.off}
              onCheckedChange={(on) => put(draft.steps.toSpliced(place, 1, { ...step, off: !on }))}
            />
          </li>
        ))}
      </ol>
      <AddStep onAdd={(step) => put([...draft.steps, { ...step, id: newId(draft.steps) }])} />
    </div>
  );
}

function moved(steps: readonly PlaybookStep[], from: number, to: number): readonly PlaybookStep[] {
  const step = steps[from];
  return step === undefined ? steps : steps.toSpliced(from, 1).toSpliced(to, 0, step);
}

/** Steps are drawn by their handles; by keyboard they are moved by their buttons. */
function useDrag(onMove: (from: number, to: number) => void) {
  const [from, setFrom] = useState<number | null>(null);
  const [over, setOver] = useState<number | null>(null);
  function end(): void {
    setFrom(null);
    setOver(null);
  }
  return {
    over: from === over ? null : over,
    handle: (place: number) => ({
      draggable: true,
      onDragStart(event: DragEvent) {
        event.dataTransfer.effectAllowed = "move";
        event.dataTransfer.setData("text/plain", String(place + 1));
        const item = event.currentTarget.closest("li");
        if (item !== null) event.dataTransfer.setDragImage(item, 12, 12);
        setFrom(place);
      },
      onDragEnd: end,
    }),
    target: (place: number) => ({
      onDragOver(event: DragEvent) {
        if (from === null) return;
        event.preventDefault();
        setOver(place);
      },
      onDrop(event: DragEvent) {
        if (from === null) return;
        event.preventDefault();
        if (from !== place) onMove(from, place);
        end();
      },
    }),
  };
}

function newId(steps: readonly PlaybookStep[]): string {
  for (let number = steps.length + 1; ; number += 1)
    if (!steps.some(({ id }) => id === `step-${number}`)) return `step-${number}`;
}

interface StepButtonsProps {
  readonly number: number;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly onMove: (by: 1 | -1) => void;
  readonly onCopy: () => void;
  readonly onRemove: () => void;
}

function StepButtons({ number, isFirst, isLast, onMove, onCopy, onRemove }: StepButtonsProps) {
  const button = (label: string, icon: ReactNode, onClick: () => void, disabled = false) => (
    <IconButton
      tip={label}
      size="small"
      label={`${label}: step ${number}`}
      icon={icon}
      disabled={disabled}
      onClick={onClick}
    />
  );
  return (
    <>
      {button("Move up", <ArrowUp />, () => onMove(-1), isFirst)}
      {button("Move down", <ArrowDown />, () => onMove(1), isLast)}
      {button("Duplicate", <Copy />, onCopy)}
      {button("Remove", <Trash2 />, onRemove)}
    </>
  );
}

function Parameters({ draft }: { readonly draft: Playbook }) {
  const stores = useStores();
  const { change } = stores.get(playbooksStore);
  const { parameters } = draft;
  const put = (place: number, next: Partial<Playbook["parameters"][number]>) =>
    change({ ...draft, parameters: parameters.map((each, at) => (at === place ? { ...each, ...next } : each)) });
  const free = `value_${parameters.length + 1}`;
  return (
    <fieldset className="flex flex-col gap-2 m-0 p-0 border-0">
      <legend className="p-0 mb-1 type-small-strong">Parameters, asked for at the start</legend>
      <p className="text-muted type-small">
        Wherever a step has a name in braces, such as {"{user}"}, its value stands.
      </p>
      {parameters.map(({ name, default: value }, place) => (
        // A name is what is typed here: its place tells it from the others.
        <div key={place} className="grid grid-cols-[180px_minmax(0,1fr)_auto] gap-2 items-center">
          <TextInput
            data
            aria-label={`Name of parameter ${place + 1}`}
            value={name}
            onChange={(event) => put(place, { name: event.target.value })}
          />
          <TextInput
            data
            aria-label={`Default of ${name}`}
            value={value}
            onChange={(event) => put(place, { default: event.target.value })}
          />
          <IconButton
            label={`Remove parameter ${name}`}
            icon={<Trash2 />}
            onClick={() => change({ ...draft, parameters: parameters.toSpliced(place, 1) })}
          />
        </div>
      ))}
      <span>
        <Button
          size="small"
          icon={<Plus />}
          onClick={() => change({ ...draft, parameters: [...parameters, { name: free, default: "" }] })}
        >
          Add a parameter
        </Button>
      </span>
    </fieldset>
  );
}

const base = { id: "", off: false } as const;
const money = { amount: "50000", currency: "NGN" };
const NEW_STEPS: {
  readonly [Does in PlaybookStep["does"]]: readonly {
    readonly label: string;
    readonly step: Extract<PlaybookStep, { readonly does: Does }>;
  }[];
} = {
  call: [
    {
      label: "Simulate a credit",
      step: {
        does: "call",
        ...base,
        action: { operation: "credit", body: { ...money, userReference: "ref_ada" } },
        expect: [{ about: "outcome", is: "success" }],
      },
    },
    {
      label: "Simulate a charge",
      step: {
        does: "call",
        ...base,
        action: { operation: "charge", body: { ...money, from: "ref_ada", to: "ref_tunde", remark: "Lunch" } },
        expect: [{ about: "outcome", is: "success" }],
      },
    },
    {
      label: "Look up a link",
      step: {
        does: "call",
        ...base,
        action: { operation: "link", linkId: "lnk_ada_kwame" },
        expect: [{ about: "outcome", is: "success" }],
      },
    },
  ],
  until: [
    {
      label: "Wait until…",
      step: {
        does: "until",
        ...base,
        expect: [{ about: "webhooks", how: "at-least", count: 1, withinMs: 10_000 }],
      },
    },
  ],
  wait: [{ label: "Wait", step: { does: "wait", ...base, ms: 2_000 } }],
  answer: [{ label: "Answer webhooks otherwise", step: { does: "answer", ...base, statuses: [500, 500, 200] } }],
  sandbox: [
    {
      label: "Let the sandbox misbehave",
      step: { does: "sandbox", ...base, answerFault: "none", webhookFault: "dropped" },
    },
  ],
  ask: [{ label: "Ask a person", step: { does: "ask", ...base, question: "Did the message arrive?" } }],
};

function AddStep({ onAdd }: { readonly onAdd: (step: PlaybookStep) => void }) {
  return (
    <span>
      <Menu trigger={<Button icon={<Plus />}>Add a step</Button>}>
        {Object.values(NEW_STEPS)
          .flat()
          .map(({ label, step }) => (
            <MenuItem key={label} onSelect={() => onAdd(step)}>
              {label}
            </MenuItem>
          ))}
      </Menu>
    </span>
  );
}
