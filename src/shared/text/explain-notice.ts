import { clockText, countText, dayText, durationText, pluralText } from "../measures.ts";
import type { Notice } from "../notices.ts";
import type { Explanation } from "../outcomes.ts";
import { type Instant } from "../primitives.ts";
import { explainAddressProblem, problemLine, WAY_NAMES } from "./explain-address.ts";
import { explainRelayNotice } from "./explain-inbox.ts";

/** A notice in plain words: the row's title, what it means, and what to do next (empty when nothing is). */
export function explainNotice(notice: Notice): Explanation {
  switch (notice.code) {
    case "listener-started":
      return {
        tone: "good",
        title: `Listener started on ${notice.url}`,
        sentence: "Every request to this address is recorded and answered.",
        nextStep:
          "Set it as the webhook URL on the dashboard; for a service elsewhere, get a public address under Listener.",
      };
    case "listener-stopped":
      return {
        tone: "neutral",
        title: "Listener stopped",
        sentence: `${notice.url} takes no requests any more. Webhooks sent there now are not recorded.`,
        nextStep: "Start the listener to receive webhooks again.",
      };
    case "listener-failed":
      return {
        tone: "bad",
        title: `Listener could not start on ${notice.url}`,
        sentence: sentence(notice.reason),
        nextStep:
          notice.nextFreePort === null
            ? "Choose another port under Listener."
            : `Choose another port under Listener; ${notice.nextFreePort} was free then.`,
      };
    case "listener-exposed":
      return {
        tone: "odd",
        title: "Listener can be reached from other machines",
        sentence: `${notice.url} is not a loopback address: anybody on this network can send requests to it.`,
        nextStep: "Go back to 127.0.0.1 under Listener when that is not wanted.",
      };
    case "public-address":
      return publicAddress(notice);
    case "relay":
      return explainRelayNotice(notice);
    case "outside-unrecorded":
      return {
        tone: "odd",
        title: `Only counted: ${pluralText(notice.count, "request", "requests")} from outside`,
        sentence: `From ${span(notice.from, notice.until)} more requests came through the public address to other paths than a row each is kept for. All were answered 404.`,
        nextStep: "Programs that try every public name do that. Webhooks are not concerned.",
      };
    case "sandbox-started":
      return {
        tone: "good",
        title: `Sandbox started on ${notice.url}`,
        sentence: "It answers look-ups, credits and charges on this machine and sends webhooks to the listener.",
        nextStep: "",
      };
    case "sandbox-failed":
      return {
        tone: "bad",
        title: "Sandbox could not start",
        sentence: sentence(notice.reason),
        nextStep: "Other profiles still work. Restart Linkdesk to try again.",
      };
    case "settings-set-aside":
      return {
        tone: "odd",
        title: "Some settings could not be read",
        // A whole file, one profile in it, or a secret: the reason says which.
        sentence: `${sentence(notice.reason)} What could not be read is kept in ${notice.file}; defaults take its place.`,
        nextStep: "Check the profiles and their secrets. Nothing was deleted.",
      };
    case "journal-set-aside":
      return {
        tone: "odd",
        title: "Event log could not be read",
        sentence: `${sentence(notice.reason)} The file is kept as ${notice.file}; a new log was begun${notice.readable ? ", and what can be read of the old one is brought back into it" : ", empty, since nothing of the old one can be read"}.`,
        nextStep: notice.readable
          ? "A row of its own says how much came back."
          : "Keep the old file if its events matter: nothing in it was changed. SQLite's own tool may get them out of it, with its command “.recover”.",
      };
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
      return {
        tone: "neutral",
        title: `Removed the oldest ${pluralText(notice.count, "event", "events")}`,
        sentence: `They came from ${span(notice.from, notice.until)} and were beyond the limit of ${notice.limits.map((limit) => LIMITS[limit]).join(" and ")}.`,
        nextStep: "Pin what is to stay, or set other limits under Preferences.",
      };
    case "gap":
      return gap(notice.from, notice.until, notice.cause);
    case "not-recorded":
      return {
        tone: "bad",
        title: `Could not record ${pluralText(notice.count, "request", "requests")}`,
        sentence: `From ${span(notice.from, notice.until)} what arrived was answered 503: ${sentence(notice.reason)}`,
        nextStep: "A sender that keeps to the rules sends it again. If it does not, simulate it again.",
      };
    case "clock-set":
      return {
        tone: "odd",
        title: `The clock was set ${notice.by < 0 ? "back" : "forward"} by ${durationText(Math.abs(notice.by))}`,
        sentence:
          "Rows stay in the order in which they came, whatever time they carry. Simulations that were waiting keep their whole time.",
        nextStep: "",
      };
    case "secrets-unprotected":
      return {
        tone: "odd",
        title: "This machine does not protect secrets",
        sentence: "No keychain was found. Secrets are kept in memory and are gone when Linkdesk ends.",
        nextStep: "Unlock or install a keychain, or agree to storing them unprotected under Preferences.",
      };
    case "folder-open":
      return {
        tone: "odd",
        title: "Others may read Linkdesk's folder",
        sentence: `Other users of this machine can read ${notice.folder}, where Linkdesk keeps everything. Its rights cannot be changed: it belongs to somebody else, or its disk knows no rights.`,
        nextStep: "Start Linkdesk with a data folder of your own (--user-data-dir).",
      };
    case "window-crashed":
      return {
        tone: "odd",
        title: "The window crashed and was loaded again",
        sentence: `${sentence(notice.reason)} Listener, calls and event log went on meanwhile; only what was typed and not sent is gone.`,
        nextStep: "If it happens again with the same event, keep that event (pin it) and report it.",
      };
    case "internal-error":
      return {
        tone: "bad",
        title: "Something went wrong inside Linkdesk",
        sentence: sentence(notice.reason),
        nextStep: "Nothing that is in the log was lost. If it happens again, restart Linkdesk and report it.",
      };
  }
}

const LIMITS = { events: "their number", bytes: "the log's size", age: "their age" } as const;

function publicAddress(notice: Extract<Notice, { code: "public-address" }>): Explanation {
  const { change, way, url, former, problem } = notice;
  const through = `It goes by ${WAY_NAMES[way]}.`;
  const words = problem === undefined ? null : explainAddressProblem(problem);
  switch (change) {
    case "starting":
      return { tone: "neutral", title: "Public address: starting", sentence: through, nextStep: "" };
    case "ready":
      return {
        tone: "good",
        title: `Public address ready: ${url ?? ""}`,
        sentence: `A request of our own went out to it and came back through it. ${through}`,
        nextStep: "Set it as the webhook URL on the dashboard, if it is not there already.",
      };
    case "changed":
      return {
        tone: "odd",
        title: `Public address changed to ${url ?? ""}`,
        sentence: `It was ${former ?? "another one"} before, and nothing comes through that any more. ${through}`,
        nextStep: "Put the new address on the dashboard.",
      };
    case "reconnecting":
      return {
        tone: "bad",
        title: "Public address down: connecting again",
        sentence: words === null ? "" : `${words.title}. ${sentence(problemLine(words))}`,
        nextStep: "Webhooks sent now are not seen. It is tried again by itself.",
      };
    case "failed":
      return {
        tone: "bad",
        title: `No public address${words === null ? "" : `: ${words.title.charAt(0).toLowerCase()}${words.title.slice(1)}`}`,
        sentence: words === null ? "" : sentence(problemLine(words)),
        nextStep: words?.nextStep ?? "",
      };
    case "stopped":
      return {
        tone: "neutral",
        title: "Public address stopped",
        sentence: url === null ? through : `Nothing comes through ${url} any more.`,
        nextStep: "",
      };
  }
}

function gap(from: Instant, until: Instant, cause: "asleep" | "ended-abruptly" | "log-damaged"): Explanation {
  if (cause === "log-damaged")
    return {
      tone: "bad",
      title: "A part of the event log is lost",
      sentence: `The log was damaged on the disk. What was recorded ${from === 0 ? `before ${moment(until)}` : `from ${span(from, until)}`} cannot be read any more.`,
      nextStep: "A webhook missing from that time may have come: simulate it again.",
    };
  const length = durationText(Math.max(0, until - from));
  // Its clock went on and Linkdesk did not: nobody can tell from that why, and what came may have waited at the door.
  if (cause === "asleep")
    return {
      tone: "odd",
      title: `Linkdesk did not run for ${length}`,
      sentence: `From ${span(from, until)} this machine was asleep, or too busy to let it run. Webhooks sent in that time may have come late, or not at all.`,
      nextStep: "A webhook missing from that time is not proof that it was never sent: simulate it again.",
    };
  return {
    tone: "odd",
    title: `Nothing was recorded for ${length}`,
    sentence: `Linkdesk ended without being asked to from ${span(from, until)}. Webhooks sent in that time could not be seen.`,
    nextStep: "A webhook missing from that time is not proof that it was never sent: simulate it again.",
  };
}

function moment(at: Instant): string {
  return `${dayText(at)}, ${clockText(at).slice(0, -4)}`;
}

/** From one moment to another; the day once, where it is the same. */
function span(from: Instant, until: Instant): string {
  return `${moment(from)} to ${dayText(from) === dayText(until) ? clockText(until).slice(0, -4) : moment(until)}`;
}

/** A reason from the system as a sentence of its own. */
function sentence(reason: string): string {
  const text = reason.trim();
  if (text === "") return "The reason is not known.";
  const first = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(first) ? first : `${first}.`;
}
