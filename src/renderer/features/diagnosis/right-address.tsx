import type { Diagnosis } from "../../../shared/diagnosis.ts";
import type { EventId } from "../../../shared/primitives.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { OpaqueText } from "../../ui/opaque-text.tsx";

interface RightAddressProps {
  readonly found: Diagnosis | null;
  /** Webhooks that came to another path. */
  readonly strays: readonly EventId[];
}

/** What the causes say is to be set in place of the address that led to another path: to be copied where that is told. */
export function RightAddress({ found, strays }: RightAddressProps) {
  const check = found?.checks.find(({ code }) => code === "elsewhere");
  const [told] = check?.events ?? [];
  if (check?.addressToSet === undefined || told === undefined || !strays.includes(told)) return null;
  return (
    <p className="wrap-anywhere">
      The right address: <OpaqueText as="code" text={check.addressToSet} />
      <CopyButton label="Copy the right address" text={check.addressToSet} />
    </p>
  );
}
