import { type ReactNode, useState } from "react";
import { type FieldErrors, useFormContext, useWatch } from "react-hook-form";
import { listText } from "../../../../shared/measures.ts";
import { type RunSettings } from "../../../../shared/run.ts";
import { useStore } from "../../../core/environment.ts";
import { ChoiceList } from "../../../ui/choice.tsx";
import { FormText } from "../../../ui/form-field.tsx";
import { optionsOf } from "../../../ui/options.ts";
import { Switch } from "../../../ui/switch.tsx";
import { type Tab } from "../../../ui/tabs.tsx";
import { ReadingList } from "../../readings/index.ts";
import { type ProfilePart, profilesStore, viewOf } from "../profiles-store.ts";
import { ConnectionTest } from "./connection-test.tsx";
import { DestinationsSection } from "./destinations-section.tsx";
import styles from "./editor.module.css";
import { AuthenticationSection, BasicsSection, LimitsSection } from "./editor-sections.tsx";
import { HeadersSection } from "./headers-section.tsx";
import { type ProfileText } from "./profile-form.ts";
import { ScriptFields } from "./script/script-fields.tsx";
import { SignatureFields } from "./signature/signature-fields.tsx";

interface EditorPart {
  readonly label: string;
  /** What of the form it shows: a complaint about one of these marks its tab. */
  readonly fields: readonly (keyof ProfileText)[];
  readonly content: (profileId: string) => ReactNode;
}

/** The tabs of the profile editor, in this order. A new subject of a profile is one more entry. */
const PARTS: { readonly [Part in ProfilePart]: EditorPart } = {
  connection: {
    label: "Connection",
    fields: ["name", "mode", "baseUrl", "authentication", "extraHeaders", "timeouts", "unitsPerCurrency", "replay"],
    content: (profileId) => <ConnectionFields profileId={profileId} />,
  },
  signature: {
    label: "Signature",
    fields: ["signature"],
    content: (profileId) => <SignatureFields profileId={profileId} />,
  },
  runs: {
    label: "Runs",
    fields: ["runs"],
    content: () => <RunsFields />,
  },
  readings: {
    label: "Readings",
    fields: ["readings"],
    content: (profileId) => <ReadingsSection profileId={profileId} />,
  },
  answer: {
    label: "Answer",
    fields: ["answerScript"],
    content: () => (
      <>
        <p className="text-secondary">What a webhook sender gets while this profile is selected.</p>
        <ScriptFields />
      </>
    ),
  },
};

const ORDER = Object.keys(PARTS) as ProfilePart[];

/** The parts as tabs; one with a complaint in it is marked. */
export function editorTabs(profileId: string, errors: FieldErrors<ProfileText>): readonly Tab<ProfilePart>[] {
  return ORDER.map((part) => ({
    value: part,
    label: PARTS[part].label,
    aside: isWrong(part, errors) ? (
      <span className="w-1.5 h-1.5 rounded-full bg-bad" role="img" aria-label="needs another look" />
    ) : null,
    content: <div className={styles.part}>{PARTS[part].content(profileId)}</div>,
  }));
}

function isWrong(part: ProfilePart, errors: FieldErrors<ProfileText>): boolean {
  return PARTS[part].fields.some((field) => errors[field] !== undefined);
}

/** What is said while there is a complaint, which may be under another tab than the one that is shown; empty for none. */
export function complaintText(errors: FieldErrors<ProfileText>): string {
  const wrong = ORDER.filter((part) => isWrong(part, errors)).map((part) => PARTS[part].label);
  return wrong.length === 0 ? "" : `Something under ${listText(wrong)} needs another look.`;
}

/** The part to show when a form could not be saved: the one that is shown if it has a complaint, else the first. */
export function partToMend(shown: ProfilePart, errors: FieldErrors<ProfileText>): ProfilePart {
  if (isWrong(shown, errors)) return shown;
  return ORDER.find((part) => isWrong(part, errors)) ?? shown;
}

function ConnectionFields({ profileId }: { readonly profileId: string }) {
  const [accepted, setAccepted] = useState(false);
  return (
    <>
      <BasicsSection id={profileId} />
      <AuthenticationSection id={profileId} accepted={accepted} />
      <HeadersSection profileId={profileId} />
      <ConnectionTest profileId={profileId} onAccepted={setAccepted} />
      <LimitsSection />
      <DestinationsSection />
    </>
  );
}

const AWAITS = optionsOf<RunSettings["awaits"]>({
  webhook: { label: "A webhook", description: "If none comes in time, it is missing." },
  nothing: {
    label: "Nothing",
    description: "If one comes, that is the fault. For businesses without a webhook.",
  },
});

/** What a simulation with this profile waits for. */
function RunsFields() {
  const { control, setValue } = useFormContext<ProfileText>();
  const awaits = useWatch({ control, name: "runs.awaits" });
  const tagged = useWatch({ control, name: "runs.tagRemarks" });
  return (
    <>
      <p className="text-secondary">What Linkdesk waits for after a simulation.</p>
      <ChoiceList
        label="After a simulation comes"
        columns={2}
        value={awaits}
        onValueChange={(next) => setValue("runs.awaits", next, { shouldDirty: true })}
        options={AWAITS}
      />
      <div className="grid grid-cols-[1fr_1fr] gap-3">
        <FormText<ProfileText>
          name="runs.limitMs"
          label={awaits === "webhook" ? "Webhook within" : "Watch for"}
          aside="s"
          data
          hint={awaits === "webhook" ? "From the start of the call; later is late" : "From the start of the call"}
        />
      </div>
      <Switch
        label="Tag the remark of charges"
        hint="Adds a short tag such as [ld-7f3kq] to the remark, so that a webhook that carries it is told beyond doubt. Whoever gets the charge sees it too."
        checked={tagged}
        onCheckedChange={(checked) => setValue("runs.tagRemarks", checked, { shouldDirty: true })}
      />
    </>
  );
}

/** How the webhooks of a profile are read; each change is saved by itself, not with the form around it. */
function ReadingsSection({ profileId }: { readonly profileId: string }) {
  const view = useStore(profilesStore, viewOf(profileId));
  if (view === undefined)
    return <p className="text-secondary">Create the profile first: its webhooks tell how they are read.</p>;
  const { readings, unitsPerCurrency } = view.profile;
  return <ReadingList profileId={profileId} readings={readings} units={unitsPerCurrency ?? null} />;
}
