import { homedir, release } from "node:os";
import type { SelfCheckReport } from "../../shared/self-check.ts";
import type { Host } from "../hosts/host.ts";

/** Bytes of the log file that go along. */
const TAIL_BYTES = 20_000;

interface Facts {
  readonly host: Pick<Host, "name" | "dataFolder" | "log">;
  readonly version: string;
  readonly report: SelfCheckReport | null;
  readonly events: { readonly events: number; readonly bytesOnDisk: number } | null;
}

/** What somebody who helps needs to know, as text to be pasted: no secret, no body, no name of the user. */
export function diagnosticsText({ host, version, report, events }: Facts): string {
  const { electron, chrome, node } = process.versions;
  const lines = [
    `Linkdesk ${version}, ${host.name} host`,
    `${process.platform} ${release()} ${process.arch}`,
    [electron && `Electron ${electron}`, chrome && `Chromium ${chrome}`, `Node ${node}`].filter(Boolean).join(", "),
    `Data folder ${host.dataFolder}`,
    events === null ? "Event log: cannot be read" : `Event log: ${events.events} events, ${events.bytesOnDisk} bytes`,
    "",
    report === null ? "This machine was not checked yet." : `Checked ${new Date(report.at / 1_000).toISOString()}:`,
    ...(report?.findings ?? []).map(({ what, state, detail }) => `${MARKS[state]} ${what}: ${detail}`),
    "",
    "The end of the log file:",
    host.log.tail(TAIL_BYTES) || "(nothing)",
  ];
  // The home folder's name is commonly the user's own.
  return host.log.masked(lines.join("\n")).replaceAll(homedir(), "~");
}

const MARKS = { works: "+", missing: "!", "not-here": "-" } as const;
