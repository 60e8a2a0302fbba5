import type { Handlers } from "../../src/shared/contract.ts";
import type { InboxAnswer, InboxProblem, InboxState, InboxStatus } from "../../src/shared/inbox.ts";
import { readInvitation } from "../../src/shared/relay.ts";
import type { PushOut } from "./program.ts";
import { FakeRefusal } from "./refusal.ts";

const AT = Date.now() * 1_000;
const MEMBERSHIP = "6f1d1c1e-90c5-4a53-9f0f-0d7c7c1b2a01";

const HOLD = "3b0c8f52-55a5-4b3f-9d6b-0f6b8f6f2a11";
const FREE: InboxAnswer = { waitMs: 2_000, status: 200, holder: null };

function inboxIn(state: InboxState, more: Partial<InboxStatus> = {}): InboxStatus {
  const id = "ffe316690968e73e8d98a9bc6ca03949";
  return {
    membership: MEMBERSHIP,
    relay: "https://relay.acme.example",
    member: "ada",
    inbox: { id, name: "Acme Payments", url: `https://relay.acme.example/in/${id}` },
    profileId: state.name === "off" ? null : "sandbox",
    state,
    answer: state.name === "ready" || state.name === "catching-up" ? FREE : null,
    keepDays: state.name === "ready" || state.name === "catching-up" ? 30 : null,
    webhooks: 0,
    ...more,
  };
}

const AWAY: InboxProblem = { code: "unreachable", detail: "connect ECONNREFUSED 203.0.113.7:443" };

function heldBy(member: string, isHere: boolean, from: string | null = null): InboxAnswer {
  const tookFrom = from === null ? null : { member: from, isHere: !isHere };
  return { ...FREE, holder: { hold: HOLD, member, since: AT, isHere, tookFrom } };
}

function answeredBy(member: string, isHere: boolean, from: string | null = null): InboxStatus {
  const answer = heldBy(member, isHere, from);
  return inboxIn({ name: "ready", since: AT }, { webhooks: 12, answer });
}

/** Each state as it can be looked at. */
export const INBOXES: Readonly<Record<string, readonly InboxStatus[]>> = {
  ready: [inboxIn({ name: "ready", since: AT }, { webhooks: 1_204 })],
  here: [answeredBy("ada", true)],
  held: [answeredBy("tunde", false)],
  taken: [answeredBy("tunde", false, "ada")],
  "no-answer": [inboxIn({ name: "ready", since: AT }, { answer: { ...FREE, waitMs: 0 } })],
  "catching-up": [inboxIn({ name: "catching-up", since: AT, left: 8_712 })],
  reconnecting: [
    inboxIn({
      name: "reconnecting",
      since: AT,
      problem: AWAY,
      nextTry: AT + 24_000_000,
    }),
  ],
  test: [inboxIn({ name: "ready", since: AT }, { profileId: "acme-test", webhooks: 12 })],
  "test-away": [inboxIn({ name: "reconnecting", since: AT, problem: AWAY, nextTry: null }, { profileId: "acme-test" })],
  failed: [inboxIn({ name: "failed", at: AT, problem: { code: "not-let-in", detail: "" } })],
  two: [
    inboxIn({ name: "ready", since: AT }, { webhooks: 3 }),
    inboxIn(
      { name: "off" },
      {
        inbox: {
          id: "0123456789abcdef0123456789abcdef",
          name: "Borealis Market",
          url: "https://relay.acme.example/in/0123456789abcdef0123456789abcdef",
        },
      },
    ),
  ],
};

/** A relay that lets in whoever has an invitation. */
export function createFakeInbox(push: PushOut, initial: readonly InboxStatus[] = []): Handlers["inbox"] {
  let inboxes = initial;
  const change = (next: readonly InboxStatus[]) => {
    inboxes = next;
    push("inbox.changed", { inboxes: [...inboxes] });
    return { inboxes: [...inboxes] };
  };
  return {
    status: () => ({ inboxes: [...inboxes] }),
    join({ invitation, profileId }) {
      if (readInvitation(invitation) === null) throw new FakeRefusal("no-invitation", "This is no invitation.");
      return change([...inboxes, inboxIn({ name: "ready", since: AT }, { profileId })]);
    },
    receive: ({ inbox, profileId }) =>
      change(
        inboxes.map((each) =>
          each.inbox.id === inbox
            ? { ...each, profileId, state: profileId === null ? { name: "off" } : { name: "ready", since: AT } }
            : each,
        ),
      ),
    holdAnswer: ({ inbox, hold, from }) =>
      change(
        inboxes.map((each) =>
          each.inbox.id === inbox
            ? {
                ...each,
                answer: hold ? heldBy(each.member, true, from === null ? null : "tunde") : FREE,
              }
            : each,
        ),
      ),
    leave: ({ membership }) => change(inboxes.filter((each) => each.membership !== membership)),
    tryNow: () => change(inboxes.map((each) => ({ ...each, state: { name: "ready", since: AT } }))),
  };
}
