import { describe, expect, test } from "vitest";
import { openListener, post } from "../../../tests/hostile/open-listener.ts";

const GET = "GET /webhooks HTTP/1.1\r\nHost: x\r\n\r\n";

describe("the configured answer", () => {
  test("goes out as configured, and is recorded as it went out", async () => {
    const { wire, journal, answerWith } = await openListener();
    answerWith({
      status: 422,
      headers: [
        { name: "Set-Cookie", value: "a=1" },
        { name: "set-cookie", value: "b=2" },
        { name: "X-Latin", value: "caf\xe9" },
        { name: "Content-Disposition", value: "inline; filename=\xe9" },
      ],
      body: "nicht schön: \u{1f600}",
    });
    const sender = await wire();
    await sender.write(GET);
    const answer = await sender.answer();
    expect(answer.head.split("\r\n")[0]).toBe("HTTP/1.1 422 Unprocessable Entity");
    expect(answer.body.toString()).toBe("nicht schön: \u{1f600}");
    expect(answer.headers.slice(0, 4)).toEqual([
      ["Set-Cookie", "a=1"],
      ["set-cookie", "b=2"],
      ["X-Latin", "caf\xe9"],
      ["Content-Disposition", "inline; filename=\xe9"],
    ]);
    const [delivery] = await journal.untilEnded(1);
    expect(delivery?.event.answer).toEqual({ status: 422, size: answer.body.length, headers: answer.headers });
    expect(Buffer.from(delivery?.event.answerBody ?? []).equals(answer.body)).toBe(true);
    expect(answer.headers.map(([name]) => name.toLowerCase())).toContain("date");
  });

  test("fields that frame the message are the listener's own, whatever is configured", async () => {
    const { wire, answerWith } = await openListener();
    answerWith({
      headers: [
        { name: "Content-Length", value: "9999" },
        { name: "Transfer-Encoding", value: "chunked" },
        { name: "Trailer", value: "x" },
        { name: "Upgrade", value: "h2c" },
        { name: "Connection", value: "upgrade" },
        { name: "Keep-Alive", value: "timeout=9999" },
        { name: "Date", value: "yesterday" },
        { name: "Content-Type", value: "text/plain" },
      ],
      body: "four",
    });
    const sender = await wire();
    // Twice on one connection: the second answer would be garbled, were the first one framed wrongly.
    for (const _ of [1, 2]) {
      await sender.write(GET);
      const answer = await sender.answer();
      expect(answer.body.toString()).toBe("four");
      expect(answer.headers).toEqual([
        ["Date", "yesterday"],
        ["Content-Type", "text/plain"],
        ["Content-Length", "4"],
        ["Connection", "keep-alive"],
        ["Keep-Alive", "timeout=15"],
      ]);
    }
  });

  test("Connection: close is honoured", async () => {
    const { wire, answerWith } = await openListener();
    answerWith({ headers: [{ name: "connection", value: "Close" }], body: "bye" });
    const sender = await wire();
    await sender.write(GET);
    expect((await sender.answer()).headers).toContainEqual(["Connection", "close"]);
    expect((await sender.ended()).length).toBe(0);
  });

  test.each([204, 205, 304])(
    "%i carries no content, and the next answer is found where it should be",
    async (status) => {
      const { wire, journal, answerWith } = await openListener();
      answerWith({ status, body: "must not be sent" });
      const sender = await wire();
      for (const _ of [1, 2]) {
        await sender.write(GET);
        expect(await sender.answer()).toMatchObject({ status, body: Buffer.alloc(0) });
      }
      expect(journal.deliveries()[1]?.event.answer?.size).toBe(0);
    },
  );

  test.each([
    ["GET /webhooks HTTP/1.1\r\nHost: x\r\n\r\n", 200],
    ["GET /webhooks HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", 200],
    ["GET /webhooks HTTP/1.0\r\n\r\n", 200],
    ["GET /webhooks HTTP/1.0\r\nConnection: keep-alive\r\n\r\n", 200],
    ["HEAD /webhooks HTTP/1.1\r\nHost: x\r\n\r\n", 200],
    ["GET /elsewhere HTTP/1.1\r\nHost: x\r\n\r\n", 404],
    ["GET /webhooks HTTP/1.1\r\n\r\n", 400],
    ["nonsense\r\n\r\n", 400],
  ])("to %j is recorded as it went over the wire", async (request, status) => {
    const { wire, journal, answerWith } = await openListener();
    answerWith({ headers: [{ name: "X-One", value: "1" }], body: "ok" });
    const sender = await wire();
    await sender.write(request);
    const answer = await sender.answer(request.startsWith("HEAD") ? "HEAD" : undefined);
    expect(answer.status).toBe(status);
    const [delivery] = await journal.untilEnded(1);
    expect(delivery?.event.answer).toEqual({ status, size: answer.body.length, headers: answer.headers });
    expect(Buffer.from(delivery?.event.answerBody ?? []).equals(answer.body)).toBe(true);
  });

  test("HEAD gets the head of the answer only", async () => {
    const { wire, journal, answerWith } = await openListener();
    answerWith({ body: "0123456789" });
    const sender = await wire();
    for (const _ of [1, 2]) {
      await sender.write("HEAD /webhooks HTTP/1.1\r\nHost: x\r\n\r\n");
      expect((await sender.answer("HEAD")).headers).toContainEqual(["Content-Length", "10"]);
    }
    expect(journal.deliveries()[1]?.event.answerBody.length).toBe(0);
  });

  test("unusual statuses go out as they are", async () => {
    const { wire, answerWith } = await openListener();
    const sender = await wire();
    for (const status of [299, 418, 499, 599]) {
      answerWith({ status, body: "x" });
      await sender.write(GET);
      expect((await sender.answer()).status).toBe(status);
    }
  });

  test("a change applies to the next request", async () => {
    const { wire, answerWith } = await openListener();
    const sender = await wire();
    await sender.write(GET);
    expect((await sender.answer()).status).toBe(200);
    answerWith({ status: 500, body: "now" });
    await sender.write(GET);
    expect(await sender.answer()).toMatchObject({ status: 500, body: Buffer.from("now") });
  });

  test("a delay is waited for after the commit, and does not hold up other connections", async () => {
    const { wire, journal, answerWith } = await openListener();
    answerWith({ delayMs: 300, body: "late" });
    const slow = await wire();
    await slow.write(GET);
    await journal.until(() => journal.events.some(({ event }) => event.kind === "delivery"));
    answerWith({ body: "quick" });
    const quick = await wire();
    await quick.write(GET);
    const order: string[] = [];
    await Promise.all([slow, quick].map(async (sender) => order.push((await sender.answer()).body.toString())));
    expect(order).toEqual(["quick", "late"]);
    const [first] = await journal.untilEnded(2);
    const { committed = 0, answerStarted } = first?.end ?? {};
    expect(Number(answerStarted) - committed).toBeGreaterThanOrEqual(299_000);
  });
});

describe("the commit", () => {
  test("comes before any answer", async () => {
    const { wire, journal, answerWith } = await openListener();
    answerWith({ status: 500 });
    const commit = journal.hold();
    const sender = await wire();
    let answered = false;
    const answer = sender.answer().finally(() => {
      answered = true;
    });
    await sender.write(GET);
    // A whole exchange on another connection takes longer than an answer that did not wait would have taken.
    const other = await wire();
    await other.write("GET / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 1\r\n\r\n");
    expect((await other.answer()).status).toBe(100);
    expect(answered).toBe(false);
    expect(journal.deliveries()).toEqual([]);
    commit();
    expect((await answer).status).toBe(500);
  });

  test("that fails leads to 503 in words, told once, until it works again", async () => {
    const { wire, journal, listener, statuses } = await openListener();
    journal.failWith(new Error("The disk is full."));
    for (const _ of [1, 2, 3]) {
      const sender = await wire();
      await sender.write(`${post("{}").toString()}${GET}`);
      const answer = await sender.answer();
      expect(answer.status).toBe(503);
      expect(answer.headers).toContainEqual(["Content-Type", "text/plain; charset=utf-8"]);
      expect(answer.body.toString()).toMatch(/^Linkdesk could not record this request\./);
      await sender.ended();
    }
    expect(listener.status()).toMatchObject({
      state: "listening",
      deliveries: 0,
      problem: { code: "cannot-record", reason: "The disk is full." },
    });
    expect(statuses.filter(({ problem }) => problem !== null)).toHaveLength(1);

    journal.failWith(null);
    const sender = await wire();
    await sender.write(GET);
    expect((await sender.answer()).status).toBe(200);
    expect(listener.status().problem).toBeNull();
    expect(statuses.at(-1)?.problem).toBeNull();
    const told = journal.notices().filter(({ code }) => code === "not-recorded");
    expect(told).toHaveLength(1);
    expect(told[0]).toMatchObject({ reason: "The disk is full." });
  });

  test("that fails for requests not read to their end leads to 503 as well", async () => {
    const { wire, journal } = await openListener({ settings: { bodyCapBytes: 1_024 } });
    journal.failWith(new Error("The disk is full."));
    for (const bytes of [post("x".repeat(2_000)), "NOT HTTP\r\n\r\n"]) {
      const sender = await wire();
      await sender.write(bytes);
      expect((await sender.answer()).status).toBe(503);
      await sender.ended();
    }
  });

  test("a request off the path gets 404 in words and is recorded", async () => {
    const { wire, journal, listener } = await openListener();
    const sender = await wire();
    await sender.write("POST /elsewhere HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}");
    const answer = await sender.answer();
    expect(answer.status).toBe(404);
    expect(answer.body.toString()).toContain("/webhooks");
    expect(journal.deliveries()[0]?.event.summary).toMatchObject({ status: 404, onPath: false, size: 2 });
    // It is not taken for a webhook.
    expect(listener.status().deliveries).toBe(0);
  });
});
