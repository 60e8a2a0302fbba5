import { useState } from "react";
import type { InboxAnswer, InboxStatus } from "../../../../shared/inbox.ts";
import { shortClockText } from "../../../../shared/measures.ts";
import { visibleText } from "../../../../shared/visible-text.ts";
import { useStore, useStores } from "../../../core/environment.ts";
import { Button } from "../../../ui/button.tsx";
import { Confirm } from "../../../ui/dialog.tsx";
import { OpaqueText } from "../../../ui/opaque-text.tsx";
import { profilesStore, viewOf } from "../../profiles/index.ts";
import { relayStore } from "./relay-store.ts";

type Holder = NonNullable<InboxAnswer["holder"]>;

/** Who answers the senders: the relay, this Linkdesk, or somebody else's. */
export function AnswerOfInbox({ status }: { readonly status: InboxStatus }) {
  const stores = useStores();
  const { answer, inbox, profileId } = status;
  const profile = useStore(profilesStore, viewOf(profileId))?.profile.name ?? "";
  /** The holder that the question names. If another one holds it by the time of the answer, nothing is taken over. */
  const [asked, setAsked] = useState<Holder | null>(null);
  if (answer === null) return null;
  const { holder, waitMs } = answer;
  const hold = (next: boolean, from?: string) => void stores.get(relayStore).holdAnswer(status, next, from);
  return (
    <section aria-label="Answer to senders" className="flex items-center gap-3">
      <p className="flex-1 min-w-0 text-secondary" aria-live="polite">
        <WhoAnswers answer={answer} profile={profile} />
      </p>
      {holder === null && waitMs > 0 ? (
        <Button size="small" onClick={() => hold(true)}>
          Answer from here
        </Button>
      ) : null}
      {holder?.isHere ? (
        <Button size="small" onClick={() => hold(false)}>
          Give back
        </Button>
      ) : null}
      {holder !== null && !holder.isHere ? (
        <Button size="small" onClick={() => setAsked(holder)}>
          Take over…
        </Button>
      ) : null}
      <Confirm
        open={asked !== null}
        title={`Take over from ${visibleText(asked?.member ?? "")}?`}
        confirm="Take over"
        onClose={() => setAsked(null)}
        onConfirm={() => asked !== null && hold(true, asked.hold)}
      >
        <p>
          <OpaqueText text={asked?.member ?? ""} />
          ’s Linkdesk answers the senders of <OpaqueText text={inbox.name} /> since{" "}
          {asked === null ? "" : shortClockText(asked.since)}. From then on this one does, by the answer script of{" "}
          <OpaqueText text={profile} />, and <OpaqueText text={asked?.member ?? ""} /> is told.
        </p>
        <p>What was asked there and is not answered yet gets the relay’s own answer.</p>
      </Confirm>
    </section>
  );
}

function WhoAnswers({ answer, profile }: { readonly answer: InboxAnswer; readonly profile: string }) {
  const { holder, status, waitMs } = answer;
  if (holder === null)
    return `Senders get the relay’s own answer, ${status}.${waitMs === 0 ? " This inbox does not let a Linkdesk answer." : ""}`;
  const { member, since, isHere, tookFrom } = holder;
  const time = shortClockText(since);
  return isHere ? (
    <>
      This Linkdesk answers senders since {time}, by the answer script of <OpaqueText text={profile} />. What it does
      not answer within {waitMs / 1_000} s, the relay does.
    </>
  ) : (
    <>
      <OpaqueText text={member} />
      ’s Linkdesk answers senders since {time}
      {tookFrom?.isHere ? "; it took over from this one" : ""}. One Linkdesk at a time can do that.
    </>
  );
}
