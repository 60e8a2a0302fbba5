import { isHereOnly } from "../listener.ts";
import {
  asSentence,
  capital,
  countText,
  dayText,
  durationText,
  lowered,
  pluralText,
  shortClockText,
} from "../measures.ts";
import type { Notice } from "../notices.ts";
import type { Explanation } from "../outcomes.ts";
import { type Instant } from "../primitives.ts";
import { addressName, explainAddressProblem, HERE_ONLY, problemLine, WAY_NAMES } from "./explain-address.ts";
import { explainRelayNotice } from "./explain-inbox.ts";
import { bad, good, neutral, odd } from "./explanation.ts";

/** A notice in plain words: the row's title, what it means, and what to do next (empty when nothing is). */
export function explainNotice(notice: Notice): Explanation {
  switch (notice.code) {
    case "listener-started":
      return good(
        `Listener started on ${notice.url}`,
        "Every request to this address is recorded and answered.",
        "Set it as the webhook URL on the dashboard; for a service elsewhere, get a public address under Listener.",
      );
    case "listener-stopped":
      return neutral(
        "Listener stopped",
        `${notice.url} took no requests from then on: webhooks sent there were not recorded until it was started again.`,
        "If it is still stopped, start the listener to receive webhooks again.",
      );
    case "listener-failed":
      return bad(
        `Listener could not start on ${notice.url}`,
        sentence(notice.reason),
        notice.nextFreePort === null
          ? "Choose another port under Listener."
          : `Choose another port under Listener; ${notice.nextFreePort} was free then.`,
      );
    case "listener-exposed":
      return odd(
        "Listener can be reached from other machines",
        `${notice.url} is not a loopback address: anybody on this network can send requests to it.`,
        "Go back to 127.0.0.1 under Listener when that is not wanted.",
      );
    case "public-address":
      return publicAddress(notice);
    case "relay":
      return explainRelayNotice(notice);
    case "outside-unrecorded":
      return odd(
        `Only counted: ${pluralText(notice.count, "request", "requests")} from outside`,
        `From ${span(notice.from, notice.until)} more requests came through the public address to other paths than a row each is kept for. All were answered 404.`,
        "Programs that try every public name do that. Webhooks are not concerned.",
      );
    case "sandbox-started":
      return good(
        `Sandbox started on ${notice.url}`,
        "It answers look-ups, credits and charges on this machine and sends webhooks to the listener.",
      );
    case "sandbox-failed":
      return bad(
        "Sandbox could not start",
        sentence(notice.reason),
        "Other profiles still work. Restart Linkdesk to try again.",
      );
    case "settings-set-aside":
      return {
        tone: "odd",
        title: "Some settings could not be read",
        // A whole file, one profile in it, or a secret: the reason says which.
        sentence: `${sentence(notice.reason)} What could not be read is kept in ${notice.file}; defaults take its place.`,
        nextStep: "Check the profiles and their secrets. Nothing was deleted.",
      };
    case "journal-set-aside":
      return odd(
        "Event log could not be read",
        `${sentence(notice.reason)} The file is kept as ${notice.file}; a new log was begun${notice.readable ? ", and what can be read of the old one is brought back into it" : ", empty, since nothing of the old one can be read"}.`,
        notice.readable
          ? "A row of its own says how much came back."
          : "Keep the old file if its events matter: nothing in it was changed. SQLite’s own tool may get them out of it, with its command “.recover”.",
      );
    case "journal-salvaged":
      return {
        tone: notice.lost === 0 ? "good" : "odd",
        title: `Brought back ${pluralText(notice.kept, "event", "events")}${notice.lost === 0 ? "" : `; ${countText(notice.lost)} lost`}`,
        sentence:
          notice.lost === 0
            ? `All of the damaged log could be read. Its file is kept as ${notice.file}.`
            : `Of the damaged log, what could not be read is not in the log any more. The damaged file is kept as ${notice.file}.`,
        nextStep: notice.lost === 0 ? "It can be deleted." : "A webhook missing from that time may have come.",
      };
    case "events-expired":
      return neutral(
        `Removed the oldest ${pluralText(notice.count, "event", "events")}`,
        `They came from ${span(notice.from, notice.until)} and were beyond the limit of ${notice.limits.map((limit) => LIMITS[limit]).join(" and ")}.`,
        "Pin what is to stay, or set other limits under Preferences.",
      );
    case "gap":
      return gap(notice.from, notice.until, notice.cause);
    case "not-recorded":
      return bad(
        `Could not record ${pluralText(notice.count, "request", "requests")}`,
        `From ${span(notice.from, notice.until)} what arrived was answered 503: ${sentence(notice.reason)}`,
        "A sender that keeps to the rules sends it again. If it does not, simulate it again.",
      );
    case "clock-set":
      return odd(
        `The clock was set ${notice.by < 0 ? "back" : "forward"} by ${durationText(Math.abs(notice.by))}`,
        "Rows stay in the order in which they came, whatever time they carry. Simulations that were waiting keep their whole time.",
      );
    case "secrets-unprotected":
      return odd(
        "This machine does not protect secrets",
        "No keychain was found. Secrets are kept in memory and are gone when Linkdesk ends.",
        "Unlock or install a keychain, or agree to storing them unprotected under Preferences.",
      );
    case "folder-open":
      return odd(
        "Others may read Linkdesk’s folder",
        `Other users of this machine can read ${notice.folder}, where Linkdesk keeps everything. Its rights cannot be changed: it belongs to somebody else, or its disk knows no rights.`,
        "Start Linkdesk with a data folder of your own (--user-data-dir).",
      );
    case "window-crashed":
      return odd(
        "The window crashed and was loaded again",
        `${sentence(notice.reason)} Listener, calls and event log went on meanwhile; only what was typed and not sent is gone.`,
        "If it happens again with the same event, keep that event (pin it) and report it.",
      );
    case "internal-error":
      return bad(
        "Something went wrong inside Linkdesk",
        sentence(notice.reason),
        "Nothing that is in the log was lost. If it happens again, restart Linkdesk and report it.",
      );
  }
}

const LIMITS = { events: "their number", bytes: "the log’s size", age: "their age" } as const;

function publicAddress(notice: Extract<Notice, { code: "public-address" }>): Explanation {
  const { change, way, url, former, problem } = notice;
  const through = `It goes by ${WAY_NAMES[way]}.`;
  const words = problem === undefined ? null : explainAddressProblem(problem);
  const here = isHereOnly(url);
  const name = capital(addressName(url));
  switch (change) {
    case "starting":
      // Whether it is public is known once it is there.
      return neutral(way === "own" ? "Testing the address" : "Getting an address", through);
    case "ready":
      return (here ? odd : good)(
        `${name} ready: ${url ?? ""}`,
        `A request of our own went out to it and came back through it. ${through}`,
        here ? HERE_ONLY.sentence : "Set it as the webhook URL on the dashboard, if it is not there already.",
      );
    case "changed":
      return odd(
        `${name} changed to ${url ?? ""}`,
        `It was ${former ?? "another one"} before, and nothing comes through that any more. ${through}`,
        here ? HERE_ONLY.sentence : "Put the new address on the dashboard.",
      );
    case "reconnecting":
      return bad(
        `${name} down: connecting again`,
        words === null ? "" : `${words.title}. ${sentence(problemLine(words))}`,
        "Webhooks sent now are not seen. It is tried again by itself.",
      );
    case "failed":
      return bad(
        `No public address${words === null ? "" : `: ${lowered(words.title)}`}`,
        words === null ? "" : sentence(problemLine(words)),
        words?.nextStep ?? "",
      );
    case "stopped":
      return neutral(`${name} stopped`, url === null ? through : `Nothing comes through ${url} any more.`);
  }
}

function gap(from: Instant, until: Instant, cause: "asleep" | "ended-abruptly" | "log-damaged"): Explanation {
  if (cause === "log-damaged")
    return bad(
      "A part of the event log is lost",
      `The log was damaged on the disk. What was recorded ${from === 0 ? `before ${moment(until)}` : `from ${span(from, until)}`} cannot be read any more.`,
      "A webhook missing from that time may have come: simulate it again.",
    );
  const length = durationText(Math.max(0, until - from));
  // Its clock went on and Linkdesk did not: nobody can tell from that why, and what came meanwhile may have been taken
  // later.
  if (cause === "asleep")
    return odd(
      `Linkdesk did not run for ${length}`,
      `From ${span(from, until)} this machine was asleep, or too busy to let it run. Webhooks sent in that time may have come late, or not at all.`,
      "A webhook missing from that time is not proof that it was never sent: simulate it again.",
    );
  return odd(
    `Nothing was recorded for ${length}`,
    `Linkdesk ended without being asked to from ${span(from, until)}. Webhooks sent in that time could not be seen.`,
    "A webhook missing from that time is not proof that it was never sent: simulate it again.",
  );
}

function moment(at: Instant): string {
  return `${dayText(at)}, ${shortClockText(at)}`;
}

/** A span from one moment to another; the day is said once, where it is the same. */
function span(from: Instant, until: Instant): string {
  return `${moment(from)} to ${dayText(from) === dayText(until) ? shortClockText(until) : moment(until)}`;
}

/** A reason from the system as a sentence of its own. */
function sentence(reason: string): string {
  return reason.trim() === "" ? "The reason is not known." : asSentence(reason);
}
