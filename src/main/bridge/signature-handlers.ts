import type { Handlers } from "../../shared/contract.ts";
import type { Signatures } from "../signatures/index.ts";

/** The signatures' part of the bridge. */
export function signatureHandlers(signatures: Signatures): Handlers["signatures"] {
  return {
    comparison: ({ id }) => signatures.comparison(id),
    checkAgain: ({ id }) => signatures.again(id),
    diagnose: ({ id, requestId }) => signatures.diagnose(id, requestId),
    cancelDiagnosis({ requestId }) {
      signatures.cancelDiagnosis(requestId);
      return null;
    },
    applyFix: ({ fix }) => signatures.applyFix(fix),
  };
}
