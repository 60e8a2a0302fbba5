import type { Check } from "../../shared/diagnosis.ts";
import { type InboxStatus, inboxOfTarget } from "../../shared/inbox.ts";
import { explainInboxProblem } from "../../shared/text/explain-inbox.ts";

type Finding = Pick<Check, "state" | "sentence" | "nextStep" | "addressToSet">;

const finding = (state: Check["state"], sentence: string, nextStep = ""): Finding => ({ state, sentence, nextStep });

/** The inbox that an address on a dashboard leads to; null where it leads to none that is known here. */
export function inboxAt(inboxes: readonly InboxStatus[], address: string): InboxStatus | null {
  const given = URL.parse(address);
  if (given === null) return null;
  const id = inboxOfTarget(given.pathname);
  return inboxes.find(({ inbox, relay }) => inbox.id === id && URL.parse(relay)?.host === given.host) ?? null;
}

/** Whether webhooks come to a profile that receives by relays alone. */
export function receivingFinding(inboxes: readonly InboxStatus[]): Finding {
  if (inboxes.length === 0)
    return finding(
      "problem",
      "This profile receives by a relay only, and no inbox comes to it.",
      "Choose the profile at an inbox under Listener, Relay, or let it receive on this machine too.",
    );
  for (const { inbox, state } of inboxes) {
    if (state.name === "failed" || state.name === "reconnecting") {
      const { title, sentence, nextStep } = explainInboxProblem(state.problem);
      return finding("problem", `${inbox.name}: ${title}. ${sentence}`, nextStep);
    }
    if (state.name !== "ready")
      return finding("not-tested", `What the relay holds of ${inbox.name} is still being fetched.`, "Wait for it.");
  }
  return finding(
    "fine",
    `All that the relay held of ${inboxes.map(({ inbox }) => inbox.name).join(", ")} is in the log.`,
  );
}

interface Given {
  readonly address: string;
  readonly addressKnown: boolean;
  readonly relayOnly: boolean;
  readonly inboxes: readonly InboxStatus[];
}

/** What relays say of the address on the dashboard; null where they have nothing to do with it. */
export function relayAddressFinding({ address, addressKnown, relayOnly, inboxes }: Given): Finding | null {
  if (addressKnown) return null;
  const inbox = inboxAt(inboxes, address)?.inbox;
  if (inbox !== undefined) return finding("fine", `It is the address of the relay’s inbox ${inbox.name}.`);
  const [first] = inboxes;
  if (!relayOnly || first === undefined) return null;
  const { url } = first.inbox;
  return address === ""
    ? finding(
        "not-tested",
        `Which address is on the dashboard is not known here. It should be that of the relay’s inbox: ${url}`,
        "Copy the webhook URL from the dashboard and paste it above.",
      )
    : {
        ...finding(
          "problem",
          "The address on the dashboard is not that of a relay’s inbox, and this profile receives by a relay only.",
          `Set ${url} on the dashboard, or let the profile receive on this machine too, under Listener, Relay.`,
        ),
        addressToSet: url,
      };
}
