import { Agent, request } from "node:http";
import { numberedBody } from "./numbered-body.ts";

/** Senders that never stop: each sends one delivery after another over a connection of its own. */
export interface Flood {
  /** Numbers of the deliveries that were answered 2xx, in the order of their answers. */
  readonly acknowledged: readonly number[];
  /** Answers other than 2xx, which nothing here gives a reason for. */
  readonly refusals: readonly string[];
  /** Resolves at the answer that makes it so many; rejects when that takes longer than `timeoutMs`. */
  reached(count: number, timeoutMs: number): Promise<void>;
  /** Resolves when every request under way has come to its end, answered or not. */
  stop(): Promise<void>;
}

/** Before another attempt to reach a listener that is not there, in milliseconds. */
const AGAIN_MS = 10;

/**
 * Floods an address from now on, whether anybody listens there yet or not.
 *
 * @param first the number of the first delivery; each attempt takes the next one, so that none is sent twice
 */
export function startFlood(url: string, first: number, connections: number): Flood {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const acknowledged: number[] = [];
  const refusals: string[] = [];
  const watchers = new Set<() => void>();
  let number = first;
  let stopped = false;

  /** What it was answered; null when nobody answered. The answer counts from its head on: so it does to a sender. */
  function send(mine: number): Promise<number | null> {
    return new Promise((resolve) => {
      const headers = { "Content-Type": "application/json" };
      const outgoing = request(url, { method: "POST", agent, headers }, (answer) => {
        const status = answer.statusCode ?? 0;
        if (status >= 200 && status < 300) acknowledged.push(mine);
        else refusals.push(`delivery ${mine} was answered ${status}`);
        for (const look of watchers) look();
        answer.resume().once("close", () => resolve(status));
      });
      outgoing.once("error", () => resolve(null));
      outgoing.end(numberedBody(mine));
    });
  }

  async function sender(): Promise<void> {
    while (!stopped) {
      number += 1;
      const status = await send(number - 1);
      if (status === null && !stopped) await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
  }
  const senders = Promise.all(Array.from({ length: connections }, sender));

  return {
    acknowledged,
    refusals,
    reached: (count, timeoutMs) =>
      new Promise((resolve, reject) => {
        const done = (end: () => void): void => {
          clearTimeout(timer);
          watchers.delete(look);
          end();
        };
        const look = (): void => {
          if (acknowledged.length >= count) done(resolve);
        };
        const timer = setTimeout(
          () => done(() => reject(new Error(`${acknowledged.length} of ${count} deliveries in ${timeoutMs} ms.`))),
          timeoutMs,
        );
        watchers.add(look);
        look();
      }),
    async stop() {
      stopped = true;
      await senders;
      agent.destroy();
    },
  };
}
