/** Tells whoever listens. */
export interface Feed<Value> {
  readonly tell: (value: Value) => void;
  /** @returns how to stop */
  readonly listen: (listener: (value: Value) => void) => () => void;
  /** Nobody who listens now is told anything more. */
  readonly close: () => void;
}

export function createFeed<Value>(): Feed<Value> {
  const listeners = new Set<(value: Value) => void>();
  return {
    tell: (value) => {
      for (const listener of listeners) listener(value);
    },
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: () => listeners.clear(),
  };
}
