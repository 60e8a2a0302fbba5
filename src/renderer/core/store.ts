import { createStore, type StoreApi } from "zustand";
import type { Bridge } from "../../shared/contract.ts";
import type { Result } from "../../shared/primitives.ts";
import { settle } from "./bridge.ts";
import type { Toasts } from "./toasts.ts";

/** What a store is built from. */
export interface StoreContext<State> {
  readonly bridge: Bridge;
  readonly toasts: Toasts;
  readonly set: (change: Partial<State> | ((state: State) => Partial<State>)) => void;
  readonly get: () => State;
  /** What another store holds now: to be read, and its functions called. */
  readonly other: Stores["get"];
  /** Waits for a call; a failure is shown as a toast, "Could not `what`", until it succeeds, and returned too. */
  readonly tryTo: <T>(what: string, call: Promise<Result<T>>) => Promise<Result<T>>;
}

interface Startable {
  /** Asks main for what the store needs at the beginning; awaited before the first paint. */
  readonly start?: () => Promise<void>;
}

type Create<State> = (context: StoreContext<State>) => State & Startable;

/** One store as its feature declares it; `Stores` holds what it is in one window. */
export interface StoreDefinition<State> {
  readonly create: Create<State>;
  readonly start: (stores: Stores) => Promise<void>;
}

/** Declares a store: its state and the functions that change it. It subscribes to the bridge's pushes when it is made. */
export function defineStore<State>(create: Create<State>): StoreDefinition<State> {
  const definition: StoreDefinition<State> = {
    create,
    async start(stores) {
      const state: Startable = stores.get(definition) ?? {};
      await state.start?.();
    },
  };
  return definition;
}

/** The stores of one window. Each is made when it is first asked for, so that none has to be made before another. */
export interface Stores {
  /** The way to main as it is, one's own log with it. */
  readonly bridge: Bridge;
  readonly of: <State>(definition: StoreDefinition<State>) => StoreApi<State>;
  /** What a store holds now; for event handlers, at the moment of the press. */
  readonly get: <State>(definition: StoreDefinition<State>) => State;
}

/**
 * Stores of their own for every window and every test.
 *
 * @param shared those that are to be taken from other stores, whatever bridge these have
 */
export function createStores(
  bridge: Bridge,
  toasts: Toasts,
  shared?: { readonly from: Stores; readonly definitions: ReadonlySet<unknown> },
): Stores {
  const made = new Map<unknown, unknown>();

  function of<State>(definition: StoreDefinition<State>): StoreApi<State> {
    if (shared?.definitions.has(definition) === true) return shared.from.of(definition);
    const known = made.get(definition) as StoreApi<State> | undefined;
    if (known !== undefined) return known;
    const store = createStore<State>()((set, get) =>
      definition.create({ bridge, toasts, set, get, other: stores.get, tryTo }),
    );
    made.set(definition, store);
    return store;
  }

  async function tryTo<T>(what: string, call: Promise<Result<T>>): Promise<Result<T>> {
    const result = await settle(call);
    toasts.outcome(what, result);
    return result;
  }

  const stores: Stores = {
    bridge: shared?.from.bridge ?? bridge,
    of,
    get: (definition) => of(definition).getState(),
  };
  return stores;
}

/** Loads what the stores need from main. Whatever fails is shown or logged; the window opens with what there is. */
export async function startStores(
  stores: Stores,
  definitions: readonly Pick<StoreDefinition<unknown>, "start">[],
): Promise<void> {
  const endings = await Promise.allSettled(definitions.map(({ start }) => start(stores)));
  for (const ending of endings) if (ending.status === "rejected") console.error(ending.reason);
}
