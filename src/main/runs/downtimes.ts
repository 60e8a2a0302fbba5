import { isUnseenNotice, leadsHere } from "../../shared/downtime-notices.ts";
import type { Notice } from "../../shared/notices.ts";
import { assertNever, type Instant } from "../../shared/primitives.ts";
import type { Downtime } from "../../shared/run.ts";
import type { Run } from "./run-state.ts";

/** Times that are remembered for runs; a listener is not stopped more often within two hours. */
const TIMES_AT_MOST = 1_000;

/** The times in which nothing could be seen, from the notices about them. */
export interface Downtimes {
  /** Takes a notice in the order of the log; returns whether it changed anything. */
  notice(at: Instant, notice: Notice): boolean;
  /** A time that is known in another way, or how far it reaches by now; returns whether that is news. */
  add(time: Downtime): boolean;
  /** All that falls between the two moments, oldest first. */
  between(from: Instant, until: Instant): readonly Downtime[];
  /**
   * What falls into the time of a run, oldest first. A sender on this machine needs neither public address nor relay,
   * and a relay matters to the profile that receives from it. To a profile whose webhooks come by relays alone nothing else
   * does.
   */
  within(run: Pick<Run, "at" | "deadline" | "isLocal" | "profileId">): readonly Downtime[];
}

/**
 * Until a notice says otherwise the listener is taken to listen: that it might not have is no reason to call a webhook
 * that did not come anything but missing.
 *
 * @param timesAtMost older ones are forgotten
 */
export function createDowntimes(timesAtMost = TIMES_AT_MOST): Downtimes {
  const times: Time[] = [];
  let open: Opened = null;
  /** The same of the public address. */
  let address: Opened = null;
  /** The same of each inbox of a relay. */
  const inboxes = new Map<string, Time>();
  /** When a profile's webhooks came by relays alone. */
  const relayOnly: { readonly profileId: string; readonly from: Instant; until: Instant | null }[] = [];

  function add(time: Time): boolean {
    const place = times.findLastIndex(
      ({ from, cause, profileId }) => from === time.from && cause === time.cause && profileId === time.profileId,
    );
    if (times[place]?.until === time.until) return false;
    if (place < 0) times.push(time);
    else times[place] = time;
    if (times.length > timesAtMost) times.shift();
    return true;
  }

  /** Until the address leads here again, what is sent to it is not seen. Without `since` nothing was sent there yet. */
  function publicAddress(at: Instant, notice: Extract<Notice, { code: "public-address" }>): boolean {
    const { change, since } = notice;
    const isBack = leadsHere(notice);
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
    if (since === undefined || change === "only" || change === "not-only") return false;
    inboxes.set(inbox, { from: Math.min(since, at), until: null, cause: "relay-away", profileId });
    return true;
  }

  /** Whether another way is to be expected from now on than before. */
  function expect(at: Instant, { change, profileId, only = false }: Extract<Notice, { code: "relay" }>): boolean {
    // Nothing comes from there any more: then it is the listener's turn again.
    const isOnly = only && change !== "stopped";
    const open = relayOnly.find((each) => each.profileId === profileId && each.until === null);
    if (isOnly === (open !== undefined)) return false;
    if (open === undefined) relayOnly.push({ profileId, from: at, until: null });
    else open.until = at;
    if (relayOnly.length > timesAtMost) relayOnly.shift();
    return true;
  }

  function between(from: Instant, until: Instant): readonly Time[] {
    const current = [open, address].flatMap((each): readonly Time[] =>
      each === null ? [] : [{ ...each, until: null }],
    );
    return [...times, ...current, ...inboxes.values()].filter(
      (time) => time.from < until && (time.until === null || time.until > from),
    );
  }

  return {
    notice(at, notice) {
      if (!isUnseenNotice(notice)) return false;
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
          // Both are taken note of.
          return [expect(at, notice), relay(at, notice)].includes(true);
        default:
          return assertNever(notice);
      }
    },
    add,
    between: (from, until) => joined(between(from, until).toSorted((one, other) => one.from - other.from)),
    within({ at: from, deadline: until, isLocal, profileId }) {
      const isByRelay = relayOnly.some(
        (each) => each.profileId === profileId && each.from <= from && (each.until === null || each.until > from),
      );
      const found = between(from, until).filter(
        (time) =>
          !(isLocal && isOfOutside(time)) &&
          (isByRelay ? time.profileId === profileId : (time.profileId ?? profileId) === profileId) &&
          // Whoever simulates after having stopped it means to do without it, if there is another way.
          (isByRelay || (time.cause !== "address-stopped" && time.cause !== "relay-stopped") || time.from > from),
      );
      return joined(found);
    },
  };
}

/** Without a profile it concerns all. */
type Time = Downtime & { readonly profileId?: string };
type Opened = Pick<Downtime, "from" | "cause"> | null;

function isOfOutside({ cause }: Downtime): boolean {
  return /^(address|relay)-/.test(cause);
}

/** After a kill it was not running and then not listening yet: for the user that is one time. */
function joined(times: readonly Downtime[]): readonly Downtime[] {
  const result: Downtime[] = [];
  for (const { from, until, cause } of times) {
    const last = result.at(-1);
    if (last?.until === from && last.cause === cause) result[result.length - 1] = { ...last, until };
    else result.push({ from, until, cause });
  }
  return result;
}
