import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readCommand } from "../../src/relay/arguments.ts";
import { openPeople } from "../../src/relay/keeping.ts";
import { streamOf } from "../../src/relay/storage/jetstream-store.ts";
import { HAS_NATS, type NatsServers, startNats } from "../support/nats.ts";
import { connectMember, joinRelay, readWhole, receiveFrom } from "../support/relay-member.ts";
import { type RelayProcess, startRelayProcess } from "../support/relay-process.ts";
import { until } from "../support/until.ts";

describe.skipIf(!HAS_NATS)("two relays before three NATS servers", () => {
  let folder: string;
  let nats: NatsServers;
  let more: readonly string[];
  let people: Awaited<ReturnType<typeof openPeople>>;
  let inbox: string;
  const relays: RelayProcess[] = [];

  const withServers = (cause: unknown): never => {
    throw new Error(`The servers say: ${nats.tellServers()}`, { cause });
  };

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "linkdesk-relay-cluster-"));
    nats = await startNats(folder, 3);
    more = ["--nats", nats.list, "--replicas", "3", "--drain", "1"];
    const command = readCommand(more);
    if (command.do !== "run") throw new Error("not to be run");
    people = await openPeople(command.options, true).catch(withServers);
    inbox = (await people.registry.addInbox("shop", { status: 200, body: "" })).id;
    relays.push(...(await Promise.all([0, 1].map(() => startRelayProcess(folder, 0, more)))));
  });

  afterAll(async () => {
    for (const { child } of relays) child.kill("SIGKILL");
    await people.close();
    await nats.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const urlOf = (place: number): string => relays[place]?.url ?? "";

  const isWell = [true, true];
  /** What a proxy does between them: it asks how they are, and sends to those that are well. */
  async function askForHealth(until: () => boolean): Promise<void> {
    while (!until()) {
      for (const place of [0, 1])
        isWell[place] = await fetch(`${urlOf(place)}/health`).then(
          ({ ok }) => ok,
          () => false,
        );
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  /** As the proxy before them does: whoever takes no connection is passed over for the other. */
  async function send(body: string): Promise<number> {
    const end = performance.now() + 10_000;
    for (let place = body.length; performance.now() < end; place += 1) {
      if (isWell[place % 2] !== true && isWell[(place + 1) % 2] === true) place += 1;
      const status = await new Promise<number | null>((resolve) => {
        const sent = request(`${urlOf(place % 2)}/in/${inbox}`, { method: "POST", agent: false }, (answer) => {
          answer.resume().on("end", () => resolve(answer.statusCode ?? 0));
          answer.on("error", () => resolve(0));
        });
        sent.on("error", ({ code }: NodeJS.ErrnoException) => resolve(code === "ECONNREFUSED" ? null : 0)).end(body);
      });
      if (status !== null) return status;
    }
    return 0;
  }

  it("a rolling restart of all five under load answers every request, and loses none", {
    timeout: 600_000,
  }, async () => {
    const statuses = new Map<string, number>();
    let sending = true;
    const senders = Array.from({ length: 6 }, async (_, sender) => {
      for (let number = 0; sending; number += 1) {
        const body = `webhook ${sender} ${number} ${"x".repeat(number % 400)}`;
        statuses.set(body, await send(body));
        // As many as there are in the time that five restarts take would keep the machine from reading them afterwards.
        await new Promise((resolve) => setTimeout(resolve, 30));
      }
    });
    const health = askForHealth(() => !sending);
    const goesOn = async (): Promise<void> => {
      const so = [...statuses.values()].filter((status) => status === 200).length;
      const isSo = () => [...statuses.values()].filter((status) => status === 200).length > so + 100;
      await until(isSo, 60_000).catch(withServers);
    };
    await goesOn();
    for (let place = 0; place < 3; place += 1) {
      await nats.restart(place, "SIGTERM");
      await goesOn();
    }
    for (let place = 0; place < 2; place += 1) {
      const relay = relays[place];
      if (relay === undefined) throw new Error("no relay");
      relay.child.kill("SIGTERM");
      await once(relay.child, "exit");
      relays[place] = await startRelayProcess(folder, Number(new URL(relay.url).port), more);
      await goesOn();
    }
    // And one of the three is simply gone.
    await nats.end(1, "SIGKILL");
    await goesOn();
    sending = false;
    await Promise.all([...senders, health]);
    await nats.start(1);
    const counts = new Map<number, number>();
    for (const status of statuses.values()) counts.set(status, (counts.get(status) ?? 0) + 1);
    expect([...counts.keys()].filter((status) => status !== 200 && status !== 503)).toEqual([]);

    const token =
      (await joinRelay(urlOf(0), await people.registry.invite("ada", [inbox], Number.MAX_SAFE_INTEGER))) ?? "";
    const sure = [...statuses].flatMap(([body, status]) => (status === 200 ? [body] : []));
    const asTold = async (place: number, atLeast: number): Promise<readonly string[]> =>
      (
        await readWhole(urlOf(place), inbox, token, atLeast).catch(async (cause: unknown) => {
          throw new Error(`Relay ${place} does not tell all. ${await nats.tellStreams()}`, { cause });
        })
      ).map(({ position, body }) => `${position} ${Buffer.from(body).toString()}`);
    const other = await asTold(1, (await asTold(0, sure.length)).length);
    const one = await asTold(0, other.length);
    expect(other).toEqual(one);
    expect(one.map((each) => Number.parseInt(each, 10))).toEqual(one.map((_, place) => place + 1));
    const order = one.map((each) => each.slice(each.indexOf(" ") + 1));
    const found = new Map<string, number>();
    for (const body of order) found.set(body, (found.get(body) ?? 0) + 1);
    expect(sure.filter((body) => found.get(body) !== 1)).toEqual([]);
    console.log(`${statuses.size} requests, of which ${counts.get(503) ?? 0} were answered 503`);
  });

  it("say of nothing that it is kept while the servers that are to keep it stand still", {
    timeout: 120_000,
  }, async () => {
    const { id } = await people.registry.addInbox("till", { status: 200, body: "" });
    const post = async (url: string, body: string) => (await fetch(`${url}/in/${id}`, { method: "POST", body })).status;
    const first = urlOf(0);
    expect(await post(first, "before")).toBe(200);
    const place = await nats.leaderOf(streamOf(id));
    // At the one that leads: it hears every try, and knows the second one by its id.
    const beside = await startRelayProcess(folder, 0, ["--nats", nats.list.split(",")[place] ?? "", ...more.slice(2)]);
    const others = nats.children.filter((_, other) => other !== place);
    try {
      expect(await post(beside.url, "well")).toBe(200);
      for (const child of others) child.kill("SIGSTOP");
      const statuses = await Promise.all(["one", "two", "three"].map((body) => post(beside.url, body)));
      expect(statuses).toEqual([503, 503, 503]);
    } finally {
      for (const child of others) child.kill("SIGCONT");
      beside.child.kill("SIGKILL");
    }
    const end = performance.now() + 60_000;
    while ((await post(first, "after")) !== 200) if (performance.now() > end) throw new Error("Nothing is kept again.");
    const sure = ["before", "well", "after"];
    const token = (await joinRelay(first, await people.registry.invite("obi", [id], Number.MAX_SAFE_INTEGER))) ?? "";
    const told = (await readWhole(first, id, token, sure.length)).map(({ body }) => Buffer.from(body).toString());
    expect(sure.filter((body) => !told.includes(body))).toEqual([]);
  });

  it("a member that is put out at one is out at the other within a minute", { timeout: 90_000 }, async () => {
    const code = await people.registry.invite("tunde", [inbox], Number.MAX_SAFE_INTEGER);
    const token = (await joinRelay(urlOf(0), code)) ?? "";
    expect(await joinRelay(urlOf(1), code)).toBeNull();
    const member = await receiveFrom(urlOf(1), inbox, token);
    expect(await people.registry.revoke("tunde")).toBe(1);
    const began = performance.now();
    await until(() => member.closed() !== null, 60_000);
    expect(member.closed()).toBe(4401);
    expect(performance.now() - began).toBeLessThan(60_000);
    const again = connectMember(`${urlOf(0)}/connect/${inbox}`, `Bearer ${token}`);
    await until(() => again.closed() !== null);
    expect(again.closed()).toBe(4401);
  });
});
