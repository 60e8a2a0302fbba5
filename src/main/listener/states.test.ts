import { once } from "node:events";
import { createServer } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { createRecordingJournal } from "../../../tests/fakes/recording-journal.ts";
import { LOCAL, openListener, PROFILE, post } from "../../../tests/hostile/open-listener.ts";
import { openWire } from "../../../tests/hostile/wire.ts";
import { DEFAULT_ANSWER_SCRIPT } from "../../shared/answer-script.ts";
import { type ListenerSettings, type ListenerStatus, listenerStatus } from "../../shared/listener.ts";
import { sentenceOf } from "./bind.ts";
import { createListener } from "./index.ts";

function create(settings: Partial<ListenerSettings> = {}) {
  const journal = createRecordingJournal();
  const statuses: ListenerStatus[] = [];
  const listener = createListener({
    journal,
    settings: { ...LOCAL, ...settings },
    script: () => ({ id: "p", answerScript: DEFAULT_ANSWER_SCRIPT }),
    webhookIds: () => [],
    onScript: () => {},
    profile: () => PROFILE,
    clock: () => Date.now() * 1_000,
    onStatus: (status) => statuses.push(listenerStatus.parse(status)),
    limits: { stopGraceMs: 100 },
  });
  onTestFinished(() => listener.close());
  return { listener, journal, states: () => statuses.map(({ state }) => state), statuses };
}

/** Takes a port that stays taken until the test is over. */
async function takePort(host = "127.0.0.1"): Promise<number> {
  const server = createServer().listen({ host, port: 0 });
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("No port.");
  return address.port;
}

const portOf = (status: ListenerStatus) => Number(new URL(status.url ?? "").port);

describe("start and stop", () => {
  test("go through every state, with a notice for each", async () => {
    const { listener, journal, states } = create();
    expect(listener.status()).toMatchObject({ state: "stopped", url: null, problem: null, exposed: false });
    const started = await listener.start();
    expect(started).toMatchObject({ state: "listening", exposed: false, problem: null });
    expect(started.url).toMatch(/^http:\/\/127\.0\.0\.1:[1-9]\d*\/webhooks$/);
    const stopped = await listener.stop();
    expect(stopped).toMatchObject({ state: "stopped", url: null });
    expect(states()).toEqual(["starting", "listening", "stopping", "stopped"]);
    expect(journal.notices()).toEqual([
      { code: "listener-started", url: started.url },
      { code: "listener-stopped", url: started.url },
    ]);
    await expect(openWire(portOf(started))).rejects.toThrow("ECONNREFUSED");
  });

  test("are done in the order in which they were asked for", async () => {
    const { listener, states } = create();
    const asked = await Promise.all([
      listener.start(),
      listener.stop(),
      listener.start(),
      listener.start(),
      listener.stop(),
      listener.stop(),
      listener.start(),
    ]);
    expect(asked.map(({ state }) => state)).toEqual([
      "listening",
      "stopped",
      "listening",
      "listening",
      "stopped",
      "stopped",
      "listening",
    ]);
    const round = ["starting", "listening", "stopping", "stopped"];
    expect(states()).toEqual([...round, ...round, "starting", "listening"]);
  });

  test("stopping before it ever started does nothing", async () => {
    const { listener, journal, states } = create();
    expect((await listener.stop()).state).toBe("stopped");
    expect([states(), journal.notices()]).toEqual([[], []]);
  });

  test("once closed it cannot be started again", async () => {
    const { listener } = create();
    await listener.start();
    await listener.close();
    expect(listener.status().state).toBe("stopped");
    await expect(listener.start()).rejects.toMatchObject({ code: "closed" });
  });

  test("a request under way is finished, idle and silent connections are closed at once", async () => {
    const { listener, journal, wire } = await openListener({ limits: { stopGraceMs: 60_000 } });
    const [idle, silent, busy] = [await wire(), await wire(), await wire()];
    await idle.write(post("done"));
    expect((await idle.answer()).status).toBe(200);
    await busy.write(post("", ["Expect: 100-continue"]).toString().replace("Content-Length: 0", "Content-Length: 9"));
    // The receipt that its head is there.
    expect((await busy.answer()).status).toBe(100);
    const stopping = listener.stop();
    await idle.ended();
    await silent.ended();
    expect(listener.status().state).toBe("stopping");
    await busy.write("under way");
    expect((await busy.answer()).status).toBe(200);
    await busy.ended();
    expect((await stopping).state).toBe("stopped");
    expect((await journal.untilEnded(2)).map(({ end }) => end?.answerState)).toEqual(["sent", "sent"]);
  });

  test("what does not finish within the grace is closed and told as failed", async () => {
    const { listener, journal, wire, answerWith } = await openListener({ limits: { stopGraceMs: 50 } });
    answerWith({ delayMs: 600_000 });
    const [waiting, halfSent] = [await wire(), await wire()];
    await waiting.write(post("waits"));
    await halfSent.write("POST / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 9\r\n\r\n");
    expect((await halfSent.answer()).status).toBe(100);
    await halfSent.write("part");
    await journal.until(() => journal.deliveries().length === 1);
    await listener.stop();
    const ended = await journal.untilEnded(2);
    expect(ended.map(({ event, end }) => [event.summary.completeness, end?.answerState])).toEqual([
      ["whole", "failed"],
      ["aborted", "failed"],
    ]);
  });

  test("deliveries are counted on, over a stop and a start", async () => {
    const { listener } = create();
    for (const count of [1, 2]) {
      const wire = await openWire(portOf(await listener.start()));
      await wire.write(post("{}"));
      await wire.answer();
      expect((await listener.stop()).deliveries).toBe(count);
    }
  });
});

describe("a port that cannot be had", () => {
  test("taken: says so, offers the next free one, and takes it", async () => {
    const port = await takePort();
    const { listener, journal, states } = create({ port });
    const failed = await listener.start();
    expect(failed).toMatchObject({ state: "failed", url: null, problem: { code: "port-taken", port } });
    // The notice says it as the bar does.
    expect(failed.problem === null ? "" : sentenceOf(failed.problem)).toBe(`Port ${port} is taken by another program.`);
    const next = failed.problem?.code === "port-taken" ? failed.problem.nextFreePort : null;
    expect(next).toBeGreaterThan(port);
    expect(journal.notices()).toEqual([
      {
        code: "listener-failed",
        url: `http://127.0.0.1:${port}/webhooks`,
        reason: expect.stringContaining(String(port)),
        nextFreePort: next,
      },
    ]);
    const moved = await listener.configure({ ...LOCAL, port: next ?? 0 }, false);
    expect(moved).toMatchObject({ state: "listening", problem: null });
    expect(portOf(moved)).toBe(next);
    expect(states()).toEqual(["starting", "failed", "starting", "listening"]);
  });

  test("the next free port is really free: taken ones are passed over", async () => {
    const port = await takePort();
    const blocker = createServer();
    const isTakenByUs = await new Promise<boolean>((resolve) => {
      blocker.once("error", () => resolve(false)); // by somebody else, which will do as well
      blocker.listen({ host: "127.0.0.1", port: port + 1 }, () => resolve(true));
    });
    if (isTakenByUs) onTestFinished(() => void blocker.close());
    const { listener } = create({ port });
    const { problem } = await listener.start();
    expect(problem?.code === "port-taken" ? problem.nextFreePort : 0).toBeGreaterThan(port + 1);
  });

  test("an address of no card of this machine, or of nobody, is unknown", async () => {
    // 192.0.2.0/24 and .invalid are set aside for such uses (RFC 5737, RFC 6761).
    for (const host of ["203.0.113.77", "2001:db8::77", "no-such-name.invalid"]) {
      const { listener, journal } = create({ host });
      expect(await listener.start()).toMatchObject({ state: "failed", problem: { code: "address-unknown", host } });
      expect(journal.notices()[0]).toMatchObject({ code: "listener-failed", nextFreePort: null });
    }
  });

  test("after a failure, stop leads back to stopped, and start tries again", async () => {
    const { listener } = create({ port: await takePort() });
    expect((await listener.start()).state).toBe("failed");
    expect(await listener.stop()).toMatchObject({ state: "stopped", problem: null });
    expect((await listener.start()).state).toBe("failed");
  });
});

describe("configure", () => {
  test("another port: opens the new one, closes the old one", async () => {
    const { listener } = create();
    const before = portOf(await listener.start());
    const next = (await listener.configure({ ...LOCAL, host: "localhost" }, false)).url;
    expect(new URL(next ?? "").hostname).toBe("localhost");
    await expect(openWire(before)).rejects.toThrow("ECONNREFUSED");
  });

  test("a taken port is refused in words, and it goes on listening where it was", async () => {
    const { listener, journal } = create();
    const before = await listener.start();
    const taken = await takePort();
    const refusal = listener.configure({ ...LOCAL, port: taken, path: "/other" }, false);
    await expect(refusal).rejects.toMatchObject({ code: expect.stringMatching(/^port-taken:\d+$/) });
    await expect(refusal).rejects.toThrow(`Port ${taken} is taken by another program. Port `);
    expect(listener.status()).toEqual(before);
    const wire = await openWire(portOf(before));
    await wire.write(post("{}"));
    expect((await wire.answer()).status).toBe(200);
    wire.close();
    expect(journal.notices().map(({ code }) => code)).toEqual(["listener-started"]);
  });

  test("an address that is not this machine’s is refused in words, and it listens again where it was at once", async () => {
    const { listener, journal } = create();
    const before = await listener.start();
    // Set aside for such uses (RFC 5737).
    const refusal = listener.configure({ ...LOCAL, host: "203.0.113.77", port: portOf(before) }, true);
    await expect(refusal).rejects.toMatchObject({ code: "listener-not-moved" });
    await expect(refusal).rejects.toThrow(`The listener stays where it was, on port ${portOf(before)}.`);
    expect(listener.status()).toEqual(before);
    const wire = await openWire(portOf(before));
    await wire.write(post("{}"));
    expect((await wire.answer()).status).toBe(200);
    wire.close();
    expect(journal.notices().map(({ code }) => code)).toEqual([
      "listener-started",
      "listener-stopped",
      "listener-started",
    ]);
  });

  test("path and cap apply without closing anything", async () => {
    const { listener, wire, journal } = await openListener();
    const sender = await wire();
    await sender.write(post("{}"));
    expect((await sender.answer()).status).toBe(200);
    const status = await listener.configure({ ...LOCAL, path: "/other", bodyCapBytes: 1_024 }, false);
    expect(status.url).toMatch(/\/other$/);
    await sender.write(post("{}"));
    expect((await sender.answer()).status).toBe(404);
    await sender.write(`POST /other HTTP/1.1\r\nHost: x\r\nContent-Length: 2000\r\n\r\n${"x".repeat(2_000)}`);
    expect((await sender.answer()).status).toBe(413);
    expect(journal.notices().map(({ code }) => code)).toEqual(["listener-started"]);
  });

  test("a stopped listener takes the settings and stays stopped", async () => {
    const { listener } = create();
    expect(await listener.configure({ ...LOCAL, path: "/x" }, false)).toMatchObject({
      state: "stopped",
      settings: { path: "/x" },
    });
    expect((await listener.start()).url).toMatch(/\/x$/);
  });

  test.each(["0.0.0.0", "::", "192.0.2.7", "fd00::7", "my-machine", "127.0.0.1.example"])(
    "%s needs a confirmation that says what it means",
    async (host) => {
      const { listener } = create();
      const before = await listener.start();
      const refusal = listener.configure({ ...LOCAL, host }, false);
      await expect(refusal).rejects.toMatchObject({ code: "exposure-not-confirmed" });
      await expect(refusal).rejects.toThrow(/other machines can reach/);
      expect(listener.status()).toEqual(before);
    },
  );

  test.each(["127.0.0.1", "localhost", "::1", "[::1]", "127.1.2.3", "LOCALHOST"])("%s needs none", async (host) => {
    const { listener } = create();
    await listener.start();
    const status = await listener.configure({ ...LOCAL, host }, false);
    expect(status).toMatchObject({ state: "listening", exposed: false });
    const url = new URL(status.url ?? "");
    const wire = await openWire(Number(url.port), url.hostname.replace(/^\[|\]$/g, ""));
    await wire.write(post("{}"));
    expect((await wire.answer()).status).toBe(200);
    wire.close();
  });

  test("confirmed, a wildcard is exposed, says so, and names an address that a sender can use", async () => {
    const { listener, journal } = create();
    await listener.start();
    for (const host of ["0.0.0.0", "::"]) {
      const status = await listener.configure({ ...LOCAL, host }, true);
      expect(status).toMatchObject({ state: "listening", exposed: true });
      const url = new URL(status.url ?? "");
      expect(["0.0.0.0", "[::]"]).not.toContain(url.hostname);
      const wire = await openWire(Number(url.port), url.hostname.replace(/^\[|\]$/g, ""));
      await wire.write(post("{}"));
      expect((await wire.answer()).status).toBe(200);
      wire.close();
      expect(journal.notices().at(-1)).toEqual({ code: "listener-exposed", url: status.url });
    }
  });
});
