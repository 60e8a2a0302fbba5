import { type RequestListener, request } from "node:http";
import { describe, expect, it, onTestFinished } from "vitest";
import { openBetween } from "../../../tests/support/between.ts";
import { freePort } from "../../../tests/support/free-port.ts";
import {
  type OpenAddressOptions,
  openAddress,
  openOver,
  ownAddress,
  QUICK_PACE,
  serveHttp,
  sshSettings,
  trust,
} from "../../../tests/support/public-address.ts";
import { HAS_SSH_SERVER, startSshServer } from "../../../tests/support/ssh-server.ts";
import { until } from "../../../tests/support/until.ts";
import { watchAddresses } from "./network-watch.ts";
import { type Timing, USUAL_TIMING } from "./timing.ts";

const NEVER_MS = 600_000;
/** Nothing happens by itself: what is seen comes of what the test does. */
const STILL: Timing = {
  ...USUAL_TIMING,
  everyMs: NEVER_MS,
  proofMs: 60_000,
  wakeProofMs: 60_000,
  patienceMs: NEVER_MS,
};
/** A proof that is asked for by waking may fail. */
const FALLIBLE: Timing = { ...STILL, wakeProofMs: USUAL_TIMING.wakeProofMs };

/** What hands requests on, as a proxy does. */
const leadTo =
  (port: () => number): RequestListener =>
  (incoming, response) => {
    const { method, url: path, headers } = incoming;
    incoming.pipe(
      request({ port: port(), host: "127.0.0.1", method, path, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 0, answer.headers);
        answer.pipe(response);
        // The listener may be gone by now: a test that has ended does not wait for its last proof.
      }).on("error", () => response.destroy()),
    );
  };

/** An address of one's own, led here by a proxy that can fall silent. */
async function openBehindProxy(pace: Timing, more: OpenAddressOptions = {}) {
  const waiting: (() => void)[] = [];
  const proxy = {
    isSilent: false,
    held: 0,
    /** Answers again, and what it has held as well: a proof may be under way already. */
    speak() {
      proxy.isSilent = false;
      for (const goOn of waiting.splice(0)) goOn();
    },
  };
  let port = 0;
  const handOn = leadTo(() => port);
  const url = await serveHttp((incoming, response) => {
    if (!proxy.isSilent) return handOn(incoming, response);
    proxy.held += 1;
    waiting.push(() => handOn(incoming, response));
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
  it("is proven again at once", async () => {
    const opened = await openBehindProxy(STILL);
    const before = provenAt(opened);
    opened.address.woke();
    await until(() => provenAt(opened) > before);
    expect(opened.rows.map(({ change }) => change)).toEqual(["starting", "ready"]);
  });

  it("does not wait for a proof that was under way before", async () => {
    const opened = await openBehindProxy({ ...STILL, everyMs: 50 });
    opened.proxy.isSilent = true;
    await until(() => opened.proxy.held === 1);
    const before = provenAt(opened);
    opened.proxy.isSilent = false;
    opened.address.woke();
    await until(() => provenAt(opened) > before);
    expect(opened.rows.map(({ change }) => change)).toEqual(["starting", "ready"]);
  });

  it("says at the first failure that it is down, and comes back", async () => {
    const opened = await openBehindProxy(FALLIBLE);
    opened.proxy.isSilent = true;
    opened.address.woke();
    expect((await opened.reaches("reconnecting")).state).toMatchObject({ problem: { code: "no-answer" } });
    opened.proxy.speak();
    await opened.reaches("ready");
  });

  it.skipIf(!HAS_SSH_SERVER)("opens a connection anew through which nothing passes any more", async () => {
    const server = await startSshServer();
    onTestFinished(() => server.close());
    const between = await openBetween(server.port);
    onTestFinished(() => between.close());
    const opened = await openOver(server, { port: between.port }, { pace: FALLIBLE });
    await trust(opened);
    await opened.reaches("ready");
    between.deafen();
    opened.address.woke();
    await opened.reaches("reconnecting");
    // Sooner than the keepalives would have noticed.
    await opened.reaches("ready");
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
    await opened.reaches("ready");
    expect(isWatched()).toBe(true);
    await opened.address.stop();
    expect(isWatched()).toBe(false);
  });

  it("is reason to prove the address anew, and one that changes all the time does not keep that from its end", async () => {
    const { watchNetwork, change } = network();
    const opened = await openBehindProxy({ ...STILL, wakeProofMs: 500 }, { watchNetwork });
    const before = provenAt(opened);
    change();
    await until(() => provenAt(opened) > before);
    opened.proxy.isSilent = true;
    const timer = setInterval(change, 50);
    onTestFinished(() => clearInterval(timer));
    await opened.reaches("reconnecting");
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

describe("an address that was on when Linkdesk ended", () => {
  it("is tried until it is there, since senders have it: nobody would press", async () => {
    const url = `http://127.0.0.1:${await freePort()}`;
    const settings = ownAddress(url);
    const opened = await openAddress({
      pace: { ...QUICK_PACE, startMs: 300, tryMs: 300 },
      memory: { settings, agreed: ["own"], on: true, url: `${url}/webhooks` },
    });
    opened.address.restore();
    const { state } = await opened.reaches("reconnecting");
    expect(state).toMatchObject({ problem: { code: "no-answer" } });
    await until(
      () => opened.told.filter((each) => each.state.name === "reconnecting" && each.state.nextTry !== null).length > 3,
    );
    expect(opened.rows.map(({ change, since }) => [change, since !== undefined])).toEqual([
      ["starting", true],
      ["reconnecting", true],
    ]);
    await serveHttp(
      leadTo(() => opened.port),
      Number(new URL(url).port),
    );
    await opened.reaches("ready");
  });

  it("is asked for no more where trying again does harm", async () => {
    const settings = sshSettings({
      host: "127.0.0.1",
      port: 9,
      user: "ada",
      login: "password",
      publicUrl: "http://127.0.0.1:9",
    });
    const port = await freePort();
    await serveHttp(() => {}, port);
    const opened = await openAddress({
      memory: {
        settings: { ...settings, ssh: { ...settings.ssh, port } },
        agreed: ["ssh"],
        on: true,
        url: "http://127.0.0.1:9/webhooks",
      },
    });
    opened.address.restore();
    expect((await opened.reaches("failed")).state).toMatchObject({ problem: { code: "login" } });
  });
});

it("keeps the warning of a changed address over a restart, until a webhook has come", async () => {
  const former = "https://former-name.example/webhooks";
  const first = await openBehindProxy(QUICK_PACE, { memory: { url: former } });
  expect(first.address.status().changed).toMatchObject({ from: former, to: first.address.status().url });
  const second = await openAddress({ memory: first.memory() });
  expect(second.address.status().changed).toMatchObject({ from: former });
  second.address.arrived();
  expect(second.address.status().changed).toBeNull();
  expect(second.memory().changed).toBeNull();
});

it("says within the limit why there is none, even where an answer takes longer than what is left", async () => {
  const opened = await openAddress({ pace: { ...QUICK_PACE, startMs: 400, proofMs: 600_000 } });
  await opened.address.start(ownAddress(await serveHttp(() => {})), true);
  expect((await opened.reaches("failed")).state).toMatchObject({ problem: { code: "no-answer" } });
});
