/** `npm run sandbox`: the sandbox alone, for other clients. Ends on SIGINT and SIGTERM. */
import { SANDBOX_ASSUMPTIONS, SANDBOX_PUBLIC_KEY, type SandboxSettings } from "../../shared/sandbox.ts";
import { Refusal } from "../refusal.ts";
import { HELP, readCommand } from "./arguments.ts";
import { createSandbox } from "./sandbox.ts";

const command = readCommand(process.argv.slice(2));
if (command.run) await run(command);
else {
  if (command.problem !== null) process.stderr.write(`${command.problem}\n\n`);
  process.stdout.write(HELP);
  process.exitCode = command.problem === null ? 0 : 2;
}

async function run({ port, secretKey, settings }: Extract<typeof command, { run: true }>): Promise<void> {
  let current: SandboxSettings = settings;
  const sandbox = createSandbox({
    settings: {
      get: () => current,
      set: (next) => {
        current = next;
      },
    },
    listenerUrl: () => null,
    now: () => new Date(),
    onStatus: () => {},
    port,
    secretKey,
    onRequest: ({ method, target, status, durationMs }) =>
      line(`${method} ${target} → ${status ?? "no answer"} (${durationMs.toFixed(1)} ms)`),
    onAttempt: ({ operation, url, attempt, status, problem }) =>
      line(`webhook of the ${operation}, attempt ${attempt}${url === "" ? "" : ` to ${url}`} → ${status ?? problem}`),
  });
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void sandbox.close());

  try {
    sandbox.configure(settings);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    process.stderr.write(`--webhook-url: ${error.message}\n`);
    process.exitCode = 2;
    return;
  }
  const status = await sandbox.start();
  if (status.url === null) {
    process.stderr.write(`${status.problem ?? "The sandbox could not start."}\n`);
    process.exitCode = 1;
    return;
  }
  const write = (text: string) => process.stdout.write(`${text}\n`);
  write(`Sandbox listening on ${status.url}`);
  write(`  x-api-key   ${secretKey}   (public key, always refused: ${SANDBOX_PUBLIC_KEY})`);
  write(`  webhooks    ${status.webhookTarget ?? "nowhere: set --webhook-url"}`);
  write(`  signed      ${settings.signature.header}; to be checked with ${status.checkKey}`);
  write("\nLinks");
  for (const { value, label } of status.samples.links) write(`  ${encodeURIComponent(value).padEnd(48)} ${label}`);
  write("\nReferences");
  for (const { value, label } of status.samples.references) write(`  ${value.padEnd(48)} ${label}`);
  write("\nAssumed beyond the specification");
  for (const assumption of SANDBOX_ASSUMPTIONS) write(`  - ${assumption}`);
  write(`\nTry it:  curl -H 'x-api-key: ${secretKey}' ${status.url}/link/${status.samples.links[0]?.value}\n`);
}

/** One line for each event. Control characters in what was sent are not passed on to the terminal. */
function line(text: string): void {
  const time = new Date().toISOString().slice(11, 23);
  process.stdout.write(`${time} ${text.replaceAll(/[^\x20-\x7e→]/g, "·")}\n`);
}
