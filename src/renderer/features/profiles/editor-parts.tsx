import type { ReactNode } from "react";
import type { FieldErrors } from "react-hook-form";
import type { Tab } from "../../ui/tabs.tsx";
import styles from "./editor.module.css";
import { AuthenticationSection, BasicsSection, LimitsSection } from "./editor-sections.tsx";
import { HeadersSection } from "./headers-section.tsx";
import { HostsSection } from "./hosts-section.tsx";
import type { ProfileText } from "./profile-form.ts";
import type { ProfilePart } from "./profiles-store.ts";
import { RunsFields } from "./runs-fields.tsx";
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
    content: (profileId) => (
      <>
        <BasicsSection id={profileId} />
        <AuthenticationSection id={profileId} />
        <HeadersSection profileId={profileId} />
        <LimitsSection />
        <HostsSection />
      </>
    ),
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
  answer: {
    label: "Answer",
    fields: ["answerScript"],
    content: () => (
      <>
        <p className={styles.note}>What a webhook sender gets while this profile is selected.</p>
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
    aside: isWrong(part, errors) ? <span className={styles.wrong} role="img" aria-label="needs another look" /> : null,
    content: <div className={styles.part}>{PARTS[part].content(profileId)}</div>,
  }));
}

function isWrong(part: ProfilePart, errors: FieldErrors<ProfileText>): boolean {
  return PARTS[part].fields.some((field) => errors[field] !== undefined);
}

/** The part to show when a form could not be saved: the one that is shown if it has a complaint, else the first. */
export function partToMend(shown: ProfilePart, errors: FieldErrors<ProfileText>): ProfilePart {
  if (isWrong(shown, errors)) return shown;
  return ORDER.find((part) => isWrong(part, errors)) ?? shown;
}
