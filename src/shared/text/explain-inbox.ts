import type { InboxProblem } from "../inbox.ts";
import { pluralText } from "../measures.ts";
import type { Notice } from "../notices.ts";
import type { Explanation } from "../outcomes.ts";
import { bad, good, neutral, odd } from "./explanation.ts";

interface Words {
  readonly title: string;
  readonly sentence: string;
  readonly nextStep: string;
}

const WAITS_THERE = "What comes to the relay meanwhile waits there.";

/** Why nothing is received from an inbox, and what to do about it. */
export function explainInboxProblem({ code, detail }: InboxProblem): Words {
  switch (code) {
    case "unreachable":
      return {
        title: "The relay cannot be reached",
        sentence: detail === "" ? WAITS_THERE : `${detail.replace(/\.?$/, ".")} ${WAITS_THERE}`,
        nextStep: "It is tried again by itself. If it stays so, ask whoever runs the relay.",
      };
    case "not-let-in":
      return {
        title: "The relay does not let this Linkdesk in",
        sentence: "Its membership was ended there, or the relay was set up anew.",
        nextStep: "Ask whoever runs the relay for a new invitation.",
      };
    case "no-inbox":
      return {
        title: "This inbox is not there any more",
        sentence: "It was removed from the relay, or from this membership.",
        nextStep: "Ask whoever runs the relay.",
      };
    case "no-token":
      return {
        title: "The key to the relay is missing",
        sentence: "It could not be kept on this machine, or cannot be read any more.",
        nextStep: "Leave the relay and join it again with a new invitation.",
      };
    case "silent":
      return {
        title: "The relay does not answer",
        sentence: `The connection stood, but nothing was heard any more. ${WAITS_THERE}`,
        nextStep: "It is tried again by itself.",
      };
    case "misunderstood":
      return {
        title: "What the relay says cannot be understood",
        sentence: "There may be something else at this address, or a relay of another version.",
        nextStep: "It is tried again by itself. If it stays so, ask whoever runs the relay.",
      };
    case "turned-away":
      return {
        title: "The relay is in trouble",
        sentence: detail === "" ? WAITS_THERE : `${detail} ${WAITS_THERE}`,
        nextStep: "It is tried again by itself.",
      };
    case "stopped-there":
      return {
        title: "The relay is being stopped",
        sentence: "That happens when it is brought up to date.",
        nextStep: "It is tried again by itself.",
      };
    case "cannot-keep":
      return {
        title: "What comes cannot be kept on this machine",
        sentence: `${detail === "" ? "" : `${detail} `}${WAITS_THERE}`,
        nextStep: "See what is said of the event log. It goes on by itself.",
      };
  }
}

/** A row about an inbox of a relay. */
export function explainRelayNotice(notice: Extract<Notice, { code: "relay" }>): Explanation {
  const { change, name, relay, problem, count = 0, by = "Somebody" } = notice;
  const words = problem === undefined ? null : explainInboxProblem(problem);
  switch (change) {
    case "starting":
      return neutral(`Relay: receiving from ${name}`, `Linkdesk connects to ${relay}.`);
    case "ready":
      return good(`Relay ready: ${name}`, `All that ${relay} held of this inbox is in the log.`);
    case "lost":
      return odd(
        `Relay away: ${name}`,
        words === null ? `Nothing comes from ${relay}.` : `${words.title}. ${words.sentence}`,
        "It is tried again by itself. Simulations wait for what the relay may hold.",
      );
    case "removed":
      return bad(
        `Too late: ${pluralText(count, "webhook was", "webhooks were")} removed before you came back`,
        `The relay keeps the webhooks of ${name} for a limited time, and these were older.`,
        "Ask whoever runs the relay to keep them for longer.",
      );
    case "restarted":
      return bad(
        `The relay began anew: ${name}`,
        `Its storage is another one, or was put back to an earlier state: positions restarted. Whatever it has is fetched from the beginning, so webhooks may be in the log twice, and what it has lost is not known.`,
        "Ask whoever runs the relay what was lost.",
      );
    case "failed":
      return bad(
        `Nothing is received from ${name} any more`,
        words === null ? `Nothing comes from ${relay}.` : `${words.title}. ${words.sentence}`,
        words?.nextStep ?? "",
      );
    case "only":
      return neutral(
        `Webhooks come by the relay only: ${name}`,
        "Whether this machine’s own listener is open makes no difference to the simulations of this profile any more.",
      );
    case "not-only":
      return neutral(
        `Webhooks come by the relay or to this machine: ${name}`,
        "While this machine’s own listener is closed, a simulation’s webhook may not be seen.",
      );
    case "answer-taken":
      return odd(
        `${by} answers the senders of ${name} now`,
        `${by}’s Linkdesk has taken the answer over from this one. Webhooks come here as before.`,
        "To answer from here again, open Listener, Relay.",
      );
    case "stopped":
      return neutral(
        `Relay: ${name} is not received any more`,
        `What comes to ${relay} stays there, for those who receive it.`,
      );
  }
}
