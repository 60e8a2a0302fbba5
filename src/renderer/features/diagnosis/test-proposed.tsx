import type { Check } from "../../../shared/diagnosis.ts";
import { Button } from "../../ui/button.tsx";
import { OpaqueText } from "../../ui/opaque-text.tsx";
import type { DiagnosisView } from "./use-diagnosis.ts";

/** Tests an address that is proposed and that nothing has come through yet; and what that has shown. */
export function TestProposed({ check, view }: { readonly check: Check; readonly view: DiagnosisView }) {
  const { addressToSet, addressUntried, addressTested } = check;
  return (
    <>
      {addressUntried === undefined ? null : (
        <Button
          size="small"
          className="self-start"
          busy={view.work === "trying"}
          disabled={view.work === "saving" || view.work === "proving"}
          onClick={() => void view.prove(addressToSet)}
        >
          {addressTested === undefined ? "Test this address" : "Test this address again"}
        </Button>
      )}
      {addressTested === undefined ? null : (
        <div className={addressTested.state === "fine" ? "text-good" : "text-bad"} role="status">
          <OpaqueText as="p" className="wrap-anywhere" text={addressTested.sentence} limit={1_200} />
        </div>
      )}
    </>
  );
}
