import { Search } from "lucide-react";
import type { EventId } from "../../../shared/primitives.ts";
import { useStores } from "../../core/environment.ts";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { OpaqueText } from "../../ui/opaque-text.tsx";
import { findAddress } from "./find-address.ts";
import { TestProposed } from "./test-proposed.tsx";
import type { DiagnosisView } from "./use-diagnosis.ts";

interface RightAddressProps {
  readonly view: DiagnosisView;
  /** Webhooks that came to another path. */
  readonly strays: readonly EventId[];
  /** Whose page has the causes; null: the listener's panel. */
  readonly runId: EventId | null;
}

/** What is to be set in place of the address that led to another path, to be copied; where none is known, the way to it. */
export function RightAddress({ view, strays, runId }: RightAddressProps) {
  const stores = useStores();
  const check = view.found?.checks.find(({ code }) => code === "elsewhere");
  const [told] = check?.events ?? [];
  if (check === undefined || told === undefined || !strays.includes(told)) return null;
  if (check.addressToSet === undefined)
    // Where there is nothing to be done here either, the path is the right one by now.
    return check.otherwise === undefined ? null : (
      <Button size="small" className="self-start" icon={<Search />} onClick={() => findAddress(stores, runId)}>
        Find the right address…
      </Button>
    );
  return (
    <div className="flex flex-col gap-2">
      <p className="wrap-anywhere">
        {check.addressUntried === true ? "The address to try: " : "The right address: "}
        <OpaqueText as="code" text={check.addressToSet} />
        <CopyButton label="Copy this address" text={check.addressToSet} />
      </p>
      <TestProposed check={check} view={view} />
    </div>
  );
}
