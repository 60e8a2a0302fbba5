import type { Socket } from "node:net";
// As a whole: Node does not see the names that this package exports.
import ssh2, { type ClientChannel, type ConnectConfig } from "ssh2";
import {
  type AddressProblem,
  type AddressSettings,
  type AddressWait,
  addressOfServer,
} from "../../../shared/address.ts";
import { join } from "../inbound-connections.ts";
import { announcedUrl, type Way, type WayMeans, type WayStatus } from "../way.ts";
import { keyProblem, readHostKey } from "./host-key.ts";
import { loginOf } from "./login.ts";
import { refusalIn, SSH_SERVICES, type SshService } from "./services.ts";
import { problemOfSsh } from "./ssh-problem.ts";

/** Two that stay unanswered end a connection: a frozen server is noticed within half a minute. */
const KEEPALIVE_MS = 9_000;
const KEEPALIVES_UNANSWERED = 2;
const HANDSHAKE_MS = 20_000;
/** How long the other side may take to close in order. */
const GOODBYE_MS = 500;
/** Characters of unfinished output, without a line end, that are looked through for an address. */
const TAIL = 4_096;

/** A remote port, forwarded to the listener over one SSH connection. */
export function createSshWay(means: WayMeans): Way {
  const { settings, network, say } = means;
  const target = targetOf(settings);
  const client = new ssh2.Client();
  const over = new AbortController();
  let changed: () => void = () => {};
  let current: WayStatus = waiting("connection");
  let isForwarding = false;
  let announced: string | null = target.publicUrl;

  function enter(next: WayStatus): void {
    // What ended it first is the cause; what comes of that is not.
    if (current.state === "down" || over.signal.aborted) return;
    current = next;
    changed();
  }
  const fail = (problem: AddressProblem): void => {
    enter({ state: "down", problem });
    client.end();
  };

  async function open(): Promise<void> {
    const socket = await network.connect(target.host, target.port, over.signal);
    // Until the client has the socket, an error of it would end the program.
    socket.on("error", () => {});
    const login = await loginOf(settings, means.secret);
    // It was stopped while the vault was asked: what was begun after that would never be ended.
    if (over.signal.aborted) {
      socket.destroy();
      return;
    }
    if (!login.ok) {
      socket.destroy();
      fail(login.problem);
      return;
    }
    enter(waiting("login"));
    let refusedKey: AddressProblem | null = null;
    client
      .on("ready", forward)
      .on("tcp connection", (details, accept) => {
        const peer = details.srcIP === "" ? null : details.srcIP;
        if (means.listenerUrl() === null) return;
        const channel = accept() as unknown as Socket;
        join(channel, means.inward(peer));
      })
      // Without an answer of some kind the server would wait, and we for it. Only the password is ever given.
      .on("keyboard-interactive", (_name, _instructions, _language, prompts, finish) =>
        finish(prompts.map(({ echo }) => (prompts.length === 1 && echo !== true ? (login.hiddenAnswer ?? "") : ""))),
      )
      .on("change password", () => fail({ code: "login", detail: "The server wants this user to set a new password." }))
      .on("error", (error) => fail(refusedKey ?? problemOfSsh(error)))
      .on("close", () => fail(refusedKey ?? { code: "ended", detail: "" }));
    const config: ConnectConfig = {
      ...login.config,
      sock: socket,
      username: target.user,
      keepaliveInterval: KEEPALIVE_MS,
      keepaliveCountMax: KEEPALIVES_UNANSWERED,
      readyTimeout: HANDSHAKE_MS,
      // Without it any key is accepted.
      hostVerifier: (key: Buffer) => {
        const offered = readHostKey(target.host, target.port, key);
        refusedKey = keyProblem(offered, means.hostKey(target.host, target.port));
        if (refusedKey !== null) enter({ state: "down", problem: refusedKey });
        return refusedKey === null;
      },
    };
    client.connect(config);
  }

  function forward(): void {
    enter(waiting("address"));
    const { address, port } = target.bind;
    client.forwardIn(address, port, (error, bound) => {
      if (error !== undefined) {
        fail(problemOfSsh(error));
        return;
      }
      isForwarding = true;
      say(`Forwarding port ${bound || port} of ${target.host}.`);
      if (target.service === null) tellUp();
      else listen(target.service);
    });
  }

  /** The address stands in the output of a session, before or after the forwarding is granted. */
  function listen(service: SshService): void {
    let tail = "";
    const read = (channel: ClientChannel): void => {
      const take = (chunk: Buffer): void => {
        const text = chunk.toString("utf8");
        say(text);
        tail = (tail + text).slice(-TAIL);
        const url = announcedUrl(service.urlIn(tail) ?? "");
        const refusal = url === null && announced === null ? refusalIn(tail) : null;
        if (url !== null) announced = url;
        if (url !== null) tellUp();
        else if (refusal !== null) fail(refusal);
      };
      channel.on("data", take);
      channel.stderr.on("data", take);
      channel.on("close", () => say("\n"));
    };
    const opened = (error: Error | undefined, channel: ClientChannel): void => {
      if (error === undefined) read(channel);
      else fail(problemOfSsh(error));
    };
    if (service.command === null) client.shell(opened);
    else client.exec(service.command, opened);
  }

  function tellUp(): void {
    if (isForwarding && announced !== null) enter({ state: "up", url: announced });
  }

  return {
    isQuickToReopen: target.service === null,
    status: () => current,
    start(onChange) {
      changed = onChange;
      open().catch((error: unknown) => fail(problemOfSsh(error)));
    },
    async stop() {
      over.abort();
      const closed = new Promise<void>((resolve) => {
        client.once("close", () => resolve());
        setTimeout(resolve, GOODBYE_MS).unref();
      });
      client.end();
      if (current.state === "up") await closed;
      client.destroy();
    },
  };
}

interface SshTarget {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly bind: { readonly address: string; readonly port: number };
  /** null: it is announced. */
  readonly publicUrl: string | null;
  readonly service: SshService | null;
}

function targetOf({ way, ssh }: AddressSettings): SshTarget {
  const service = SSH_SERVICES[way];
  if (service !== undefined) return { ...service, publicUrl: null, service };
  const { host, port, user, bindAddress, bindPort } = ssh;
  const bind = { address: bindAddress, port: bindPort };
  return { host, port, user, bind, publicUrl: addressOfServer(ssh), service: null };
}

function waiting(waitingFor: AddressWait): WayStatus {
  return { state: "starting", waitingFor, problem: null };
}
