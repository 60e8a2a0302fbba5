/** Linkdesk without a window: the same parts, asked by words. */
import { createProgramLog } from "../main/program-log.ts";
import { Refusal } from "../main/refusal.ts";
import { terminalText } from "../main/terminal-text.ts";
import { BadUsage, HELP, readArguments } from "./arguments.ts";
import { checkFiles } from "./check.ts";
import { actionOf, type ExitCode, listen, type Output, oneCall, readFiles, runPlaybooks } from "./commands.ts";
import { openProgramOf } from "./program.ts";

export { isCommand } from "./arguments.ts";

/** Carries out one command and resolves with the code to end with. Never rejects. */
export async function runCommand(args: readonly string[]): Promise<ExitCode> {
  const say = (text: string): void => void process.stdout.write(`${terminalText(text)}\n`);
  try {
    const asked = readArguments(args);
    if (asked.command === "help") {
      say(HELP);
      return 0;
    }
    const output: Output = asked.json
      ? { line: () => {}, event: (event) => say(JSON.stringify(event)) }
      : { line: say, event: () => {} };
    // Needs no profile, no listener and no folder.
    if (asked.command === "check") return await checkFiles(asked, output);
    const files = asked.command === "run" ? await readFiles(asked) : [];
    if (asked.command === "link" || asked.command === "credit" || asked.command === "charge") actionOf(asked);
    const stopping = new AbortController();
    const stop = (): void => stopping.abort();
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, stop);
    // Standard output is for what was asked for.
    const log = createProgramLog({ terminal: (text) => void process.stderr.write(`${text}\n`) });
    const program = await openProgramOf(asked, log.write);
    if (asked.timeoutMs !== null) setTimeout(stop, asked.timeoutMs).unref();
    try {
      switch (asked.command) {
        case "run":
          return await runPlaybooks(program, asked, files, output, stopping.signal);
        case "listen":
          return await listen(program, output, stopping.signal);
        default:
          return await oneCall(program, asked, output, stopping.signal);
      }
    } finally {
      await program.close();
    }
  } catch (error) {
    const message = error instanceof Refusal ? error.message : `Something went wrong inside Linkdesk. ${String(error)}`;
    process.stderr.write(`${terminalText(message)}\n`);
    return error instanceof BadUsage ? 3 : 2;
  }
}
