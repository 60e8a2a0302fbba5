import { setImmediate } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { doors } from "./doors.ts";
import { openListener, post } from "./open-listener.ts";

const HEAD = "POST /webhooks HTTP/1.1\r\nHost: x\r\n";

describe("a sender that is too slow", () => {
  test.each([
    ["with its request line", "POST /web"],
    ["with its headers", `${HEAD}X-One: 1\r\nX-T`],
  ])("%s: 408, recorded with the bytes that came", async (_what, bytes) => {
    // Not less: what comes only after it, since this process was kept waiting, is a sender that sent nothing at all.
    const { wire, journal } = await openListener({ limits: { headTimeoutMs: 600 } });
    const sender = await wire();
    await sender.write(bytes);
    expect((await sender.answer()).status).toBe(408);
    await sender.ended();
    const [delivery] = await journal.untilEnded(1);
    expect(delivery?.event.summary).toMatchObject({ completeness: "timed-out", status: 408 });
    expect(Buffer.from(delivery?.event.requestBody ?? []).toString()).toBe(bytes);
    expect(delivery?.event.request.problem).toContain("0.6 seconds");
  });

  test("with its body: 408, recorded with head and the part that came", async () => {
    const { wire, journal } = await openListener({ limits: { headTimeoutMs: 600, requestTimeoutMs: 700 } });
    const sender = await wire();
    await sender.write(`${HEAD}Content-Length: 10\r\n\r\nhalf`);
    expect((await sender.answer()).status).toBe(408);
    await sender.ended();
    const event = (await journal.untilEnded(1))[0]?.event;
    expect(event?.summary).toMatchObject({ completeness: "timed-out", method: "POST", size: 4, status: 408 });
    expect(Buffer.from(event?.requestBody ?? []).toString()).toBe("half");
  });

  test("on a connection that was fast before: 408 as well", async () => {
    const { wire, journal } = await openListener({ limits: { headTimeoutMs: 600 } });
    const sender = await wire();
    await sender.write(post("{}"));
    expect((await sender.answer()).status).toBe(200);
    await sender.write("POST /web");
    expect((await sender.answer()).status).toBe(408);
    expect((await journal.untilEnded(2))[1]?.event.summary.completeness).toBe("timed-out");
  });

  test("and one that sends nothing at all is closed without a record", async () => {
    const { wire, journal } = await openListener({ limits: { headTimeoutMs: 40 } });
    expect((await (await wire()).ended()).length).toBe(0);
    expect(journal.deliveries()).toEqual([]);
  });

  test("to ask again: an idle connection is closed", async () => {
    const { wire } = await openListener({ limits: { keepAliveTimeoutMs: 20 } });
    const sender = await wire();
    await sender.write(post("{}"));
    expect((await sender.answer()).status).toBe(200);
    expect((await sender.ended()).length).toBe(0);
  });

  test("to take its answer: closed, and told as failed", async () => {
    const { wire, journal, answerWith } = await openListener({ limits: { sendTimeoutMs: 50 } });
    answerWith({ body: "x".repeat(24_000_000) }); // more than the system takes in one go
    const sender = await wire();
    sender.socket.pause();
    await sender.write(post("{}"));
    expect((await journal.untilEnded(1))[0]?.end?.answerState).toBe("failed");
  });
});

describe.each(doors())("what never ends, at %s", (_name, open) => {
  test.each([
    ["one header", "X-Long: ", "x".repeat(1_000), 431],
    ["headers", "", "X-Again: and again\r\n", 431],
    ["a request line", "", "", 431],
    ["a chunk extension", "Transfer-Encoding: chunked\r\n\r\n5;", "x".repeat(1_000), 413],
    ["trailers", "Transfer-Encoding: chunked\r\n\r\n0\r\n", "X-Again: and again\r\n", 431],
  ])("%s is refused within bounds and recorded", async (what, start, again, status) => {
    const door = await open();
    const sender = await door.wire();
    // It hears what it is answered meanwhile.
    const more = async (text: string): Promise<void> => {
      await sender.write(text);
      await setImmediate();
    };
    const sending = (async () => {
      if (what === "a request line") {
        await sender.write(`GET ${door.path}?`);
        for (;;) await more("x".repeat(1_000));
      }
      await sender.write(door.here(HEAD + start));
      for (;;) await more(again);
    })();
    sending.catch(() => {}); // ends with the connection
    expect((await sender.answer()).status).toBe(status);
    sender.close();
    // Of a request line without an end nobody knows where it leads.
    if (what === "a request line" && !door.keepsAll) return;
    const kept = (await door.kept(1))[0];
    expect(kept).toMatchObject({ completeness: "malformed", status });
    expect(kept?.body.length).toBeLessThan(200_000);
  });

  test("a body sent as a hundred thousand chunks of one byte is those bytes", async () => {
    const door = await open();
    const sender = await door.wire();
    const count = 100_000;
    await sender.write(door.here(`${HEAD}Transfer-Encoding: chunked\r\n\r\n`));
    await sender.write("1\r\nx\r\n".repeat(count));
    await sender.write("0\r\n\r\n");
    expect((await sender.answer()).status).toBe(200);
    expect((await door.kept(1))[0]?.body.equals(Buffer.alloc(count, "x"))).toBe(true);
  });

  test("a thousand senders at once are all recorded and answered", async () => {
    const door = await open();
    const count = 1_000;
    const sendAll = async (numbers: readonly number[]) => {
      const senders = await Promise.all(numbers.map(async (number) => ({ number, wire: await door.wire() })));
      return Promise.all(
        senders.map(async ({ number, wire }) => {
          await wire.write(door.post(`body ${number}`));
          return { number, status: (await wire.answer()).status };
        }),
      );
    };
    const end = performance.now() + 60_000;
    let left: readonly number[] = Array.from({ length: count }, (_, number) => number);
    while (left.length > 0 && performance.now() < end) {
      const answers = await sendAll(left);
      const again = answers.filter(({ status }) => status !== 200);
      // A disk that is busy for longer than a sender waits: then a sender comes again.
      expect(again.filter(({ status }) => status !== door.notNow)).toEqual([]);
      left = again.map(({ number }) => number);
    }
    expect(left).toEqual([]);
    const bodies = new Set((await door.kept(count)).map(({ body }) => body.toString()));
    expect(bodies).toEqual(new Set(Array.from({ length: count }, (_, index) => `body ${index}`)));
  });
});

describe("what is more than anybody needs", () => {
  test("a head of more fields than anybody needs is refused, all of them recorded", async () => {
    const { wire, journal } = await openListener({ limits: { headerFields: 100 } });
    const sender = await wire();
    const lines = Array.from({ length: 3_000 }, (_, index) => `a: ${index}`);
    await sender.write(`GET /webhooks HTTP/1.1\r\nHost: x\r\n${lines.join("\r\n")}\r\n\r\n`);
    expect((await sender.answer()).status).toBe(431);
    const event = (await journal.untilEnded(1))[0]?.event;
    expect(event?.request.headers).toHaveLength(3_001);
    expect(event?.request.headers.at(-1)).toEqual(["a", "2999"]);
  });

  test("a body sent as a hundred thousand chunks of one byte costs no more memory than its bytes", async () => {
    const { wire, journal } = await openListener();
    const sender = await wire();
    const count = 100_000;
    await sender.write(`${HEAD}Transfer-Encoding: chunked\r\n\r\n`);
    await sender.write("1\r\nx\r\n".repeat(count));
    await sender.write("0\r\n\r\n");
    expect((await sender.answer()).status).toBe(200);
    const recorded = journal.deliveries()[0]?.event.requestBody;
    expect(recorded?.length).toBe(count);
    expect(recorded?.buffer.byteLength).toBe(count);
  });
});

describe("many senders", () => {
  test("slow ones that hold every connection do not keep others out", async () => {
    const { wire, journal } = await openListener({ limits: { connections: 20 } });
    const slow = await Promise.all(Array.from({ length: 20 }, () => wire()));
    for (const sender of slow) await sender.write(`${HEAD}X-Slow: `);
    for (let index = 0; index < 10; index += 1) {
      const sender = await wire();
      await sender.write(post("{}"));
      expect((await sender.answer()).status).toBe(200);
    }
    // The first ones made room, and are recorded with what they had sent.
    await slow[0]?.ended();
    const first = journal.deliveries().find(({ event }) => event.summary.completeness === "timed-out");
    expect(Buffer.from(first?.event.requestBody ?? []).toString()).toBe(`${HEAD}X-Slow: `);
  });

  test("while all connections are busy, one more is closed, and none of them is", async () => {
    const { wire, journal } = await openListener({ limits: { connections: 5 } });
    const commit = journal.hold();
    const busy = await Promise.all(Array.from({ length: 5 }, () => wire()));
    for (const sender of busy) {
      await sender.write(post("{}", ["Expect: 100-continue"]));
      expect((await sender.answer()).status).toBe(100);
    }
    const surplus = await wire();
    expect((await surplus.ended()).length).toBe(0);
    commit();
    for (const sender of busy) expect((await sender.answer()).status).toBe(200);
  });

  test("a slow body gives way too, once it has had its time of grace", async () => {
    const { wire, journal } = await openListener({ limits: { connections: 3, bodyGraceMs: 30 } });
    const slow = await Promise.all(Array.from({ length: 3 }, () => wire()));
    for (const sender of slow) {
      await sender.write(`${HEAD}Expect: 100-continue\r\nContent-Length: 10\r\n\r\n`);
      expect((await sender.answer()).status).toBe(100);
      await sender.write("part");
    }
    // Nobody but them can say when their time is up: until then one more is turned away.
    for (;;) {
      const sender = await wire();
      await sender.write(post("{}")).catch(() => {});
      const status = await sender.answer().then(
        (answer) => answer.status,
        () => null,
      );
      if (status === 200) break;
    }
    const [first] = await journal.untilEnded(1);
    expect(first?.event.summary).toMatchObject({ completeness: "timed-out", size: 4, status: null });
  });
});
