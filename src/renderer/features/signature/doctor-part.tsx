import { type ReactNode, useEffect, useRef, useState } from "react";
import type { DeliveryDetail } from "../../../shared/events.ts";
import type { SignatureCheck } from "../../../shared/signature-check.ts";
import type { DoctorReport } from "../../../shared/signature-doctor.ts";
import { explainFix, explainReport } from "../../../shared/text/explain-doctor.ts";
import { signatureQuestion } from "../../../shared/text/signature-question.ts";
import { visibleText } from "../../../shared/visible-text.ts";
import { useStore, useStores } from "../../core/environment.ts";
import { Button } from "../../ui/button.tsx";
import { Callout, Failure } from "../../ui/callout.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Confirm } from "../../ui/dialog.tsx";
import { OpaqueText } from "../../ui/opaque-text.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { useNow } from "../../ui/use-now.ts";
import { signatureStore } from "./signature-store.ts";

const SECOND = 1_000;

/** The search for the reason: busy, found, not found, cancelled, failed. Nothing before it is asked for. */
export function DoctorPart({
  detail,
  check,
  onEnterSecret,
}: {
  readonly detail: DeliveryDetail;
  readonly check: SignatureCheck;
  readonly onEnterSecret?: ((name: string | undefined) => void) | undefined;
}) {
  const stores = useStores();
  const { id } = detail.summary;
  const search = useStore(signatureStore, (signature) => (signature.search?.id === id ? signature.search : null));
  if (search === null || check.result.state === "valid") return null;
  switch (search.state) {
    case "busy":
      return <Busy since={search.since} />;
    case "cancelled":
      return (
        <Callout tone="neutral" title="The search was cancelled" live>
          Nothing was changed.
        </Callout>
      );
    case "failed":
      return <Failure title="The reason could not be looked for" text={search.message} />;
    case "finished":
      return (
        <Finding
          report={search.report}
          profile={detail.summary.profile?.name ?? ""}
          onCheck={() => void stores.get(signatureStore).checkAgain(id)}
          onFix={(fix) => void stores.get(signatureStore).applyFix(id, fix)}
          onEnterSecret={onEnterSecret}
          onLonger={() => void stores.get(signatureStore).examine(id, true)}
          question={<Question detail={detail} check={check} report={search.report} />}
        />
      );
  }
}

function Busy({ since }: { readonly since: number }) {
  const stores = useStores();
  const seconds = Math.max(0, Math.floor((useNow(SECOND) / 1_000 - since) / 1_000));
  return (
    <div className="flex items-center gap-2 py-2 px-3 border border-line rounded bg-sunken" role="status">
      <Spinner />
      <span className="flex-1 min-w-0 tabular-nums">
        Trying secrets, encodings and ways in which the body may have changed{seconds > 0 ? `, ${seconds} s` : ""}
      </span>
      <Button size="small" onClick={() => void stores.get(signatureStore).cancel()}>
        Cancel
      </Button>
    </div>
  );
}

/** To whoever sends it. What was compared is asked for together with the search. */
function Question({
  detail,
  check: { settings },
  report,
}: {
  readonly detail: DeliveryDetail;
  readonly check: SignatureCheck;
  readonly report: DoctorReport;
}) {
  const comparison = useStore(signatureStore, (signature) =>
    signature.comparison?.id === detail.summary.id ? signature.comparison.value : null,
  );
  if (comparison === null) return null;
  const { received, content } = comparison;
  return (
    <CopyButton
      label="Copy a question to the sender"
      withText
      variant={report.result === "found" && report.fix !== null ? "primary" : "secondary"}
      text={signatureQuestion({ detail, settings, received, content, report })}
    />
  );
}

interface FindingProps {
  readonly report: DoctorReport;
  readonly profile: string;
  readonly onCheck: () => void;
  readonly onFix: (fix: number) => void;
  readonly onLonger: () => void;
  /** To the field of the secret of this name, or of the first one; undefined: there is none here. */
  readonly onEnterSecret: ((name: string | undefined) => void) | undefined;
  /** Where the profile cannot be put right, or was right until now, the sender has to be asked. */
  readonly question: ReactNode;
}

function Finding({ report, profile, onCheck, onFix, onLonger, onEnterSecret, question }: FindingProps) {
  const [asking, setAsking] = useState(false);
  const { title, reasons, advice, excluded = [] } = explainReport(report);
  const fix = report.result === "found" ? report.fix : null;
  const wasRight = report.result === "found" && report.rightFor !== undefined;
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    place.current?.scrollIntoView({ block: "nearest" });
  }, []);
  return (
    <div ref={place}>
      <Callout
        tone={report.result === "unknown" ? "neutral" : "accent"}
        title={<OpaqueText text={title} limit={Number.POSITIVE_INFINITY} />}
        live
        actions={
          report.result === "valid" ? (
            <Button onClick={onCheck}>Check again</Button>
          ) : fix === null ? (
            <>
              {report.result === "unknown" && report.cause === null && onEnterSecret !== undefined ? (
                <Button onClick={() => onEnterSecret(report.held?.secret)}>Enter the secret again…</Button>
              ) : null}
              {report.result === "unknown" && !report.complete ? (
                <Button onClick={onLonger}>Search for a minute</Button>
              ) : null}
              {report.result === "unknown" && report.cause === "separator" ? null : question}
            </>
          ) : (
            <>
              {wasRight ? question : null}
              <Button variant={wasRight ? "secondary" : "primary"} onClick={() => setAsking(true)}>
                Change the profile
              </Button>
            </>
          )
        }
      >
        {reasons.map((reason) => (
          <OpaqueText key={reason} as="p" text={reason} limit={Number.POSITIVE_INFINITY} />
        ))}
        <p>{advice}</p>
        {excluded.map((each) => (
          <OpaqueText key={each} as="p" className="text-secondary" text={each} limit={Number.POSITIVE_INFINITY} />
        ))}
        <Confirm
          open={asking}
          title={`Change how ${visibleText(profile)} checks signatures?`}
          confirm="Change the profile"
          onClose={() => setAsking(false)}
          onConfirm={() => fix !== null && onFix(fix)}
        >
          {report.result === "found" ? visibleText(explainFix(report)) : null}
        </Confirm>
      </Callout>
    </div>
  );
}
