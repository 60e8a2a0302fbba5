import { describe, expect, it } from "vitest";
import type { InboxState, InboxStatus } from "../../shared/inbox.ts";
import { inboxAt, receivingFinding, relayAddressFinding } from "./relay-check.ts";

const ID = "0123456789abcdef0123456789abcdef";
const URL_OF_INBOX = `https://relay.example/in/${ID}`;

function inboxIn(state: InboxState): InboxStatus {
  return {
    membership: "6f1d1c1e-90c5-4a53-9f0f-0d7c7c1b2a01",
    relay: "https://relay.example",
    member: "ada",
    inbox: { id: ID, name: "Acme", url: URL_OF_INBOX },
    profileId: "p",
    state,
    answer: null,
    keepDays: null,
    webhooks: 0,
  };
}

const ready = inboxIn({ name: "ready", since: 1 });

it.each([
  [URL_OF_INBOX, true],
  [`${URL_OF_INBOX}/payments?x=1`, true],
  [`https://elsewhere.example/in/${ID}`, false],
  ["https://relay.example/in/0123456789abcdef0123456789abcde0", false],
  ["https://relay.example/", false],
  ["acme", false],
  ["", false],
])("%s leads to the inbox: %s", (address, leads) => {
  expect(inboxAt([ready], address)).toBe(leads ? ready : null);
});

describe("what is received by a relay only", () => {
  const problem = { code: "unreachable", detail: "connect ECONNREFUSED" } as const;
  it.each([
    ["no inbox", [], "problem", "no inbox comes to it"],
    [
      "one that is away",
      [inboxIn({ name: "reconnecting", since: 1, problem, nextTry: null })],
      "problem",
      "ECONNREFUSED",
    ],
    [
      "one that is over, beside one that is well",
      [ready, inboxIn({ name: "failed", at: 1, problem: { code: "not-let-in", detail: "" } })],
      "problem",
      "does not let this Linkdesk in",
    ],
    ["one that catches up", [inboxIn({ name: "catching-up", since: 1, left: 3 })], "not-tested", "still being fetched"],
    ["one that is well", [ready], "fine", "All that the relay held of Acme"],
  ] as const)("%s", (_, inboxes, state, words) => {
    const found = receivingFinding(inboxes);
    expect(found.state).toBe(state);
    expect(found.sentence).toContain(words);
  });
});

describe("the address on the dashboard", () => {
  const given = { address: "", addressKnown: false, relayOnly: false, inboxes: [ready] };
  it.each([
    ["of the inbox", { address: URL_OF_INBOX }, "fine", ""],
    ["of the inbox, which alone is to be used", { address: URL_OF_INBOX, relayOnly: true }, "fine", ""],
    [
      "another one, with the relay alone",
      { address: "https://x.example/hooks", relayOnly: true },
      "problem",
      URL_OF_INBOX,
    ],
    ["not known, with the relay alone", { relayOnly: true }, "not-tested", "paste it above"],
    ["another one", { address: "https://x.example/hooks" }, null, ""],
    ["not known", {}, null, ""],
    ["of the sandbox", { addressKnown: true, relayOnly: true }, null, ""],
  ] as const)("%s", (_, more, state, nextStep) => {
    const found = relayAddressFinding({ ...given, ...more });
    expect(found?.state ?? null).toBe(state);
    expect(found?.nextStep ?? "").toContain(nextStep);
  });
});
