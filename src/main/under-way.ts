import { Refusal } from "./refusal.ts";

/** What goes out and may take long, by the name that its caller chose: so it can be given up, one by one or at the end. */
export interface UnderWay<Result> {
  /**
   * Does it, and gives its signal to be given up by.
   *
   * @throws Refusal `closing` after `close`, `request-id` when one of this name is under way
   */
  run(requestId: string, work: (signal: AbortSignal) => Promise<Result>): Promise<Result>;
  /** Gives one up, at whatever stage it is; false when there is none of this name. */
  cancel(requestId: string): boolean;
  /** Whether what is given up now is so because of the end of the program. */
  isClosing(): boolean;
  /** Gives everything up, waits until it has ended, and takes no more. */
  close(): Promise<void>;
}

/** @param what a call, a replay: the subject of the sentences */
export function createUnderWay<Result>(what: string): UnderWay<Result> {
  const underWay = new Map<string, { readonly abort: AbortController; readonly ended: Promise<Result> }>();
  let closing = false;
  return {
    async run(requestId, work) {
      if (closing) throw new Refusal("closing", "Linkdesk is ending and sends no more.");
      if (underWay.has(requestId)) throw new Refusal("request-id", `This ${what} is under way already.`);
      const abort = new AbortController();
      const ended = work(abort.signal);
      underWay.set(requestId, { abort, ended });
      try {
        return await ended;
      } finally {
        underWay.delete(requestId);
      }
    },
    cancel(requestId) {
      const found = underWay.get(requestId);
      found?.abort.abort();
      return found !== undefined;
    },
    isClosing: () => closing,
    async close() {
      closing = true;
      const all = [...underWay.values()];
      for (const { abort } of all) abort.abort();
      await Promise.allSettled(all.map(({ ended }) => ended));
    },
  };
}
