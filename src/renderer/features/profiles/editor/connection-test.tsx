import { PlugZap } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import type { ConnectionTested } from "../../../../shared/contract.ts";
import { durationText } from "../../../../shared/measures.ts";
import type { Explanation, Outcome } from "../../../../shared/outcomes.ts";
import type { Result } from "../../../../shared/primitives.ts";
import { explainOutcome } from "../../../../shared/text/explain-outcome.ts";
import { settle } from "../../../core/bridge.ts";
import { useBridge, useStore } from "../../../core/environment.ts";
import { Button } from "../../../ui/button.tsx";
import { Callout, Failure } from "../../../ui/callout.tsx";
import { Chip } from "../../../ui/chip.tsx";
import { Field } from "../../../ui/field.tsx";
import { Section } from "../../../ui/layout.tsx";
import { OpaqueText } from "../../../ui/opaque-text.tsx";
import { TextInput } from "../../../ui/text-input.tsx";
import { NEW, profilesStore, viewOf } from "../profiles-store.ts";
import { AUTHENTICATION_SLOT, type ProfileText, readProfileText } from "./profile-form.ts";
import { spacesAround } from "./spaces-around.ts";

/** Whether address and key are right, asked of the service before anything is saved. */
export function ConnectionTest({
  profileId,
  onAccepted,
}: {
  readonly profileId: string;
  /** Told whether the service has accepted the key as it stands there; not which: what was typed is kept nowhere else. */
  readonly onAccepted: (isAccepted: boolean) => void;
}) {
  const bridge = useBridge();
  const { control, trigger, getValues } = useFormContext<ProfileText>();
  const text = useWatch({ control }) as ProfileText;
  const [linkId, setLinkId] = useState("");
  const spaces = spacesAround(linkId);
  const [underWay, setUnderWay] = useState<string | null>(null);
  const [tested, setTested] = useState<Result<ConnectionTested> | null>(null);
  const latest = useRef("");
  const isChanged = useRef(false);
  const kept = useStore(profilesStore, viewOf(profileId))?.secrets[AUTHENTICATION_SLOT] ?? "unset";
  const typed = text.secrets[AUTHENTICATION_SLOT];
  const isSet = typed === undefined ? kept !== "unset" || text.mode === "sandbox" : typed !== null && typed !== "";
  const hasKey = text.authentication.scheme !== "none" && isSet;
  const canTest = linkId !== "" && underWay === null;
  const now = JSON.stringify([linkId, text.mode, text.baseUrl, text.authentication, text.extraHeaders, text.secrets]);
  // A result stands only beside what it was got with, secrets among it: that is not kept to be compared with later.
  useEffect(() => {
    isChanged.current = true;
    setTested(null);
  }, [now]);
  useEffect(() => onAccepted(false), [typed, onAccepted]);

  async function test() {
    const reading = readProfileText(getValues());
    if (!reading.ok) {
      await trigger(undefined, { shouldFocus: true });
      return;
    }
    const requestId = crypto.randomUUID();
    latest.current = requestId;
    isChanged.current = false;
    setUnderWay(requestId);
    setTested(null);
    const secrets = Object.fromEntries(Object.entries(getValues("secrets")).filter(([, change]) => change !== ""));
    const result = await settle(
      bridge.calls.testConnection({
        requestId,
        profileId: profileId === NEW ? null : profileId,
        draft: reading.value,
        secrets,
        linkId,
      }),
    );
    if (latest.current !== requestId) return;
    setUnderWay(null);
    if (isChanged.current) return;
    setTested(result);
    onAccepted(result.ok && result.value.outcome.code === "success");
  }

  return (
    <Section
      title="Test the connection"
      hint="Looks up a link with what stands here, saved or not. To see whether the key is refused, a made-up link ID will do; only a link that exists proves that it is accepted. Nothing of it is kept in the event log."
    >
      <div className="flex items-end gap-3">
        <Field label="Link ID for the test" className="flex-1" hint={spaces?.sentence}>
          <TextInput
            data
            value={linkId}
            onChange={(event) => setLinkId(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== "Enter") return;
              // It belongs to this button: the form would take it for its own, and save.
              event.preventDefault();
              if (canTest) void test();
            }}
          />
        </Field>
        {underWay === null ? (
          <Button icon={<PlugZap />} disabled={!canTest} onClick={() => void test()}>
            Test connection
          </Button>
        ) : (
          <Button onClick={() => void settle(bridge.calls.cancel({ requestId: underWay }))} busy>
            Cancel the test
          </Button>
        )}
      </div>
      {spaces === null ? null : (
        <Button size="small" className="self-start" onClick={() => setLinkId(spaces.without)}>
          Remove the space
        </Button>
      )}
      {tested === null ? null : (
        <div ref={intoSight}>
          <Tested result={tested} mode={text.mode} authentication={text.authentication} hasKey={hasKey} />
        </div>
      )}
    </Section>
  );
}

/** What it says of address and key, of which a look-up in earnest would not speak. */
function testWords(outcome: Outcome, hasKey: boolean, words: Explanation): Explanation {
  const what = hasKey ? "key" : "call, for which no key is set";
  if (outcome.code === "success")
    return { ...words, sentence: `${words.sentence} The address is right, and the service accepts the ${what}.` };
  // A link that nobody has is asked for on purpose: the answer to it says what was to be known.
  if (outcome.code !== "status" || outcome.status !== 404 || outcome.body !== "json") return words;
  return {
    tone: "neutral",
    title: `No such link; the ${hasKey ? "key" : "call"} was not refused`,
    sentence: `${words.sentence} Where all is right, a made-up ID is answered so. It is no proof: whether the service looked at the key before it looked for the link is not known.`,
    nextStep: `To be sure, test with the ID of a link that exists. Is it one already? ${words.nextStep}`,
  };
}

/** The button stands at the lower edge more often than not: what it brings would come below that. */
function intoSight(result: HTMLElement | null): void {
  result?.scrollIntoView({ block: "nearest" });
}

interface TestedProps {
  readonly result: Result<ConnectionTested>;
  readonly mode: ProfileText["mode"];
  readonly authentication: ProfileText["authentication"];
  /** Whether the call proved who it was from. */
  readonly hasKey: boolean;
}

function Tested({ result, mode, authentication, hasKey }: TestedProps) {
  if (!result.ok) return <Failure title="Not sent" text={result.message} />;
  const { outcome, url, status, duration } = result.value;
  const { tone, title, sentence, nextStep } = testWords(
    outcome,
    hasKey,
    explainOutcome(outcome, "link", { mode, url, authentication }),
  );
  return (
    <Callout tone={tone} title={title} live>
      <span className="flex flex-col gap-2">
        <span className="flex items-center gap-2">
          {status === null ? null : <Chip data>{status}</Chip>}
          <Chip data>{durationText(duration)}</Chip>
        </span>
        <OpaqueText text={sentence} limit={600} />
        {nextStep === "" ? null : <OpaqueText text={nextStep} limit={600} />}
        {nextStep.includes("the tab ") ? (
          <span>A test is not kept: save the profile and look the link up, then its event has that tab.</span>
        ) : null}
      </span>
    </Callout>
  );
}
