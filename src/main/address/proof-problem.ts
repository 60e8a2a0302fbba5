import type { AddressProblem } from "../../shared/address.ts";
import type { Proof } from "../../shared/diagnosis.ts";
import { explainProof } from "../../shared/text/explain-proof.ts";
import { problemOfTunnelCode } from "../../shared/tunnel-codes.ts";

/**
 * Why a request through the address did not come back; null when it did.
 *
 * @param path the listener's
 */
export function problemOfProof(proof: Proof, path: string): AddressProblem | null {
  const { arrived, answer } = proof;
  const { sentence: detail, nextStep, addressToSet } = explainProof(proof, path);
  if (arrived !== null) {
    if (!arrived.onPath)
      return {
        code: "elsewhere",
        detail,
        nextStep:
          addressToSet === undefined
            ? nextStep
            : `Let the address be ${addressToSet}, or change the path of the listener under Port and path.`,
      };
    return answer.kind === "ours" ? null : { code: "no-answer", detail, nextStep };
  }
  if (answer.kind === "none") {
    if (answer.outcome.code === "dns") return { code: "dns", detail };
    return { code: answer.outcome.code === "proxy" ? "blocked" : "no-answer", detail };
  }
  if (answer.kind === "ours") return { code: "no-answer", detail };
  if (answer.page === "warning") return { code: "warning-page", detail };
  if (answer.tunnelCode !== null) return problemOfTunnelCode(answer.tunnelCode);
  if (answer.location !== null) return { code: "elsewhere", detail };
  if (answer.status === 429) return { code: "quota", detail };
  return answer.status === 404 ? { code: "not-found", detail } : { code: "no-answer", detail, nextStep };
}
