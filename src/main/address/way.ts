import type { Socket } from "node:net";
import type { AddressProblem, AddressSecret, AddressSettings, AddressWait, HostKey } from "../../shared/address.ts";
import type { Network } from "../network/index.ts";

/**
 * What a way says of itself. `up`: an address was given, and the way believes that it leads here; whether it does is
 * for the proof of life to say. `wavering`: it has lost its connection and gets it back by itself, with the address.
 */
export type WayStatus =
  | {
      readonly state: "starting";
      readonly waitingFor: AddressWait;
      /** What keeps it from getting on, as it says; it goes on trying. */
      readonly problem: AddressProblem | null;
    }
  | { readonly state: "up" | "wavering"; readonly url: string }
  | { readonly state: "down"; readonly problem: AddressProblem };

/** One try at an address. Each is used once: for the next try there is another one. */
export interface Way {
  /** Opened anew it leads to the same address at once: where nothing passes any more, that is the quickest mend. */
  readonly isQuickToReopen: boolean;
  /** Begins; `changed` is called whenever `status` says something else. Never fails: what goes wrong is a status. */
  start(changed: () => void): void;
  status(): WayStatus;
  /** Resolves when nothing is left of it: no connection, no process. */
  stop(): Promise<void>;
}

/** What ways are made of. */
export interface WayMeans {
  readonly settings: AddressSettings;
  readonly network: Network;
  /** null when it is not set, or not readable on this machine. */
  readonly secret: (name: AddressSecret) => Promise<string | null>;
  /** The key that is kept for a server; null when there is none. */
  readonly hostKey: (host: string, port: number) => HostKey | null;
  /** Where the listener is; null when it does not listen. */
  readonly listenerUrl: () => URL | null;
  /** Opens a connection to the listener that counts as coming from outside. `peer`: who began it, where that is known. */
  readonly inward: (peer: string | null) => Socket;
  /** The same behind a port of this machine, for programs. */
  readonly openFront: () => Promise<Front>;
  /** A line that the tunnel has said. */
  readonly say: (line: string) => void;
  /** A folder for what a program needs. */
  readonly folder: string;
}

/** A port of this machine: every connection to it goes on to the listener, as one from outside. */
export interface Front {
  readonly port: number;
  close(): void;
}

/** An address as somebody else's program says it: the https address of a host and nothing more; null for what is none. */
export function announcedUrl(text: string): string | null {
  if (!URL.canParse(text)) return null;
  const { protocol, host, username, password } = new URL(text);
  return protocol === "https:" && `${username}${password}` === "" ? `https://${host}/` : null;
}
