import { chmod, mkdir, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { type AddressSecret, type AddressSettings, DEFAULT_ADDRESS_SETTINGS } from "../../src/shared/address.ts";
import { newDataFolder } from "../support/app.ts";
import { answerOf, ask } from "../support/bridge.ts";
import { freePort } from "../support/free-port.ts";
import { HAS_PASSWORDS, HAS_SSH_SERVER, startSshServer } from "../support/ssh-server.ts";
import { ANY_PORT, expect, test } from "./fixtures.ts";
import { mark, outputsOf, readLog, readPage, storeSecrets } from "./secrets.ts";

test.skip(!HAS_SSH_SERVER || process.platform === "win32", "OpenSSH's server is not installed here.");

test("no secret of a public address is left anywhere: not of SSH, not of a program that repeats what it was given", async ({
  launch,
}) => {
  test.setTimeout(120_000);
  const secrets = {
    "ssh-password": mark("ssh-password"),
    "ssh-passphrase": mark("ssh-passphrase"),
    "cloudflared-token": mark("cloudflared-token"),
    "ngrok-token": mark("ngrok-token"),
  } satisfies Partial<Record<AddressSecret, string>>;
  const server = await startSshServer({ password: secrets["ssh-password"], passphrase: secrets["ssh-passphrase"] });
  // Of a key over many lines each line is looked for.
  const lines = server.keys.locked.split("\n").filter((line) => /^[\w+/=]{60,}$/.test(line));
  const dataFolder = await newDataFolder();
  const programs = `${dataFolder}-programs`;
  await mkdir(programs, { recursive: true });
  for (const name of ["cloudflared", "ngrok"]) {
    await writeFile(
      join(programs, name),
      '#!/bin/sh\necho "$TUNNEL_TOKEN$NGROK_AUTHTOKEN"\nenv >&2\necho "ERR $*"\nexit 1\n',
    );
    await chmod(join(programs, name), 0o755);
  }
  try {
    const app = await launch({
      dataFolder,
      settings: ANY_PORT,
      env: { PATH: `${programs}${delimiter}${process.env["PATH"]}` },
    });
    const { page } = app;
    const outputs = outputsOf(app);
    await storeSecrets(page);
    for (const [name, value] of Object.entries({ ...secrets, "ssh-key": server.keys.locked }))
      outputs.keep(await answerOf(page, "address", "setSecret", { name: name as AddressSecret, value }));

    const status = async () => {
      const found = await answerOf(page, "address", "status", null);
      outputs.keep(found, await answerOf(page, "address", "said", null));
      return found.state;
    };
    const begin = async (changes: Partial<AddressSettings>) => {
      const settings = { ...DEFAULT_ADDRESS_SETTINGS, ...changes };
      outputs.keep(await answerOf(page, "address", "start", { settings, agreed: true }));
    };
    const reaches = (name: string) =>
      expect.poll(async () => (await status()).name, { timeout: 30_000, intervals: [100] }).toBe(name);
    for (const login of HAS_PASSWORDS ? (["key", "password"] as const) : (["key"] as const)) {
      const place = { host: "127.0.0.1", port: server.port, user: server.user, bindPort: await freePort() };
      await begin({ way: "ssh", ssh: { ...DEFAULT_ADDRESS_SETTINGS.ssh, ...place, login } });
      if (login === "key") {
        await reaches("failed");
        const failed = await status();
        if (failed.name !== "failed" || failed.problem.offered === undefined) throw new Error(JSON.stringify(failed));
        outputs.keep(await answerOf(page, "address", "trustHostKey", failed.problem.offered));
      }
      await reaches("ready");
      // Over a line that breaks: refused the second time, and told.
      server.kill();
      await reaches("reconnecting");
      await server.restart();
      outputs.keep(await answerOf(page, "address", "stop", null));
    }
    for (const way of ["cloudflared-named", "ngrok"] as const) {
      await begin({ way, cloudflared: { hostname: "hooks.example.com" } });
      await reaches("failed");
      expect((await answerOf(page, "address", "said", null)).lines.join()).toContain("ERR tunnel".slice(0, 4));
    }
    await readLog(page, outputs);
    await readPage(page, outputs);
    outputs.keep(await ask(page, "app", "diagnostics", null));
    await app.close();
    outputs.expectNoTraces({ ...secrets, ...Object.fromEntries(lines.map((line, index) => [`key-${index}`, line])) });
  } finally {
    server.close();
  }
});
