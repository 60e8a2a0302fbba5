import {
  type AddressProblem,
  type AddressSecret,
  type AddressSettings,
  type AddressStatus,
  NO_ADDRESS,
} from "../../../../shared/address.ts";
import type { Result } from "../../../../shared/primitives.ts";
import { defineStore } from "../../../core/store.ts";
import { firstSettings } from "./way-words.ts";

export interface AddressStore {
  readonly status: AddressStatus;
  /** What was chosen and typed and is not in use yet; it stays when the panel is closed. null: nothing. */
  readonly draft: AddressSettings | null;
  readonly edit: (draft: AddressSettings) => void;
  /** The form stands open although an address is being tried: its next press begins anew with what stands there. */
  readonly changing: boolean;
  readonly setChanging: (changing: boolean) => void;
  /** Secrets that were entered since; they go to main with the next press on Get address. */
  readonly typed: Partial<Record<AddressSecret, string>>;
  readonly type: (name: AddressSecret, value: string) => void;
  readonly removeSecret: (name: AddressSecret) => void;
  /** Keeps what was typed and begins; the press is the consent. */
  readonly getAddress: () => Promise<void>;
  readonly stop: () => Promise<void>;
  readonly tryNow: () => Promise<void>;
  readonly trust: (problem: AddressProblem) => Promise<void>;
  readonly forget: (problem: AddressProblem) => Promise<void>;
  /** What the tunnel has said; null before it was asked for. */
  readonly said: readonly string[] | null;
  readonly readSaid: () => Promise<void>;
}

export const addressStore = defineStore<AddressStore>(({ bridge, set, get, tryTo }) => {
  bridge.on("address.changed", (status) => set({ status }));

  async function take(what: string, call: Promise<Result<AddressStatus>>): Promise<boolean> {
    const result = await tryTo(what, call);
    if (result.ok) set({ status: result.value });
    return result.ok;
  }

  return {
    status: NO_ADDRESS,
    draft: null,
    edit: (draft) => set({ draft }),
    changing: false,
    setChanging: (changing) => set({ changing, draft: null }),
    typed: {},
    type: (name, value) => set(({ typed }) => ({ typed: { ...typed, [name]: value } })),
    removeSecret(name) {
      set(({ typed }) => ({ typed: { ...typed, [name]: "" } }));
      void take("remove the secret", bridge.address.setSecret({ name, value: null }));
    },
    async getAddress() {
      const { typed, draft, status } = get();
      for (const [name, value] of Object.entries(typed) as [AddressSecret, string][])
        if (value !== "" && !(await take("keep the secret", bridge.address.setSecret({ name, value })))) return;
      set({ typed: {} });
      const settings = draft ?? firstSettings(status);
      if (await take("get a public address", bridge.address.start({ settings, agreed: true })))
        set({ draft: null, changing: false });
    },
    async stop() {
      if (await take("stop the public address", bridge.address.stop(null))) set({ changing: false });
    },
    tryNow: async () => void (await take("try again", bridge.address.tryNow(null))),
    async trust({ offered }) {
      if (offered !== undefined) await take("trust the key", bridge.address.trustHostKey(offered));
    },
    async forget({ known }) {
      if (known !== undefined)
        await take("forget the key", bridge.address.forgetHostKey({ host: known.host, port: known.port }));
    },
    said: null,
    async readSaid() {
      const result = await tryTo("read what the tunnel says", bridge.address.said(null));
      if (result.ok) set({ said: result.value.lines });
    },
    async start() {
      await take("read the state of the public address", bridge.address.status(null));
    },
  };
});
