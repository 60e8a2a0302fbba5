import { type AddressStatus, DEFAULT_ADDRESS_SETTINGS } from "../../src/shared/address.ts";
import type { Handlers } from "../../src/shared/contract.ts";
import type { PushOut } from "./program.ts";

const AT = 1_795_000_000_000_000;

export const NO_ADDRESS: AddressStatus = {
  settings: DEFAULT_ADDRESS_SETTINGS,
  agreed: [],
  state: { name: "off" },
  url: null,
  changed: null,
  webhooks: 0,
  programs: { cloudflared: true, ngrok: false },
  secrets: {
    "cloudflared-token": "unset",
    "ssh-key": "unset",
    "ssh-passphrase": "unset",
    "ssh-password": "unset",
    "ngrok-token": "unset",
  },
};

/** The public address without a way: it is ready as soon as it is asked for. */
export function createFakeAddress(push: PushOut, initial: Partial<AddressStatus> = {}): Handlers["address"] {
  let status: AddressStatus = { ...NO_ADDRESS, ...initial };
  const change = (changes: Partial<AddressStatus>): AddressStatus => {
    status = { ...status, ...changes };
    push("address.changed", status);
    return status;
  };
  const ready = (): AddressStatus =>
    change({
      url: status.url ?? "https://quiet-river-lamp-seven.trycloudflare.com/webhooks",
      state: { name: "ready", since: AT, provenAt: AT },
    });
  return {
    status: () => status,
    start({ settings }) {
      status = { ...status, settings, agreed: [...new Set([...status.agreed, settings.way])] };
      return ready();
    },
    stop: () => change({ state: { name: "stopped", at: AT } }),
    tryNow: ready,
    trustHostKey: ready,
    forgetHostKey: () => status,
    setSecret: ({ name, value }) =>
      change({ secrets: { ...status.secrets, [name]: value === null ? "unset" : "stored" } }),
    said: () => ({
      lines: [
        "INF Requesting new quick Tunnel on trycloudflare.com...",
        "INF |  https://quiet-river-lamp-seven.trycloudflare.com  |",
        "INF Registered tunnel connection connIndex=0 location=ams01 protocol=quic",
      ],
    }),
  };
}
