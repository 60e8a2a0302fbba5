import { once } from "node:events";
import { Agent, request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { machineClock } from "../../src/main/clock.ts";
import { openJournal } from "../../src/main/journal/index.ts";
import { readCommand } from "../../src/relay/arguments.ts";
import { openPeople } from "../../src/relay/keeping.ts";
import { startNats } from "../support/nats.ts";
import { knownRelays, openRelayDesktop } from "../support/relay-desktop.ts";
import { joinRelay, readWhole } from "../support/relay-member.ts";
import { startRelayProcess } from "../support/relay-process.ts";
import { journalThread } from "../support/threads.ts";
import { until } from "../support/until.ts";

const SENDERS = 8;

export interface DrillReport {
  readonly faults: readonly string[];
  readonly acknowledged: number;
  readonly kills: number;
}

/** The ways in which things go wrong, in turn; the last two where there are NATS servers. */
const WAYS = ["kill", "stop", "cut", "desktop"] as const;
const SHARED_WAYS = [...WAYS, "node killed", "node stopped"] as const;

/**
 * A relay under load that is killed, stopped and cut off, with a desktop that is closed and opened beside it, and three
 * NATS servers before which it stands. Whatever was answered 2xx has to be in the desktop's log once, in the relay's order,
 * byte for byte.
 */
export async function drill(folder: string, kills: number, storage: "sqlite" | "jetstream"): Promise<DrillReport> {
  const data = `${folder}/relay`;
  const nats = storage === "sqlite" ? null : await startNats(folder, 3);
  const more = nats === null ? [] : ["--nats", nats.list, "--replicas", "3"];
  const command = readCommand(["--data", data, ...more]);
  if (command.do !== "run") throw new Error("not to be run");
  const { registry: people, close } = await openPeople(command.options, true);
  const inbox = (await people.addInbox("drill", { status: 200, body: "" })).id;
  let relay = await startRelayProcess(data, 0, more);
  try {
    return await go();
  } finally {
    // Also where it went wrong: they are programs of their own.
    relay.child.kill("SIGKILL");
    await close();
    await nats?.close();
  }

  /** The last fault may still be over NATS: it is asked again until it has got over it. */
  async function joinAsWitness(): Promise<string> {
    const end = performance.now() + 60_000;
    for (;;)
      try {
        const code = await people.invite("witness", [inbox], Number.MAX_SAFE_INTEGER);
        const token = await joinRelay(relay.url, code);
        if (token !== null) return token;
        throw new Error("The invitation was not taken.");
      } catch (error) {
        if (performance.now() > end) throw error;
        await pause(200);
      }
  }

  async function go(): Promise<DrillReport> {
    const port = Number(new URL(relay.url).port);
    const journal = await openJournal({ folder: `${folder}/log`, thread: journalThread, now: machineClock.now });
    const known = knownRelays();
    const open = () => openRelayDesktop(journal, { known });
    let desktop = open();
    await desktop.join(`${relay.url}/join#${await people.invite("ada", [inbox], Number.MAX_SAFE_INTEGER)}`, "p");

    const acknowledged = new Set<string>();
    let number = 0;
    let sending = true;
    const agent = new Agent({ keepAlive: true });
    async function sender(): Promise<void> {
      while (sending) {
        number += 1;
        const body = `webhook ${number} ${"x".repeat(number % 900)}`;
        const status = await new Promise<number>((resolve) => {
          const sent = request({ port, host: "127.0.0.1", path: `/in/${inbox}`, method: "POST", agent }, (answer) => {
            answer.resume().on("end", () => resolve(answer.statusCode ?? 0));
            answer.on("error", () => resolve(0));
          });
          sent.on("error", () => resolve(0)).end(body);
        });
        if (status === 200) acknowledged.add(body);
        // Refused: nobody listens for a moment.
        else await new Promise((resolve) => setTimeout(resolve, 5));
      }
    }
    const senders = Array.from({ length: SENDERS }, sender);

    for (let round = 0; round < kills; round += 1) {
      const before = acknowledged.size;
      await until(() => acknowledged.size > before + 20 + (round % 7) * 10, 60_000);
      const ways = nats === null ? WAYS : SHARED_WAYS;
      const way = ways[round % ways.length];
      if (way === "kill") {
        relay.child.kill("SIGKILL");
        await once(relay.child, "exit");
        relay = await startRelayProcess(data, port, more);
      } else if (way === "stop") {
        relay.child.kill("SIGSTOP");
        await new Promise((resolve) => setTimeout(resolve, 200));
        relay.child.kill("SIGCONT");
      } else if (way === "cut") {
        relay.child.kill("SIGTERM");
        await once(relay.child, "exit");
        relay = await startRelayProcess(data, port, more);
      } else if (way === "node killed") await nats?.restart(round % 3, "SIGKILL");
      else if (way === "node stopped") {
        nats?.children[round % 3]?.kill("SIGSTOP");
        await new Promise((resolve) => setTimeout(resolve, 200 + 500 * (round % 5)));
        nats?.children[round % 3]?.kill("SIGCONT");
      } else {
        await desktop.close();
        desktop = open();
        await desktop.start();
      }
      desktop.tryNow();
    }
    sending = false;
    await Promise.all(senders);
    agent.destroy();

    // What the relay has, as a member is told it from the beginning on.
    const whole = await readWhole(relay.url, inbox, await joinAsWitness(), acknowledged.size);
    const order = whole.map(({ body }) => Buffer.from(body).toString());
    desktop.tryNow();
    const end = performance.now() + 60_000;
    const isThere = async (): Promise<boolean> =>
      (await journal.relayPlace(inbox))?.position === whole.at(-1)?.position;
    while (!(await isThere()) && performance.now() < end) await pause(50);
    await desktop.close();

    const faults: string[] = [];
    const found: string[] = [];
    const { events } = await journal.stats();
    for (let id = 1; found.length < order.length && id <= events; id += 1) {
      const detail = await journal.detail(id);
      if (detail?.kind === "delivery") found.push(Buffer.from((await journal.body(id, "request")) ?? []).toString());
    }
    for (const body of acknowledged) if (!order.includes(body)) faults.push(`the relay has lost: ${body.slice(0, 20)}`);
    if (found.length !== order.length) faults.push(`the log has ${found.length} of ${order.length}`);
    const wrong = order.findIndex((body, place) => found[place] !== body);
    if (wrong >= 0) faults.push(`number ${wrong + 1} is another one in the log`);
    const distinct = new Set(found);
    if (distinct.size !== found.length) faults.push("the log has one twice");
    await journal.close();
    return { faults, acknowledged: acknowledged.size, kills };
  }
}
