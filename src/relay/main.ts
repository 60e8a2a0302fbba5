/** `npm run relay`, and the package `linkdesk-relay`. Ends on SIGINT and SIGTERM. */
import { machineClock } from "../main/clock.ts";
import { terminalText } from "../main/terminal-text.ts";
import { WEBHOOK_PATH } from "../shared/inbox.ts";
import { errorText } from "../shared/primitives.ts";
import { invitationLink } from "../shared/relay.ts";
import { type Administration, HELP, inboxOptions, readCommand } from "./arguments.ts";
import { openPeople } from "./keeping.ts";
import { findInbox, type Inbox, type Registry, RegistryProblem } from "./people/registry.ts";
import { startRelay } from "./relay.ts";

const DAY = 86_400_000_000;

const write = (text: string): void => void process.stdout.write(`${terminalText(text)}\n`);

const command = readCommand(process.argv.slice(2));
try {
  if (command.do === "help") {
    if (command.problem !== null) process.stderr.write(`${terminalText(command.problem)}\n\n`);
    write(HELP);
    process.exitCode = command.problem === null ? 0 : 2;
  } else if (command.do === "run") {
    const relay = await startRelay(command.options);
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void relay.close());
  } else await administer(command);
} catch (error) {
  process.stderr.write(`${terminalText(errorText(error))}\n`);
  process.exitCode = 1;
}

/** What is changed or shown while the relay runs or before it ever did: it sees it at once. */
async function administer(command: Administration): Promise<void> {
  const { registry, close } = await openPeople(command.options, command.do === "inbox add");
  try {
    await carryOut(registry, command);
  } finally {
    await close();
  }
}

async function carryOut(registry: Registry, command: Administration): Promise<void> {
  const { options } = command;
  const url = options.url ?? registry.setting("url") ?? `http://${options.host}:${options.port}`;
  const addressOf = (id: string): string => url + WEBHOOK_PATH + id;
  switch (command.do) {
    case "inbox add": {
      const { id } = await registry.addInbox(command.name, inboxOptions(options));
      write(`Inbox "${command.name}". Its webhooks go to:\n\n  ${addressOf(id)}\n`);
      return;
    }
    case "inbox change": {
      const change = { ...inboxOptions(options), ...(options.rename === undefined ? {} : { name: options.rename }) };
      if (Object.keys(change).length === 0)
        throw new RegistryProblem("Say what is to change: --status, --body, --answer-wait, --keep-days or --rename.");
      const inbox = await registry.changeInbox(findInbox(registry, command.name).id, change);
      write(`Inbox "${inbox.name}": ${termsText(inbox)}. Relays and desktops know it within ten seconds.`);
      return;
    }
    case "inbox remove":
      await registry.removeInbox(findInbox(registry, command.name).id);
      write("Removed. Nobody can read what it holds any more, and it is deleted, at the latest with age.");
      return;
    case "member add": {
      if (options.inbox.length === 0) throw new RegistryProblem("Say which inboxes: --inbox NAME.");
      const inboxes = options.inbox.map((name) => findInbox(registry, name).id);
      const until = machineClock.now() + options.days * DAY;
      const code = await registry.invite(command.name, inboxes, until);
      write(`Invitation for ${command.name}. It can be used once, until ${new Date(until / 1_000).toUTCString()}.`);
      write(`Send it over a channel that only ${command.name} reads; it is opened in Linkdesk: Listener, Relay.\n`);
      write(`  ${invitationLink({ relay: url, code })}\n`);
      return;
    }
    case "revoke": {
      const count = await registry.revoke(command.name);
      if (count === 0) throw new RegistryProblem(`There is no member "${command.name}".`);
      write(`${count === 1 ? "One member" : `${count} members`} named ${command.name} put out.`);
      return;
    }
    case "list":
      write("Inboxes");
      for (const inbox of registry.inboxes()) {
        write(`  ${inbox.name.padEnd(24)} ${addressOf(inbox.id)}`);
        write(`  ${"".padEnd(24)} ${termsText(inbox)}`);
      }
      write("\nMembers");
      for (const { id, name, state, inboxes } of registry.members(machineClock.now()))
        write(`  ${String(id).padStart(4)} ${name.padEnd(24)} ${state.padEnd(16)} ${inboxes.join(", ")}`);
  }
}

function termsText({ status, body, answerWaitMs, keepDays }: Inbox): string {
  const text = body === "" ? "" : ` with a text of ${body.length} characters`;
  const live = answerWaitMs === 0 ? "no Linkdesk answers for it" : `a Linkdesk may answer within ${answerWaitMs} ms`;
  const kept = keepDays === 0 ? "kept as long as the relay keeps any" : `kept for ${keepDays} days at most`;
  return `senders get ${status}${text}; ${live}; ${kept}`;
}
