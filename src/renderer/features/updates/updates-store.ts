import type { Result } from "../../../shared/primitives.ts";
import type { UpdateStatus } from "../../../shared/updates.ts";
import { defineStore } from "../../core/store.ts";

export interface UpdatesState {
  /** Null before main has said. */
  readonly status: UpdateStatus | null;
  readonly check: () => Promise<void>;
  readonly download: () => Promise<void>;
  readonly install: () => Promise<void>;
}

export const updatesStore = defineStore<UpdatesState>(({ bridge, set, tryTo }) => {
  bridge.on("updates.changed", (status) => set({ status }));

  async function take(what: string, call: Promise<Result<UpdateStatus>>): Promise<void> {
    const result = await tryTo(what, call);
    if (result.ok) set({ status: result.value });
  }

  return {
    status: null,
    check: () => take("look for a newer version", bridge.updates.check(null)),
    download: () => take("download the newer version", bridge.updates.download(null)),
    install: () => take("install the newer version", bridge.updates.install(null)),
    start: () => take("read the state of updates", bridge.updates.status(null)),
  };
});
