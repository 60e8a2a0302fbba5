import { type NoticeDetail } from "../../../shared/events.ts";
import { localMomentText } from "../../../shared/measures.ts";
import { explainNotice } from "../../../shared/text/explain-notice.ts";
import { Fact, Facts } from "../../ui/facts.tsx";
import { ExplanationCallout, NumberFact } from "./overview-parts.tsx";

/** The overview of a notice: what Linkdesk noticed, and when. */
export function NoticeOverview({ detail }: { readonly detail: NoticeDetail }) {
  return (
    <div className="flex flex-col gap-5 p-4">
      <ExplanationCallout explanation={explainNotice(detail.summary.notice)} />
      <Facts>
        <NumberFact id={detail.summary.id} />
        <Fact name="Noticed" data>
          {localMomentText(detail.summary.at)}
        </Fact>
      </Facts>
    </div>
  );
}
