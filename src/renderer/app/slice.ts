import { createContext, useContext } from "react";
import { type StoreApi, useStore } from "zustand";
import type { Bridge } from "../../shared/contract.ts";
import type { Result } from "../../shared/primitives.ts";
import type { Toasts } from "../core/toasts.ts";
import type { WindowSlice } from "../core/window-slice.ts";
import type { ActionsSlice } from "../features/actions/index.ts";
import type { EventLogSlice } from "../features/event-log/index.ts";
import type { CompareSlice, InspectorSlice, ReplaySlice, SignatureSlice } from "../features/inspector/index.ts";
import type { ListenerSlice } from "../features/listener/index.ts";
import type { PreferencesSlice } from "../features/preferences/index.ts";
import type { ProfilesSlice } from "../features/profiles/index.ts";
import type { RunsSlice } from "../features/runs/index.ts";
import type { SandboxSlice } from "../features/sandbox/index.ts";
import type { UpdatesSlice } from "../features/updates/index.ts";

/** All that the window knows. One slice per feature; each is written by its own feature only. */
export interface AppState {
  readonly window: WindowSlice;
  readonly preferences: PreferencesSlice;
  readonly profiles: ProfilesSlice;
  readonly listener: ListenerSlice;
  readonly sandbox: SandboxSlice;
  readonly actions: ActionsSlice;
  readonly eventLog: EventLogSlice;
  readonly inspector: InspectorSlice;
  readonly compare: CompareSlice;
  readonly replay: ReplaySlice;
  readonly signature: SignatureSlice;
  readonly updates: UpdatesSlice;
  readonly runs: RunsSlice;
}

export type AppStore = StoreApi<AppState>;

/** What a slice is built from. */
export interface SliceContext<Slice> {
  readonly bridge: Bridge;
  readonly toasts: Toasts;
  /** Merges into this slice; the other slices stay as they are. */
  readonly set: (change: Partial<Slice> | ((slice: Slice) => Partial<Slice>)) => void;
  readonly get: () => Slice;
  /** The other slices: to be read, and their functions called. */
  readonly app: () => AppState;
  /** Waits for a call; a failure is shown as a toast, "Could not `what`", and returned too. */
  readonly attempt: <T>(what: string, call: Promise<Result<T>>) => Promise<Result<T>>;
}

/**
 * Builds one feature's slice: its state and the functions that change it. It subscribes to the bridge's pushes
 * here; what it needs from main at the beginning it asks for in `start`, which is awaited before the first paint.
 */
export type SliceCreator<Slice> = (context: SliceContext<Slice>) => Slice & Startable;

export interface Startable {
  readonly start?: () => Promise<void>;
}

export const StoreContext = createContext<AppStore | null>(null);

/** The store itself, for event handlers: `store.getState()` at the moment of the press. */
export function useAppStore(): AppStore {
  const store = useContext(StoreContext);
  if (store === null) throw new Error("There is no StoreContext around this component.");
  return store;
}

/** A part of the state; the component renders again when that part changes (wrap in `useShallow` for new objects). */
export function useApp<Part>(selector: (state: AppState) => Part): Part {
  return useStore(useAppStore(), selector);
}
