import { randomUUID } from "node:crypto";
import { machineClock } from "../../main/clock.ts";
import type { Instant } from "../../shared/primitives.ts";
import type { AnswerHolder } from "../../shared/relay.ts";
import type { LiveBus, LiveMessage } from "./bus.ts";

/** A desktop that shows no sign of life for so long holds nothing any more; the same for a relay that has some. */
const RELEASED_MS = 10_000;
const SAID_EVERY_MS = 3_000;
const LOOK_MS = 500;

/** A desktop that is connected here, as far as what it holds depends on it. */
export interface HoldingDesktop {
  readonly memberId: number;
  readonly member: string;
  /** When it was heard last, in monotonic milliseconds. */
  readonly heardAt: () => number;
  /** Has it show that it is running. */
  readonly ping: () => void;
}

export interface Hold {
  readonly holder: AnswerHolder;
  readonly memberId: number;
  readonly relay: string;
  readonly takenAt: Instant;
  readonly term: number;
  /** null: connected to another relay. */
  readonly desktop: HoldingDesktop | null;
  heardAt: number;
  saidAt: number;
}

type Held = Extract<LiveMessage, { type: "held" }>;

/**
 * Which desktop holds which inbox's answer: one at a time, across all relays.
 *
 * @param changed told of each inbox whose answer another desktop holds from now on, or none
 */
export function createHolders(bus: LiveBus, changed: (inbox: string) => void) {
  const holds = new Map<string, Hold>();
  const relay = randomUUID();

  function say(inbox: string, hold: Hold): void {
    const { holder, memberId, takenAt, term } = hold;
    hold.saidAt = performance.now();
    bus.publish({ type: "held", inbox, holder, memberId, relay, takenAt, term });
  }

  function put(inbox: string, hold: Hold): void {
    const before = holds.get(inbox)?.holder.hold;
    holds.set(inbox, hold);
    if (before !== hold.holder.hold) changed(inbox);
  }

  function release(inbox: string, { holder, desktop }: Hold): void {
    holds.delete(inbox);
    if (desktop !== null) bus.publish({ type: "free", inbox, hold: holder.hold });
    changed(inbox);
  }

  /**
   * Whether a hold that another relay tells of replaces the one known here: the one taken over later does. Of two that
   * were taken at two relays in the same moment the first does, so that all relays come to the same one.
   */
  function beats(one: Held, other: Hold): boolean {
    if (one.term !== other.term) return one.term > other.term;
    if (one.holder.hold === other.holder.hold) return one.takenAt >= other.takenAt;
    const [first, second] = [one.holder, other.holder];
    return first.since === second.since ? first.hold < second.hold : first.since < second.since;
  }

  function hearHeld(message: Held): void {
    if (message.relay === relay) return;
    const { inbox, holder, memberId, takenAt, term } = message;
    const known = holds.get(inbox);
    if (known === undefined || beats(message, known)) {
      const heardAt = performance.now();
      put(inbox, { holder, memberId, relay: message.relay, takenAt, term, desktop: null, heardAt, saidAt: heardAt });
    } else if (known.desktop !== null) say(inbox, known);
  }

  bus.listen((message) => {
    if (message.type === "held") hearHeld(message);
    else if (message.type === "free") {
      const known = holds.get(message.inbox);
      if (known?.desktop === null && known.holder.hold === message.hold) release(message.inbox, known);
    } else if (message.type === "who") for (const [inbox, hold] of holds) if (hold.desktop !== null) say(inbox, hold);
  });
  bus.publish({ type: "who" });

  const timer = setInterval(() => {
    const now = performance.now();
    for (const [inbox, hold] of holds) {
      const { desktop } = hold;
      if (now - (desktop?.heardAt() ?? hold.heardAt) > RELEASED_MS) release(inbox, hold);
      else if (desktop !== null && now - hold.saidAt > SAID_EVERY_MS) {
        say(inbox, hold);
        desktop.ping();
      }
    }
  }, LOOK_MS);

  return {
    of: (inbox: string): Hold | null => holds.get(inbox) ?? null,
    /**
     * Gives an inbox's answer to a desktop, if no other holds it. One that holds it already keeps it.
     *
     * @param hold the number under which this desktop holds it
     * @param from the number of another desktop's hold that this one may take over
     */
    take(inbox: string, hold: string, desktop: HoldingDesktop, from?: string): void {
      const known = holds.get(inbox);
      const { memberId, member } = desktop;
      const isOwn = known?.holder.hold === hold && known.memberId === memberId;
      // Under the number of the present holder it is not taken over: two desktops would count as one.
      const isTakenOver = known !== undefined && known.holder.hold === from && hold !== from;
      if (known !== undefined && !isOwn && !isTakenOver) return;
      const now = machineClock.now();
      const holder: AnswerHolder = isOwn
        ? known.holder
        : {
            hold,
            member,
            since: now,
            ...(isTakenOver ? { tookFrom: { hold: known.holder.hold, member: known.holder.member } } : {}),
          };
      const term = (known?.term ?? 0) + (isTakenOver ? 1 : 0);
      const own = { holder, memberId, relay, takenAt: now, term, desktop, heardAt: 0, saidAt: 0 };
      put(inbox, own);
      say(inbox, own);
    },
    /** Releases an inbox's answer, if this desktop holds it. */
    giveBack(inbox: string, desktop: HoldingDesktop): void {
      const known = holds.get(inbox);
      if (known?.desktop === desktop) release(inbox, known);
    },
    close: (): void => clearInterval(timer),
  };
}
