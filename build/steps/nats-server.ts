import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { errorText } from "../../src/shared/primitives.ts";
import { ROOT, run } from "./run.ts";

/**
 * NATS's server, for the tests of relays on JetStream: one that is named, or ours. Not what is installed: servers of
 * Debian 12 and 13 (2.9.10, 2.10.27) lose what they had acknowledged when they are restarted (docs/decisions/relay.md).
 */
export const NATS_SERVER = process.env["NATS_SERVER"] ?? join(ROOT, "out", "tools", "nats-server-debian-14");

const RELEASE = "deb http://deb.debian.org/debian forky main\n";

/**
 * Fetches it from a newer Debian, without installing anything.
 *
 * @returns null, or in a sentence why it is not there
 */
export async function ensureNatsServer(): Promise<string | null> {
  if (existsSync(NATS_SERVER)) return null;
  if (process.platform !== "linux") return "the NATS server is fetched on Linux only (or named in NATS_SERVER)";
  console.log("No NATS server for the tests: fetching it from Debian 14 …");
  const folder = mkdtempSync(join(tmpdir(), "linkdesk-nats-"));
  try {
    const sources = join(folder, "sources.list");
    writeFileSync(sources, RELEASE);
    mkdirSync(join(folder, "lists", "partial"), { recursive: true });
    const apt = [`sourcelist=${sources}`, "sourceparts=-"].map((option) => `-oDir::Etc::${option}`);
    apt.push(`-oDir::State::Lists=${join(folder, "lists")}`, "-oAPT::Sandbox::User=root");
    const at = { quiet: true, cwd: folder } as const;
    for (const step of [["update"], ["download", "nats-server"]]) await run("apt-get", [...apt, ...step], at);
    const file = readdirSync(folder).find((name) => name.endsWith(".deb"));
    if (file === undefined) return "the NATS server could not be fetched from Debian 14";
    await run("dpkg-deb", ["-x", file, "."], at);
    mkdirSync(dirname(NATS_SERVER), { recursive: true });
    copyFileSync(join(folder, "usr", "sbin", "nats-server"), NATS_SERVER);
    chmodSync(NATS_SERVER, 0o755);
    return null;
  } catch (error) {
    return `the NATS server could not be fetched: ${errorText(error)}`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
