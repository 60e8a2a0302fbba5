/** The time from a press on Get address until it is stopped, or fails for good. */
export type AddressSession = ReturnType<typeof createAddressSession>;

export function createAddressSession() {
  const over = new AbortController();
  let isPoked = false;
  let wake: (() => void) | null = null;
  const poke = (): void => {
    isPoked = true;
    wake?.();
  };
  return {
    /** Aborted when it is to end. */
    over: over.signal,
    /** Something may have changed: whoever waits looks again. */
    poke,
    /** Waits so long, or until `poke` is called; not at all if it was called just before. */
    async pause(milliseconds: number): Promise<void> {
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
    end(): void {
      over.abort();
      poke();
    },
  };
}
