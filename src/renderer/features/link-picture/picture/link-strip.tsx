import { Link2 } from "lucide-react";
import { pluralText } from "../../../../shared/measures.ts";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { OpaqueText } from "../../../ui/opaque-text.tsx";
import type { LinkBusiness, LinkField, LinkPart, LinkPeer, LinkUser, LinkView } from "../link.ts";
import { BusinessSign, PersonSign } from "./avatar.tsx";
import { Nothing } from "./field-value.tsx";
import styles from "./link-strip.module.css";
import { useLogo } from "./logo-image.ts";

const ABSENT: LinkField = { state: "absent" };

export interface LinkStripProps {
  readonly link: LinkView;
  readonly profileId: string;
}

/** The picture of a link in short: who is linked to whom, and where; the inspector has the whole of it. */
export function LinkStrip({ link, profileId }: LinkStripProps) {
  const peer: LinkPeer =
    link.peer.state === "object" ? link.peer.value : { user: { state: "absent" }, business: { state: "absent" } };
  return (
    // Contained: nothing in it may widen the column, and the window with it.
    <figure
      className="[contain:inline-size] flex flex-col gap-2 min-w-0 p-3 border border-line rounded bg-sunken wrap-anywhere"
      aria-label="The link in short"
    >
      <div className="flex items-center">
        <PersonSign name={nameOf(link.user)} />
        <span className={styles.line} aria-hidden="true">
          <Link2 size={14} />
        </span>
        <PeerSign business={peer.business} profileId={profileId} />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)] gap-3">
        <Person user={link.user} />
        <div className="text-right">
          <Person user={peer.user} />
          <p className="text-muted type-small">
            at <Line field={nameOf(peer.business)} />
          </p>
        </div>
      </div>
      <div className="flex items-center gap-1 min-w-0 text-secondary type-data-small">
        <Line field={link.id} />
        {link.id.state === "text" ? <CopyButton text={link.id.text} label="Copy ID of the link" /> : null}
      </div>
      {link.unknown.length === 0 ? null : (
        <p className="text-muted type-small">
          and {pluralText(link.unknown.length, "field", "fields")} the specification does not name
        </p>
      )}
    </figure>
  );
}

function nameOf(part: LinkPart<{ readonly name: LinkField }>): LinkField {
  return part.state === "object" ? part.value.name : ABSENT;
}

function Person({ user }: { readonly user: LinkPart<LinkUser> }) {
  const identifier = user.state === "object" ? user.value.identifier : ABSENT;
  return (
    <div className="min-w-0">
      <p className="type-body-strong">
        <Line field={nameOf(user)} />
      </p>
      <p className="text-secondary type-data-small">
        <Line field={identifier} />
      </p>
    </div>
  );
}

/** Whoever looks one up compares it: it takes more lines before it is cut. */
function Line({ field }: { readonly field: LinkField }) {
  if (field.state === "text") return <OpaqueText text={field.text} limit={80} />;
  if (field.state === "other") return <OpaqueText text={field.raw} limit={80} />;
  return <Nothing state={field.state} />;
}

function PeerSign({ business, profileId }: { readonly business: LinkPart<LinkBusiness>; readonly profileId: string }) {
  const known = business.state === "object" ? business.value : null;
  const logo = useLogo(known?.logo ?? ABSENT, profileId);
  return <BusinessSign name={known?.name ?? ABSENT} colour={known?.logoColour ?? ABSENT} logo={logo} />;
}
