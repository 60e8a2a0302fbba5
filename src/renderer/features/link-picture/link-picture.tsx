import { Link2 } from "lucide-react";
import { Fact, Facts } from "../../ui/facts.tsx";
import { AlsoSent } from "./also-sent.tsx";
import { BusinessFrame } from "./business-frame.tsx";
import { FieldValue, MomentValue } from "./field-value.tsx";
import type { LinkView } from "./link.ts";
import styles from "./link-picture.module.css";
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
            <div className={styles.linkId}>
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
