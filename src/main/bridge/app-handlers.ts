import { setTimeout as wait } from "node:timers/promises";
import type { Attention } from "../../shared/attention.ts";
import type { Handlers, Input } from "../../shared/contract.ts";
import { errorText } from "../../shared/primitives.ts";
import type { Host } from "../hosts/host.ts";
import type { Journal } from "../journal/index.ts";
import { Refusal } from "../refusal.ts";
import { diagnosticsText, type SelfCheck } from "../self-check/index.ts";

/** The window is shown without this answer: a keychain may be asking the user, who looks for the window first. */
const KEYCHAIN_MS = 1_500;

interface Program {
  readonly host: Host;
  readonly version: string;
  readonly journal: Pick<Journal, "stats">;
  readonly selfCheck: SelfCheck;
  readonly callAttention: (attention: Attention) => void;
  readonly zoom: (how: Input<"app", "zoom">["how"]) => Promise<boolean>;
}

/** What the window may ask about the program itself. */
export function appHandlers({ host, version, journal, selfCheck, callAttention, zoom }: Program): Handlers["app"] {
  return {
    async info() {
      const late = wait(KEYCHAIN_MS, null, { ref: false });
      const protection = await Promise.race([host.secrets.protection().catch(() => null), late]);
      return {
        version,
        host: host.name,
        platform: `${process.platform} ${process.arch}`,
        dataFolder: host.dataFolder,
        secretsProtected: protection?.protected ?? null,
      };
    },
    selfCheck: () => selfCheck.last(),
    runSelfCheck: () => selfCheck.run(),
    pageLooked: ({ findings }) => selfCheck.pageLooked(findings),
    callAttention: (attention) => callAttention(attention),
    zoom: async ({ how }) => ({ done: await zoom(how) }),
    async showLog() {
      const file = host.log.file();
      if (file === null) throw new Refusal("not-shown", "Linkdesk writes no log file.");
      await host.showFile(file).catch((error: unknown) => {
        throw new Refusal("not-shown", errorText(error));
      });
      return { file };
    },
    async diagnostics() {
      const events = await journal.stats().catch(() => null);
      return { text: diagnosticsText({ host, version, report: selfCheck.last(), events }) };
    },
  };
}
