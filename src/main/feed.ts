/** Tells whoever listens. */
export function createFeed<Value>() {
  const listeners = new Set<(value: Value) => void>();
  return {
    tell: (value: Value): void => {
      for (const listener of listeners) listener(value);
    },
    /** @returns how to stop */
    listen: (listener: (value: Value) => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Nobody who listens now is told anything more. */
    close: (): void => listeners.clear(),
  };
}
