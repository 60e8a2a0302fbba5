import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { freePort } from "./free-port.ts";
import { until } from "./until.ts";

const PROGRAM = "/usr/sbin/sshd";

/** Whether OpenSSH's server is installed: `npm test` installs it where it may, and says so where it may not. */
export const HAS_SSH_SERVER = existsSync(PROGRAM);
/** Whether it can be given a password of our own: by a shadow file of ours in a mount namespace, so as root only. */
export const HAS_PASSWORDS = HAS_SSH_SERVER && canMount();

/** OpenSSH's server on a port of loopback, with a configuration and keys of its own. */
export interface SshServer {
  readonly port: number;
  readonly user: string;
  /** A private key that it lets in; `locked` takes the passphrase `open sesame`. */
  readonly keys: { readonly plain: string; readonly locked: string };
  /** For an agent: the file of the plain one. */
  readonly keyFile: string;
  readonly password: string;
  readonly fingerprint: string;
  /** Ids of the processes that serve a connection each. */
  sessions(): readonly number[];
  /** Starts it again on the same port, with a new host key if wanted. */
  restart(options?: { readonly newHostKey?: boolean }): Promise<void>;
  /** Ends the server and every connection at once. */
  kill(): void;
  close(): void;
}

export interface SshServerOptions {
  readonly gatewayPorts?: "no" | "yes" | "clientspecified";
  readonly forwarding?: boolean;
  readonly password?: string;
  /** Of the locked key. */
  readonly passphrase?: string;
}

/** @param options of its configuration, as in `sshd_config` */
export async function startSshServer({
  gatewayPorts = "no",
  forwarding = true,
  password = "correct horse",
  passphrase = "open sesame",
}: SshServerOptions = {}): Promise<SshServer> {
  const folder = mkdtempSync(join(tmpdir(), "linkdesk-sshd-"));
  const file = (name: string): string => join(folder, name);
  const makeKey = (name: string, passphrase = ""): string => {
    rmSync(file(name), { force: true });
    execFileSync("ssh-keygen", ["-q", "-t", "ed25519", "-a", "1", "-N", passphrase, "-C", "test", "-f", file(name)]);
    return readFileSync(file(name), "utf8");
  };
  const keys = { plain: makeKey("plain"), locked: makeKey("locked", passphrase) };
  makeKey("host");
  const { username: user } = userInfo();
  const port = await freePort();
  writeFileSync(
    file("authorized"),
    ["plain", "locked"].map((name) => readFileSync(file(`${name}.pub`), "utf8")).join(""),
  );
  writeFileSync(
    file("config"),
    [
      `Port ${port}`,
      "ListenAddress 127.0.0.1",
      `HostKey ${file("host")}`,
      `AuthorizedKeysFile ${file("authorized")}`,
      "PidFile none",
      "StrictModes no",
      "UsePAM no",
      "PermitRootLogin yes",
      "KbdInteractiveAuthentication no",
      "MaxStartups 100:30:200",
      `PasswordAuthentication ${HAS_PASSWORDS ? "yes" : "no"}`,
      `GatewayPorts ${gatewayPorts}`,
      `AllowTcpForwarding ${forwarding ? "yes" : "no"}`,
    ].join("\n"),
  );
  // Where it keeps privileges apart, and where a server that the system starts would have made it.
  if (process.getuid?.() === 0) mkdirSync("/run/sshd", { recursive: true, mode: 0o755 });
  const args = ["-D", "-e", "-f", file("config")];
  let server: ChildProcess | null = null;

  async function start(): Promise<void> {
    if (HAS_PASSWORDS) writeFileSync(file("shadow"), shadowWith(user, password), { mode: 0o600 });
    const mounted = `mount --bind "$0" /etc/shadow && exec ${PROGRAM} "$@"`;
    server = HAS_PASSWORDS
      ? spawn("unshare", ["--mount", "sh", "-c", mounted, file("shadow"), ...args], {
          stdio: ["ignore", "ignore", "pipe"],
        })
      : spawn(PROGRAM, args, { stdio: ["ignore", "ignore", "pipe"] });
    let said = "";
    server.stderr?.on("data", (chunk: Buffer) => (said += chunk.toString()));
    await until(() => said.includes("Server listening on") || server?.exitCode !== null, 20_000);
    if (server.exitCode !== null) throw new Error(`sshd did not start: ${said}`);
  }

  const sessions = (): readonly number[] => (server?.pid === undefined ? [] : childrenOf(server.pid));
  /** Not only its own processes: a session of another user is served by a child of a child. */
  function kill(): void {
    for (const pid of sessions().flatMap((each) => [...childrenOf(each), each])) end(pid);
    if (server?.pid !== undefined && server.exitCode === null) end(server.pid);
    server = null;
  }

  await start();
  return {
    port,
    user,
    keys,
    keyFile: file("plain"),
    password,
    get fingerprint() {
      const line = execFileSync("ssh-keygen", ["-l", "-f", file("host.pub")], { encoding: "utf8" });
      return line.split(" ")[1] ?? "";
    },
    sessions,
    async restart({ newHostKey = false } = {}) {
      const running = server;
      kill();
      if (running !== null && running.exitCode === null && running.signalCode === null)
        await new Promise((resolve) => running.once("exit", resolve));
      if (newHostKey) makeKey("host");
      await start();
    },
    kill,
    close() {
      kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Ids of the processes that a process has started (Linux). */
export function childrenOf(pid: number): readonly number[] {
  try {
    const text = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8");
    return text
      .split(" ")
      .filter((each) => each.trim() !== "")
      .map(Number);
  } catch {
    return [];
  }
}

function end(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended by itself meanwhile.
  }
}

function shadowWith(user: string, password: string): string {
  const hash = execFileSync("openssl", ["passwd", "-6", password], { encoding: "utf8" }).trim();
  return readFileSync("/etc/shadow", "utf8")
    .split("\n")
    .map((line) => (line.startsWith(`${user}:`) ? `${user}:${hash}:19000:0:99999:7:::` : line))
    .join("\n");
}

function canMount(): boolean {
  if (process.getuid?.() !== 0) return false;
  try {
    execFileSync("unshare", ["--mount", "sh", "-c", "mount --bind /etc/shadow /etc/shadow && openssl version"], {
      stdio: "ignore",
    });
    return true;
  } catch {
    return false;
  }
}
