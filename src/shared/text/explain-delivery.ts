import { type DeliveryDetail, type DeliverySummary } from "../events.ts";
import type { Relayed } from "../inbox.ts";
import { asSentence, sizeText } from "../measures.ts";
import { type Explanation } from "../outcomes.ts";
import { firstHeader, type HeaderList } from "../primitives.ts";
import { explainPurpose } from "./explain-purpose.ts";
import { bad, good, neutral, odd } from "./explanation.ts";

/** What became of a request to the listener, in plain words: how much of it came, and what it was answered. */
export function explainDelivery(detail: DeliveryDetail): Explanation {
  const explanation = withAnswerer(explain(detail), detail);
  const page = webPageSentence(detail.request.headers);
  return page === null ? explanation : { ...explanation, sentence: `${explanation.sentence} ${page}` };
}

/** Who answered for a relay's inbox, in a few words. */
export function answeredByText({ member, answeredBy }: NonNullable<Relayed["asked"]>): string {
  switch (answeredBy) {
    case "here":
      return "this Linkdesk, by its answer script";
    case "holder":
      return `${member}’s Linkdesk`;
    case "default":
      return `the relay: ${member}’s Linkdesk said nothing in time`;
    case "unknown":
      return `${member}’s Linkdesk, or the relay: that is not known here`;
  }
}

/** Says whose answer it is, where a relay asked somebody's Linkdesk. */
function withAnswerer(explanation: Explanation, { request }: DeliveryDetail): Explanation {
  const asked = request.relayed?.asked;
  if (asked === undefined || asked.answeredBy === "unknown" || asked.answeredBy === "here") return explanation;
  const said =
    asked.answeredBy === "holder"
      ? `The relay answered what ${asked.member}’s Linkdesk said.`
      : `${asked.member}’s Linkdesk was asked and said nothing in time, so the relay gave the inbox’s own answer.`;
  return { ...explanation, sentence: `${explanation.sentence} ${said}` };
}

function otherAnswerer({ relayed }: DeliveryDetail["request"]): string | null {
  return relayed?.asked?.answeredBy === "holder" ? relayed.asked.member : null;
}

function explain({ summary, request }: DeliveryDetail): Explanation {
  const problem = request.problem === null ? "" : ` ${asSentence(request.problem)}`;
  const kept = `The ${sizeText(summary.size)} that came are kept.`;
  switch (summary.completeness) {
    case "whole":
      return summary.onPurpose === undefined
        ? summary.onPath
          ? answered(summary)
          : elsewhere(summary)
        : summary.onPurpose.does === "proof" && !summary.onPath
          ? ownElsewhere(summary)
          : explainPurpose(summary.onPurpose, summary, otherAnswerer(request));
    case "cut":
      return odd(
        "Too large: only its first part was kept",
        `The body is longer than the listener takes.${problem} ${kept}`,
        "Raise the body cap under Listener if bodies of this size are meant to come.",
      );
    case "aborted":
      return odd(
        "The sender hung up before the end",
        `The connection was closed before the request was complete.${problem} ${kept}`,
        "Look for a restart, a crash or a time-out on the sender’s side, or for a proxy in between.",
      );
    case "timed-out":
      return odd(
        "The sender was too slow",
        `The request was not complete in time, and Linkdesk gave up on it.${problem} ${kept}`,
        "Check that the sender announces the length that it really sends.",
      );
    case "malformed":
      return odd(
        "This is not HTTP",
        `What arrived could not be read as a request.${problem} Its bytes are kept as its body.`,
        "Check that the address begins with http:// and not https://: an encrypted greeting looks exactly like this.",
      );
  }
}

function answered(summary: DeliverySummary): Explanation {
  const { status, answerState } = summary;
  if (answerState === "unknown")
    return neutral(
      "Received whole; the answer is not known here",
      "The relay asked another member’s Linkdesk for the answer, and what that said was not told here: this Linkdesk was not connected then.",
      "The log of that Linkdesk has it. Under “Answered by” below stands whose it is.",
    );
  if (answerState === "failed")
    return bad(
      "Received, but the sender was gone before the answer",
      "The request came whole and is recorded. The connection was closed before the answer was out.",
      "The sender counts this as failed and may send it again. Check its time-out against the answer’s delay.",
    );
  if (answerState === "pending" || status === null)
    return neutral(
      "Being answered",
      "The request came whole. The answer is not out yet: it may be delayed on purpose.",
    );
  if (status >= 200 && status < 300)
    return good(`Received whole and answered ${status}`, "The request was on disk before it was answered.");
  return odd(
    `Received whole and answered ${status}`,
    `The request is recorded. Its sender takes ${status} for a failure, and usually tries again.`,
    "The answer is set in the profile. Choose 200 there if the sender is to be content.",
  );
}

/** A test of ours that shows what is wrong: a webhook to that address would fare no better. */
function ownElsewhere({ status, path }: DeliverySummary): Explanation {
  return odd(
    "Our own request came to another path",
    `Linkdesk sent this request itself, to see whether the address leads here. It does, but to ${path.split("?", 1)[0]}, which is not the webhook path${status === null ? "" : `: it was answered ${status}, as a webhook would be`}.`,
    "Correct the path in the address, or the path under Listener.",
  );
}

function elsewhere(summary: DeliverySummary): Explanation {
  return neutral(
    "A request to another path",
    `It is recorded but not taken for a webhook${summary.status === null ? "" : `, and was answered ${summary.status}`}.`,
    "If it was meant to be a webhook, correct the URL on the dashboard, or the path under Listener.",
  );
}

/**
 * The web page that sent a request, as a sentence; null when it was no web page. Browsers put `Origin` on every post
 * across origins and `Sec-Fetch-Site` on every request (Fetch standard), and no page can leave them out. Other senders
 * may put them in, so this is a hint and no proof.
 */
export function webPageSentence(headers: HeaderList): string | null {
  const origin = firstHeader(headers, "origin");
  if (origin === undefined && firstHeader(headers, "sec-fetch-site") === undefined) return null;
  // An origin as browsers write it: scheme, host in ASCII, port. Anything else is not repeated.
  const from = /^[a-z][a-z0-9+.-]{0,20}:\/\/[a-z0-9.:[\]-]{1,255}$/i.test(origin ?? "") ? ` of ${origin}` : "";
  return `A web page${from} sent this, in a browser that can reach the listener: it is no webhook of the service.`;
}
