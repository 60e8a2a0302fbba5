import type { ReactNode } from "react";
import { Fact, Facts } from "../../../ui/facts.tsx";
import { OpaqueText } from "../../../ui/opaque-text.tsx";
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
        <div className="mb-3">
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
    <div className="mb-3">
      {/* Where the colour can make nothing unreadable; the hairline keeps a pale one in sight. */}
      {hex === null ? null : (
        <span
          className="absolute inset-x-0 top-0 h-1 border-b border-line"
          style={{ background: brandColour(hex).fill }}
        />
      )}
      <p className={styles.role}>Business</p>
      <div className="flex items-start gap-3">
        <BusinessSign name={business.name} colour={business.logoColour} logo={logo} />
        <div className="flex-1 min-w-0">
          <p className="type-heading">
            <FieldValue field={business.name} />
          </p>
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1 min-w-0 text-secondary">
            <span className="text-muted type-small">identifies its users by</span>
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
  if (logo.state === "loading") return <span className="block text-muted type-small">Loading…</span>;
  if (logo.state === "failed")
    return (
      <OpaqueText as="span" className="block text-muted type-small wrap-anywhere" text={logo.reason} limit={400} />
    );
  return null;
}

function Colour({ field }: { readonly field: LinkField }) {
  const hex = hexColour(field);
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
      {hex === null ? null : (
        <span
          className="flex-none w-3 h-3 border border-line-control rounded-[3px]"
          style={{ background: brandColour(hex).fill }}
        />
      )}
      <FieldValue field={field} />
      {hex === null && field.state === "text" ? (
        <span className="block text-muted type-small">not of the form #RRGGBB</span>
      ) : null}
    </span>
  );
}
