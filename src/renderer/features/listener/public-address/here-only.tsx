import { HERE_ONLY } from "../../../../shared/text/explain-address.ts";
import { Callout } from "../../../ui/callout.tsx";

/** Said of an address that leads to this machine from this machine only. */
export function HereOnly() {
  return (
    <Callout tone="odd" title={HERE_ONLY.title}>
      <p>{HERE_ONLY.sentence}</p>
    </Callout>
  );
}
