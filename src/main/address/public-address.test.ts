import { createServer, type RequestListener, request } from "node:http";
import { describe, expect, it, onTestFinished } from "vitest";
import { openBetween } from "../../../tests/support/between.ts";
import {
  type OpenAddressOptions,
  openAddress,
  openOver,
  QUICK_PACE,
  trust,
} from "../../../tests/support/public-address.ts";
import { HAS_SSH_SERVER, startSshServer, unusedPort } from "../../../tests/support/ssh-server.ts";
import { until } from "../../../tests/support/until.ts";
import { type AddressSettings, DEFAULT_ADDRESS_SETTINGS } from "../../shared/address.ts";
import { explainAddressProblem } from "../../shared/text/explain-address.ts";
import { watchAddresses } from "./network-watch.ts";
import { type Pace, USUAL_PACE } from "./pace.ts";
import { problemOfSsh } from "./ssh/ssh-problem.ts";

const NEVER_MS = 600_000;
/** Nothing happens by itself: what is seen comes of what the test does. */
const STILL: Pace = { ...USUAL_PACE, everyMs: NEVER_MS, proofMs: 60_000, patienceMs: NEVER_MS };

const ownAddress = (url: string): AddressSettings => ({ ...DEFAULT_ADDRESS_SETTINGS, way: "own", own: { url } });

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("No port.");
  return `http://127.0.0.1:${address.port}`;
}

/** An address of one's own, led here by a proxy that can fall silent. */
async function openBehindProxy(pace: Pace, more: OpenAddressOptions = {}) {
  const proxy = { isSilent: false, held: 0 };
  let port = 0;
  const url = await serve((incoming, response) => {
    if (proxy.isSilent) {
      proxy.held += 1;
      return;
    }
    const { method, url: path, headers } = incoming;
    incoming.pipe(
      request({ port, host: "127.0.0.1", method, path, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 0, answer.headers);
        answer.pipe(response);
      }),
    );
  });
  const opened = await openAddress({ pace, ...more });
  port = opened.port;
  await opened.address.start(ownAddress(url), true);
  await opened.reaches("ready");
  return { ...opened, proxy };
}

function provenAt({ address }: Pick<Awaited<ReturnType<typeof openAddress>>, "address">): number {
  const { state } = address.status();
  return state.name === "ready" ? state.provenAt : 0;
}

it("does not take what this machine sends to the listener for something from outside", async () => {
  const opened = await openAddress({ pace: QUICK_PACE });
  const local = `http://127.0.0.1:${opened.port}`;
  await opened.address.start(ownAddress(`${local}/webhooks`), true);
  await opened.reaches("ready");
  expect(await (await fetch(`${local}/.env`)).text()).toContain("/webhooks");
  expect((await opened.journal.untilEnded(1))[0]?.event.request.through).toBeUndefined();
});

describe("after sleep", () => {
  it("is proven again within five seconds", async () => {
    const opened = await openBehindProxy(STILL);
    const before = provenAt(opened);
    opened.address.woke();
    await until(() => provenAt(opened) > before, 5_000);
    expect(opened.rows.map(({ change }) => change)).toEqual(["starting", "ready"]);
  });

  it("does not wait for a proof that was under way before", async () => {
    const opened = await openBehindProxy({ ...STILL, everyMs: 50 });
    opened.proxy.isSilent = true;
    await until(() => opened.proxy.held === 1);
    const before = provenAt(opened);
    opened.proxy.isSilent = false;
    opened.address.woke();
    await until(() => provenAt(opened) > before, 5_000);
    expect(opened.rows.map(({ change }) => change)).toEqual(["starting", "ready"]);
  });

  it("says at the first failure that it is down, and comes back", async () => {
    const opened = await openBehindProxy(STILL);
    opened.proxy.isSilent = true;
    opened.address.woke();
    expect((await opened.reaches("reconnecting", 5_000)).state).toMatchObject({ problem: { code: "no-answer" } });
    opened.proxy.isSilent = false;
    await opened.reaches("ready", 10_000);
  });

  it.skipIf(!HAS_SSH_SERVER)("opens a connection anew through which nothing passes any more", async () => {
    const server = await startSshServer();
    onTestFinished(() => server.close());
    const between = await openBetween(server.port);
    onTestFinished(() => between.close());
    const opened = await openOver(server, { port: between.port }, { pace: STILL });
    await trust(opened);
    await opened.reaches("ready");
    between.deafen();
    opened.address.woke();
    await opened.reaches("reconnecting", 5_000);
    // Sooner than the keepalives would have noticed.
    await opened.reaches("ready", 12_000);
    expect(opened.address.status().changed).toBeNull();
  });
});

describe("another network", () => {
  function network() {
    let change: () => void = () => {};
    let isWatched = false;
    const watchNetwork: OpenAddressOptions["watchNetwork"] = (onChange) => {
      change = onChange;
      isWatched = true;
      return () => {
        isWatched = false;
      };
    };
    return { watchNetwork, change: () => change(), isWatched: () => isWatched };
  }

  it.skipIf(!HAS_SSH_SERVER)("that is back is tried at once, however long the pause would be", async () => {
    const server = await startSshServer();
    onTestFinished(() => server.close());
    const between = await openBetween(server.port);
    onTestFinished(() => between.close());
    const { watchNetwork, change, isWatched } = network();
    const pace = { ...STILL, backoffMs: { least: NEVER_MS, most: NEVER_MS } };
    const opened = await openOver(server, { port: between.port }, { pace, watchNetwork });
    await trust(opened);
    await opened.reaches("ready");
    between.refuse(true);
    between.reset();
    await until(() => {
      const { state } = opened.address.status();
      return state.name === "reconnecting" && state.nextTry !== null;
    });
    between.refuse(false);
    change();
    await opened.reaches("ready", 10_000);
    expect(isWatched()).toBe(true);
    await opened.address.stop();
    expect(isWatched()).toBe(false);
  });

  it("is reason to prove the address anew, and one that changes all the time does not keep that from its end", async () => {
    const { watchNetwork, change } = network();
    const opened = await openBehindProxy({ ...STILL, wakeProofMs: 500 }, { watchNetwork });
    const before = provenAt(opened);
    change();
    await until(() => provenAt(opened) > before, 5_000);
    opened.proxy.isSilent = true;
    const timer = setInterval(change, 50);
    onTestFinished(() => clearInterval(timer));
    await opened.reaches("reconnecting", 10_000);
  });

  it("is noticed by this machine's addresses", async () => {
    const seen = ["192.0.2.1", "192.0.2.1", "", "", "198.51.100.7"];
    let changes = 0;
    let looks = 0;
    onTestFinished(
      watchAddresses(
        () => seen[Math.min(looks++, 4)] ?? "",
        1,
        () => (changes += 1),
      ),
    );
    await until(() => looks > 8);
    expect(changes).toBe(2);
  });
});

describe("why there is no address", () => {
  const page =
    (status: number, text: string): RequestListener =>
    (_, response) =>
      void response.writeHead(status, { "content-type": "text/html" }).end(text);

  it.each<[string, RequestListener, string]>([
    ["a warning page", page(200, "<html>You are about to visit a free tunnel</html>"), "warning-page"],
    ["a foreign 404", page(404, "<html>not here</html>"), "not-found"],
    ["an answer of somebody else's", page(200, "ok"), "no-answer"],
    [
      "an answer in pieces of one byte that never ends",
      (_, response) => {
        const timer = setInterval(() => response.write("x"), 1);
        response.on("close", () => clearInterval(timer));
      },
      "no-answer",
    ],
  ])("%s is told as what it is", async (_, answer, code) => {
    const opened = await openAddress({ pace: { ...QUICK_PACE, startMs: 1_500, proofMs: 500 } });
    await opened.address.start(ownAddress(await serve(answer)), true);
    const { state } = await opened.reaches("failed");
    expect(state).toMatchObject({ problem: { code } });
    if (state.name === "failed") expect(explainAddressProblem(state.problem).nextStep).not.toBe("");
    expect(opened.rows.map(({ change }) => change)).toEqual(["starting", "failed"]);
  });

  it("a redirect in a circle is not followed once", async () => {
    const asked: string[] = [];
    const url = await serve((incoming, response) => {
      asked.push(incoming.url ?? "");
      response.writeHead(307, { location: `${incoming.url}/again` }).end();
    });
    const opened = await openAddress({ pace: QUICK_PACE });
    await opened.address.start(ownAddress(url), true);
    expect((await opened.reaches("failed")).state).toMatchObject({ problem: { code: "elsewhere" } });
    expect(new Set(asked)).toEqual(new Set(["/webhooks"]));
  });

  it("a name that nobody knows", async () => {
    const opened = await openAddress({ pace: { ...QUICK_PACE, startMs: 1_500 } });
    await opened.address.start(ownAddress("https://hooks.invalid"), true);
    expect((await opened.reaches("failed")).state).toMatchObject({ problem: { code: "dns" } });
  });

  it("an SSH server that is not there, and one that nobody knows", async () => {
    const pace = { ...QUICK_PACE, startMs: 1_500 };
    const opened = await openAddress({ pace, secrets: { "ssh-password": "x" } });
    const ssh = {
      ...DEFAULT_ADDRESS_SETTINGS.ssh,
      user: "ada",
      login: "password",
      publicUrl: "https://a.example",
    } as const;
    const settings = { ...DEFAULT_ADDRESS_SETTINGS, way: "ssh" } as const;
    await opened.address.start({ ...settings, ssh: { ...ssh, host: "127.0.0.1", port: await unusedPort() } }, true);
    expect((await opened.reaches("failed")).state).toMatchObject({ problem: { code: "blocked" } });
    await opened.address.start({ ...settings, ssh: { ...ssh, host: "ssh.invalid" } }, true);
    expect((await opened.reaches("failed")).state).toMatchObject({ problem: { code: "dns" } });
  });

  it.each([
    ["client-timeout", "Timed out while waiting for handshake", "blocked"],
    ["client-timeout", "Keepalive timeout", "ended"],
    ["client-authentication", "All configured authentication methods failed", "login"],
    ["agent", "Failed to connect to agent", "login"],
    ["", "Unable to bind to :80", "name-taken"],
    ["", "read ECONNRESET", "ended"],
  ])("of SSH: %s, %s", (level, message, code) => {
    const problem = problemOfSsh(Object.assign(new Error(message), level === "" ? {} : { level }));
    expect(problem.code).toBe(code);
    const { title, sentence, nextStep } = explainAddressProblem(problem);
    expect([title, sentence, nextStep]).not.toContain("");
  });
});
