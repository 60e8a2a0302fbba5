import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Options, readCommand } from "../../src/relay/arguments.ts";
import { openPeople } from "../../src/relay/keeping.ts";
import { openNats } from "../../src/relay/nats/connection.ts";
import { type Relay, startRelay } from "../../src/relay/relay.ts";
import { streamOf } from "../../src/relay/storage/jetstream-store.ts";
import type { InboxTerms, RelaySaid } from "../../src/shared/relay.ts";
import { HAS_NATS, type NatsServers, startNats } from "../support/nats.ts";
import { joinRelay, type RelayMember, receiveFrom } from "../support/relay-member.ts";
import { until } from "../support/until.ts";

const MAIN = new URL("../../src/relay/main.ts", import.meta.url).pathname;
const DAY_MS = 86_400_000;

let folder: string;
let nats: NatsServers | null;
let options: Options;
let where: readonly string[];
let relay: Relay;
let people: Awaited<ReturnType<typeof openPeople>>;
let inbox: string;
let member: RelayMember;

/** The command line, as a process of its own. */
const command = (...args: string[]): Promise<{ readonly stdout: string }> =>
  promisify(execFile)(process.execPath, ["--disable-warning=ExperimentalWarning", MAIN, ...args, ...where]);

const post = (id: string = inbox): Promise<Response> =>
  fetch(`${relay.url}/in/${id}`, { method: "POST", body: "a webhook" });

/** What a desktop was told last of its inbox. */
function termsOf({ said }: RelayMember): InboxTerms | undefined {
  const told = said.findLast((each): each is Extract<RelaySaid, { type: "hello" | "inbox" }> =>
    ["hello", "inbox"].includes(each.type),
  );
  return told && { inbox: told.inbox, status: told.status, answerWaitMs: told.answerWaitMs, keepDays: told.keepDays };
}

describe.each(["sqlite", ...(HAS_NATS ? (["jetstream"] as const) : [])] as const)("an inbox, on %s", (storage) => {
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), "linkdesk-relay-"));
    nats = storage === "sqlite" ? null : await startNats(folder, 1);
    where = ["--data", folder, ...(nats === null ? [] : ["--nats", nats.list])];
    const read = readCommand(["--port", "0", ...where]);
    if (read.do !== "run") throw new Error("not to be run");
    ({ options } = read);
    relay = await startRelay(options);
    people = await openPeople(options, true);
    inbox = (await people.registry.addInbox("shop", {})).id;
    const token = await joinRelay(relay.url, await people.registry.invite("ada", [inbox], Number.MAX_SAFE_INTEGER));
    member = await receiveFrom(relay.url, inbox, token ?? "");
  });

  afterEach(async () => {
    member.close();
    await relay.close();
    await people.close();
    await nats?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it("is changed by the command line while the relay runs, and who is connected is told", async () => {
    const before = termsOf(member);
    expect(before).toMatchObject({
      inbox: { id: inbox, name: "shop" },
      status: 200,
      answerWaitMs: 2_000,
      keepDays: 30,
    });
    const { stdout } = await command(
      "inbox",
      "change",
      "shop",
      "--status",
      "202",
      "--body",
      "taken",
      "--rename",
      "Live",
    );
    expect(stdout).toContain('Inbox "Live": senders get 202');
    await until(() => termsOf(member)?.status === 202);
    // What was not named has stayed, the address too.
    expect(termsOf(member)).toEqual({ ...before, status: 202, inbox: { ...before?.inbox, name: "Live" } });
    const answer = await post();
    expect([answer.status, await answer.text()]).toEqual([202, "taken"]);
    expect((await command("list")).stdout).toMatch(
      /Live .*\n.*senders get 202 with a text of 5 characters; a Linkdesk/,
    );
    expect(member.closed()).toBeNull();
  });

  it("says what cannot be changed, and changes nothing then", async () => {
    await people.registry.addInbox("other", {});
    await expect(command("inbox", "change", "shop", "--status", "202", "--rename", "other")).rejects.toMatchObject({
      stderr: expect.stringContaining('There is an inbox "other" already.') as string,
    });
    await expect(people.registry.changeInbox("0".repeat(32), { status: 202 })).rejects.toThrow(
      "no such inbox any more",
    );
    expect((await post()).status).toBe(200);
  });

  it("takes the answer back from whoever holds it when no Linkdesk may answer any more", async () => {
    member.say({ type: "take", hold: "7f2e2f5e-7a83-4a3e-9d2b-0a4a3a0d5b11" });
    const holder = (): unknown => member.said.findLast((each) => each.type === "holder")?.holder;
    await until(() => holder() != null);
    await command("inbox", "change", "shop", "--answer-wait", "0");
    await until(() => holder() === null);
    expect(termsOf(member)?.answerWaitMs).toBe(0);
    expect((await post()).status).toBe(200);
  });

  it("is kept for less long than the others where it says so, and never for longer", async () => {
    const other = (await people.registry.addInbox("other", { keepDays: 400 })).id;
    await people.registry.changeInbox(inbox, { keepDays: 2 });
    for (const id of [inbox, other]) {
      // The relay knows of a new inbox within a moment.
      for (let status = 404; status === 404; ) ({ status } = await post(id));
    }
    await relay.close();
    if (nats === null) {
      const file = new DatabaseSync(join(folder, "requests.sqlite"));
      file.exec(`UPDATE requests SET at = ${(Date.now() - 20 * DAY_MS) * 1_000}`);
      const left = () =>
        file
          .prepare("SELECT DISTINCT inbox FROM requests")
          .all()
          .map((row) => row["inbox"]);
      relay = await startRelay(options);
      await until(() => left().length < 2);
      expect(left()).toEqual([other]);
      file.close();
    } else {
      relay = await startRelay(options);
      const { manager, close } = await openNats({
        servers: [nats.list],
        credentials: null,
        user: "relay",
        password: "test-password",
        ca: null,
      });
      const ageOf = async (id: string): Promise<number> =>
        (await manager.streams.info(streamOf(id))).config.max_age / 1_000_000 / DAY_MS;
      while ((await ageOf(inbox)) !== 2) await new Promise((resolve) => setTimeout(resolve, 10));
      expect(await ageOf(other)).toBe(30);
      await close();
    }
  });
});
