import { describe, expect, it } from "vitest";
import { CHARGE, CREDIT, LOOK_UP, send, serve, serveBytes, setUpCalls } from "../../../tests/support/calls.ts";
import { MEBIBYTE } from "../../shared/primitives.ts";

/** Answers each request with these bytes and closes the connection in order. */
function bytes(text: string) {
  return serveBytes((socket) => socket.end(text, "latin1"));
}

describe("what is not an answer", () => {
  it("refused", async () => {
    // Nothing listens on port 1 of loopback; `localhost` has two addresses, and both refuse.
    expect((await send("http://127.0.0.1:1")).outcome).toEqual({ code: "refused", host: "127.0.0.1", port: "1" });
    expect((await send("http://localhost:1")).title).toBe("Connection refused");
    expect((await send("https://127.0.0.1:1")).title).toBe("Connection refused");
  });

  it("unknown name (the top-level domain that never exists, RFC 6761)", async () => {
    expect(await send("http://no-such-host.invalid")).toMatchObject({
      outcome: { code: "dns", host: "no-such-host.invalid" },
      title: "The name of the service is not known",
    });
  });

  it("unreachable (no TCP connection leads to the broadcast address)", async () => {
    expect(await send("http://255.255.255.255")).toMatchObject({
      outcome: { code: "unreachable", host: "255.255.255.255" },
      title: "The service cannot be reached",
    });
  });

  it("no connection in time: TLS that is never answered", async () => {
    const server = await serveBytes(() => {});
    const { outcome, title } = await send(`https://127.0.0.1:${server.port}`, LOOK_UP, {
      connectMs: 150,
      totalMs: 5_000,
    });
    expect([outcome, title]).toEqual([{ code: "connect-timeout", limitMs: 150 }, "No connection in time"]);
    const shorter = await send(`https://127.0.0.1:${server.port}`, LOOK_UP, { connectMs: 5_000, totalMs: 150 });
    expect(shorter.outcome).toEqual({ code: "connect-timeout", limitMs: 150 });
  });

  it("no answer in time, before its head and in its middle", async () => {
    const silent = await serveBytes(() => {});
    expect(await send(silent.url, CREDIT, { connectMs: 5_000, totalMs: 150 })).toMatchObject({
      outcome: { code: "answer-timeout", limitMs: 150 },
      detail: { answer: null },
      title: "No answer in time",
    });
    const stuck = await serveBytes((socket) => socket.write("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{"));
    expect(await send(stuck.url, CREDIT, { connectMs: 5_000, totalMs: 300 })).toMatchObject({
      outcome: { code: "answer-timeout" },
      detail: { answer: { status: 200, cut: true, size: 1 }, summary: { status: 200 } },
    });
  });

  it("reset, and closed without a word", async () => {
    const reset = await serveBytes((socket) => socket.resetAndDestroy());
    expect(await send(reset.url, CHARGE)).toMatchObject({
      outcome: { code: "reset", sent: true },
      title: "The connection broke off",
    });
    const closed = await serveBytes((socket) => socket.end());
    expect(await send(closed.url, CHARGE)).toMatchObject({ outcome: { code: "reset", sent: true } });
  });

  it("sends a POST once and no more, whatever becomes of it", async () => {
    let arrived = 0;
    const server = await serveBytes((socket) => {
      arrived += 1;
      socket.resetAndDestroy();
    });
    await send(server.url, CHARGE);
    expect(arrived).toBe(1);
  });

  it.each([
    ["SSH-2.0-OpenSSH_9.6\r\n", "SSH-2.0-OpenSSH_9.6"],
    ["\x15\x03\x03\x00\x02\x02\x46", "https://"],
    ["HTTP/1.1 200 OK\r\nTransfer-Enc", "HTTP/1.1 200 OK"],
    ["HTTP/1.1 101 Switching\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n", "101 Switching"],
    ["HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nabc", "before the end of the answer"],
    ["HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabc", "before the end of the answer"],
    ["HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n", "HTTP/1.1 200 OK"],
    [`HTTP/1.1 200 OK\r\nX: ${"x".repeat(70_000)}\r\n\r\n`, "64 KiB"],
  ])("not HTTP, or breaking off: %j", async (text, part) => {
    const server = await bytes(text);
    const { outcome, title } = await send(server.url);
    expect(outcome).toMatchObject({ code: "protocol", detail: expect.stringContaining(part) });
    expect(title).toBe("The answer could not be read");
    // Of an answer that had begun the status is known, whatever became of the rest.
    const hasBegun = part === "before the end of the answer";
    expect("status" in (outcome ?? {}) ? outcome : null).toEqual(hasBegun ? { ...outcome, status: 200 } : null);
  });

  it("takes interim answers for what they are, in whatever pieces they come", async () => {
    const text = `HTTP/1.1 100 Continue\r\nX: y\r\n\r\nHTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 200 OK\r\n\r\n{"link":{}}`;
    for (const size of [1, 13, text.length]) {
      const server = await serveBytes((socket) => {
        socket.setNoDelay(true);
        const parts = text.match(new RegExp(`[^]{1,${size}}`, "g")) ?? [];
        const next = (): void => {
          const part = parts.shift();
          if (part === undefined) socket.end();
          else socket.write(part, () => setImmediate(next));
        };
        next();
      });
      expect((await send(server.url)).outcome).toMatchObject({ code: "success" });
    }
  });

  it("keeps the part that came of an answer that breaks off", async () => {
    const server = await bytes("HTTP/1.0 200 Fine thanks\r\nX-A: 1\r\nx-a: 2\r\nContent-Length: 9\r\n\r\nabc");
    const { call, recorded } = setUpCalls({ profile: { baseUrl: server.url } });
    const { answer } = await call(LOOK_UP);
    expect(answer).toMatchObject({ httpVersion: "1.0", status: 200, statusText: "Fine thanks", cut: true });
    expect(answer?.headers.slice(0, 2)).toEqual([
      ["X-A", "1"],
      ["x-a", "2"],
    ]);
    expect(recorded().answer).toBe("abc");
  });

  it("reads an answer that comes byte by byte, after an early hint", async () => {
    const server = await serveBytes((socket) => {
      const text =
        'HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.1 200 OK then\r\nContent-Length: 11\r\n\r\n{"link":{}}';
      let at = 0;
      const next = (): void => void (at < text.length && socket.write(text[at++] ?? "", () => setImmediate(next)));
      next();
    });
    const { outcome, detail } = await send(server.url);
    expect(outcome).toMatchObject({ code: "success" });
    expect(detail.answer).toMatchObject({ status: 200, headers: [["Content-Length", "11"]] });
  });

  it("too large: the first 10 MiB are kept", async () => {
    const whole = Buffer.alloc(11 * MEBIBYTE, "x");
    const server = await serve((_, response) => response.end(whole));
    const { outcome, detail, title } = await send(server.url);
    expect(outcome).toEqual({ code: "too-large", limitBytes: 10 * MEBIBYTE, status: 200 });
    expect(detail.answer).toMatchObject({ cut: true, size: 10 * MEBIBYTE });
    expect(title).toBe("The answer is too large");
  });

  it("takes an answer of exactly the cap whole", async () => {
    const text = `{"link":{}}${" ".repeat(10 * MEBIBYTE - 11)}`;
    const server = await serve((_, response) => response.end(text));
    const { outcome, detail } = await send(server.url);
    expect(outcome).toMatchObject({ code: "success" });
    expect(detail.answer).toMatchObject({ cut: false, size: 10 * MEBIBYTE });
  });
});
