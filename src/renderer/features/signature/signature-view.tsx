import { RefreshCw, Stethoscope } from "lucide-react";
import type { DeliveryDetail } from "../../../shared/events.ts";
import { type SignatureSecret, secretSlotOf } from "../../../shared/signature.ts";
import type { SignatureCheck } from "../../../shared/signature-check.ts";
import { explainSignature } from "../../../shared/text/explain-signature.ts";
import { useLog, useStore, useStores } from "../../core/environment.ts";
import { RelativeTime } from "../../text/relative-time.ts";
import { Button } from "../../ui/button.tsx";
import { Callout } from "../../ui/callout.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { profilesStore, viewOf } from "../profiles/index.ts";
import { ComparisonPart } from "./comparison-part.tsx";
import { DoctorPart } from "./doctor-part.tsx";
import { isOutdated } from "./outdated.ts";
import { signatureStore } from "./signature-store.ts";

/** What came of the check, and the search for its reason: beside what is said of a webhook that it speaks against. */
export function SignatureReason({ detail }: { readonly detail: DeliveryDetail }) {
  const way = useSetUp(detail);
  if (detail.signature === undefined) return null;
  return (
    <div className="flex flex-col gap-4">
      <CheckResult detail={detail} check={detail.signature} way={way} />
      <DoctorPart detail={detail} check={detail.signature} onEnterSecret={way.enterSecret} />
    </div>
  );
}

/** Whether a delivery's signature holds, what was compared, and why it does not. */
export function SignatureView({ detail, version }: { readonly detail: DeliveryDetail; readonly version: number }) {
  const { summary, signature } = detail;
  const way = useSetUp(detail);
  const { profile, setUp } = way;
  if (signature === undefined)
    return (
      <EmptyState
        icon={<Stethoscope size={20} />}
        title="Not checked"
        actions={
          <>
            {setUp}
            {summary.onPath && (profile?.signature ?? null) !== null ? <CheckButton id={summary.id} first /> : null}
          </>
        }
      >
        {summary.onPath
          ? "The profile did not check signatures when this delivery came. Say how its sender signs, and it can be checked."
          : "Only requests on the webhook path are checked."}
      </EmptyState>
    );
  return (
    <div className="flex flex-col gap-4 p-4">
      <CheckResult detail={detail} check={signature} way={way} />
      <DoctorPart detail={detail} check={signature} onEnterSecret={way.enterSecret} />
      <ComparisonPart detail={detail} check={signature} version={version} isWrong={hasReason(signature)} />
    </div>
  );
}

/** Whether there is something to be found out about it. */
export function hasReason({ result: { state } }: SignatureCheck): boolean {
  return state === "invalid" || state === "unreadable" || state === "missing";
}

/** The way to where the check is set up. */
function useSetUp({ summary, signature }: DeliveryDetail) {
  const stores = useStores();
  const profile = useStore(profilesStore, viewOf(summary.profile?.id))?.profile ?? null;
  const wantsSecret = signature?.result.state === "not-checked" && signature.result.reason === "no-secret";
  const secretsChanged = useStore(profilesStore, (slice) => slice.secretsChanged);
  // A file may be from a Linkdesk whose profile of the same id is another one.
  const isOwn = useLog() === "own";
  /** By what the profile says now it may come out otherwise. */
  const outdated = isOwn && signature !== undefined && isOutdated(signature, summary.at, profile, secretsChanged);
  const [secret] = (wantsSecret ? profile?.signature?.secrets : undefined) ?? [];
  function editSecret(id: string, wanted: SignatureSecret | undefined) {
    // The key of the calls may be the secret, too: that is set where they are.
    const part = wanted?.source === "authentication" ? "connection" : "signature";
    stores.get(profilesStore).edit(id, part, wanted === undefined ? undefined : secretSlotOf(wanted));
  }
  const setUp =
    profile === null ? null : (
      <Button
        size="small"
        variant={wantsSecret && !outdated ? "primary" : "secondary"}
        onClick={() => editSecret(profile.id, secret)}
      >
        {wantsSecret ? "Set the secret…" : "Edit profile"}
      </Button>
    );
  const secrets = isOwn ? (profile?.signature?.secrets ?? []) : [];
  const enterSecret =
    profile === null || secrets.length === 0
      ? undefined
      : (name: string | undefined) => editSecret(profile.id, secrets.find((each) => each.name === name) ?? secrets[0]);
  return { profile, setUp, wantsSecret, outdated, enterSecret };
}

function CheckResult({
  detail,
  check,
  way: { setUp, wantsSecret, outdated },
}: {
  readonly detail: DeliveryDetail;
  readonly check: SignatureCheck;
  readonly way: ReturnType<typeof useSetUp>;
}) {
  const stores = useStores();
  const { id } = detail.summary;
  const { tone, title, sentence, nextStep } = explainSignature(check);
  const searching = useStore(
    signatureStore,
    (signature) => signature.search?.state === "busy" && signature.search.id === id,
  );
  return (
    <Callout
      tone={tone}
      title={title}
      actions={
        <>
          {outdated ? <CheckButton id={id} main /> : null}
          {hasReason(check) ? (
            <Button
              variant={outdated ? "secondary" : "primary"}
              icon={<Stethoscope />}
              busy={searching}
              onClick={() => void stores.get(signatureStore).examine(id)}
            >
              Find the reason
            </Button>
          ) : null}
          {/* Checked without one again it would come to the same. */}
          {wantsSecret ? setUp : null}
          {outdated ? null : <CheckButton id={id} />}
          {wantsSecret ? null : setUp}
        </>
      }
    >
      {sentence} {outdated ? "The profile has changed since it was checked." : nextStep}
      {check.checkedAgain === null ? null : (
        <span className="block mt-1 text-muted">
          {/* Begun anew with each check: one that was counted for the check before may be behind it. */}
          Checked again <RelativeTime key={check.checkedAgain} at={check.checkedAgain} />.
        </span>
      )}
    </Callout>
  );
}

interface CheckButtonProps {
  readonly id: number;
  readonly first?: boolean;
  readonly main?: boolean;
}

function CheckButton({ id, first = false, main = false }: CheckButtonProps) {
  const stores = useStores();
  const checking = useStore(signatureStore, (signature) => signature.checking === id);
  return (
    <Button
      size={main ? "medium" : "small"}
      variant={main ? "primary" : "secondary"}
      icon={<RefreshCw />}
      busy={checking}
      onClick={() => void stores.get(signatureStore).checkAgain(id)}
    >
      {first ? "Check now" : "Check again"}
    </Button>
  );
}
