import { hostname, networkInterfaces } from "node:os";

/** What this machine is called beside `localhost`: its host name, and the addresses it has now. */
export function machineNames(): readonly string[] {
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  return [hostname(), ...addresses.map(({ address }) => address)];
}
