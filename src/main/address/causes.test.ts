import { generateKeyPairSync } from "node:crypto";
import type { RequestListener } from "node:http";
import { createServer } from "node:net";
import ssh2, { type Connection } from "ssh2";
import { describe, expect, it, onTestFinished } from "vitest";
import { freePort } from "../../../tests/support/free-port.ts";
import {
  type OpenAddress,
  type OpenAddressOptions,
  openAddress,
  ownAddress,
  QUICK_PACE,
  serveHttp,
  sshSettings,
} from "../../../tests/support/public-address.ts";
import { installStandIn } from "../../../tests/support/tunnel-programs.ts";
import { type AddressSettings, DEFAULT_ADDRESS_SETTINGS, type TunnelProgram } from "../../shared/address.ts";
import { explainAddressProblem, problemLine } from "../../shared/text/explain-address.ts";
import { openWay } from "./index.ts";
import { readHostKey } from "./ssh/host-key.ts";
import { problemOfSsh } from "./ssh/ssh-problem.ts";

/** Each cause for which there may be no address, brought about by what brings it about, and what a person then reads. */

/** The words of the failure, as the window shows them. */
async function wordsOf(opened: OpenAddress): Promise<readonly string[]> {
  const { state } = await opened.reaches("failed");
  if (state.name !== "failed") throw new Error(state.name);
  const words = explainAddressProblem(state.problem);
  expect(opened.rows.at(-1)).toMatchObject({ change: "failed", problem: state.problem });
  return [words.title, problemLine(words), words.nextStep];
}

async function failing(settings: AddressSettings, options: OpenAddressOptions = {}): Promise<readonly string[]> {
  const opened = await openAddress({ pace: { ...QUICK_PACE, startMs: 1_200, proofMs: 500 }, ...options });
  await opened.address.start(settings, true);
  return wordsOf(opened);
}

/** By a program that stands in for the real one; `how` is one of its faults. */
async function failingBy(name: TunnelProgram, changes: Partial<AddressSettings>, how: string) {
  const program = installStandIn(name, how);
  return failing(
    { ...DEFAULT_ADDRESS_SETTINGS, way: name, ...changes },
    {
      openWay: (means) => openWay(means, program.find),
      reachedAt: (url) => `http://127.0.0.1:${program.publicPort}${new URL(url).pathname}`,
      secrets: { "cloudflared-token": "bad" },
      // Only the blocked one goes on trying until its time is over.
      pace: { ...QUICK_PACE, startMs: how === "blocked" ? 8_000 : 60_000, proofMs: 500 },
    },
  );
}

const passwordAt = (port: number, host = "127.0.0.1"): AddressSettings =>
  sshSettings({ host, port, user: "ada", login: "password", publicUrl: "http://127.0.0.1:9/" });

/** An SSH server of ours; its key is trusted already. */
async function serveSsh(onConnection: (connection: Connection) => void) {
  // One in two hundred Ed25519 keys that ssh2 makes itself, it cannot read.
  const { privateKey } = generateKeyPairSync("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs1", format: "pem" },
  });
  const server = new ssh2.Server({ hostKeys: [privateKey] }, (connection) => {
    connection.on("error", () => {});
    onConnection(connection);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  onTestFinished(() => void server.close());
  const { port } = server.address() as { port: number };
  const parsed = ssh2.utils.parseKey(privateKey);
  if (parsed instanceof Error) throw parsed;
  const key = readHostKey("127.0.0.1", port, parsed.getPublicSSH());
  return { port, key };
}

const page =
  (status: number, text: string, headers: Record<string, string> = {}): RequestListener =>
  (_, response) =>
    void response.writeHead(status, { "content-type": "text/html", ...headers }).end(text);

describe("the cause", () => {
  it("a program that is missing", async () => {
    const words = await failing(DEFAULT_ADDRESS_SETTINGS, { openWay: (means) => openWay(means, () => null) });
    expect(words).toEqual([
      "cloudflared was not found",
      "The program cloudflared is not on this machine’s PATH, nor where its installers put it. Linkdesk installs nothing by itself.",
      "Install cloudflared, or choose another way.",
    ]);
  });

  it("a listener that does not listen", async () => {
    const opened = await openAddress({ pace: QUICK_PACE });
    await opened.listener.stop();
    await opened.address.start(ownAddress("http://127.0.0.1:9"), true);
    expect(await wordsOf(opened)).toEqual([
      "The listener is not listening",
      "There is nothing here that an address could lead to.",
      "Start the listener; the address then comes back by itself.",
    ]);
  });

  it("a login that an SSH server refuses", async () => {
    const { port, key } = await serveSsh((each) =>
      each.on("authentication", (context) => context.reject(["password"])),
    );
    const words = await failing(passwordAt(port), { memory: { hostKeys: [key] }, secrets: { "ssh-password": "x" } });
    expect(words).toEqual([
      "Not logged in",
      "The server did not accept this login.",
      "Check user, key, password or token of this way.",
    ]);
  });

  it("a name or port that is taken", async () => {
    const { port, key } = await serveSsh((each) =>
      each
        .on("authentication", (context) => context.accept())
        .on("ready", () => each.on("request", (_accept, reject) => reject?.())),
    );
    const words = await failing(passwordAt(port), { memory: { hostKeys: [key] }, secrets: { "ssh-password": "x" } });
    expect(words).toEqual([
      "The address is in use elsewhere",
      "The server does not open this port: it is taken, or not allowed (Unable to bind to :8080).",
      "End the other one, or choose another name or port. A former connection of Linkdesk’s own ends by itself after a while.",
    ]);
  });

  it("another host key than before, with both fingerprints, and the password is not sent", async () => {
    let logins = 0;
    const { port, key } = await serveSsh((each) => each.on("authentication", () => (logins += 1)));
    const known = { ...key, fingerprint: "SHA256:another" };
    const words = await failing(passwordAt(port), { memory: { hostKeys: [known] }, secrets: { "ssh-password": "x" } });
    expect(words).toEqual([
      "The server has another key than before",
      `127.0.0.1:${port} was known by another key. Somebody may be in between, or the server was set up anew. Nothing was sent. Known key: SHA256:another. Key it shows now: ${key.fingerprint}.`,
      "Ask whoever runs the server. Only if the change is meant, forget the former key.",
    ]);
    expect(logins).toBe(0);
  });

  it("a proxy that lets no SSH through", async () => {
    const proxy = await serveHttp((_, response) => void response.end());
    // Without a word for CONNECT a server of Node's ends the connection.
    const words = await failing(passwordAt(22, "ssh.example.test"), { environment: { https_proxy: proxy } });
    expect(words[0]).toBe("No way out to the other side");
    expect(words[1]).toMatch(/^The proxy .* gave no connection to the server: /);
    expect(words[2]).toMatch(/^Try another way \(pinggy uses port 443\)/);
  });

  it("a port on which nothing answers, and a firewall that swallows", async () => {
    expect(await failing(passwordAt(await freePort()), { secrets: { "ssh-password": "x" } })).toEqual([
      "No way out to the other side",
      "Nothing takes connections on that port of the server.",
      "Try another way (pinggy uses port 443), or ask who runs the network which one is allowed.",
    ]);
    const silent = createServer((socket) => void socket.on("error", () => {}));
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void silent.close());
    const client = new ssh2.Client();
    const { port } = silent.address() as { port: number };
    const error = await new Promise((resolve) => {
      client.on("error", resolve).connect({ host: "127.0.0.1", port, username: "ada", readyTimeout: 100 });
    });
    client.destroy();
    expect(problemOfSsh(error)).toEqual({
      code: "blocked",
      detail: "The server did not answer in time: a firewall may be in between.",
    });
  });

  it("a name that no name server knows: of the address, and of the SSH server", async () => {
    expect((await failing(ownAddress("https://hooks.invalid"), { pace: { ...QUICK_PACE, startMs: 2_500 } }))[0]).toBe(
      "The name is not known yet",
    );
    expect(await failing(passwordAt(22, "ssh.invalid"), { secrets: { "ssh-password": "x" } })).toEqual([
      "The name is not known yet",
      "No name server knows the SSH server.",
      "A new name takes a while to be known everywhere. If it never is, check its spelling.",
    ]);
  });

  it.each<[string, RequestListener, readonly [string, string, string]]>([
    [
      "a warning page",
      page(200, "<html>You are about to visit a free tunnel</html>"),
      [
        "A warning page stands in between",
        "The tunnel showed its warning page (200) and did not let the request through. Nothing arrived here.",
        "Senders would get that page, too. Switch it off at the tunnel, or choose another way.",
      ],
    ],
    [
      "404 by a foreign configuration",
      page(404, "<html>not here</html>"),
      [
        "The address does not lead here",
        "A web page answers at this address (404). Nothing arrived here.",
        "The tunnel or server at this address sends requests elsewhere: look at its rules, and at the address’s path.",
      ],
    ],
    [
      "too many requests",
      page(429, "slow down"),
      [
        "The free share is used up",
        "The tunnel takes no more requests for now (429). Nothing arrived here.",
        "Wait some minutes and try again, or choose another way.",
      ],
    ],
    [
      "nobody behind it",
      page(502, "bad gateway"),
      [
        "Nothing comes through",
        "Something answers there (502), but finds nobody behind it. Nothing arrived here.",
        "The tunnel or proxy stands, but leads to another port, or to another machine: point it to the listener.",
      ],
    ],
    [
      "an answer of somebody else's",
      page(200, "ok"),
      [
        "Nothing comes through",
        "A web page answers at this address (200). Nothing arrived here.",
        "The address belongs to another server, or the tunnel leads to another port of this machine.",
      ],
    ],
    [
      "a tunnel that is offline",
      page(404, "<html>The endpoint is offline</html>", { "ngrok-error-code": "ERR_NGROK_3200" }),
      [
        "The tunnel ended",
        "ngrok says that the tunnel is offline: no agent is connected for this address (ERR_NGROK_3200).",
        "The agent is started again by itself. If that does not help: does another domain stand on ngrok’s dashboard?",
      ],
    ],
    [
      "an agent that does not reach the listener",
      page(502, "<html>ERR_NGROK_8012</html>"),
      [
        "Nothing comes through",
        "ngrok’s agent is connected, but does not reach the listener behind it (ERR_NGROK_8012).",
        "Is the listener listening? A firewall or an antivirus on this machine may keep the agent from it.",
      ],
    ],
    [
      "a quota that ngrok's edge tells of",
      page(403, "<html>limit</html>", { "ngrok-error-code": "ERR_NGROK_727" }),
      [
        "The free share is used up",
        "The account’s requests of this month are used up (ERR_NGROK_727).",
        "They begin anew with the month, or with another plan. Until then choose another way.",
      ],
    ],
    [
      "a Cloudflare tunnel that nobody holds",
      page(530, "error code: 1033"),
      [
        "The tunnel ended",
        "Cloudflare says that no cloudflared is connected for this address (Cloudflare 1033).",
        "With a tunnel of your own: is its hostname set at Cloudflare for this very tunnel?",
      ],
    ],
  ])("%s, told by the test request", async (_, answer, words) => {
    expect(await failing(ownAddress(await serveHttp(answer)))).toEqual(words);
  });

  it("a redirect in a circle, which is not followed once", async () => {
    const asked: string[] = [];
    const url = await serveHttp((incoming, response) => {
      asked.push(incoming.url ?? "");
      response.writeHead(307, { location: `${incoming.url}/again` }).end();
    });
    expect((await failing(ownAddress(url)))[0]).toBe("The address does not lead to the webhook path");
    expect(new Set(asked)).toEqual(new Set(["/webhooks"]));
  });

  it("an answer in pieces of one byte that never ends", async () => {
    const url = await serveHttp((_, response) => {
      const timer = setInterval(() => response.write("x"), 1);
      response.on("close", () => clearInterval(timer));
    });
    expect((await failing(ownAddress(url)))[0]).toBe("Nothing comes through");
  });

  it.each([
    ["client-timeout", "Keepalive timeout", "ended"],
    ["agent", "Failed to connect to agent", "login"],
    ["", "read ECONNRESET", "ended"],
  ])("of SSH: %s, %s", (level, message, code) => {
    const problem = problemOfSsh(Object.assign(new Error(message), level === "" ? {} : { level }));
    expect(problem.code).toBe(code);
    const { title, sentence, nextStep } = explainAddressProblem(problem);
    expect([title, sentence, nextStep]).not.toContain("");
  });
});

describe.skipIf(process.platform === "win32")("the cause that a program tells", () => {
  const NAMED = { way: "cloudflared-named", cloudflared: { hostname: "a.example" } } as const;
  it.each([
    [
      "cloudflared",
      {},
      "quota",
      "The free share is used up",
      "Cloudflare gives no quick tunnel now: too many were asked for from here.",
      "Wait some minutes and try again, or choose another way.",
    ],
    [
      "cloudflared",
      {},
      "blocked",
      "No way out to the other side",
      "The program gets no connection to Cloudflare; it takes port 7844, out.",
      "Try another way (pinggy uses port 443), or ask who runs the network which one is allowed.",
    ],
    [
      "cloudflared",
      NAMED,
      "",
      "Not logged in",
      "Cloudflare does not accept the token of the tunnel.",
      "Check user, key, password or token of this way.",
    ],
    [
      "ngrok",
      {},
      "105",
      "Not logged in",
      "ngrok does not accept the token (ERR_NGROK_105).",
      "Enter the one that stands on ngrok’s dashboard under Your Authtoken.",
    ],
    [
      "ngrok",
      {},
      "107",
      "Not logged in",
      "ngrok knows this token no more: it was revoked, or belongs to an account that is gone (ERR_NGROK_107).",
      "Enter the one that stands on ngrok’s dashboard under Your Authtoken.",
    ],
    [
      "ngrok",
      {},
      "108",
      "The free share is used up",
      "The account allows one agent at a time, and another one is running (ERR_NGROK_108).",
      "End the other agent, here or on another machine, and press Get address again.",
    ],
    [
      "ngrok",
      {},
      "334",
      "The address is in use elsewhere",
      "The domain is online already, from another agent (ERR_NGROK_334).",
      "End the agent that holds it, or enter another domain.",
    ],
    [
      "ngrok",
      {},
      "727",
      "The free share is used up",
      "The account’s requests of this month are used up (ERR_NGROK_727).",
      "They begin anew with the month, or with another plan. Until then choose another way.",
    ],
    [
      "ngrok",
      {},
      "9999",
      "The tunnel ended",
      "The tunnel’s service refused, and says no more than this code (ERR_NGROK_9999).",
      "Look the code up in the service’s own list of errors.",
    ],
  ] as const)("%s %j, %s: %s", async (name, changes, how, ...words) => {
    expect(await failingBy(name, changes, how)).toEqual(words);
  });

  it("is shown while it goes on trying, before the time is over", async () => {
    const program = installStandIn("cloudflared", "blocked");
    const opened = await openAddress({ openWay: (means) => openWay(means, program.find) });
    await opened.address.start(DEFAULT_ADDRESS_SETTINGS, true);
    await expect
      .poll(() => opened.address.status().state)
      .toMatchObject({ name: "starting", waitingFor: "connection", problem: { code: "blocked" } });
  });
});
