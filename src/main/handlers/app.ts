import type { Handlers } from "../../shared/contract.ts";
import type { Host } from "../hosts/host.ts";
import { Refusal } from "../refusal.ts";

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
    async openExternal({ url }) {
      // The text comes from a page that shows strangers' data: only plain https addresses leave the program.
      if (!URL.canParse(url) || new URL(url).protocol !== "https:")
        throw new Refusal("not-https", "Only https links are opened.");
      await host.openExternal(new URL(url).href);
      return null;
    },
  };
}
