import { useState } from "react";
import { type Reading, reading as readingSchema } from "../../../shared/reading.ts";
import { useBridge, useStores } from "../../core/environment.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { Section } from "../../ui/layout.tsx";
import { OpaqueText } from "../../ui/opaque-text.tsx";
import { Select } from "../../ui/select.tsx";
import { TextArea, TextInput } from "../../ui/text-input.tsx";
import { PlacesEditor } from "./places-editor.tsx";
import { type ReadingText, readingOfText, readingText } from "./reading-text.ts";
import { readingsStore } from "./readings-store.ts";
import { type Trial, tryOut } from "./trial.ts";
import { TrialResult } from "./trial-result.tsx";

interface ReadingEditorProps {
  readonly profileId: string;
  readonly reading: Reading;
  /** How many units make one of the currency, where the profile says so. */
  readonly units: number | null;
  readonly onClose: () => void;
}

const UNITS = [
  { value: "0", label: "As it was sent" },
  { value: "-2", label: "In hundredths of it" },
  { value: "2", label: "In hundreds of it" },
  { value: "-3", label: "In thousandths of it" },
  { value: "3", label: "In thousands of it" },
] as const;

const PURPOSES = [
  { value: "", label: "Told by the payload" },
  { value: "credit", label: "Always a credit" },
  { value: "charge", label: "Always a charge" },
  { value: "neither", label: "Always neither" },
] as const;

const PEOPLE = [
  { name: "user", label: "User" },
  { name: "from", label: "Payer" },
  { name: "to", label: "Payee" },
  { name: "remark", label: "Remark" },
  { name: "eventId", label: "Id of the event" },
] as const;

/** One reading to be changed by hand: paths, unit, words; tried against the log before it is saved. */
export function ReadingEditor({ profileId, reading, units, onClose }: ReadingEditorProps) {
  const stores = useStores();
  const bridge = useBridge();
  const [text, setText] = useState(() => readingText(reading));
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map());
  const [trial, setTrial] = useState<Trial | null>(null);
  const [saving, setSaving] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const change = (part: Partial<ReadingText>) => setText((before) => ({ ...before, ...part }));

  function checked(): Reading | null {
    const parsed = readingSchema.safeParse(readingOfText(reading, text));
    const found = new Map<string, string>();
    // The first complaint of each field; a list says which of its lines it means by its own number.
    for (const { path, message } of parsed.error?.issues ?? []) {
      const field = path[0] === "purpose" || path[0] === "outcome" ? path.slice(0, 3).join(".") : path.join(".");
      if (!found.has(field)) found.set(field, message);
    }
    setProblems(found);
    return parsed.success ? parsed.data : null;
  }

  async function test() {
    const next = checked();
    if (next === null) return;
    setTrial({ state: "trying" });
    setTrial(await tryOut(bridge, { profileId, reading: next, deliveryId: null }));
  }

  async function save() {
    const next = checked();
    if (next === null || saving) return;
    setSaving(true);
    const refusal = await stores.get(readingsStore).update(profileId, next);
    setSaving(false);
    setFailure(refusal);
    if (refusal === null) onClose();
  }

  const path = (label: string, name: (typeof PEOPLE)[number]["name"] | "amount" | "currency") => (
    <Field key={name} label={label} error={problems.get(`${name}.path`) ?? problems.get(name)} optional>
      <TextInput data value={text[name]} onChange={(event) => change({ [name]: event.currentTarget.value })} />
    </Field>
  );
  return (
    <Dialog
      open
      onClose={onClose}
      size="large"
      title={`Edit the reading “${reading.name.slice(0, 80)}”`}
      description="Where webhooks of this kind carry their values, as paths such as transaction.amount."
      footer={
        <>
          <output className="flex-1 text-bad type-small">
            {failure ?? (problems.size > 0 ? "Something above needs another look." : "")}
          </output>
          <Button onClick={() => void test()}>Try it on the log</Button>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" busy={saving} onClick={() => void save()}>
            Save reading
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {trial === null ? null : <TrialResult trial={trial} units={units} onShow={onClose} />}
        <Field label="Name" error={problems.get("name")}>
          <TextInput value={text.name} onChange={(event) => change({ name: event.currentTarget.value })} />
        </Field>
        <Section title="Values">
          <div className="grid grid-cols-[1fr_1fr] gap-x-4 gap-y-3 items-start">
            {path("Amount", "amount")}
            <Field label="Unit of the amount">
              <Select value={text.scale} onValueChange={(scale) => change({ scale })} options={UNITS} />
            </Field>
            {path("Currency", "currency")}
            <Field
              label="Always this currency"
              hint="Where the payload does not say it"
              error={problems.get("currency.fixed")}
              optional
            >
              <TextInput data value={text.fixed} onChange={(event) => change({ fixed: event.currentTarget.value })} />
            </Field>
            {PEOPLE.map(({ name, label }) => path(label, name))}
          </div>
        </Section>
        <Section title="Purpose" hint="Whether it is about a credit or a charge.">
          <Field label="Webhooks of this kind are">
            <Select value={text.always} onValueChange={(always) => change({ always })} options={PURPOSES} />
          </Field>
          <PlacesEditor
            about="purpose"
            places={text.purposes}
            problems={problems}
            onChange={(purposes) => change({ purposes })}
          />
        </Section>
        <Section title="Outcome" hint="All these places have to say that it went through.">
          <PlacesEditor
            about="outcome"
            places={text.outcomes}
            problems={problems}
            onChange={(outcomes) => change({ outcomes })}
          />
        </Section>
        <Section
          title="Watched"
          hint="What nobody has explained. Linkdesk asks when a code, a flag or a word there changes, when an id or a moment is gone, or when a new one comes."
        >
          <Field
            label="Watched paths"
            hint="One on each line."
            error={[...problems].find(([place]) => place.startsWith("watched"))?.[1]}
            optional
          >
            <TextArea
              data
              rows={3}
              value={text.watched}
              onChange={(event) => change({ watched: (event.currentTarget as HTMLTextAreaElement).value })}
            />
          </Field>
        </Section>
        <Section title="For webhooks that have">
          {reading.shape.when.map(({ path: place, words }) => (
            <p key={place} className="m-0 text-secondary type-data wrap-anywhere">
              <OpaqueText text={`${place}: ${words.join(" or ")}`} limit={400} />
            </p>
          ))}
          <Field
            label="These paths"
            hint="One on each line; webhooks without one of them are another kind."
            error={[...problems].find(([place]) => place.startsWith("shape.paths"))?.[1]}
          >
            <TextArea
              data
              rows={4}
              value={text.paths}
              onChange={(event) => change({ paths: (event.currentTarget as HTMLTextAreaElement).value })}
            />
          </Field>
        </Section>
      </div>
    </Dialog>
  );
}
