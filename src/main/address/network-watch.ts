import { networkInterfaces } from "node:os";

const EVERY_MS = 2_000;

/** How changes of the network are noticed: calls back, and returns how to stop. */
export type WatchNetwork = (onChange: () => void) => () => void;

/** Calls back when this machine's addresses have changed: a cable, a wireless network, a VPN. */
export const watchNetwork: WatchNetwork = (onChange) => watchAddresses(addresses, EVERY_MS, onChange);

/** @param look what is compared with what it was before */
export function watchAddresses(look: () => string, everyMs: number, onChange: () => void): () => void {
  let last = look();
  const timer = setInterval(() => {
    const now = look();
    if (now !== last) onChange();
    last = now;
  }, everyMs).unref();
  return () => clearInterval(timer);
}

function addresses(): string {
  return Object.values(networkInterfaces())
    .flatMap((each) => each ?? [])
    .filter(({ internal }) => !internal)
    .map(({ address }) => address)
    .toSorted()
    .join(" ");
}
