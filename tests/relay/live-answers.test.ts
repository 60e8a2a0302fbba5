import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Options, readCommand } from "../../src/relay/arguments.ts";
import { openPeople } from "../../src/relay/keeping.ts";
import { type Relay, startRelay } from "../../src/relay/relay.ts";
import { type AnswerChoice, PLAIN_ANSWER } from "../../src/shared/answer-script.ts";
import type { AnswerHolder, RelaySaid } from "../../src/shared/relay.ts";
import { openWire } from "../hostile/wire.ts";
import { HAS_NATS, type NatsServers, startNats } from "../support/nats.ts";
import { joinRelay, type RelayMember, receiveFrom } from "../support/relay-member.ts";
import { until } from "../support/until.ts";

const FOREVER = Number.MAX_SAFE_INTEGER;
const BUSY: AnswerChoice = {
  step: { ...PLAIN_ANSWER, status: 503, headers: [{ name: "Retry-After", value: "7" }], body: "not now" },
  choice: { by: "step", step: 1, of: 2 },
};

let folder: string;
let nats: NatsServers | null;
/** One relay, or two before the same NATS server. */
let relays: readonly Relay[];
let people: Awaited<ReturnType<typeof openPeople>>;
let inbox: string;
const members: RelayMember[] = [];

/** Where senders post, and where the first desktop of each test is not connected if there are two. */
const front = (): string => relays[0]?.url ?? "";
const otherFront = (): string => relays.at(-1)?.url ?? "";

async function newInbox(answerWaitMs: number): Promise<string> {
  const id = (await people.registry.addInbox(`shop ${randomUUID()}`, { status: 202, body: "kept", answerWaitMs })).id;
  inbox = id;
  return id;
}

async function memberAt(
  relay: string,
  name: string,
): Promise<{ readonly desktop: RelayMember; readonly token: string }> {
  const token = (await joinRelay(relay, await people.registry.invite(name, [inbox], FOREVER))) ?? "";
  return { desktop: await connected(relay, token), token };
}

async function connected(relay: string, token: string): Promise<RelayMember> {
  const desktop = await receiveFrom(relay, inbox, token);
  members.push(desktop);
  return desktop;
}

/** What a desktop was told last of who holds the answer; undefined before it was told anything. */
function holderOf({ said }: RelayMember): AnswerHolder | null | undefined {
  return said.findLast((each): each is Extract<RelaySaid, { type: "hello" | "holder" }> =>
    ["hello", "holder"].includes(each.type),
  )?.holder;
}

async function takes(desktop: RelayMember, hold: string = randomUUID()): Promise<string> {
  desktop.say({ type: "take", hold });
  await until(() => holderOf(desktop)?.hold === hold);
  return hold;
}

/** Gives the same answer to each webhook that it is asked for. */
function answersAll(desktop: RelayMember, answer: AnswerChoice | null): void {
  let next = 0;
  const timer = setInterval(() => {
    for (const { head } of desktop.webhooks.slice(next)) {
      next += 1;
      if (head.asked !== undefined) desktop.say({ type: "answer", id: head.id, answer });
    }
    if (desktop.closed() !== null) clearInterval(timer);
  }, 2);
}

const post = (body: string): Promise<Response> => fetch(`${front()}/in/${inbox}`, { method: "POST", body });
const settledOf = ({ said }: RelayMember) => said.filter((each) => each.type === "settled");
const endsOf = ({ said }: RelayMember) => said.filter((each) => each.type === "answered");

describe.each(["sqlite", ...(HAS_NATS ? (["jetstream"] as const) : [])] as const)("a live answer, on %s", (storage) => {
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), "linkdesk-relay-"));
    nats = storage === "sqlite" ? null : await startNats(folder, 1);
    const more = nats === null ? [] : ["--nats", nats.list];
    const command = readCommand(["--data", folder, "--port", "0", ...more]);
    if (command.do !== "run") throw new Error("not to be run");
    const options: Options = command.options;
    relays =
      storage === "sqlite" ? [await startRelay(options)] : [await startRelay(options), await startRelay(options)];
    people = await openPeople(options, true);
    // The others know of it when its address is not answered 404 any more.
    await newInbox(20_000);
    for (const { url } of relays) {
      let status = 404;
      while (status === 404) ({ status } = await fetch(`${url}/in/${inbox}`, { method: "POST", body: "first" }));
    }
  });

  afterEach(async () => {
    for (const member of members.splice(0)) member.close();
    await Promise.all(relays.map((relay) => relay.close()));
    await people.close();
    await nats?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it("is what the desktop that holds it says, and all are told", async () => {
    const { desktop: ada } = await memberAt(otherFront(), "ada");
    const { desktop: tunde } = await memberAt(front(), "tunde");
    expect(holderOf(tunde)).toBeNull();
    const hold = await takes(ada);
    await until(() => holderOf(tunde)?.hold === hold);
    expect(holderOf(tunde)?.member).toBe("ada");
    answersAll(ada, BUSY);
    const answer = await post("asked");
    expect([answer.status, answer.headers.get("retry-after"), await answer.text()]).toEqual([503, "7", "not now"]);
    for (const desktop of [ada, tunde]) {
      await until(() => settledOf(desktop).length === 1 && endsOf(desktop).length === 1);
      const webhook = desktop.webhooks.find(({ body }) => Buffer.from(body).toString() === "asked");
      expect(webhook?.head).toMatchObject({ asked: { hold, member: "ada" }, answer: null });
      expect(settledOf(desktop)[0]).toMatchObject({
        id: webhook?.head.id,
        by: "holder",
        answer: { status: 503, body: Buffer.from("not now").toString("base64") },
        purpose: { does: "answer", choice: { by: "step", step: 1, of: 2 } },
      });
      expect(endsOf(desktop)[0]).toMatchObject({ id: webhook?.head.id, answerState: "sent" });
    }
    ada.say({ type: "give-back" });
    await until(() => holderOf(tunde) === null);
    expect((await post("not asked")).status).toBe(202);
  });

  it("does what no answer does: faults are carried out by the relay", async () => {
    const { desktop: ada } = await memberAt(otherFront(), "ada");
    await takes(ada);
    await until(() => holderOf(ada) !== null);
    answersAll(ada, { step: { does: "reset", delayMs: 0 }, choice: { by: "step", step: 1, of: 1 } });
    await expect(post("asked")).rejects.toThrow();
    await until(() => endsOf(ada).length === 1);
    expect(settledOf(ada)[0]).toMatchObject({ by: "holder", answer: null, purpose: { does: "reset" } });
    expect(endsOf(ada)[0]).toMatchObject({ answerState: "withheld" });
  });

  it("is the inbox's own where the desktop says nothing in time, or leaves it to the relay", async () => {
    await newInbox(300);
    const { desktop: ada } = await memberAt(front(), "ada");
    await takes(ada);
    const late = await post("late");
    expect([late.status, await late.text()]).toEqual([202, "kept"]);
    await until(() => settledOf(ada).length === 1 && endsOf(ada).length === 1);
    expect(settledOf(ada)[0]).toMatchObject({ by: "default", answer: { status: 202 }, purpose: null });
    // Too late, and twice: nothing comes of it.
    const [webhook] = ada.webhooks;
    for (let times = 0; times < 2; times += 1) ada.say({ type: "answer", id: webhook?.head.id ?? "", answer: BUSY });
    answersAll(ada, null);
    expect((await post("left")).status).toBe(202);
    await until(() => settledOf(ada).length === 2);
    expect(ada.closed()).toBeNull();
  });

  it("is held by one desktop, and nobody else's word counts", async () => {
    const { desktop: ada } = await memberAt(front(), "ada");
    const { desktop: tunde } = await memberAt(otherFront(), "tunde");
    const hold = await takes(ada);
    await until(() => holderOf(tunde)?.hold === hold);
    tunde.say({ type: "take", hold: randomUUID() });
    // Nor under the number of who holds it.
    tunde.say({ type: "take", hold });
    tunde.say({ type: "give-back" });
    answersAll(tunde, { ...BUSY, step: { ...PLAIN_ANSWER, status: 500 } });
    const sent = post("asked");
    await until(() => tunde.webhooks.some(({ head }) => head.asked !== undefined));
    answersAll(ada, BUSY);
    expect((await sent).status).toBe(503);
    expect(holderOf(tunde)?.hold).toBe(hold);
  });

  it("is taken over by who names its holder, and the former holder is told whose it is", async () => {
    const { desktop: ada } = await memberAt(front(), "ada");
    const { desktop: tunde } = await memberAt(otherFront(), "tunde");
    const first = await takes(ada);
    await until(() => holderOf(tunde)?.hold === first);
    const second = randomUUID();
    // Named is somebody who does not hold it.
    const heard = tunde.said.length;
    tunde.say({ type: "take", hold: second, from: randomUUID() });
    await until(() => tunde.said.slice(heard).some(({ type }) => type === "holder"));
    expect(holderOf(tunde)?.hold).toBe(first);
    tunde.say({ type: "take", hold: second, from: first });
    for (const desktop of [ada, tunde]) {
      await until(() => holderOf(desktop)?.hold === second);
      expect(holderOf(desktop)).toMatchObject({ member: "tunde", tookFrom: { hold: first, member: "ada" } });
    }
    // From now on the former holder's word counts for nothing.
    ada.say({ type: "give-back" });
    answersAll(ada, { ...BUSY, step: { ...PLAIN_ANSWER, status: 500 } });
    answersAll(tunde, BUSY);
    expect((await post("asked")).status).toBe(503);
    // Nor is what was said once taken over by saying it again.
    ada.say({ type: "take", hold: first, from: first });
    const back = randomUUID();
    ada.say({ type: "take", hold: back, from: second });
    await until(() => holderOf(tunde)?.hold === back);
    tunde.close();
    expect(holderOf(ada)).toMatchObject({ member: "ada", tookFrom: { member: "tunde" } });
  });

  it("goes to one of two that take it over in the same moment", async () => {
    const { desktop: ada } = await memberAt(front(), "ada");
    const { desktop: tunde } = await memberAt(otherFront(), "tunde");
    const { desktop: zoe } = await memberAt(front(), "zoe");
    const first = await takes(ada);
    await until(() => holderOf(tunde)?.hold === first && holderOf(zoe)?.hold === first);
    tunde.say({ type: "take", hold: randomUUID(), from: first });
    zoe.say({ type: "take", hold: randomUUID(), from: first });
    const all = [ada, tunde, zoe];
    await until(() => new Set(all.map((each) => holderOf(each)?.hold)).size === 1 && holderOf(ada)?.hold !== first);
    for (const desktop of all) answersAll(desktop, desktop === ada ? null : BUSY);
    expect((await post("asked")).status).toBe(503);
  });

  it("goes to one of two that take it in the same moment, and both know to whom", async () => {
    const { desktop: ada } = await memberAt(front(), "ada");
    const { desktop: tunde } = await memberAt(otherFront(), "tunde");
    ada.say({ type: "take", hold: randomUUID() });
    tunde.say({ type: "take", hold: randomUUID() });
    const agree = (): boolean => holderOf(ada) != null && holderOf(ada)?.hold === holderOf(tunde)?.hold;
    await until(agree);
    answersAll(ada, BUSY);
    answersAll(tunde, BUSY);
    expect((await post("asked")).status).toBe(503);
    expect(agree()).toBe(true);
  });

  it("stays with a desktop that comes back, and is free ten seconds after one that does not", async () => {
    const { desktop: ada, token } = await memberAt(otherFront(), "ada");
    const { desktop: tunde } = await memberAt(front(), "tunde");
    const hold = await takes(ada);
    await until(() => holderOf(tunde)?.hold === hold);
    ada.close();
    // At whichever relay it comes back.
    const again = await connected(front(), token);
    again.say({ type: "take", hold });
    answersAll(again, BUSY);
    expect((await post("asked")).status).toBe(503);
    expect(tunde.said.filter((each) => each.type === "holder" && each.holder === null)).toHaveLength(0);
    again.close();
    await until(() => holderOf(tunde) === null);
    expect((await post("free")).status).toBe(202);
  });

  it("is free at once when its member is put out", { timeout: 60_000 }, async () => {
    const { desktop: ada } = await memberAt(otherFront(), "ada");
    const { desktop: tunde } = await memberAt(front(), "tunde");
    const hold = await takes(ada);
    await until(() => holderOf(tunde)?.hold === hold);
    await people.registry.revoke("ada");
    await until(() => ada.closed() !== null);
    await until(() => holderOf(tunde) === null, 8_000);
  });

  it("is not asked for what the listener refuses, and not where the inbox does not allow it", async () => {
    const { desktop: ada } = await memberAt(front(), "ada");
    await takes(ada);
    answersAll(ada, BUSY);
    const wire = await openWire(Number(new URL(front()).port));
    await wire.write(`POST /in/${inbox} HTTP/1.1\r\nHost: a\r\nHost: b\r\nContent-Length: 0\r\n\r\n`);
    expect((await wire.answer()).status).toBe(400);
    wire.close();
    expect((await post("asked")).status).toBe(503);
    await newInbox(0);
    const { desktop: other } = await memberAt(front(), "tunde");
    expect(await other.hears("hello")).toMatchObject({ answerWaitMs: 0 });
    other.say({ type: "take", hold: randomUUID() });
    await until(() => other.said.some(({ type }) => type === "holder"));
    expect(holderOf(other)).toBeNull();
    expect((await post("plain")).status).toBe(202);
  });

  it("is known to a desktop that was away for a moment, and to a sender that is gone it is not given", async () => {
    const { desktop: ada, token } = await memberAt(front(), "ada");
    await takes(ada);
    const wire = await openWire(Number(new URL(front()).port));
    await wire.write(`POST /in/${inbox} HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\ngone`);
    await until(() => ada.webhooks.some(({ head }) => head.asked !== undefined));
    wire.reset();
    await until(() => endsOf(ada).length === 1);
    expect(settledOf(ada)[0]).toMatchObject({ by: "default", answer: null });
    expect(endsOf(ada)[0]).toMatchObject({ answerState: "failed" });
    const again = await connected(otherFront(), token);
    await until(() => endsOf(again).length === 1);
    expect(settledOf(again)).toEqual(settledOf(ada));
  });
});
