import type { AddressState, AddressStatus } from "../../shared/address.ts";
import type { Check } from "../../shared/diagnosis.ts";
import { clockText } from "../../shared/measures.ts";
import type { Instant } from "../../shared/primitives.ts";
import { addressName, explainAddressProblem, problemLine, WAITS } from "../../shared/text/explain-address.ts";

type Finding = Pick<Check, "state" | "sentence" | "nextStep">;

const finding = (state: Check["state"], sentence: string, nextStep = ""): Finding => ({ state, sentence, nextStep });

/**
 * What Linkdesk's own public address says of the one on the dashboard; null when that is another one, or when there is
 * none.
 */
export function ownAddressFinding(address: string, { state, url, changed, settings }: AddressStatus): Finding | null {
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
        `It is Linkdesk’s own ${name}: a test request came back through it at ${clockText(state.provenAt)}.`,
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
      // What somebody else leads here goes on without Linkdesk: only that it is looked at has ended.
      if (settings.way === "own")
        return finding(
          "not-tested",
          `Linkdesk no longer looks whether the ${name} leads here: that was stopped.`,
          "Press “Test the address”, or get it again under Listener, Public address.",
        );
      return finding(
        "problem",
        `The address on the dashboard is Linkdesk’s own ${name}, and that is off.`,
        "Get it again under Listener, Public address.",
      );
  }
}

/** Since when it is in this state: what was tested before says nothing of it now. null: all the time. */
export function stateSince(state: AddressState): Instant | null {
  switch (state.name) {
    case "off":
      return null;
    case "stopped":
    case "failed":
      return state.at;
    case "starting":
    case "ready":
    case "reconnecting":
      return state.since;
  }
}
