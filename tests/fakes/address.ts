import {
  type AddressProblem,
  type AddressStatus,
  DEFAULT_ADDRESS_SETTINGS,
  NO_ADDRESS,
} from "../../src/shared/address.ts";
import type { Handlers } from "../../src/shared/contract.ts";
import { problemOfTunnelCode } from "../../src/shared/tunnel-codes.ts";
import type { PushOut } from "./program.ts";

const AT = 1_795_000_000_000_000;

/** Off, where cloudflared is installed. */
const ADDRESS_OFF: AddressStatus = { ...NO_ADDRESS, programs: { cloudflared: true, ngrok: false } };

export const PUBLIC_URL = "https://quiet-river-lamp-seven.trycloudflare.com/webhooks";
const OFFERED = {
  host: "hooks.acme.example",
  port: 22,
  kind: "ssh-ed25519",
  fingerprint: "SHA256:tG1kR0zXv7nS9aQ2cF4mWbYpL6dJhU8eKxO3iNqZrTs",
};
const SSH = {
  ...DEFAULT_ADDRESS_SETTINGS,
  way: "ssh",
  ssh: { ...DEFAULT_ADDRESS_SETTINGS.ssh, host: OFFERED.host, user: "ada", publicUrl: "https://hooks.acme.example" },
} as const;

/** An address of one's own, in which a name was mistyped. */
const OWN = {
  ...DEFAULT_ADDRESS_SETTINGS,
  way: "own",
  own: { url: "https://hoks.acme.example/webhooks" },
} as const;

/** What main says of each cause, in its words; host keys have states of their own. */
const PROBLEMS: readonly AddressProblem[] = [
  { code: "program-missing", detail: "cloudflared" },
  { code: "listener-down", detail: "" },
  { code: "login", detail: "Cloudflare does not accept the token of the tunnel." },
  problemOfTunnelCode("ERR_NGROK_727"),
  {
    code: "name-taken",
    detail: "The server does not open this port: it is taken, or not allowed (Unable to bind to :8080).",
  },
  { code: "dns", detail: "No name server knows the SSH server." },
  { code: "blocked", detail: "The proxy proxy.acme.example:3128 gave no connection to the server: it answered 403." },
  {
    code: "warning-page",
    detail: "The tunnel showed its warning page (200) and did not let the request through. Nothing arrived here.",
  },
  { code: "not-found", detail: "A web page answers at this address (404). Nothing arrived here." },
  { code: "timed-out", detail: "It was waited for the connection." },
];

const failed = (problem: AddressProblem): Partial<AddressStatus> => ({ state: { name: "failed", at: AT, problem } });

/** Each state as it can be looked at. */
export const ADDRESSES: Readonly<Record<string, Partial<AddressStatus>>> = {
  ...Object.fromEntries(PROBLEMS.map((problem) => [problem.code, failed(problem)])),
  both: { programs: { cloudflared: true, ngrok: true } },
  "starting-blocked": {
    state: {
      name: "starting",
      since: AT,
      waitingFor: "connection",
      problem: { code: "blocked", detail: "The program gets no connection to Cloudflare; it takes port 7844, out." },
    },
  },
  starting: { state: { name: "starting", since: AT, waitingFor: "proof", problem: null } },
  ready: { url: PUBLIC_URL, webhooks: 3, state: { name: "ready", since: AT, provenAt: AT } },
  changed: {
    url: PUBLIC_URL,
    changed: { from: "https://former-name-of-it.trycloudflare.com/webhooks", to: PUBLIC_URL, at: AT },
    state: { name: "ready", since: AT, provenAt: AT },
  },
  reconnecting: {
    url: PUBLIC_URL,
    state: {
      name: "reconnecting",
      since: AT,
      problem: { code: "ended", detail: "It was ended (SIGKILL)." },
      nextTry: (Date.now() + 27_000) * 1_000,
    },
  },
  "own-starting": {
    settings: OWN,
    agreed: ["own"],
    state: {
      name: "starting",
      since: AT,
      waitingFor: "connection",
      problem: { code: "dns", detail: "No name server knows hoks.acme.example." },
    },
  },
  "own-failed": {
    settings: OWN,
    agreed: ["own"],
    state: {
      name: "failed",
      at: AT,
      problem: { code: "dns", detail: "No name server knows hoks.acme.example." },
    },
  },
  "unknown-key": {
    settings: SSH,
    agreed: ["ssh"],
    state: { name: "failed", at: AT, problem: { code: "host-key-unknown", detail: "", offered: OFFERED } },
  },
  "changed-key": {
    settings: SSH,
    agreed: ["ssh"],
    state: {
      name: "failed",
      at: AT,
      problem: {
        code: "host-key-changed",
        detail: "",
        offered: OFFERED,
        known: { ...OFFERED, fingerprint: "SHA256:0pQ9aZs8xW7dC6vF5bG4nH3mJ2kL1uY0iT9rE8wQ7aS" },
      },
    },
  },
  failed: failed({
    code: "quota",
    detail: "Cloudflare gives no quick tunnel now: too many were asked for from here.",
  }),
  stopped: { agreed: ["cloudflared"], state: { name: "stopped", at: AT } },
};

/** The public address without a way: it is ready as soon as it is asked for. */
export function createFakeAddress(push: PushOut, initial: Partial<AddressStatus> = {}): Handlers["address"] {
  let status: AddressStatus = { ...ADDRESS_OFF, ...initial };
  const change = (changes: Partial<AddressStatus>): AddressStatus => {
    status = { ...status, ...changes };
    push("address.changed", status);
    return status;
  };
  const ready = (): AddressStatus =>
    change({
      url: status.settings.way === "own" ? status.settings.own.url : (status.url ?? PUBLIC_URL),
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
