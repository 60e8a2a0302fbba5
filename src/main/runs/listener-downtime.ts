import type { Notice } from "../../shared/notices.ts";
import { assertNever, type Instant } from "../../shared/primitives.ts";
import type { Downtime } from "../../shared/run.ts";

/** Spans that are remembered; a listener is not stopped more often within two hours. */
const SPANS_AT_MOST = 1_000;

/** The times in which nothing could be seen, from the notices about them. */
export interface Downtimes {
  /** Takes a notice in the order of the log; returns whether it changed anything. */
  notice(at: Instant, notice: Notice): boolean;
  /** A time that is known in another way, or how far it reaches by now; returns whether that is news. */
  add(span: Downtime): boolean;
  /**
   * What falls into the time between two moments, oldest first. `isLocal`: the sender is on this machine, and needs no
   * public address.
   */
  within(from: Instant, until: Instant, isLocal: boolean): readonly Downtime[];
}

/** Until a notice says otherwise the listener is taken to listen: a "missing" must not hide behind what is not known. */
export function createDowntimes(): Downtimes {
  const spans: Downtime[] = [];
  let open: Opened = null;
  /** The same of the public address. */
  let address: Opened = null;

  function add(span: Downtime): boolean {
    const place = spans.findIndex(({ from, cause }) => from === span.from && cause === span.cause);
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
    within(from, until, isLocal) {
      const current = [open, address].flatMap((each): readonly Downtime[] =>
        each === null ? [] : [{ ...each, until: null }],
      );
      const found = [...spans, ...current].filter(
        (span) =>
          span.from < until &&
          (span.until === null || span.until > from) &&
          !(isLocal && isOfAddress(span)) &&
          // Whoever simulates after having stopped it means to do without it.
          (span.cause !== "address-stopped" || span.from > from),
      );
      return joined(found);
    },
  };
}

type Opened = Pick<Downtime, "from" | "cause"> | null;

function isOfAddress({ cause }: Downtime): boolean {
  return cause === "address-down" || cause === "address-stopped";
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
