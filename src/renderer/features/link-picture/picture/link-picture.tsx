import { Link2 } from "lucide-react";
import { useEffect, useState } from "react";
import { type CallDetail } from "../../../../shared/events.ts";
import { countText, pluralText } from "../../../../shared/measures.ts";
import { type Result } from "../../../../shared/primitives.ts";
import { whileWanted } from "../../../core/bridge.ts";
import { useBridge } from "../../../core/environment.ts";
import { Button } from "../../../ui/button.tsx";
import { Callout } from "../../../ui/callout.tsx";
import { Chip } from "../../../ui/chip.tsx";
import { Fact, Facts } from "../../../ui/facts.tsx";
import { OpaqueText } from "../../../ui/opaque-text.tsx";
import { Spinner } from "../../../ui/spinner.tsx";
import { type LinkView, type UnknownField } from "../link.ts";
import { readLinkAnswer } from "../read-answer.ts";
import { BusinessFrame } from "./business-frame.tsx";
import { FieldValue, MomentValue } from "./field-value.tsx";
import styles from "./link-picture.module.css";
import { LinkStrip } from "./link-strip.tsx";
import { MissingPart, PersonCard } from "./person-card.tsx";

export interface LinkPictureProps {
  readonly link: LinkView;
  /** The profile the answer came through: the logo is fetched as this one. */
  readonly profileId: string;
}

/** A link as a picture: the user and the peer, the line between them, the business around the peer. */
export function LinkPicture({ link, profileId }: LinkPictureProps) {
  return (
    <figure className={styles.picture} aria-label="The link">
      <div className={styles.scene}>
        <PersonCard end="User" person={link.user} />
        <div className={styles.link}>
          <span className={styles.knot} aria-hidden="true">
            <Link2 size={16} />
          </span>
          <div className={styles.linkFacts}>
            <p className={styles.role}>Link</p>
            <div className="type-data-strong">
              <FieldValue field={link.id} copy="Copy ID of the link" />
            </div>
            <Facts className={styles.facts}>
              <Fact name="Created">
                <MomentValue field={link.createdAt} />
              </Fact>
              <Fact name="Updated">
                <MomentValue field={link.updatedAt} />
              </Fact>
            </Facts>
          </div>
        </div>
        {link.peer.state === "object" ? (
          <BusinessFrame business={link.peer.value.business} profileId={profileId}>
            <PersonCard end="Peer" person={link.peer.value.user} />
          </BusinessFrame>
        ) : (
          <div className={styles.card}>
            <p className={styles.role}>Peer</p>
            <MissingPart part={link.peer} />
          </div>
        )}
      </div>
      <AlsoSent fields={link.unknown} />
    </figure>
  );
}

const STEP = 40;

/** What the service sent beyond the specification: kept, named by where it stood, shown as it came. */
function AlsoSent({ fields }: { readonly fields: readonly UnknownField[] }) {
  const [shown, setShown] = useState(STEP);
  if (fields.length === 0) return null;
  const rest = fields.length - shown;
  return (
    <div className={styles.also}>
      <p className={styles.role}>
        Also sent · {pluralText(fields.length, "field", "fields")} the specification does not name
      </p>
      <Facts className={styles.facts}>
        {fields.slice(0, shown).map(({ path, raw, repeated }, index) => (
          // One answer's fields never change places, and may repeat.
          <Fact key={index} name={<OpaqueText text={path.join(" › ")} limit={120} />} data>
            <OpaqueText text={raw} limit={240} />
            {repeated ? <Chip tone="odd">came again later</Chip> : null}
          </Fact>
        ))}
      </Facts>
      {rest > 0 ? (
        <Button size="small" variant="quiet" onClick={() => setShown(shown + 10 * STEP)}>
          Show {countText(Math.min(rest, 10 * STEP))} more
        </Button>
      ) : null}
    </div>
  );
}

interface LinkOfCallProps {
  /** A look-up that has ended. */
  readonly call: CallDetail;
  /** `short`: who is linked to whom, for a narrow place; `full`: everything that came. */
  readonly form: "short" | "full";
}

/** The link that a look-up brought, drawn; while it is read, and when it cannot be drawn, that. */
export function LinkOfCall({ call, form }: LinkOfCallProps) {
  const bridge = useBridge();
  const [read, setRead] = useState<{ readonly call: CallDetail; readonly link: Result<LinkView> } | null>(null);
  useEffect(() => whileWanted(readLinkAnswer(bridge, call), (link) => setRead({ call, link })), [bridge, call]);

  const link = read?.call === call ? read.link : null;
  if (link === null)
    return (
      <p className="flex items-center gap-2 text-muted">
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
