import { randomBytes } from "node:crypto";
import type { InboxProblem, InboxStamp } from "../../shared/inbox.ts";
import { type Invitation, JOIN_PATH } from "../../shared/relay.ts";
import type { Network } from "../network/index.ts";
import { Refusal } from "../refusal.ts";
import { openRelayConnection } from "./relay-connection.ts";

interface Joined {
  readonly token: string;
  readonly member: string;
  readonly inboxes: readonly InboxStamp[];
}

/** The address of a relay for WebSockets. */
export function socketUrl(relay: string, path: string): URL {
  return new URL(path, relay.replace(/^http/, "ws"));
}

/** Uses an invitation. @throws Refusal that says why it cannot be used */
export async function join(network: Network, invitation: Invitation): Promise<Joined> {
  const token = randomBytes(32).toString("base64url");
  let joined: Joined | null = null;
  const line = openRelayConnection({
    network,
    url: socketUrl(invitation.relay, JOIN_PATH),
    authorization: `Invitation ${invitation.code}`,
    opened: () => line.say({ type: "join", token }),
    said(message) {
      if (message.type !== "joined") return;
      joined = { token, member: message.member, inboxes: message.inboxes };
      line.close();
    },
    webhook: () => line.close(),
  });
  const problem = await line.ended;
  if (joined !== null) return joined;
  throw new Refusal("not-joined", sentenceOf(problem, invitation.relay));
}

function sentenceOf(problem: InboxProblem | null, relay: string): string {
  if (problem?.code === "not-let-in")
    return "The relay does not take this invitation: it was used already, or its time is over. Ask for a new one.";
  return `The relay at ${relay} could not be reached${problem?.detail ? `: ${problem.detail}` : ""}. The invitation can be tried again.`;
}
