import { installWithApt } from "./apt.ts";

/** NATS's server, for the tests of relays on JetStream. @returns null, or in a sentence why it is not there */
export function ensureNatsServer(): Promise<string | null> {
  return installWithApt("/usr/sbin/nats-server", "NATS server", ["nats-server"]);
}
