/** The time from a press on Get address until it is stopped, or fails for good. */
export interface AddressSession {
  /** Aborted when it is to end. */
  readonly over: AbortSignal;
  /** Waits, but not longer than until somebody calls `poke`, who may have done so just before. */
  pause(milliseconds: number): Promise<void>;
  /** Something may have changed: whoever waits looks again. */
  poke(): void;
  end(): void;
}

export function createAddressSession(): AddressSession {
  const over = new AbortController();
  let isPoked = false;
  let wake: (() => void) | null = null;
  const poke = (): void => {
    isPoked = true;
    wake?.();
  };
  return {
    over: over.signal,
    poke,
    async pause(milliseconds) {
      if (!isPoked && !over.signal.aborted)
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, Math.max(0, milliseconds));
          timer.unref();
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      isPoked = false;
      wake = null;
    },
    end() {
      over.abort();
      poke();
    },
  };
}
