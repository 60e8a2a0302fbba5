import type { AddressWay } from "../../../../shared/address.ts";

/** The four kinds of ways, in the order in which they are offered. */
export type WayKind = "cloudflared" | "ssh" | "ngrok" | "own";

export function kindOf(way: AddressWay): WayKind {
  switch (way) {
    case "cloudflared":
    case "cloudflared-named":
      return "cloudflared";
    case "localhost.run":
    case "pinggy":
    case "serveo":
    case "ssh":
      return "ssh";
    case "ngrok":
    case "own":
      return way;
  }
}

export const KINDS: readonly {
  readonly kind: WayKind;
  readonly label: string;
  readonly description: string;
  /** The way to begin with. */
  readonly first: AddressWay;
}[] = [
  {
    kind: "cloudflared",
    label: "cloudflared",
    description: "Cloudflare’s program, if it is installed.",
    first: "cloudflared",
  },
  { kind: "ssh", label: "SSH", description: "A server of yours, or a free service. Nothing to install.", first: "ssh" },
  { kind: "ngrok", label: "ngrok", description: "ngrok’s agent, if it is installed.", first: "ngrok" },
  { kind: "own", label: "An address of your own", description: "Already led here by somebody else.", first: "own" },
];

export const VARIANTS: Readonly<
  Partial<Record<WayKind, readonly { readonly value: AddressWay; readonly label: string }[]>>
> = {
  cloudflared: [
    { value: "cloudflared", label: "Quick tunnel" },
    { value: "cloudflared-named", label: "Your own tunnel" },
  ],
  ssh: [
    { value: "ssh", label: "Your server" },
    { value: "localhost.run", label: "localhost.run" },
    { value: "pinggy", label: "pinggy" },
    { value: "serveo", label: "serveo" },
  ],
};

interface WayFacts {
  /** Who can read what passes: what the user agrees to. */
  readonly reads: string;
  readonly costs: string;
  readonly stays: string;
}

/** What is to be known of a way before it is used. */
export const WAY_FACTS: Readonly<Record<AddressWay, WayFacts>> = {
  cloudflared: {
    reads: "Cloudflare ends the encryption and can read every webhook.",
    costs: "Free, without an account.",
    stays: "A new address with each start: the dashboard has to be told each time.",
  },
  "cloudflared-named": {
    reads: "Cloudflare ends the encryption and can read every webhook.",
    costs: "An account and a domain at Cloudflare.",
    stays: "The address stays. At Cloudflare the tunnel leads to this listener.",
  },
  ssh: {
    reads: "Whoever runs the server can read every webhook.",
    costs: "A server with SSH that the outside reaches.",
    stays: "The address stays.",
  },
  "localhost.run": {
    reads: "localhost.run ends the encryption and can read every webhook.",
    costs: "Free, without an account.",
    stays: "The address changes every few hours.",
  },
  pinggy: {
    reads: "pinggy ends the encryption and can read every webhook.",
    costs: "Free for 60 minutes at a time; goes out by port 443.",
    stays: "A new address with each start.",
  },
  serveo: {
    reads: "serveo ends the encryption and can read every webhook.",
    costs: "Free; browsers see a warning page first.",
    stays: "A new address with each start.",
  },
  ngrok: {
    reads: "ngrok ends the encryption and can read every webhook.",
    costs: "An account; free up to 20,000 requests a month.",
    stays: "The address stays: one domain belongs to the account.",
  },
  own: {
    reads: "Whoever leads the address here can read every webhook.",
    costs: "As you have agreed with them.",
    stays: "The address stays.",
  },
};
