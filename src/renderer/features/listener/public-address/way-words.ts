import type { AddressSettings, AddressStatus, AddressWay } from "../../../../shared/address.ts";
import { optionsOf } from "../../../ui/options.ts";

export type WayKind = "cloudflared" | "ssh" | "ngrok" | "own";

/** In the order in which they are offered. */
export const KINDS = optionsOf<WayKind>({
  cloudflared: { label: "cloudflared", description: "Cloudflare’s program, if it is installed." },
  ssh: { label: "SSH", description: "A server of yours, or a free service. Nothing to install." },
  ngrok: { label: "ngrok", description: "ngrok’s agent, if it is installed." },
  own: { label: "An address of your own", description: "Already led here by somebody else." },
});

interface WayFacts {
  readonly kind: WayKind;
  /** What it is called beside others of its kind. */
  readonly label: string;
  /** Who can read what passes: what the user agrees to. */
  readonly reads: string;
  readonly costs: string;
  readonly stays: string;
}

/** What is to be known of a way before it is used, in the order in which ways are offered. */
export const WAY_FACTS: Readonly<Record<AddressWay, WayFacts>> = {
  cloudflared: {
    kind: "cloudflared",
    label: "Quick tunnel",
    reads: "Cloudflare ends the encryption and can read every webhook.",
    costs: "Free, without an account.",
    stays: "A new address with each start: the dashboard has to be told each time.",
  },
  "cloudflared-named": {
    kind: "cloudflared",
    label: "Your own tunnel",
    reads: "Cloudflare ends the encryption and can read every webhook.",
    costs: "An account and a domain at Cloudflare.",
    stays: "The address stays. At Cloudflare the tunnel leads to this listener.",
  },
  ssh: {
    kind: "ssh",
    label: "Your server",
    reads: "Whoever runs the server can read every webhook.",
    costs: "A server with SSH that the outside reaches.",
    stays: "The address stays.",
  },
  "localhost.run": {
    kind: "ssh",
    label: "localhost.run",
    reads: "localhost.run ends the encryption and can read every webhook.",
    costs: "Free, without an account.",
    stays: "The address changes every few hours.",
  },
  pinggy: {
    kind: "ssh",
    label: "pinggy",
    reads: "pinggy ends the encryption and can read every webhook.",
    costs: "Free for 60 minutes at a time; goes out by port 443.",
    stays: "A new address with each start.",
  },
  serveo: {
    kind: "ssh",
    label: "serveo",
    reads: "serveo ends the encryption and can read every webhook.",
    costs: "Free; browsers see a warning page first.",
    stays: "A new address with each start.",
  },
  ngrok: {
    kind: "ngrok",
    label: "ngrok",
    reads: "ngrok ends the encryption and can read every webhook.",
    costs: "An account; free up to 20,000 requests a month.",
    stays: "The address stays: one domain belongs to the account.",
  },
  own: {
    kind: "own",
    label: "An address of your own",
    reads: "Whoever leads the address here can read every webhook.",
    costs: "As you have agreed with them.",
    stays: "The address stays.",
  },
};

/** The program that a kind of way takes and that is not on this machine; null where nothing is missing. */
export function missingProgram(kind: WayKind, { programs }: Pick<AddressStatus, "programs">) {
  return (kind === "cloudflared" || kind === "ngrok") && !programs[kind] ? kind : null;
}

/** What the form begins with: until a way was used, the first of which nothing is missing here. */
export function firstSettings(status: AddressStatus): AddressSettings {
  const { settings, agreed } = status;
  if (agreed.length > 0 || missingProgram(WAY_FACTS[settings.way].kind, status) === null) return settings;
  const kind = KINDS.find(({ value }) => missingProgram(value, status) === null)?.value;
  const [first] = kind === undefined ? [] : waysOf(kind);
  return first === undefined ? settings : { ...settings, way: first.value };
}

/** The ways of a kind, the one to begin with first. */
export function waysOf(kind: WayKind) {
  return optionsOf(WAY_FACTS).filter(({ value }) => WAY_FACTS[value].kind === kind);
}
