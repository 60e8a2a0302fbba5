import { Refusal } from "./refusal.ts";

/**
 * What goes out and may take long, by the name that its caller chose: so it can be given up, one by one or at the end.
 *
 * @param what a call, a replay: the subject of the sentences
 * @param cancelled said in place of whatever comes of one that was given up; left out, what came of it stands
 */
export function createUnderWay(what: string, cancelled: string | null = null) {
  const underWay = new Map<string, { readonly abort: AbortController; readonly ended: Promise<unknown> }>();
  let closing = false;
  return {
    /**
     * Does it, and gives its signal to be given up by.
     *
     * @throws Refusal `closing` after `close`, `request-id` when one of this name is under way, `cancelled`
     */
    async run<Result>(requestId: string, work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
      if (closing) throw new Refusal("closing", "Linkdesk is ending and sends no more.");
      if (underWay.has(requestId)) throw new Refusal("request-id", `This ${what} is under way already.`);
      const abort = new AbortController();
      const ended = work(abort.signal);
      underWay.set(requestId, { abort, ended });
      try {
        return await ended;
      } catch (error) {
        throw cancelled !== null && abort.signal.aborted ? new Refusal("cancelled", cancelled) : error;
      } finally {
        underWay.delete(requestId);
      }
    },
    /** Gives one up, at whatever stage it is; false when there is none of this name. */
    cancel(requestId: string): boolean {
      const found = underWay.get(requestId);
      found?.abort.abort();
      return found !== undefined;
    },
    /** Whether what is given up now is so because of the end of the program. */
    isClosing: (): boolean => closing,
    /** Gives everything up, waits until it has ended, and takes no more. */
    async close(): Promise<void> {
      closing = true;
      const all = [...underWay.values()];
      for (const { abort } of all) abort.abort();
      await Promise.allSettled(all.map(({ ended }) => ended));
    },
  };
}
