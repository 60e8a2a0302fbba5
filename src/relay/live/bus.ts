import { z } from "zod";
import { answerChoice } from "../../shared/answer-script.ts";
import { type DeepReadonly, instant } from "../../shared/primitives.ts";
import { answeredEnd, answerHolder, settledAnswer } from "../../shared/relay.ts";
import type { Nats } from "../nats/connection.ts";

const inbox = z.string();

/** What relays tell each other about the answers that desktops hold. One alone tells it to itself. */
const liveMessage = z.discriminatedUnion("type", [
  /** Said again and again while it is so: what is not heard any more is over. */
  z.object({
    type: z.literal("held"),
    inbox,
    holder: answerHolder,
    memberId: z.int(),
    /** The relay that the desktop is connected to, and since when: it may move to another one. */
    relay: z.uuid(),
    takenAt: instant,
    /** How often in a row it was taken over. */
    term: z.int().nonnegative(),
  }),
  z.object({ type: z.literal("free"), inbox, hold: z.uuid() }),
  /** Asked by a relay that has just begun. */
  z.object({ type: z.literal("who") }),
  /** From the desktop, for the relay that has the sender. */
  z.object({ type: z.literal("answer"), inbox, hold: z.uuid(), id: z.uuid(), answer: answerChoice.nullable() }),
  settledAnswer.extend({ inbox }),
  answeredEnd.extend({ inbox }),
]);
export type LiveMessage = DeepReadonly<z.infer<typeof liveMessage>>;

/** Between all relays before the same storage. Nothing that is said here is kept: whoever misses it does without. */
export interface LiveBus {
  publish(message: LiveMessage): void;
  /** Tells of all messages, those that were published here as well. */
  listen(listener: (message: LiveMessage) => void): void;
  close(): void;
}

export function createLocalBus(): LiveBus {
  let listeners: ((message: LiveMessage) => void)[] = [];
  return {
    publish: (message) =>
      queueMicrotask(() => {
        for (const listener of listeners) listener(message);
      }),
    listen: (listener) => void listeners.push(listener),
    close() {
      listeners = [];
    },
  };
}

const SUBJECT = "linkdesk.live";

export function openNatsBus({ connection }: Nats): LiveBus {
  const subscriptions = new Set<{ unsubscribe(): void }>();
  return {
    publish(message) {
      try {
        connection.publish(SUBJECT, JSON.stringify(message));
      } catch {
        // Too long for the servers, or closed: then it is as if it was not heard.
      }
    },
    listen(listener) {
      subscriptions.add(
        connection.subscribe(SUBJECT, {
          callback(error, heard) {
            if (error !== null) return;
            let message: LiveMessage;
            try {
              message = liveMessage.parse(heard.json());
            } catch {
              return; // of a relay of another version
            }
            listener(message);
          },
        }),
      );
    },
    close() {
      for (const each of subscriptions) each.unsubscribe();
    },
  };
}
