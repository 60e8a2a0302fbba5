import { once } from "node:events";
import { request as httpRequest } from "node:http";
import { describe, expect, test } from "vitest";
import { openListener, PROFILE, post } from "../../../tests/hostile/open-listener.ts";

const everyByte = Uint8Array.from({ length: 256 }, (_, value) => value);

describe("a whole request", () => {
  test("is recorded as it stood on the wire", async () => {
    const { wire, journal, port } = await openListener();
    const sender = await wire();
    const before = Date.now() * 1_000;
    await sender.write(
      "PUT /webhooks?a=%20b&c HTTP/1.1\r\nhOsT: x\r\nX-Twice: one\r\nx-other:  padded\t\r\nX-TWICE: two\r\n" +
        "X-Latin: \xe9\xff\x80\r\nX-Empty:\r\nContent-Length: 256\r\n\r\n",
    );
    await sender.write(everyByte);
    expect((await sender.answer()).status).toBe(200);
    const [delivery] = await journal.untilEnded(1);
    if (delivery === undefined) throw new Error("Nothing was recorded.");
    const { event, end } = delivery;
    expect(event.request.headers).toEqual([
      ["hOsT", "x"],
      ["X-Twice", "one"],
      ["x-other", "padded"],
      ["X-TWICE", "two"],
      ["X-Latin", "\xe9\xff\x80"],
      ["X-Empty", ""],
      ["Content-Length", "256"],
    ]);
    expect([...event.requestBody]).toEqual([...everyByte]);
    expect(event.summary).toMatchObject({
      kind: "delivery",
      method: "PUT",
      path: "/webhooks?a=%20b&c",
      onPath: true,
      completeness: "whole",
      status: 200,
      answerState: "pending",
      size: 256,
      profile: PROFILE,
    });
    expect(event.request).toMatchObject({
      httpVersion: "1.1",
      size: 256,
      trailers: [],
      problem: null,
      remoteAddress: "127.0.0.1",
      remotePort: sender.socket.localPort,
      localAddress: "127.0.0.1",
      localPort: port,
    });
    expect(event.summary.at).toBeGreaterThanOrEqual(before - 1_000);
    expect(event.summary.at).toBeLessThanOrEqual(Date.now() * 1_000);
    const { headersComplete, bodyComplete } = event.timing;
    const moments = [0, headersComplete, bodyComplete, end?.committed, end?.answerStarted, end?.answerEnded];
    expect(moments).toEqual(moments.toSorted((a, b) => Number(a) - Number(b)));
    expect(end).toMatchObject({ answerState: "sent", duration: end?.answerEnded });
  });

  test("its body arrives in pieces, as chunks, with trailers and chunk extensions", async () => {
    const { wire, journal } = await openListener();
    const sender = await wire();
    await sender.write("POST /webhooks HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nTrailer: x-sum\r\n\r\n");
    for (const piece of ['5;note="a b"\r\nhel', "lo\r\n", "1\r\n\0\r\n", "A\r\n0123456789\r\n"])
      await sender.write(piece);
    await sender.write("0\r\nX-Sum: \xe9\r\nX-sum: 2\r\n\r\n");
    expect((await sender.answer()).status).toBe(200);
    const [delivery] = journal.deliveries();
    expect(Buffer.from(delivery?.event.requestBody ?? []).toString("latin1")).toBe("hello\x000123456789");
    expect(delivery?.event.request.trailers).toEqual([
      ["X-Sum", "\xe9"],
      ["X-sum", "2"],
    ]);
  });

  test("a large body in many pieces comes together byte for byte", async () => {
    const { port, journal } = await openListener();
    const body = Buffer.from(Array.from({ length: 1_000_000 }, (_, index) => (index * 31 + (index >> 8)) & 0xff));
    const request = httpRequest({ port, host: "127.0.0.1", method: "POST", path: "/webhooks" });
    for (let from = 0; from < body.length; from += 777) request.write(body.subarray(from, from + 777));
    request.end();
    const [response] = await once(request, "response");
    response.resume();
    expect(response.statusCode).toBe(200);
    const recorded = journal.deliveries()[0]?.event.requestBody ?? new Uint8Array(0);
    expect(Buffer.from(recorded).equals(body)).toBe(true);
    // Handed over: the buffer belongs to nobody else.
    expect(recorded.buffer.byteLength).toBe(1_000_000);
  });

  test.each([
    ["GET", "/webhooks", true],
    ["POST", "/webhooks?x=/other", true],
    ["DELETE", "/webhooks/", false],
    ["PATCH", "/WEBHOOKS", false],
    ["PROPFIND", "/webhooks2", false],
    ["M-SEARCH", "//webhooks", false],
    ["GET", "/%77ebhooks", false],
    ["GET", "http://other.test:8787/webhooks?x", true],
    ["GET", "HTTPS://other.test/webhooks", true],
    ["GET", "http://other.test", false],
    ["GET", "http://other.test?/webhooks", false],
    ["OPTIONS", "*", false],
  ])("%s %s is recorded; on the webhook path: %s", async (method, target, onPath) => {
    const { wire, journal } = await openListener();
    const sender = await wire();
    await sender.write(`${method} ${target} HTTP/1.1\r\nHost: x\r\n\r\n`);
    expect((await sender.answer()).status).toBe(onPath ? 200 : 404);
    expect(journal.deliveries()[0]?.event.summary).toMatchObject({
      method,
      path: target,
      onPath,
      completeness: "whole",
    });
  });

  test("a head that comes byte by byte counts from its first byte", async () => {
    const { wire, journal } = await openListener();
    const sender = await wire();
    const text = "POST /webhooks HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nhi";
    for (const character of text) await sender.write(character);
    expect((await sender.answer()).status).toBe(200);
    const event = journal.deliveries()[0]?.event;
    expect(Buffer.from(event?.requestBody ?? []).toString()).toBe("hi");
    // 57 writes, each waited for: the head cannot have been there at once.
    expect(event?.timing.headersComplete).toBeGreaterThan(0);
    // The same connection goes on as usual.
    await sender.write(post("again"));
    expect((await sender.answer()).status).toBe(200);
    expect(Buffer.from(journal.deliveries()[1]?.event.requestBody ?? []).toString()).toBe("again");
  });
});

describe("the connection", () => {
  test("pipelined requests are recorded and answered in order, each with its own body", async () => {
    const { wire, journal, answerWith } = await openListener();
    answerWith({ body: "ok" });
    const sender = await wire();
    const count = 500;
    const requests = Array.from({ length: count }, (_, index) =>
      index % 2 === 0 ? post(`body ${index}`) : Buffer.from(`GET /other/${index} HTTP/1.1\r\nHost: x\r\n\r\n`),
    );
    void sender.write(Buffer.concat(requests));
    for (let index = 0; index < count; index += 1) {
      expect((await sender.answer()).status).toBe(index % 2 === 0 ? 200 : 404);
    }
    const bodies = journal.deliveries().map(({ event }) => Buffer.from(event.requestBody).toString());
    expect(bodies).toEqual(Array.from({ length: count }, (_, index) => (index % 2 === 0 ? `body ${index}` : "")));
  });

  test("HTTP/1.0 is answered and closed, or kept open when it asks for that", async () => {
    const { wire, journal } = await openListener();
    const once = await wire();
    await once.write("POST /webhooks HTTP/1.0\r\nContent-Length: 3\r\n\r\nold");
    const answer = await once.answer();
    expect(answer.status).toBe(200);
    expect(answer.headers).toContainEqual(["Connection", "close"]);
    expect((await once.ended()).length).toBe(0);

    const kept = await wire();
    await kept.write("GET /webhooks HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n");
    expect((await kept.answer()).headers).toContainEqual(["Connection", "keep-alive"]);
    await kept.write("GET /webhooks HTTP/1.0\r\n\r\n");
    expect((await kept.answer()).status).toBe(200);
    expect(journal.deliveries().map(({ event }) => event.request.httpVersion)).toEqual(["1.0", "1.0", "1.0"]);
  });

  test("HTTP/1.0 with a transfer encoding is answered and closed, whatever it asks for", async () => {
    const { wire } = await openListener();
    const once = await wire();
    const head = "POST /webhooks HTTP/1.0\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n";
    await once.write(`${head}3\r\nold\r\n0\r\n\r\n`);
    expect((await once.answer()).headers).toContainEqual(["Connection", "close"]);
    expect((await once.ended()).length).toBe(0);
  });

  test("a sender that closes its side right after its request is answered all the same", async () => {
    const { wire, journal } = await openListener();
    const commit = journal.hold();
    const sender = await wire();
    await sender.write(post("first"));
    await sender.write(post("second"));
    sender.halfClose();
    commit();
    expect((await sender.answer()).status).toBe(200);
    expect((await sender.answer()).status).toBe(200);
    await sender.ended();
    expect((await journal.untilEnded(2)).map(({ end }) => end?.answerState)).toEqual(["sent", "sent"]);
  });

  test("an offer to upgrade is recorded and not taken", async () => {
    const { wire, journal } = await openListener();
    const sender = await wire();
    await sender.write(post("{}", ["Connection: Upgrade, HTTP2-Settings", "Upgrade: h2c", "HTTP2-Settings: AAMAAABk"]));
    expect((await sender.answer()).status).toBe(200);
    await sender.write(
      "GET /webhooks HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: AAAA\r\n\r\n",
    );
    expect((await sender.answer()).status).toBe(200);
    expect(journal.deliveries().map(({ event }) => event.summary.method)).toEqual(["POST", "GET"]);
  });

  test("CONNECT is recorded with what follows it, and refused", async () => {
    const { wire, journal } = await openListener();
    const sender = await wire();
    await sender.write(
      `${post("before").toString()}CONNECT example.test:443 HTTP/1.1\r\nHost: example.test\r\n\r\ntunnel`,
    );
    expect((await sender.answer()).status).toBe(200);
    expect((await sender.answer()).status).toBe(501);
    await sender.ended();
    const delivery = (await journal.untilEnded(2))[1];
    expect(delivery?.event.summary).toMatchObject({ method: "CONNECT", path: "example.test:443", status: 501 });
    expect(delivery?.event.request.headers).toEqual([["Host", "example.test"]]);
    expect(Buffer.from(delivery?.event.requestBody ?? []).toString()).toBe("tunnel");
    expect(delivery?.end?.answerState).toBe("sent");
  });
});

describe("Expect", () => {
  test("100-continue is told to go on, then answered", async () => {
    const { wire, journal } = await openListener();
    const sender = await wire();
    await sender.write("POST /webhooks HTTP/1.1\r\nHost: x\r\nExpect: 100-Continue\r\nContent-Length: 5\r\n\r\n");
    expect((await sender.answer()).status).toBe(100);
    await sender.write("hello");
    expect((await sender.answer()).status).toBe(200);
    expect(Buffer.from(journal.deliveries()[0]?.event.requestBody ?? []).toString()).toBe("hello");
  });

  test("100-continue before a body over the cap: its first part is taken, then it is refused", async () => {
    const { wire, journal } = await openListener({ settings: { bodyCapBytes: 1_024 } });
    const sender = await wire();
    await sender.write("POST /webhooks HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 1025\r\n\r\n");
    expect((await sender.answer()).status).toBe(100);
    await sender.write("x".repeat(1_025));
    expect((await sender.answer()).status).toBe(413);
    await sender.ended();
    expect(journal.deliveries()[0]?.event.summary).toMatchObject({ completeness: "cut", size: 1_024, status: 413 });
  });

  test("anything else is recorded and refused with 417", async () => {
    const { wire, journal } = await openListener();
    const sender = await wire();
    await sender.write("POST /webhooks HTTP/1.1\r\nHost: x\r\nExpect: a-miracle\r\nContent-Length: 5\r\n\r\n");
    expect((await sender.answer()).status).toBe(417);
    expect(journal.deliveries()[0]?.event.summary).toMatchObject({ completeness: "cut", status: 417 });
  });
});

test("what a web page sends is recorded like the rest, and nothing allows it to read the answer", async () => {
  const { wire, journal } = await openListener();
  const sender = await wire();
  await sender.write(
    "OPTIONS /webhooks HTTP/1.1\r\nHost: rebound.test\r\nOrigin: https://page.test\r\nAccess-Control-Request-Method: POST\r\n\r\n",
  );
  const answer = await sender.answer();
  expect(answer.headers.filter(([name]) => /^(access-control|cross-origin)-/i.test(name))).toEqual([]);
  expect(journal.deliveries()[0]?.event.summary.method).toBe("OPTIONS");
});
