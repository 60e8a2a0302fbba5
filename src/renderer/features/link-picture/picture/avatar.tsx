import { ImageOff } from "lucide-react";
import { useState } from "react";
import { classes } from "../../../ui/classes.ts";
import { Spinner } from "../../../ui/spinner.tsx";
import { hexColour, type LinkField } from "../link.ts";
import styles from "./avatar.module.css";
import { brandColour } from "./brand-colour.ts";
import { initials } from "./initials.ts";
import type { LogoImage } from "./logo-image.ts";

/** Only a real text has letters to stand for it. */
function nameOf(field: LinkField): string {
  return field.state === "text" ? field.text : "";
}

/** A person: initials on a disc. Decorative: the name stands beside it. */
export function PersonSign({ name }: { readonly name: LinkField }) {
  return (
    <span className={classes(styles.sign, "border border-accent-line rounded-full bg-accent-fill")} aria-hidden="true">
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
        className={classes(styles.sign, styles.business, styles.logo)}
        src={logo.dataUrl}
        alt=""
        onError={() => setBroken(logo.dataUrl)}
      />
    );
  return (
    <span
      className={classes(styles.sign, styles.business)}
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
