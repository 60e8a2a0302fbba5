import { installWithApt } from "./apt.ts";

/** OpenSSH's server, for the tests of the public address. @returns null, or in a sentence why it is not there */
export function ensureSshServer(): Promise<string | null> {
  return installWithApt("/usr/sbin/sshd", "SSH server", ["openssh-server", "openssh-client"]);
}
