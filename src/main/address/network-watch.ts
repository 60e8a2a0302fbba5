import { networkInterfaces } from "node:os";

const EVERY_MS = 2_000;

/** Calls back when this machine's addresses have changed: a cable, a wireless network, a VPN. Returns how to stop. */
export function watchNetwork(onChange: () => void): () => void {
  const look = (): string =>
    Object.values(networkInterfaces())
      .flatMap((each) => each ?? [])
      .filter(({ internal }) => !internal)
      .map(({ address }) => address)
      .toSorted()
      .join(" ");
  let last = look();
  const timer = setInterval(() => {
    const now = look();
    if (now !== last) onChange();
    last = now;
  }, EVERY_MS).unref();
  return () => clearInterval(timer);
}
