import { useEffect, useState } from "react";
import type { Output } from "../../../shared/contract.ts";
import { readPath } from "../../../shared/payload-path.ts";
import {
  callStepOf,
  type ExpectingStep,
  type PlaybookExpectation,
  type PlaybookStep,
} from "../../../shared/playbook.ts";
import type { PayloadValue } from "../../../shared/reading.ts";
import { settle, whileWanted } from "../../core/bridge.ts";
import { useBridge, useStore } from "../../core/environment.ts";
import { OpaqueText } from "../../ui/opaque-text.tsx";
import { Switch } from "../../ui/switch.tsx";
import { kindOfTexts } from "../compare/index.ts";
import { seenStore } from "./seen-store.ts";

export type Example = Output<"playbooks", "example">;
const NO_EXAMPLE: Example = { answer: [], webhook: [] };
/** Fields of a body that are listed at once; others are found by typing their names. */
const SHOWN = 60;

/** What a step had the last time: its fields are there to be chosen from. */
export function useExample(steps: readonly PlaybookStep[], stepId: string): Example {
  const bridge = useBridge();
  const of = callStepOf(steps, stepId)?.id;
  const callId = useStore(seenStore, ({ seen }) => seen?.calls.find((each) => each.stepId === of)?.callId ?? null);
  const [example, setExample] = useState(NO_EXAMPLE);
  useEffect(() => {
    setExample(NO_EXAMPLE);
    if (callId === null) return;
    return whileWanted(settle(bridge.playbooks.example({ callId })), (found) => found.ok && setExample(found.value));
  }, [bridge, callId]);
  return example;
}

interface SeenFieldsProps {
  readonly step: ExpectingStep;
  readonly example: Example;
  readonly onChange: (expect: readonly PlaybookExpectation[]) => void;
}

/** The fields that were seen, to be ticked: each then is expected as it was. */
export function SeenFields({ step, example, onChange }: SeenFieldsProps) {
  const values = useStore(seenStore, ({ seen }) => seen?.values);
  const { expect } = step;
  const group = (about: "answer" | "field", title: string, fields: readonly PayloadValue[]) =>
    fields.length === 0 ? null : (
      <details className="rounded bg-sunken">
        <summary className="p-2 type-small-strong cursor-pointer">
          {title} ({fields.length})
        </summary>
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(280px,1fr))] gap-x-4 gap-y-2 m-0 px-2 pb-3 list-none">
          {fields.slice(0, SHOWN).map(({ path, text }, index) => {
            const place = expect.findIndex((each) => each.about === about && each.path === path);
            return (
              // A body may have one name twice.
              <li key={index} className="min-w-0">
                <Switch
                  label={<OpaqueText text={path} limit={80} />}
                  hint={<OpaqueText text={text} limit={60} />}
                  checked={place >= 0}
                  onCheckedChange={(on) =>
                    onChange(on ? [...expect, asSeen(about, path, text, values ?? {})] : expect.toSpliced(place, 1))
                  }
                />
              </li>
            );
          })}
        </ul>
      </details>
    );
  return (
    <>
      {group("answer", "Fields of the answer that were seen", example.answer)}
      {group("field", "Fields of the webhook that were seen", example.webhook)}
    </>
  );
}

/**
 * A field as it is to come again. Ids and times are other ones each time, so that they are only there; a parameter's
 * value is that of the parameter.
 */
export function asSeen(
  about: "answer" | "field",
  path: string,
  text: string,
  values: Readonly<Record<string, string>>,
): PlaybookExpectation {
  const name = String(readPath(path)?.at(-1) ?? path);
  if (kindOfTexts(name, text, text) !== "value") return { about, path, check: { is: "any" } };
  const parameter = Object.entries(values).find(([, value]) => value === text && text.length > 1);
  return { about, path, check: { is: "equals", value: parameter === undefined ? text : `{${parameter[0]}}` } };
}
