import type { AddressProblem } from "../../shared/address.ts";
import type { Proof } from "../../shared/diagnosis.ts";
import { explainProof } from "../../shared/text/explain-proof.ts";

/** Why a request through the address did not come back; null when it did. */
export function problemOfProof(proof: Proof): AddressProblem | null {
  const { arrived, answer } = proof;
  const detail = explainProof(proof).sentence;
  if (arrived !== null) {
    if (!arrived.onPath) return { code: "elsewhere", detail };
    return answer.kind === "ours" ? null : { code: "no-answer", detail };
  }
  if (answer.kind === "none") {
    if (answer.outcome.code === "dns") return { code: "dns", detail };
    return { code: answer.outcome.code === "proxy" ? "blocked" : "no-answer", detail };
  }
  if (answer.kind === "ours") return { code: "no-answer", detail };
  if (answer.page === "warning") return { code: "warning-page", detail };
  if (answer.location !== null) return { code: "elsewhere", detail };
  return { code: answer.status === 404 ? "not-found" : "no-answer", detail };
}
