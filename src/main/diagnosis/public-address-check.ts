import type { AddressStatus } from "../../shared/address.ts";
import type { Check } from "../../shared/diagnosis.ts";
import { clockText } from "../../shared/measures.ts";
import { addressName, explainAddressProblem, problemLine, WAITS } from "../../shared/text/explain-address.ts";

type Finding = Pick<Check, "state" | "sentence" | "nextStep">;

const finding = (state: Check["state"], sentence: string, nextStep = ""): Finding => ({ state, sentence, nextStep });

/**
 * What Linkdesk's own public address says of the one on the dashboard; null when that is another one, or when there is
 * none.
 */
export function ownAddressFinding(address: string, { state, url, changed }: AddressStatus): Finding | null {
  const name = addressName(url);
  if (changed !== null && address === changed.from)
    return finding(
      "problem",
      `The ${name} has changed since: it is ${changed.to} now, and nothing comes through the one on the dashboard.`,
      "Put the new address on the dashboard.",
    );
  if (url === null || address !== url) return null;
  switch (state.name) {
    case "ready":
      return finding(
        "fine",
        `It is Linkdesk's own ${name}: a test request came back through it at ${clockText(state.provenAt)}.`,
      );
    case "starting":
      return finding("not-tested", `The ${name} is being got: waiting for ${WAITS[state.waitingFor]}.`);
    case "reconnecting":
    case "failed": {
      const words = explainAddressProblem(state.problem);
      return finding("problem", `The ${name} is down. ${words.title}. ${problemLine(words)}`, words.nextStep);
    }
    case "off":
    case "stopped":
      return finding(
        "problem",
        `The address on the dashboard is Linkdesk's own ${name}, and that is off.`,
        "Get it again under Listener, Public address.",
      );
  }
}
