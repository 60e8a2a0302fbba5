import type { ReactNode } from "react";
import { type ProfileStamp } from "../../../shared/events.ts";
import { countText, sizeText, unbroken } from "../../../shared/measures.ts";
import { type Explanation } from "../../../shared/outcomes.ts";
import { type EventId } from "../../../shared/primitives.ts";
import { Callout } from "../../ui/callout.tsx";
import { Fact } from "../../ui/facts.tsx";
import { OpaqueText } from "../../ui/opaque-text.tsx";
import { ModeChip } from "../profiles/index.ts";

/** Its title stands above, in the head of the inspector. */
export function ExplanationCallout({
  explanation,
  children,
}: {
  readonly explanation: Explanation;
  readonly children?: ReactNode;
}) {
  const { tone, sentence, nextStep } = explanation;
  return (
    <Callout tone={tone}>
      <OpaqueText as="p" text={unbroken(sentence)} limit={1_200} />
      {nextStep === "" ? null : <OpaqueText as="p" className="mt-1 text-plain" text={nextStep} />}
      {children}
    </Callout>
  );
}

/** What sentences, results of playbooks and copied questions call it by. */
export function NumberFact({ id }: { readonly id: EventId }) {
  return (
    <Fact name="Event" data>
      No. {id}
    </Fact>
  );
}

/** The profile that it belongs to. */
export function ProfileFact({ profile }: { readonly profile: ProfileStamp }) {
  return (
    <Fact name="Profile">
      <span className="inline-flex flex-wrap items-center gap-1.5">
        <OpaqueText text={profile.name} limit={80} /> <ModeChip mode={profile.mode} />
      </span>
    </Fact>
  );
}

/** A size as it reads best, and to the byte. */
export function exactSize(bytes: number): string {
  return bytes < 1_000 ? `${bytes} bytes` : `${sizeText(bytes)} (${countText(bytes)} bytes)`;
}
