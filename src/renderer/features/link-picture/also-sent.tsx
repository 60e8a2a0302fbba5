import { useState } from "react";
import { countText, pluralText } from "../../../shared/measures.ts";
import { Button } from "../../ui/button.tsx";
import { Chip } from "../../ui/chip.tsx";
import { Fact, Facts } from "../../ui/facts.tsx";
import { OpaqueText } from "../../ui/opaque-text.tsx";
import type { UnknownField } from "./link.ts";
import styles from "./link-picture.module.css";

const STEP = 40;

/** What the service sent beyond the specification: kept, named by where it stood, shown as it came. */
export function AlsoSent({ fields }: { readonly fields: readonly UnknownField[] }) {
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
