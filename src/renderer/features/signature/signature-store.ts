import type { Output } from "../../../shared/contract.ts";
import type { EventId } from "../../../shared/primitives.ts";
import type { DoctorReport } from "../../../shared/signature-doctor.ts";
import { settle } from "../../core/bridge.ts";
import { defineStore } from "../../core/store.ts";

export type Comparison = Output<"signatures", "comparison">;

/** The search for the reason why one delivery's signature does not hold. */
export type Search =
  | { readonly state: "busy"; readonly id: EventId; readonly requestId: string; readonly since: number }
  | { readonly state: "finished"; readonly id: EventId; readonly report: DoctorReport }
  | { readonly state: "cancelled"; readonly id: EventId }
  | { readonly state: "failed"; readonly id: EventId; readonly message: string };

export interface SignatureState {
  /** What was compared for the delivery that is looked at; null until that is known. */
  readonly comparison: { readonly id: EventId; readonly version: number; readonly value: Comparison } | null;
  /** The last search; it goes on while something else is looked at. */
  readonly search: Search | null;
  /** The delivery that is being checked again. */
  readonly checking: EventId | null;
  /** @param version of the detail: a delivery that was checked again was compared anew */
  readonly loadComparison: (id: EventId, version: number) => Promise<void>;
  readonly checkAgain: (id: EventId) => Promise<void>;
  /** @param longer for a minute instead of some seconds */
  readonly examine: (id: EventId, longer?: boolean) => Promise<void>;
  readonly cancel: () => Promise<void>;
  /** Changes the profile, then checks the delivery by that. */
  readonly applyFix: (id: EventId, fix: number) => Promise<void>;
}

/** Of a comparison that was read before anybody looked at its delivery. */
const UNKNOWN_VERSION = -1;

export const signatureStore = defineStore<SignatureState>(({ bridge, toasts, set, get, tryTo }) => {
  async function checkAgain(id: EventId): Promise<boolean> {
    set({ checking: id });
    const result = await tryTo("check the signature again", bridge.signatures.checkAgain({ id }));
    set({ checking: null });
    return result.ok;
  }

  let asked = 0;

  async function load(id: EventId, version: number): Promise<void> {
    asked += 1;
    const mine = asked;
    const result = await settle(bridge.signatures.comparison({ id }));
    // Of what is looked at now something else may be known already.
    if (result.ok && mine === asked) set({ comparison: { id, version, value: result.value } });
  }

  async function undoFix(id: EventId, fix: number): Promise<void> {
    const result = await tryTo("take the change back", bridge.signatures.undoFix({ fix }));
    if (!result.ok) return;
    toasts.done(`${result.value.profile.name} is what it was before`);
    await checkAgain(id);
  }

  return {
    comparison: null,
    search: null,
    checking: null,
    async loadComparison(id, version) {
      const { comparison } = get();
      if (comparison?.id !== id || comparison.version !== version) await load(id, version);
    },
    async checkAgain(id) {
      if (await checkAgain(id)) set(({ search }) => (search?.id === id ? { search: null } : {}));
    },
    async examine(id, longer = false) {
      const requestId = crypto.randomUUID();
      set({ search: { state: "busy", id, requestId, since: Date.now() } });
      // Where the search stands beside a verdict nobody has asked what was compared, and the question to the sender has it.
      const { comparison } = get();
      void load(id, comparison?.id === id ? comparison.version : UNKNOWN_VERSION);
      const result = await settle(bridge.signatures.examine({ id, requestId, longer }));
      const { search } = get();
      if (search?.state !== "busy" || search.requestId !== requestId) return;
      if (result.ok) set({ search: { state: "finished", id, report: result.value } });
      else if (result.code === "cancelled") set({ search: { state: "cancelled", id } });
      else set({ search: { state: "failed", id, message: result.message } });
    },
    async cancel() {
      const { search } = get();
      if (search?.state === "busy") await settle(bridge.signatures.cancelExamination({ requestId: search.requestId }));
    },
    async applyFix(id, fix) {
      const result = await tryTo("change the profile", bridge.signatures.applyFix({ fix }));
      if (!result.ok) return;
      set({ search: null });
      toasts.done(`${result.value.profile.name} was changed`, () => void undoFix(id, fix));
      await checkAgain(id);
    },
  };
});
