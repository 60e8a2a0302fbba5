import { once } from "node:events";
import { join } from "node:path";
import { ROOT, run } from "../../../build/steps/run.ts";
import { readCommand } from "../../../src/relay/arguments.ts";
import { openPeople } from "../../../src/relay/keeping.ts";
import { startRelayProcess } from "../../support/relay-process.ts";
import type { Bench } from "../harness/figure.ts";

/** A relay with one inbox. */
export interface PackagedRelay {
  /** Where its webhooks go. */
  readonly url: string;
  readonly origin: string;
  readonly inbox: string;
  /** The code of an invitation to it. */
  readonly invite: (name: string) => Promise<string>;
}

/** The packaged relay, as it is installed; with further options where it is to keep everything elsewhere. */
export async function openRelay(bench: Bench, more: readonly string[] = []): Promise<PackagedRelay> {
  const { code, output } = await run(process.execPath, ["build/commands/relay-package.ts"], { quiet: true });
  if (code !== 0) throw new Error(output);
  const data = bench.newFolder();
  const program = join(ROOT, "out/relay/package/linkdesk-relay.mjs");
  const { url: origin, child } = await startRelayProcess(data, 0, more, program);
  bench.atEnd(async () => {
    child.kill("SIGTERM");
    await once(child, "exit");
  });
  const command = readCommand(["--data", data, ...more]);
  if (command.do !== "run") throw new Error("The relay is not to be run.");
  const { registry, close } = await openPeople(command.options, true);
  bench.atEnd(close);
  const inbox = (await registry.addInbox("bench", {})).id;
  const invite = (name: string) => registry.invite(name, [inbox], Number.MAX_SAFE_INTEGER);
  return { url: `${origin}/in/${inbox}`, origin, inbox, invite };
}
