import { ImageOff } from "lucide-react";
import { useState } from "react";
import { Spinner } from "../../../ui/spinner.tsx";
import { hexColour, type LinkField } from "../link.ts";
import { brandColour } from "./brand-colour.ts";
import { initials } from "./initials.ts";
import type { LogoImage } from "./logo-image.ts";

const SIGN = "relative grid flex-none place-items-center w-9 h-9 type-body-strong select-none";
/** The hairline keeps a white logo, or a business whose colour is that of the page, in sight. */
const BUSINESS = "rounded outline outline-line-strong -outline-offset-1";

/** Only a real text has letters to stand for it. */
function nameOf(field: LinkField): string {
  return field.state === "text" ? field.text : "";
}

/** A person: initials on a disc. Decorative: the name stands beside it. */
export function PersonSign({ name }: { readonly name: LinkField }) {
  return (
    <span className={`${SIGN} border border-accent-line rounded-full bg-accent-fill text-accent`} aria-hidden="true">
      {initials(nameOf(name))}
    </span>
  );
}

export interface BusinessSignProps {
  readonly name: LinkField;
  readonly colour: LinkField;
  readonly logo: LogoImage;
}

/** A business: its logo, or its initials on its own colour while there is none. Decorative too. */
export function BusinessSign({ name, colour, logo }: BusinessSignProps) {
  const [broken, setBroken] = useState<string | null>(null);
  const hex = hexColour(colour);
  const brand = hex === null ? null : brandColour(hex);
  if (logo.state === "ready" && logo.dataUrl !== broken)
    return (
      <img
        className={`${SIGN} ${BUSINESS} object-contain bg-(--paper)`}
        src={logo.dataUrl}
        alt=""
        onError={() => setBroken(logo.dataUrl)}
      />
    );
  return (
    <span
      className={`${SIGN} ${BUSINESS} bg-neutral-fill text-secondary`}
      style={brand === null ? {} : { background: brand.fill, color: brand.ink }}
      aria-hidden="true"
    >
      {logo.state === "loading" ? <Spinner /> : initials(nameOf(name))}
      {logo.state === "failed" || broken !== null ? (
        <ImageOff className="absolute -right-1.25 -bottom-1.25 w-4 h-4 p-0.5 border border-line-strong rounded-full bg-panel text-muted" />
      ) : null}
    </span>
  );
}
