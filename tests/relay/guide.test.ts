import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Inboxes } from "../../src/main/inbox/index.ts";
import { createJournals } from "../journal/samples.ts";
import { openRelayDesktop } from "../support/relay-desktop.ts";
import { until } from "../support/until.ts";

const ROOT = new URL("../../", import.meta.url).pathname;
const GUIDE = readFileSync(join(ROOT, "docs/relay.md"), "utf8");
const BLOCKS = [...GUIDE.matchAll(/```sh\n(.*?)```/gs)].map(([, text = ""]) => text.replaceAll("\\\n", " "));

/** The only command of the guide that begins so, for a relay without NATS: what is written there is what is run. */
function commandOf(beginning: string): string {
  const [found, ...more] = BLOCKS.flatMap((block) => block.split("\n")).filter(
    (line) => line.startsWith(beginning) && line.includes("--data"),
  );
  if (found === undefined || more.length > 0) throw new Error(`not once in the guide: ${beginning}`);
  return found;
}

let folder: string;
let port: number;
let program: ChildProcess | null = null;
const opened: ReturnType<typeof createJournals>[] = [];
const desktops: Inboxes[] = [];

/** As on the reader's machine: its own folder, port and address. */
const here = (command: string): string =>
  command
    .replaceAll("/var/lib/linkdesk-relay", join(folder, "data"))
    .replaceAll("8790", String(port))
    .replaceAll("https://relay.example.com", `http://127.0.0.1:${port}`);

// What is installed for everybody goes into the test's own folder, and from nowhere but the package.
const environment = (): NodeJS.ProcessEnv => ({
  ...process.env,
  npm_config_prefix: join(folder, "global"),
  npm_config_offline: "true",
  PATH: [join(folder, "global", "bin"), process.env["PATH"]].join(delimiter),
});

async function sh(command: string): Promise<string> {
  const { stdout } = await promisify(execFile)("sh", ["-c", here(command)], { cwd: ROOT, env: environment() });
  return stdout;
}

async function begin(command: string): Promise<void> {
  program = spawn("sh", ["-c", `exec ${here(command)}`], { cwd: ROOT, env: environment(), stdio: "ignore" });
  const ended = once(program, "exit");
  for (let isUp = false; !isUp; ) {
    isUp = await fetch(`http://127.0.0.1:${port}/health`).then(
      ({ ok }) => ok,
      () => false,
    );
    const exit = await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 50, null))]);
    if (exit !== null) throw new Error("The relay has ended.");
  }
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "linkdesk-relay-"));
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  port = typeof address === "object" && address !== null ? address.port : 0;
  server.close();
  await once(server, "close");
});

afterEach(async () => {
  await Promise.all(desktops.splice(0).map((desktop) => desktop.close()));
  await Promise.all(opened.splice(0).map((journals) => journals.dispose()));
  if (program !== null && program.exitCode === null) {
    program.kill("SIGTERM");
    await once(program, "exit");
  }
  program = null;
  rmSync(folder, { recursive: true, force: true });
});

/** What an invitation printed by the relay leads to: a Linkdesk that receives. */
async function joins(printed: string): Promise<{ readonly webhooks: () => number }> {
  const link = /http\S+\/join#\S+/.exec(printed)?.[0] ?? "";
  const journals = createJournals();
  opened.push(journals);
  const desktop = openRelayDesktop(await journals.open());
  desktops.push(desktop);
  await desktop.join(link, "p");
  await until(() => desktop.status().inboxes[0]?.state.name === "ready");
  return { webhooks: () => desktop.status().inboxes[0]?.webhooks ?? 0 };
}

/** Steps 1 to 5 of the guide, and its webhook. */
async function fromNothingToTwoDesktops(run: (command: string) => string): Promise<void> {
  const command = (beginning: string): string => run(commandOf(`npm run relay -- ${beginning}`));
  await begin(command("--data /var/lib/linkdesk-relay --port 8790 --url"));
  const inbox = /http\S+\/in\/\S+/.exec(await sh(command("inbox add")))?.[0] ?? "";
  const team = [await joins(await sh(command("member add ada"))), await joins(await sh(command("member add tunde")))];
  const [, curl = ""] = /`(curl -d .*?)`/.exec(GUIDE) ?? [];
  await sh(curl.replace(/https:\S+…/, inbox));
  await until(() => team.every(({ webhooks }) => webhooks() === 1));
  expect(await sh(command("list"))).toMatch(/Acme Payments.*ada.*tunde/s);
  await sh(command("revoke"));
  expect(await sh(command("list"))).toMatch(/ada\s+revoked/);
}

it("leads from nothing to a team of two, by its commands as they are written", { timeout: 120_000 }, async () => {
  await fromNothingToTwoDesktops((command) => command);
});

it("leads there with the package as well, which needs nothing else", { timeout: 180_000 }, async () => {
  await sh("npm run relay-package");
  const [, install = ""] = /`(npm install -g \S+)`/.exec(GUIDE) ?? [];
  const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { version: string };
  await sh(install.replace("linkdesk-relay-VERSION.tgz", `./out/relay/linkdesk-relay-${version}.tgz`));
  await fromNothingToTwoDesktops((command) => command.replace("npm run relay --", "linkdesk-relay"));
});
