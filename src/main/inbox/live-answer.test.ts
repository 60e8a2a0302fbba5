import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createJournals } from "../../../tests/journal/samples.ts";
import { openRelayDesktop } from "../../../tests/support/relay-desktop.ts";
import { until } from "../../../tests/support/until.ts";
import { type Options, readCommand } from "../../relay/arguments.ts";
import type { Registry } from "../../relay/people/registry.ts";
import { openRegistry } from "../../relay/people/sqlite-registry.ts";
import { type Relay, startRelay } from "../../relay/relay.ts";
import { type AnswerScript, PLAIN_ANSWER, sequenceOf } from "../../shared/answer-script.ts";
import type { DeliveryDetail } from "../../shared/events.ts";
import type { InboxStatus } from "../../shared/inbox.ts";
import { DEFAULT_LISTENER_SETTINGS } from "../../shared/listener.ts";
import { explainNotice } from "../../shared/text/explain-notice.ts";
import { machineClock } from "../clock.ts";
import type { OpenedJournal } from "../journal/index.ts";
import { createListener } from "../listener/index.ts";
import type { Inboxes } from "./index.ts";

/** A Linkdesk without its window: its own log, answer script and memory of the relay. */
interface Desktop {
  readonly inboxes: Inboxes;
  script: AnswerScript | null;
  status(): InboxStatus;
  /** Titles of the rows about the inbox, oldest first. */
  notices(): Promise<readonly string[]>;
  /** The delivery with this body, once it is in the log and its answer is out, as far as that is ever told. */
  delivery(body: string): Promise<DeliveryDetail>;
  close(): Promise<void>;
}

let folder: string;
let relay: Relay;
let people: Registry;
let inbox: string;
let options: Options;
const desktops: Desktop[] = [];

async function openDesktop(name: string): Promise<Desktop> {
  const journals = createJournals();
  const journal: OpenedJournal = await journals.open();
  const listener = createListener({
    journal,
    settings: DEFAULT_LISTENER_SETTINGS,
    script: () => ({ id: "another profile", answerScript: sequenceOf({ ...PLAIN_ANSWER, status: 418 }) }),
    webhookIds: () => [],
    profile: () => null,
    clock: machineClock.now,
    onStatus: () => {},
    onScript: () => {},
  });
  const inboxes = openRelayDesktop(journal, {
    choose: (id, request) =>
      desktop.script === null ? null : listener.choose({ id, answerScript: desktop.script }, request),
  });
  const desktop: Desktop = {
    inboxes,
    script: null,
    status() {
      const [only] = inboxes.status().inboxes;
      if (only === undefined) throw new Error("no inbox");
      return only;
    },
    async notices() {
      const { events } = await journal.page({ limit: 500, filter: "kind:notice" });
      return events
        .toReversed()
        .flatMap((event) => (event.kind === "notice" ? [explainNotice(event.notice).title] : []));
    },
    async delivery(wanted) {
      for (;;) {
        const { events } = await journal.page({ limit: 500, filter: "kind:delivery" });
        for (const { id } of events) {
          const body = Buffer.from((await journal.body(id, "request")) ?? []).toString();
          const detail = await journal.detail(id);
          if (body === wanted && detail?.kind === "delivery" && detail.summary.answerState !== "pending") return detail;
        }
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    },
    async close() {
      await inboxes.close();
      await listener.close();
      await journals.dispose();
    },
  };
  desktops.push(desktop);
  const code = await people.invite(name, [inbox], Number.MAX_SAFE_INTEGER);
  await inboxes.join(`${relay.url}/join#${code}`, "p");
  await until(() => desktop.status().state.name === "ready");
  return desktop;
}

async function takes(desktop: Desktop): Promise<void> {
  desktop.inboxes.holdAnswer(inbox, true, null);
  await until(() => desktop.status().answer?.holder?.isHere === true);
}

const post = (body: string): Promise<Response> => fetch(`${relay.url}/in/${inbox}`, { method: "POST", body });

async function startTheRelay(port: string): Promise<void> {
  const command = readCommand(["--data", folder, "--port", port]);
  if (command.do !== "run") throw new Error("not to be run");
  ({ options } = command);
  relay = await startRelay(options);
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "linkdesk-relay-"));
  await startTheRelay("0");
  people = openRegistry(folder);
  inbox = (await people.addInbox("shop", { status: 202, body: "kept", answerWaitMs: 10_000 })).id;
});

afterEach(async () => {
  await Promise.all(desktops.splice(0).map((desktop) => desktop.close()));
  await relay.close();
  await people.close();
  rmSync(folder, { recursive: true, force: true });
});

it("answers by the script of the profile that receives, and every log says what was answered", async () => {
  const [ada, tunde] = [await openDesktop("ada"), await openDesktop("tunde")];
  expect(ada.status().answer).toEqual({ waitMs: 10_000, status: 202, holder: null });
  ada.script = sequenceOf({ ...PLAIN_ANSWER, status: 503, body: "not now" }, PLAIN_ANSWER);
  await takes(ada);
  await until(() => tunde.status().answer?.holder?.member === "ada");
  expect(tunde.status().answer?.holder?.isHere).toBe(false);
  expect([(await post("same")).status, (await post("same")).status, (await post("other")).status]).toEqual([
    503, 200, 503,
  ]);
  for (const [desktop, answeredBy] of [
    [ada, "here"],
    [tunde, "holder"],
  ] as const) {
    const { summary, request, answer, timing } = await desktop.delivery("other");
    expect(summary).toMatchObject({
      status: 503,
      answerState: "sent",
      onPurpose: { does: "answer", choice: { by: "step", step: 1, of: 2 } },
    });
    expect(request.relayed?.asked).toEqual({ member: "ada", answeredBy });
    expect(answer?.headers).toContainEqual(["Content-Length", "7"]);
    expect(timing.answerEnded).toBeGreaterThanOrEqual(timing.committed ?? Number.NaN);
  }
  ada.inboxes.holdAnswer(inbox, false, null);
  await until(() => tunde.status().answer?.holder === null);
  expect((await post("by the relay")).status).toBe(202);
  expect((await tunde.delivery("by the relay")).request.relayed?.asked).toBeUndefined();
});

it("leaves to the relay what it has no answer for, and a fault is carried out there", async () => {
  const ada = await openDesktop("ada");
  await takes(ada);
  expect((await post("none")).status).toBe(202);
  expect(await ada.delivery("none")).toMatchObject({
    summary: { status: 202, answerState: "sent" },
    request: { relayed: { asked: { answeredBy: "default" } } },
  });
  // Longer than a relay takes from a desktop.
  ada.script = sequenceOf({ ...PLAIN_ANSWER, body: "x".repeat(300_000) });
  expect((await post("too long")).status).toBe(202);
  ada.script = sequenceOf({ does: "close", delayMs: 0 });
  await expect(post("closed")).rejects.toThrow();
  expect((await ada.delivery("closed")).summary).toMatchObject({
    status: null,
    answerState: "withheld",
    onPurpose: { does: "close" },
  });
});

it("is taken over from another Linkdesk, which says so in its log and answers no more", async () => {
  const [ada, tunde] = [await openDesktop("ada"), await openDesktop("tunde")];
  ada.script = sequenceOf({ ...PLAIN_ANSWER, status: 500 });
  tunde.script = sequenceOf({ ...PLAIN_ANSWER, status: 503 });
  await takes(ada);
  await until(() => tunde.status().answer?.holder?.member === "ada");
  const { hold = "" } = tunde.status().answer?.holder ?? {};
  tunde.inboxes.holdAnswer(inbox, true, hold);
  await until(() => tunde.status().answer?.holder?.isHere === true);
  await until(() => ada.status().answer?.holder?.isHere === false);
  expect(tunde.status().answer?.holder).toMatchObject({ member: "tunde", tookFrom: { member: "ada", isHere: false } });
  expect(ada.status().answer?.holder).toMatchObject({ member: "tunde", tookFrom: { member: "ada", isHere: true } });
  expect((await post("to tunde")).status).toBe(503);
  // Behind it in the log: the row was there before the webhook.
  await ada.delivery("to tunde");
  expect(await ada.notices()).toContain("tunde answers the senders of shop now");
  expect(await tunde.notices()).not.toContain("tunde answers the senders of shop now");
});

it("has the name that the inbox was given, and goes on receiving by it", async () => {
  const ada = await openDesktop("ada");
  expect(ada.status()).toMatchObject({ keepDays: 30, answer: { status: 202 } });
  await people.changeInbox(inbox, { name: "Shop, live", keepDays: 5, status: 204, body: "" });
  await until(() => ada.status().inbox.name === "Shop, live");
  expect(ada.status()).toMatchObject({ keepDays: 5, answer: { status: 204 }, state: { name: "ready" } });
  await post("named");
  expect((await ada.delivery("named")).request.relayed?.inbox).toBe("Shop, live");
});

it("goes on after a restart of the relay, and what was asked before is said to be not known", async () => {
  const ada = await openDesktop("ada");
  ada.script = sequenceOf({ ...PLAIN_ANSWER, status: 503 });
  await takes(ada);
  expect((await post("before")).status).toBe(503);
  await relay.close();
  await startTheRelay(new URL(relay.url).port);
  ada.inboxes.tryNow();
  await until(() => ada.status().answer?.holder?.isHere === true);
  expect((await post("after")).status).toBe(503);
  const tunde = await openDesktop("tunde");
  expect((await tunde.delivery("before")).summary).toMatchObject({ status: null, answerState: "unknown" });
  expect((await tunde.delivery("after")).summary).toMatchObject({ status: 503, answerState: "sent" });
}, 60_000);

it("is given back when Linkdesk is closed, or does not receive any more", async () => {
  const [ada, tunde] = [await openDesktop("ada"), await openDesktop("tunde")];
  await takes(ada);
  await until(() => tunde.status().answer?.holder?.member === "ada");
  await ada.inboxes.receive(ada.status().membership, inbox, null);
  await until(() => tunde.status().answer?.holder === null);
  await takes(tunde);
  expect(ada.status().answer).toBeNull();
});
