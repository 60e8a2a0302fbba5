import type { Explanation, Outcome, ProxyFault, TlsFault } from "../outcomes.ts";
import { MEBIBYTE } from "../primitives.ts";
import type { ForwardOutcome } from "../replay.ts";
import { limitTime } from "./explain-connection.ts";
import { bad, good, neutral, odd } from "./explanation.ts";

/**
 * How sending a delivery to an address of the user's ended, as a replay or live. Whoever listens there is the user's
 * own program, so any answer is an answer: what it means is for the user to say.
 *
 * @param answerStands where the answer is to be read, from where this is said
 */
export function explainReplay(outcome: Outcome, answerStands = IN_ITS_TAB): Explanation {
  switch (outcome.code) {
    case "success":
    case "unexpected-message":
    case "unexpected-shape":
    case "reported-error":
    case "not-json":
      return good("Accepted by the target", "The target took it and answered with success.");
    case "status":
      return outcome.status < 400
        ? odd(`Answered ${outcome.status}`, "The target answered, but neither with success nor with an error.")
        : bad(
            `The target answered ${outcome.status}`,
            "It took the request and did not accept it.",
            read(answerStands),
          );
    case "redirect":
      return odd(
        `The target points elsewhere (${outcome.status})`,
        `It answered with another address${outcome.location === null ? "" : `, ${outcome.location}`}. It was not followed: nobody asked for the request to go there.`,
        "Use the other address, if that is the one you mean.",
      );
    case "too-large":
      return odd(
        "The answer is large",
        `It is longer than ${outcome.limitBytes >= MEBIBYTE ? `${outcome.limitBytes / MEBIBYTE} MiB` : `${outcome.limitBytes / 1_024} KiB`}; its first part was kept.`,
      );
    case "dns":
      return bad("The name of the target is not known", `There is no address for ${outcome.host}.`, CHECK_ADDRESS);
    case "refused":
      return bad(
        "Nothing listens there",
        `Nothing takes connections on port ${outcome.port} of ${outcome.host}.`,
        "Start the program that is to receive it, or check the port.",
      );
    case "unreachable":
      return bad(
        "The target cannot be reached",
        `There is no way from this machine to ${outcome.host} (${outcome.detail}).`,
        "Check the network connection, the VPN and the firewall of this machine.",
      );
    case "tls":
      return bad("No secure connection", `${TLS[outcome.fault]} (${outcome.detail}). Nothing was sent.`, CHECK_ADDRESS);
    case "proxy":
      return bad(
        "The proxy is in the way",
        `${PROXY[outcome.fault]} It is ${outcome.proxy}. Nothing reached the target.`,
        "Check the proxy settings of this machine.",
      );
    case "connect-timeout":
      return bad(
        "No connection in time",
        `The connection did not stand within ${limitTime(outcome.limitMs)}. Nothing was sent.`,
        CHECK_ADDRESS,
      );
    case "answer-timeout":
      return bad(
        "No answer in time",
        `The target has the request, but its answer was not here whole within ${limitTime(outcome.limitMs)}.`,
        "Look at what the target is doing with it.",
      );
    case "reset":
      return bad(
        "The connection broke off",
        outcome.sent
          ? "The target closed the connection without a whole answer. It may have acted on the request."
          : "The target closed the connection before the request was out.",
        LOOK,
      );
    case "protocol":
      return bad("The answer could not be read", outcome.detail, "Check http or https and the port of the address.");
    case "cancelled":
      return neutral(
        "Cancelled",
        outcome.sent ? "The request was out already: the target may have acted on it." : "Nothing was sent.",
      );
    case "interrupted":
      return neutral("Interrupted", "Linkdesk was ended before the target had answered.");
    case "internal":
      return bad("It was not sent", outcome.detail, "");
  }
}

/** What became of handing a delivery on, in plain words. `answerStands` as in `explainReplay`. */
export function explainForward(outcome: ForwardOutcome, answerStands = IN_ITS_TAB): Explanation {
  if (outcome.code === "waiting")
    return neutral(
      "Waiting to be forwarded",
      "Webhooks go on one after the other: those before it have their turn first.",
    );
  return outcome.code === "not-sent" ? NOT_SENT[outcome.because] : explainReplay(outcome, answerStands);
}

const NOT_SENT: Readonly<Record<Extract<ForwardOutcome, { code: "not-sent" }>["because"], Explanation>> = {
  closed: odd(
    "Not forwarded: Linkdesk was closed",
    "Linkdesk ended before its turn came. The target has not got it.",
    "Forward it again to send it now.",
  ),
  loop: bad(
    "Not forwarded: it came from here",
    "The target, or something behind it, sent the webhook back to this listener. Forwarded again, it would go round without end.",
    "Forward to another address, or stop the target from sending here.",
  ),
  "own-listener": bad(
    "Not forwarded: the target is this listener",
    "The address to forward to is that of this listener itself: the webhook would only come back.",
    "Forward to another address, under Listener, Forward.",
  ),
  "too-many": bad(
    "Not forwarded: too many were waiting",
    "Webhooks came faster than they could be forwarded one after the other, and 1,000 were waiting already.",
    "Forward it again when those before it have gone on.",
  ),
  off: odd(
    "Not forwarded: it was switched off",
    "Forwarding was switched off before its turn came.",
    "Forward it again to send it now.",
  ),
};

const IN_ITS_TAB = "in the tab Answer";
const read = (answerStands: string) => `Its answer, ${answerStands}, may say why. Else look at the target’s own log.`;
const LOOK = "Look at the target’s own log for the reason.";
const CHECK_ADDRESS = "Check the address, and whether this machine can reach it.";

const TLS: Readonly<Record<TlsFault, string>> = {
  expired: "The target’s certificate has expired",
  "not-yet-valid": "The target’s certificate is not valid yet",
  "wrong-host": "The target’s certificate is for another host",
  "self-signed": "The target’s certificate is self-signed",
  "unknown-issuer": "The target’s certificate comes from an issuer that is not known here",
  "client-certificate": "The target wants a client certificate",
  protocol: "The target does not speak TLS, or no common version of it",
  other: "The target’s certificate was not accepted",
};

const PROXY: Readonly<Record<ProxyFault, string>> = {
  unreachable: "The proxy cannot be reached.",
  authentication: "The proxy wants a name and a password.",
  refused: "The proxy refused to lead there.",
  unsupported: "The proxy is of a kind that is not supported.",
};
