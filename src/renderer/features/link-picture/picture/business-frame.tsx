import type { ReactNode } from "react";
import { Fact, Facts } from "../../../ui/facts.tsx";
import { hexColour, type LinkBusiness, type LinkField, type LinkPart } from "../link.ts";
import { BusinessSign } from "./avatar.tsx";
import { brandColour } from "./brand-colour.ts";
import { FieldValue, TypeChip } from "./field-value.tsx";
import styles from "./link-picture.module.css";
import { type LogoImage, useLogo } from "./logo-image.ts";
import { MissingPart } from "./person-card.tsx";

export interface BusinessFrameProps {
  readonly business: LinkPart<LinkBusiness>;
  readonly profileId: string;
  /** The peer, who is held at this business. */
  readonly children: ReactNode;
}

/** The business at which the peer is held, drawn around the peer. */
export function BusinessFrame({ business, profileId, children }: BusinessFrameProps) {
  return (
    <div className={styles.business}>
      {business.state === "object" ? (
        <Business business={business.value} profileId={profileId} />
      ) : (
        <div className={styles.businessTop}>
          <p className={styles.role}>Business</p>
          <MissingPart part={business} />
        </div>
      )}
      {children}
    </div>
  );
}

function Business({ business, profileId }: { readonly business: LinkBusiness; readonly profileId: string }) {
  const logo = useLogo(business.logo, profileId);
  const hex = hexColour(business.logoColour);
  return (
    <div className={styles.businessTop}>
      {hex === null ? null : <span className={styles.stripe} style={{ background: brandColour(hex).fill }} />}
      <p className={styles.role}>Business</p>
      <div className={styles.who}>
        <BusinessSign name={business.name} colour={business.logoColour} logo={logo} />
        <div className={styles.names}>
          <p className={styles.name}>
            <FieldValue field={business.name} />
          </p>
          <div className={styles.identifier}>
            <span className={styles.hint}>identifies its users by</span>
            <TypeChip field={business.identifierType} />
          </div>
        </div>
      </div>
      <Facts className={styles.facts}>
        <Fact name="ID" data>
          <FieldValue field={business.id} copy="Copy business ID" />
        </Fact>
        <Fact name="Logo" data>
          <FieldValue field={business.logo} />
          <LogoNote logo={logo} />
        </Fact>
        <Fact name="Colour" data>
          <Colour field={business.logoColour} />
        </Fact>
      </Facts>
    </div>
  );
}

function LogoNote({ logo }: { readonly logo: LogoImage }) {
  if (logo.state === "loading") return <span className={styles.note}>Loading…</span>;
  if (logo.state === "failed") return <span className={styles.note}>Could not be shown: {logo.reason}</span>;
  return null;
}

function Colour({ field }: { readonly field: LinkField }) {
  const hex = hexColour(field);
  return (
    <span className={styles.colour}>
      {hex === null ? null : <span className={styles.swatch} style={{ background: brandColour(hex).fill }} />}
      <FieldValue field={field} />
      {hex === null && field.state === "text" ? <span className={styles.note}>not of the form #RRGGBB</span> : null}
    </span>
  );
}
