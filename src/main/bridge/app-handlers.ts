import type { Handlers } from "../../shared/contract.ts";
import type { Host } from "../hosts/host.ts";

/** What the window may ask about the program itself. */
export function appHandlers(host: Host, version: string): Handlers["app"] {
  return {
    async info() {
      const protection = await host.secrets.protection();
      return {
        version,
        host: host.name,
        platform: `${process.platform} ${process.arch}`,
        dataFolder: host.dataFolder,
        secretsProtected: protection.protected,
      };
    },
  };
}
