import { useEffect, useState } from "react";
import type { CallDetail } from "../../../shared/events.ts";
import type { Result } from "../../../shared/primitives.ts";
import { useBridge } from "../../core/environment.ts";
import { Callout } from "../../ui/callout.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import type { LinkView } from "./link.ts";
import styles from "./link-of-call.module.css";
import { LinkPicture } from "./link-picture.tsx";
import { LinkStrip } from "./link-strip.tsx";
import { readLinkAnswer } from "./read-answer.ts";

export interface LinkOfCallProps {
  /** A look-up that has ended. */
  readonly call: CallDetail;
  /** `short`: who is linked to whom, for a narrow place; `full`: everything that came. */
  readonly form: "short" | "full";
}

/** The link that a look-up brought, drawn; while it is read, and when it cannot be drawn, that. */
export function LinkOfCall({ call, form }: LinkOfCallProps) {
  const bridge = useBridge();
  const [read, setRead] = useState<{ readonly call: CallDetail; readonly link: Result<LinkView> } | null>(null);
  useEffect(() => {
    let wanted = true;
    void readLinkAnswer(bridge, call).then((link) => {
      if (wanted) setRead({ call, link });
    });
    return () => {
      wanted = false;
    };
  }, [bridge, call]);

  const link = read?.call === call ? read.link : null;
  if (link === null)
    return (
      <p className={styles.loading}>
        <Spinner size={14} /> Reading the link…
      </p>
    );
  if (!link.ok)
    return (
      <Callout tone="odd" title="No picture of the link">
        {link.message}
      </Callout>
    );
  const profileId = call.summary.profile.id;
  return form === "full" ? (
    <LinkPicture link={link.value} profileId={profileId} />
  ) : (
    <LinkStrip link={link.value} profileId={profileId} />
  );
}
