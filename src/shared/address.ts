import { z } from "zod";
import { dashboardAddressProblem } from "./diagnosis.ts";
import { type DeepReadonly, instant } from "./primitives.ts";
import { secretState } from "./profile.ts";

/**
 * The ways to an address that the outside can reach. `cloudflared` and `ngrok` are programs that the user has
 * installed; those from `localhost.run` to `ssh` go over SSH from within Linkdesk; `own` is led here by somebody else.
 */
export const addressWay = z.enum([
  "cloudflared",
  "cloudflared-named",
  "localhost.run",
  "pinggy",
  "serveo",
  "ssh",
  "ngrok",
  "own",
]);
export type AddressWay = z.infer<typeof addressWay>;

/** The ways that need a program of the user's. */
export const tunnelProgram = z.enum(["cloudflared", "ngrok"]);
export type TunnelProgram = z.infer<typeof tunnelProgram>;

const line = z.string().max(500, "At most 500 characters.");
/** A whole address, or empty. What stands behind the host, if anything, is the whole path of a webhook. */
const publicUrl = z
  .string()
  .max(2_000, "At most 2 000 characters.")
  .refine((text) => dashboardAddressProblem(text) === null, "This is not an address; it starts with https://.");

/** What each way is to be told. Secrets are in the vault under `addressSecret`, never here. */
export const addressSettings = z.object({
  way: addressWay,
  /** The name that a tunnel of the user's own has at Cloudflare. */
  cloudflared: z.object({ hostname: line }),
  ssh: z.object({
    host: line,
    port: z.int().min(1, "A port is 1 to 65535.").max(65_535, "A port is 1 to 65535."),
    user: line,
    /** `agent`: keys that the system's SSH agent holds; `key`: a private key in the vault. */
    login: z.enum(["agent", "key", "password"]),
    /** Where the server is to listen: empty and 0.0.0.0 mean everywhere, if its `GatewayPorts` lets it. */
    bindAddress: line,
    bindPort: z.int().min(0, "A port is 0 to 65535.").max(65_535, "A port is 0 to 65535."),
    /** Under which address the outside reaches that port: a server says nothing about it. */
    publicUrl,
  }),
  /** Empty: the domain that ngrok gives. */
  ngrok: z.object({ domain: line }),
  own: z.object({ url: publicUrl }),
});
export type AddressSettings = DeepReadonly<z.infer<typeof addressSettings>>;

export const DEFAULT_ADDRESS_SETTINGS: AddressSettings = {
  way: "cloudflared",
  cloudflared: { hostname: "" },
  ssh: { host: "", port: 22, user: "", login: "agent", bindAddress: "", bindPort: 8080, publicUrl: "" },
  ngrok: { domain: "" },
  own: { url: "" },
};

/** A private key may stand over many lines; everything else is one. */
export const addressSecret = z.enum(["cloudflared-token", "ssh-key", "ssh-passphrase", "ssh-password", "ngrok-token"]);
export type AddressSecret = z.infer<typeof addressSecret>;

/** A server's host key as it is shown and kept: its kind, and the fingerprint as OpenSSH writes it. */
export const hostKey = z.object({ host: z.string(), port: z.int(), kind: z.string(), fingerprint: z.string() });
export type HostKey = DeepReadonly<z.infer<typeof hostKey>>;

/** The webhook address that a dashboard may still have, and the one that it is to have now. */
const addressChange = z.object({ from: z.string(), to: z.string(), at: instant });

/** What is kept of the public address between two starts of Linkdesk. */
export const addressMemory = z.object({
  settings: addressSettings,
  agreed: z.array(addressWay),
  /** It is wanted: at the next start it is got again. */
  on: z.boolean(),
  /** The webhook address that was proven last. */
  url: z.string().nullable(),
  changed: addressChange.nullable().default(null),
  /** The servers that the user trusts. */
  hostKeys: z.array(hostKey),
});
export type AddressMemory = DeepReadonly<z.infer<typeof addressMemory>>;

export const DEFAULT_ADDRESS_MEMORY: AddressMemory = {
  settings: DEFAULT_ADDRESS_SETTINGS,
  agreed: [],
  on: false,
  url: null,
  changed: null,
  hostKeys: [],
};

/** Why there is no address, in the order of how near to the user the cause is. */
export const addressProblemCode = z.enum([
  "settings",
  "listener-down",
  "program-missing",
  "login",
  "host-key-unknown",
  "host-key-changed",
  "quota",
  "name-taken",
  "forwarding-refused",
  "dns",
  "blocked",
  "warning-page",
  "not-found",
  "elsewhere",
  "no-answer",
  "ended",
  "timed-out",
]);

export const addressProblem = z.object({
  code: addressProblemCode,
  /** What was seen, as a sentence or as the other side's own words; empty where the code says it all. */
  detail: z.string(),
  /** What to do about it, where there is better to say than of all with this code. */
  nextStep: z.string().optional(),
  /** Of an unknown or changed host key: the one that was offered, and the one that is kept. */
  offered: hostKey.optional(),
  known: hostKey.optional(),
});
export type AddressProblem = DeepReadonly<z.infer<typeof addressProblem>>;

/** What a start is waiting for. `proof`: for a request of our own to come back through the address. */
export const addressWait = z.enum(["program", "connection", "login", "address", "proof"]);
export type AddressWait = z.infer<typeof addressWait>;

/**
 * `ready` is said after a request of our own has come back through the address and as long as that goes on.
 * `reconnecting` had been ready; `failed` will not try again by itself.
 */
export const addressState = z.discriminatedUnion("name", [
  z.object({ name: z.literal("off") }),
  z.object({
    name: z.literal("starting"),
    since: instant,
    waitingFor: addressWait,
    problem: addressProblem.nullable(),
  }),
  z.object({ name: z.literal("ready"), since: instant, provenAt: instant }),
  z.object({
    name: z.literal("reconnecting"),
    since: instant,
    problem: addressProblem,
    /** null while it is being tried. */
    nextTry: instant.nullable(),
  }),
  z.object({ name: z.literal("failed"), at: instant, problem: addressProblem }),
  z.object({ name: z.literal("stopped"), at: instant }),
]);
export type AddressState = DeepReadonly<z.infer<typeof addressState>>;

export const addressStatus = z.object({
  settings: addressSettings,
  /** The ways of which the user knows who can read what passes. */
  agreed: z.array(addressWay),
  state: addressState,
  /** The whole webhook address, as last proven; null before the first time. It stands beside every state. */
  url: z.string().nullable(),
  /** The address was another one before, and no webhook has come through the new one yet. */
  changed: addressChange.nullable(),
  /** Webhooks that came through it since Linkdesk was started. */
  webhooks: z.int().nonnegative(),
  /** Whether the programs were found on this machine. */
  programs: z.object({ cloudflared: z.boolean(), ngrok: z.boolean() }),
  secrets: z.record(addressSecret, secretState),
});
export type AddressStatus = DeepReadonly<z.infer<typeof addressStatus>>;

/** Before anything was ever set or found. */
export const NO_ADDRESS: AddressStatus = {
  settings: DEFAULT_ADDRESS_SETTINGS,
  agreed: [],
  state: { name: "off" },
  url: null,
  changed: null,
  webhooks: 0,
  programs: { cloudflared: false, ngrok: false },
  secrets: {
    "cloudflared-token": "unset",
    "ssh-key": "unset",
    "ssh-passphrase": "unset",
    "ssh-password": "unset",
    "ngrok-token": "unset",
  },
};

/** The way by which a request came from outside. */
export const arrivedThrough = z.object({
  way: addressWay,
  /** Who connected to the SSH server, as that said; null where nobody says. */
  peer: z.string().nullable(),
});
export type ArrivedThrough = DeepReadonly<z.infer<typeof arrivedThrough>>;

/** The address that leads to the port a server opens; null where nobody has said it, and it does not follow. */
export function addressOfServer({ publicUrl: typed, host, bindPort }: AddressSettings["ssh"]): string | null {
  if (typed !== "") return typed;
  const name = host.includes(":") && !host.startsWith("[") ? `[${host}]` : host;
  const address = `http://${name}:${bindPort}/`;
  return host === "" || bindPort === 0 || !URL.canParse(address) ? null : address;
}

/** The address that settings lead to, where they are told it; null where the way gives one. */
export function toldAddress({ way, ssh, own }: AddressSettings): string | null {
  if (way === "own") return own.url;
  return way === "ssh" ? addressOfServer(ssh) : null;
}

/** What is tried: the address that settings name, whole or as its name at the service; null where the way gives one. */
export function triedAddress(settings: AddressSettings): string | null {
  const { way, cloudflared, ngrok } = settings;
  if (way === "cloudflared-named") return `https://${cloudflared.hostname}`;
  if (way === "ngrok" && ngrok.domain !== "")
    return ngrok.domain.includes("://") ? ngrok.domain : `https://${ngrok.domain}`;
  return toldAddress(settings);
}

/** The parts of a server that is written with them, `ada@hooks.example.com:2222` or as `ssh://`; null of a mere name. */
export function serverIn(text: string): Partial<Pick<AddressSettings["ssh"], "host" | "port" | "user">> | null {
  const found = /^(?:ssh:\/\/)?(?:([^\s@:/]{1,100})@)?(\[[\da-f:.]+\]|[^\s@:/]+)(?::(\d{1,5}))?\/?$/i.exec(text.trim());
  const [whole, user, name, digits] = found ?? [];
  if (name === undefined || name === whole) return null;
  const port = Number(digits ?? 0);
  return {
    host: name.replace(/^\[|\]$/g, ""),
    ...(user === undefined ? {} : { user }),
    ...(port >= 1 && port <= 65_535 ? { port } : {}),
  };
}

/** Why these settings cannot be started with, beside the field it is about; null when they can. */
export function settingsProblem(settings: AddressSettings): { readonly field: string; readonly text: string } | null {
  const { way, cloudflared, ssh, own } = settings;
  if (way === "cloudflared-named" && !/^[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(cloudflared.hostname))
    return { field: "hostname", text: "Enter the public hostname that the tunnel has at Cloudflare." };
  if (way === "ssh") {
    if (!/^[^\s/@]+$/.test(ssh.host)) return { field: "host", text: "Enter the name or address of the SSH server." };
    if (ssh.user.trim() === "") return { field: "user", text: "Enter the user to log in as." };
    if (addressOfServer(ssh) === null)
      return { field: "publicUrl", text: "Enter the address under which the server is reached." };
  }
  if (way === "own" && own.url === "") return { field: "ownUrl", text: "Enter the address that leads here." };
  return null;
}
