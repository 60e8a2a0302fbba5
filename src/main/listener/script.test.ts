import { describe, expect, test } from "vitest";
import { openListener, post } from "../../../tests/hostile/open-listener.ts";
import { type AnswerScript, type AnswerStep, PLAIN_ANSWER, sequenceOf } from "../../shared/answer-script.ts";

const FAIL = { ...PLAIN_ANSWER, status: 500 };
const TWICE = sequenceOf(FAIL, { ...FAIL, status: 503 }, PLAIN_ANSWER);

type Opened = Awaited<ReturnType<typeof openListener>>;

/** Sends each body on a connection of its own, one after the other; the status of each, or "none". */
async function statuses(opened: Opened, bodies: readonly string[], lines: readonly string[] = []) {
  const found: (number | "none")[] = [];
  for (const body of bodies) {
    const wire = await opened.wire();
    await wire.write(post(body, lines));
    found.push(
      await wire.answer().then(
        ({ status }) => status,
        () => "none" as const,
      ),
    );
    wire.close();
  }
  return found;
}

async function purposes(opened: Opened, count: number) {
  const deliveries = await opened.journal.untilEnded(count);
  return deliveries.map(({ event, end }) => ({ ...event.summary.onPurpose, state: end?.answerState }));
}

describe("steps in turn", () => {
  test("per webhook: the same bytes again are the next step, others begin at the first, and the last one stays", async () => {
    const opened = await openListener();
    opened.runScript(TWICE);
    expect(await statuses(opened, ["a", "b", "a", "a", "b", "a", "b"])).toEqual([500, 500, 503, 200, 503, 200, 200]);
    const found = await purposes(opened, 7);
    expect(found[0]).toEqual({ does: "answer", ms: 0, choice: { by: "step", step: 1, of: 3 }, state: "sent" });
    expect(found.map(({ choice }) => choice?.by === "step" && choice.step)).toEqual([1, 1, 2, 3, 2, 3, 3]);
  });

  test("per webhook: one that is built anew is known by its id, in the payload or in a header", async () => {
    const opened = await openListener();
    opened.runScript(TWICE);
    const payload = (id: string, at: number) =>
      JSON.stringify({ type: "transaction", transaction: { id, amount: 50_000, currency: "NGN", sent_at: at } });
    expect(await statuses(opened, [payload("trx_0001", 1), payload("trx_0002", 1), payload("trx_0001", 2)])).toEqual([
      500, 500, 503,
    ]);
    expect(await statuses(opened, ["x1"], ["webhook-id: msg_1"])).toEqual([500]);
    expect(await statuses(opened, ["x2"], ["Webhook-Id: msg_1"])).toEqual([503]);
    expect(await statuses(opened, ["x3"], ["Webhook-Id: msg_2"])).toEqual([500]);
  });

  test("over all deliveries, and over again from the first", async () => {
    const opened = await openListener();
    opened.runScript({ ...TWICE, per: "delivery", atEnd: "again" });
    expect(await statuses(opened, ["a", "a", "b", "b", "c"])).toEqual([500, 503, 200, 500, 503]);
  });

  test("goes on when the profile is saved with the same script, begins anew with another, and when told to", async () => {
    const opened = await openListener();
    const script = { ...TWICE, per: "delivery" as const };
    opened.runScript(script);
    await statuses(opened, ["a"]);
    opened.runScript(structuredClone(script));
    expect(opened.listener.scriptStatus()).toMatchObject({ decided: 1, upcoming: [1, 2, 2, 2, 2, 2, 2, 2, 2, 2] });
    expect(await statuses(opened, ["a"])).toEqual([503]);
    expect(opened.listener.restartScript()).toMatchObject({ decided: 0 });
    expect(await statuses(opened, ["a"])).toEqual([500]);
    opened.runScript(sequenceOf({ ...FAIL, status: 418 }, PLAIN_ANSWER));
    expect(await statuses(opened, ["a", "a"])).toEqual([418, 200]);
    expect(opened.listener.scriptStatus()).toMatchObject({ decided: 2, last: { times: 2, next: 1 } });
  });

  test("only whole requests to the webhook path count, unless the script is for all paths", async () => {
    const opened = await openListener();
    const elsewhere = async () => {
      const wire = await opened.wire();
      await wire.write("POST /elsewhere HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\na");
      return (await wire.answer()).status;
    };
    const script = { ...TWICE, per: "delivery" as const };
    opened.runScript(script);
    expect(await elsewhere()).toBe(404);
    const wire = await opened.wire();
    await wire.write("nonsense\r\n\r\n");
    expect((await wire.answer()).status).toBe(400);
    expect(opened.listener.scriptStatus().decided).toBe(0);
    opened.runScript({ ...script, scope: "all" });
    expect([await elsewhere(), await elsewhere()]).toEqual([500, 503]);
  });

  test("an ordinary answer leaves no mark on the row, and one step needs no counting", async () => {
    const opened = await openListener();
    expect(await statuses(opened, ["a"])).toEqual([200]);
    opened.runScript(sequenceOf(FAIL));
    expect(await statuses(opened, ["a"])).toEqual([500]);
    const [plain, failing] = await purposes(opened, 2);
    expect(plain).toEqual({ state: "sent" });
    expect(failing).toMatchObject({ does: "answer", choice: { step: 1, of: 1 } });
    expect(opened.listener.scriptStatus().decided).toBe(0);
  });
});

describe("by chance", () => {
  const flaky = (seed: number, percent = 30): AnswerScript => ({
    order: "chance",
    percent,
    seed,
    failing: FAIL,
    otherwise: PLAIN_ANSWER,
    scope: "path",
  });
  const bodies = Array.from({ length: 60 }, (_, index) => String(index));

  test("the same seed gives the same sequence, as it was foretold; another seed another one", async () => {
    const opened = await openListener();
    opened.runScript(flaky(7));
    const foretold = opened.listener.scriptStatus().upcoming.map((place) => (place === 0 ? 500 : 200));
    const first = await statuses(opened, bodies);
    expect(first.slice(0, 10)).toEqual(foretold);
    opened.listener.restartScript();
    expect(await statuses(opened, bodies)).toEqual(first);
    opened.runScript(flaky(8));
    expect(await statuses(opened, bodies)).not.toEqual(first);
    const found = await purposes(opened, 180);
    expect(found[0]).toMatchObject({ choice: { by: "chance", percent: 30, failed: first[0] === 500 } });
  });

  test("about as many fail as were asked for; none of 0 %, all of 100 %", async () => {
    const { listener, runScript, wire } = await openListener();
    for (const [percent, least, most] of [
      [0, 0, 0],
      [30, 250, 350],
      [100, 1_000, 1_000],
    ] as const) {
      runScript(flaky(3, percent));
      listener.restartScript();
      const sender = await wire();
      let failed = 0;
      for (let count = 0; count < 1_000; count += 1) {
        await sender.write(post(String(count)));
        if ((await sender.answer()).status === 500) failed += 1;
      }
      expect(failed).toBeGreaterThanOrEqual(least);
      expect(failed).toBeLessThanOrEqual(most);
    }
  });
});

describe("what no receiver should do", () => {
  const only = async (step: AnswerStep, options = {}) => {
    const opened = await openListener(options);
    opened.runScript(sequenceOf(step));
    const wire = await opened.wire();
    return { ...opened, sender: wire };
  };

  test("reset: the sender sees a reset, and the delivery is on record before", async () => {
    const { journal, sender, listener } = await only({ does: "reset", delayMs: 0 });
    const release = journal.hold();
    const broken = new Promise((resolve) => sender.socket.once("error", resolve));
    await sender.write(post("{}"));
    await journal.until(({ offered }) => offered() === 2);
    expect(sender.socket.destroyed).toBe(false);
    release();
    expect(await broken).toMatchObject({ code: "ECONNRESET" });
    const [delivery] = await journal.untilEnded(1);
    expect(delivery?.event.summary).toMatchObject({ status: null, onPurpose: { does: "reset" } });
    expect(delivery?.event.answer).toBeNull();
    expect(delivery?.end).toMatchObject({ answerState: "withheld", answerStarted: null, answerEnded: null });
    expect(listener.status().problem).toBeNull();
  });

  test("hang up: the connection is closed in order, without a byte", async () => {
    const { journal, sender } = await only({ does: "close", delayMs: 20 });
    await sender.write(post("{}"));
    expect((await sender.ended()).length).toBe(0);
    sender.close();
    const [delivery] = await journal.untilEnded(1);
    expect(delivery?.end?.answerState).toBe("withheld");
    expect(delivery?.event.summary.onPurpose).toMatchObject({ does: "close", ms: 20 });
  });

  test("never answer: until the sender gives up", async () => {
    const { journal, sender } = await only({ does: "hang", limitMs: 600_000 }, { limits: { sendTimeoutMs: 1 } });
    await sender.write(post("{}"));
    await journal.until(({ deliveries }) => deliveries().length === 1);
    // Long enough for a time limit that does not know of the script to strike: other requests are served meanwhile.
    sender.halfClose();
    const [delivery] = await journal.untilEnded(1);
    expect(delivery?.end?.answerState).toBe("failed");
    expect(delivery?.event.summary).toMatchObject({ answerState: "pending", onPurpose: { does: "hang", ms: 600_000 } });
  });

  test("never answer: until the limit", async () => {
    const { journal, sender } = await only({ does: "hang", limitMs: 100 });
    await sender.write(post("{}"));
    expect((await sender.ended()).length).toBe(0);
    sender.close();
    const [delivery] = await journal.untilEnded(1);
    expect(delivery?.end?.answerState).toBe("withheld");
    expect(delivery?.end?.duration).toBeGreaterThanOrEqual(99_000);
  });

  test("not HTTP: the bytes go out as they stand and are recorded", async () => {
    const { journal, sender } = await only({ does: "garbage", text: "grüße\n", delayMs: 0 });
    await sender.write(post("{}"));
    expect((await sender.ended()).toString()).toBe("grüße\n");
    sender.close();
    const [delivery] = await journal.untilEnded(1);
    expect(delivery?.event.answer).toEqual({ status: null, headers: [], size: 8 });
    expect(Buffer.from(delivery?.event.answerBody ?? []).toString()).toBe("grüße\n");
    expect(delivery?.end?.answerState).toBe("sent");
  });

  test("drip: a whole answer, in many pieces, at the pace that is set; other limits leave it alone", async () => {
    const { journal, sender } = await only(
      { ...PLAIN_ANSWER, body: "x".repeat(40), bytesPerSecond: 400 },
      { limits: { sendTimeoutMs: 50 } },
    );
    let pieces = 0;
    sender.socket.on("data", () => (pieces += 1));
    await sender.write(post("{}"));
    const answer = await sender.answer();
    expect(answer).toMatchObject({ status: 200 });
    expect(answer.body.toString()).toBe("x".repeat(40));
    sender.close();
    const [delivery] = await journal.untilEnded(1);
    expect(pieces).toBeGreaterThan(2);
    const bytes = answer.head.length + 4 + answer.body.length;
    const { answerStarted, answerEnded, answerState } = delivery?.end ?? {};
    expect(answerState).toBe("sent");
    expect((answerEnded ?? 0) - (answerStarted ?? 0)).toBeGreaterThanOrEqual(((bytes - 1) / 400) * 1_000_000 - 1_000);
  });

  test("drip: a sender that goes is told as one that has given up", async () => {
    const { journal, sender } = await only({ ...PLAIN_ANSWER, bytesPerSecond: 10 });
    await sender.write(post("{}"));
    await new Promise((resolve) => sender.socket.once("data", resolve));
    sender.reset();
    const [delivery] = await journal.untilEnded(1);
    expect(delivery?.end?.answerState).toBe("failed");
  });

  test.each([
    { does: "reset", delayMs: 0 },
    { does: "close", delayMs: 0 },
    { does: "garbage", text: "!", delayMs: 0 },
    { ...PLAIN_ANSWER, bytesPerSecond: 100_000 },
  ] as const)("answers that are due before it go out first: $does", async (step) => {
    const opened = await openListener();
    opened.runScript({ ...sequenceOf({ ...PLAIN_ANSWER, body: "first", delayMs: 30 }, step), per: "delivery" });
    const sender = await opened.wire();
    await sender.write(Buffer.concat([post("1"), post("2"), post("3")]));
    expect((await sender.answer()).body.toString()).toBe("first");
    const rest = (await sender.ended()).toString();
    expect(rest.includes("HTTP/1.1 200")).toBe(step.does === "answer");
    sender.close();
    // The third came in the same packet: it is on record, but behind the last answer of its connection.
    const states = (await opened.journal.untilEnded(3)).map(({ end }) => end?.answerState);
    expect(states).toEqual(["sent", step.does === "reset" || step.does === "close" ? "withheld" : "sent", "failed"]);
  });

  test("a delivery that cannot be recorded is answered 503, whatever the script says", async () => {
    for (const step of [
      { does: "hang", limitMs: 60_000 },
      { does: "reset", delayMs: 0 },
      { does: "garbage", text: "!", delayMs: 0 },
      { ...PLAIN_ANSWER, bytesPerSecond: 1 },
    ] as const) {
      const { journal, sender } = await only(step);
      journal.failWith(new Error("full"));
      await sender.write(post("{}"));
      expect((await sender.answer()).status).toBe(503);
    }
  });

  test("whom a script keeps waiting makes room for another connection, and does not hold up the end", async () => {
    const { journal, sender, wire, listener, runScript } = await only(
      { does: "hang", limitMs: 600_000 },
      { limits: { connections: 1, stopGraceMs: 60_000 } },
    );
    await sender.write(post("{}"));
    await journal.until(({ deliveries }) => deliveries().length === 1);
    const second = await wire();
    await second.write(post("{}"));
    await journal.until(({ deliveries }) => deliveries().length === 2);
    await listener.stop();
    expect((await journal.untilEnded(2)).map(({ end }) => end?.answerState)).toEqual(["failed", "failed"]);
    runScript(sequenceOf(PLAIN_ANSWER));
  });
});

describe("a page that a profile serves", () => {
  test.each([
    ["by its type", [{ name: "Content-Type", value: "text/html" }], true],
    ["by its look", [], true],
    ["with a policy of its author's", [{ name: "Content-Security-Policy", value: "script-src *" }], true],
    ["that is data", [{ name: "Content-Type", value: "application/json" }], false],
  ])("runs no script in a browser: %s", async (_, headers, isSandboxed) => {
    const opened = await openListener();
    opened.runScript(sequenceOf({ ...PLAIN_ANSWER, headers, body: "<script>fetch('/')</script>" }));
    const wire = await opened.wire();
    await wire.write(post("a"));
    const answer = await wire.answer();
    const policies = answer.headers.filter(([name]) => name.toLowerCase() === "content-security-policy");
    expect(policies.some(([, value]) => value === "sandbox")).toBe(isSandboxed);
  });
});
