import type { Notice } from "../../shared/notices.ts";
import { assertNever, type Instant } from "../../shared/primitives.ts";
import type { Downtime } from "../../shared/run.ts";
import type { Run } from "./run-state.ts";

/** Spans that are remembered; a listener is not stopped more often within two hours. */
const SPANS_AT_MOST = 1_000;

/** The times in which nothing could be seen, from the notices about them. */
export interface Downtimes {
  /** Takes a notice in the order of the log; returns whether it changed anything. */
  notice(at: Instant, notice: Notice): boolean;
  /** A time that is known in another way, or how far it reaches by now; returns whether that is news. */
  add(span: Downtime): boolean;
  /**
   * What falls into the time of a run, oldest first. A sender on this machine needs neither public address nor relay,
   * and a relay matters to the profile that receives from it.
   */
  within(run: Pick<Run, "at" | "deadline" | "isLocal" | "profileId">): readonly Downtime[];
}

/** Until a notice says otherwise the listener is taken to listen: a "missing" must not hide behind what is not known. */
export function createDowntimes(): Downtimes {
  const spans: Span[] = [];
  let open: Opened = null;
  /** The same of the public address. */
  let address: Opened = null;
  /** The same of each inbox of a relay. */
  const inboxes = new Map<string, Span>();

  function add(span: Span): boolean {
    const place = spans.findIndex(
      ({ from, cause, profileId }) => from === span.from && cause === span.cause && profileId === span.profileId,
    );
    if (spans[place]?.until === span.until) return false;
    if (place < 0) spans.push(span);
    else spans[place] = span;
    if (spans.length > SPANS_AT_MOST) spans.shift();
    return true;
  }

  /** Until the address leads here again, what is sent to it is not seen. Without `since` nothing was sent there yet. */
  function publicAddress(at: Instant, { change, since }: Extract<Notice, { code: "public-address" }>): boolean {
    const isBack = change === "ready" || change === "changed";
    if (!isBack && since === undefined) return false;
    if (address !== null && (isBack || change === "stopped")) add({ ...address, until: Math.max(address.from, at) });
    const wasDown = address !== null;
    if (isBack) address = null;
    else if (change === "stopped") address = { from: at, cause: "address-stopped" };
    else address ??= { from: Math.min(since ?? at, at), cause: "address-down" };
    return wasDown || address !== null;
  }

  /** Until all that it holds has come, a webhook may lie there; then there was no time in which it could not be seen. */
  function relay(at: Instant, { change, inbox, since, profileId }: Extract<Notice, { code: "relay" }>): boolean {
    const before = inboxes.get(inbox);
    if (change === "removed" || change === "restarted")
      return add({ from: since ?? before?.from ?? at, until: at, cause: "relay-removed", profileId });
    if (change === "ready") return inboxes.delete(inbox);
    if (change === "stopped" || change === "failed") {
      if (before !== undefined) add({ ...before, until: Math.max(before.from, at) });
      inboxes.set(inbox, { from: at, until: null, cause: "relay-stopped", profileId });
      return true;
    }
    if (since === undefined) return false;
    inboxes.set(inbox, { from: Math.min(since, at), until: null, cause: "relay-away", profileId });
    return true;
  }

  return {
    notice(at, notice) {
      switch (notice.code) {
        case "listener-started":
          if (open === null) return false;
          add({ ...open, until: Math.max(open.from, at) });
          open = null;
          return true;
        case "listener-stopped":
          open ??= { from: at, cause: "listener-stopped" };
          return true;
        case "listener-failed":
          open ??= { from: at, cause: "listener-failed" };
          return true;
        case "gap":
          add({ from: notice.from, until: notice.until, cause: notice.cause });
          // After a kill it does not listen before it says so.
          if (notice.cause === "ended-abruptly") open ??= { from: notice.until, cause: "ended-abruptly" };
          return true;
        case "not-recorded":
          return add({ from: notice.from, until: notice.until, cause: "not-recorded" });
        case "public-address":
          return publicAddress(at, notice);
        case "relay":
          return relay(at, notice);
        case "outside-unrecorded":
        case "clock-set":
        case "listener-exposed":
        case "sandbox-started":
        case "sandbox-failed":
        case "settings-set-aside":
        case "journal-set-aside":
        case "journal-salvaged":
        case "events-expired":
        case "secrets-unprotected":
        case "folder-open":
        case "window-crashed":
        case "internal-error":
          return false;
        default:
          return assertNever(notice);
      }
    },
    add,
    within({ at: from, deadline: until, isLocal, profileId }) {
      const current = [open, address].flatMap((each): readonly Span[] =>
        each === null ? [] : [{ ...each, until: null }],
      );
      const found = [...spans, ...current, ...inboxes.values()].filter(
        (span) =>
          span.from < until &&
          (span.until === null || span.until > from) &&
          !(isLocal && isOfOutside(span)) &&
          (span.profileId === undefined || span.profileId === profileId) &&
          // Whoever simulates after having stopped it means to do without it.
          ((span.cause !== "address-stopped" && span.cause !== "relay-stopped") || span.from > from),
      );
      return joined(found.map(({ from: start, until: end, cause }) => ({ from: start, until: end, cause })));
    },
  };
}

/** Without a profile it concerns all. */
type Span = Downtime & { readonly profileId?: string };
type Opened = Pick<Downtime, "from" | "cause"> | null;

function isOfOutside({ cause }: Downtime): boolean {
  return /^(address|relay)-/.test(cause);
}

/** After a kill it was not running and then not listening yet: for the user that is one time. */
function joined(spans: readonly Downtime[]): readonly Downtime[] {
  const result: Downtime[] = [];
  for (const span of spans) {
    const last = result.at(-1);
    if (last?.until === span.from && last.cause === span.cause)
      result[result.length - 1] = { ...last, until: span.until };
    else result.push(span);
  }
  return result;
}
