import type { AddressProblem, AddressWait, AddressWay, TunnelProgram } from "../address.ts";
import { isHereOnly } from "../listener.ts";

/** As a way is called in a sentence and in a row of the log. */
export const WAY_NAMES: Readonly<Record<AddressWay, string>> = {
  cloudflared: "cloudflared",
  "cloudflared-named": "cloudflared, a tunnel of your own",
  "localhost.run": "SSH, localhost.run",
  pinggy: "SSH, pinggy",
  serveo: "SSH, serveo",
  ssh: "SSH, your own server",
  ngrok: "ngrok",
  own: "an address of your own",
};

/** What is said of an address that leads to this machine from this machine only. */
export const HERE_ONLY = {
  title: "Reached on this machine only",
  sentence: "This is no address for a dashboard elsewhere: a service on another machine would send to itself.",
} as const;

/** What the address under Listener is called: one that leads here from this machine only is never called public. */
export function addressName(url: string | null): "local address" | "public address" {
  return isHereOnly(url) ? "local address" : "public address";
}

/** Where a program is to be had from. Shown, never opened or fetched. */
export const PROGRAM_SOURCES: Readonly<Record<TunnelProgram, string>> = {
  cloudflared: "https://developers.cloudflare.com/cloudflare-one/networks/connectors/cloudflare-tunnel/downloads/",
  ngrok: "https://ngrok.com/download",
};

/** What a start is waiting for, after "Waiting for". */
export const WAITS: Readonly<Record<AddressWait, string>> = {
  program: "the program to start",
  connection: "the connection",
  login: "the login",
  address: "the address",
  proof: "a test request to come back through the address",
};

export interface AddressProblemWords {
  readonly title: string;
  readonly sentence: string;
  readonly nextStep: string;
  /** The host keys that a problem is about, each with its fingerprint, to be compared letter by letter. */
  readonly keys?: readonly (readonly [name: string, fingerprint: string])[];
}

/** What was seen, host keys included, where there is one line for it. */
export function problemLine({ sentence, keys = [] }: AddressProblemWords): string {
  return [sentence, ...keys.map(([name, fingerprint]) => `${name}: ${fingerprint}.`)].join(" ");
}

/** Why there is no public address, in words. */
export function explainAddressProblem(problem: AddressProblem): AddressProblemWords {
  const words = wordsOf(problem);
  return problem.nextStep === undefined ? words : { ...words, nextStep: problem.nextStep };
}

function wordsOf({ code, detail, offered, known }: AddressProblem): AddressProblemWords {
  switch (code) {
    case "settings":
      return { title: "Something is missing", sentence: detail, nextStep: "Fill it in, and press Get address again." };
    case "listener-down":
      return {
        title: "The listener is not listening",
        sentence: "There is nothing here that an address could lead to.",
        nextStep: "Start the listener; the address then comes back by itself.",
      };
    case "program-missing":
      return {
        title: `${detail} was not found`,
        sentence: `The program ${detail} is not on this machine’s PATH, nor where its installers put it. Linkdesk installs nothing by itself.`,
        nextStep: `Install ${detail}, or choose another way.`,
      };
    case "login":
      return {
        title: "Not logged in",
        sentence: detail === "" ? "The other side did not accept who we are." : detail,
        nextStep: "Check user, key, password or token of this way.",
      };
    case "host-key-unknown":
      return {
        title: "Is this the right server?",
        sentence: `${serverName(offered)} has never been connected to from here.`,
        keys: [[`Its key (${offered?.kind ?? "unknown"})`, offered?.fingerprint ?? ""]],
        nextStep: "Compare it with what whoever runs the server says, and trust it if it is the same.",
      };
    case "host-key-changed":
      return {
        title: "The server has another key than before",
        sentence: `${serverName(offered)} was known by another key. Somebody may be in between, or the server was set up anew. Nothing was sent.`,
        keys: [
          ["Known key", known?.fingerprint ?? ""],
          ["Key it shows now", offered?.fingerprint ?? ""],
        ],
        nextStep: "Ask whoever runs the server. Only if the change is meant, forget the former key.",
      };
    case "quota":
      return {
        title: "The free share is used up",
        sentence: detail === "" ? "The service gives no address at present: too many were asked for." : detail,
        nextStep: "Wait some minutes and try again, or choose another way.",
      };
    case "name-taken":
      return {
        title: "The address is in use elsewhere",
        sentence: detail === "" ? "Another connection holds this name or port." : detail,
        nextStep:
          "End the other one, or choose another name or port. A former connection of Linkdesk’s own ends by itself after a while.",
      };
    case "forwarding-refused":
      return {
        title: "The server forwards nothing",
        sentence: detail === "" ? "It let us in, but not open a port." : detail,
        nextStep: "Whoever runs the server sets AllowTcpForwarding; a port below 1024 takes more rights.",
      };
    case "dns":
      return {
        title: "The name is not known yet",
        sentence: detail === "" ? "No name server knows the address." : detail,
        nextStep: "A new name takes a while to be known everywhere. If it never is, check its spelling.",
      };
    case "blocked":
      return {
        title: "No way out to the other side",
        sentence: detail === "" ? "A proxy or a firewall lets no such connection through." : detail,
        nextStep: "Try another way (pinggy uses port 443), or ask who runs the network which one is allowed.",
      };
    case "warning-page":
      return {
        title: "A warning page stands in between",
        sentence: detail === "" ? "The tunnel shows a page of its own in place of what is asked for." : detail,
        nextStep: "Senders would get that page, too. Switch it off at the tunnel, or choose another way.",
      };
    case "not-found":
      return {
        title: "The address does not lead here",
        sentence: detail === "" ? "Something in between answers 404." : detail,
        nextStep:
          "The tunnel or server at this address sends requests elsewhere: look at its rules, and at the address’s path.",
      };
    case "elsewhere":
      return {
        title: "The address does not lead to the webhook path",
        sentence: detail,
        nextStep: "Correct the path in the address, or the path of the listener.",
      };
    case "no-answer":
      return {
        title: "Nothing comes through",
        sentence: detail === "" ? "A test request did not come back." : detail,
        nextStep: "With a server of your own: does it listen where the outside can reach it (GatewayPorts)?",
      };
    case "ended":
      return {
        title: "The tunnel ended",
        sentence: detail === "" ? "The other side closed the connection." : detail,
        nextStep: "What the tunnel said last stands under “What the tunnel says”.",
      };
    case "timed-out":
      return {
        title: "It took too long",
        sentence: detail,
        nextStep: "Try again, or choose another way. “What the tunnel says” may tell more.",
      };
  }
}

function serverName(key: AddressProblem["offered"]): string {
  if (key === undefined) return "The server";
  return key.port === 22 ? key.host : `${key.host}:${key.port}`;
}
