import type { Socket } from "node:net";
import { hostname } from "node:os";
import { gunzipSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { OK, setUpReplays, target } from "../../../tests/support/replays.ts";
import { SECRET_MASK } from "../../shared/primitives.ts";

/** Sends a webhook and resolves with our answer's status. */
async function webhook(port: number, body: string, path = "/webhooks?a=1"): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: "POST",
    body,
    headers: { "X-Signature": "abc", Authorization: "Bearer s3cret" },
  });
  await response.arrayBuffer();
  return response.status;
}

const MOVED = "HTTP/1.1 307 Elsewhere\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n";

function tenMegabytes(socket: Socket): void {
  socket.write("HTTP/1.1 200 OK\r\nContent-Length: 10000000\r\n\r\n");
  socket.write(Buffer.alloc(10_000_000, "x"));
}

describe("handing deliveries on", () => {
  it("sends each as it came, without secrets, and records the answer beside ours", async () => {
    const { port, journal, forwardTo } = await setUpReplays();
    const { url, received } = await target((socket) => socket.end("HTTP/1.1 418 Pot\r\nX: 1\r\nx: 2\r\n\r\nshort"));
    forwardTo(`${url}/hooks`);
    expect(await webhook(port, '{"amount":10.00}')).toBe(200);
    await journal.until((each) => each.forwards.size === 1);
    const [delivery] = journal.deliveries();
    const record = journal.forwards.get(delivery?.id ?? 0);
    expect(record?.forwarded).toMatchObject({
      summary: { outcome: { code: "status", status: 418 }, status: 418 },
      answer: {
        url: `${url}/hooks?a=1`,
        statusText: "Pot",
        headers: [
          ["X", "1"],
          ["x", "2"],
        ],
        size: 5,
        cut: false,
      },
    });
    expect(record?.body.toString()).toBe("short");
    const text = received[0]?.toString() ?? "";
    expect(text).toMatch(/^POST \/hooks\?a=1 HTTP\/1\.1\r\n/);
    expect(text).toMatch(/X-Signature: abc\r\n/i);
    expect(text).not.toContain("s3cret");
    expect(text).toMatch(/Linkdesk-Forward: mark-of-this-test\r\n/);
    expect(text.endsWith('\r\n\r\n{"amount":10.00}')).toBe(true);
  });

  it("keeps the order of arrival, and never holds our answers up", async () => {
    const { port, journal, forwardTo } = await setUpReplays();
    const waiting: (() => void)[] = [];
    const { url, received } = await target((socket) => waiting.push(() => OK(socket)));
    forwardTo(url);
    for (const body of ["1", "2", "3"]) expect(await webhook(port, body)).toBe(200);
    await expect.poll(() => waiting.length).toBe(1);
    expect(received).toHaveLength(1);
    waiting[0]?.();
    await expect.poll(() => waiting.length).toBe(2);
    waiting[1]?.();
    await expect.poll(() => waiting.length).toBe(3);
    waiting[2]?.();
    await journal.until((each) => each.forwards.size === 3);
    expect(received.map((bytes) => bytes.toString().slice(-1))).toEqual(["1", "2", "3"]);
  });

  it("says what went wrong, and goes on with the next", async () => {
    const { port, journal, forwardTo, listener } = await setUpReplays();
    const outcomes = () => [...journal.forwards.values()].map(({ forwarded }) => forwarded.summary.outcome);
    forwardTo("http://127.0.0.1:1");
    expect(await webhook(port, "1")).toBe(200);
    await journal.until((each) => each.forwards.size === 1);
    forwardTo("http://elsewhere.invalid");
    await webhook(port, "2");
    await journal.until((each) => each.forwards.size === 2);
    forwardTo("http://elsewhere.invalid", ["elsewhere.invalid"]);
    await webhook(port, "3");
    await journal.until((each) => each.forwards.size === 3);
    forwardTo(listener.status().url ?? "");
    await webhook(port, "4");
    await journal.until((each) => each.forwards.size === 4);
    expect(outcomes()).toMatchObject([
      { code: "refused" },
      { code: "internal", detail: expect.stringContaining("elsewhere.invalid is not this machine") },
      { code: "dns" },
      { code: "not-sent", because: "own-listener" },
    ]);
    // By the machine's own name it is the same one, and nothing would leave.
    forwardTo(`http://${hostname()}:${port}`);
    await webhook(port, "5");
    await journal.until((each) => each.forwards.size === 5);
    expect(outcomes().at(-1)).toMatchObject({ code: "not-sent", because: "own-listener" });
    expect(journal.deliveries()).toHaveLength(5);
  });

  it("leaves out what is not for the webhook path, and everything while it is off", async () => {
    const { port, journal, forwardTo } = await setUpReplays();
    await webhook(port, "off");
    const { url, received } = await target(OK);
    forwardTo(url);
    expect(await webhook(port, "elsewhere", "/other")).toBe(404);
    await webhook(port, "on");
    await journal.until((each) => each.forwards.size === 1);
    expect(received.map((bytes) => bytes.toString().slice(-2))).toEqual(["on"]);
  });

  it("takes no more than can wait, and says so of what is too much", async () => {
    const { journal, forwarder, forwardTo, profile } = await setUpReplays();
    const { url } = await target(() => {});
    forwardTo(url);
    for (let id = 0; id < 1_002; id += 1) forwarder.kept(id + 1_000_000, profile().id);
    await journal.until((each) => each.forwards.size > 0);
    const [, first] = [...journal.forwards][0] ?? [];
    expect(first?.forwarded.summary.outcome).toMatchObject({
      code: "not-sent",
      because: "too-many",
    });
    await forwarder.close();
  });

  it.each([
    ["that never answers", () => {}, { code: "answer-timeout", limitMs: 1_500 }, null],
    ["that tears the connection down", (socket: Socket) => socket.resetAndDestroy(), { code: "reset" }, null],
    ["that points elsewhere", (socket: Socket) => socket.write(MOVED), { code: "redirect", status: 307 }, 307],
    ["that answers ten megabytes", (socket: Socket) => tenMegabytes(socket), { code: "success" }, 200],
  ] as const)("to a target %s says so, and the next gets its turn", async (_, answer, outcome, status) => {
    const { port, journal, forwardTo } = await setUpReplays(
      {},
      {},
      outcome.code === "answer-timeout" ? { totalMs: 1_500 } : {},
    );
    const { url, received } = await target((socket, request) =>
      request.endsWith("first") ? void answer(socket) : OK(socket),
    );
    forwardTo(url);
    expect(await webhook(port, "first")).toBe(200);
    expect(await webhook(port, "second")).toBe(200);
    await journal.until((each) => each.forwards.size === 2);
    const [first, second] = [...journal.forwards.values()];
    expect(first?.forwarded.summary).toMatchObject({ outcome, status });
    // The first part of a long answer, and no more of it.
    expect(first?.body.length).toBe(status === 200 ? 65_536 : 0);
    expect(first?.forwarded.answer?.cut).toBe(status === 200);
    expect(second?.forwarded.summary).toMatchObject({ outcome: { code: "success" }, status: 204 });
    expect(received).toHaveLength(2);
  });

  it("does not go round where the target sends everything back here, under whatever address", async () => {
    const { port, journal, forwardTo } = await setUpReplays();
    // What a tunnel or a proxy of the user's does: the request anew, to the listener.
    const { url } = await target((socket, request) => {
      const [head = "", body = ""] = request.split("\r\n\r\n");
      const headers = head
        .split("\r\n")
        .slice(1)
        .map((line) => line.split(": ") as [string, string]);
      const kept = headers.filter(([name]) => !/^(host|connection|content-length)$/i.test(name));
      fetch(`http://127.0.0.1:${port}/webhooks`, { method: "POST", body, headers: kept })
        .then((response) => response.arrayBuffer())
        .then(() => OK(socket))
        .catch(() => socket.destroy());
    });
    forwardTo(url);
    expect(await webhook(port, "once")).toBe(200);
    await journal.until((each) => each.forwards.size === 2);
    expect(journal.deliveries().map(({ id }) => journal.forwards.get(id)?.forwarded.summary.outcome)).toMatchObject([
      { code: "success" },
      { code: "not-sent", because: "loop" },
    ]);
    expect(journal.deliveries()).toHaveLength(2);
  });

  it("that still waits when Linkdesk ends is recorded as not forwarded", async () => {
    const { port, journal, forwarder, forwardTo } = await setUpReplays();
    const { promise: here, resolve: arrived } = Promise.withResolvers<void>();
    const { url, received } = await target(() => arrived());
    forwardTo(url);
    for (const body of ["1", "2", "3"]) expect(await webhook(port, body)).toBe(200);
    expect(journal.deliveries().map(({ event }) => event.summary.forward?.outcome.code)).toEqual(
      Array(3).fill("waiting"),
    );
    await here;
    await forwarder.close();
    expect([...journal.forwards.values()].map(({ forwarded }) => forwarded.summary.outcome)).toEqual([
      { code: "interrupted" },
      { code: "not-sent", because: "closed" },
      { code: "not-sent", because: "closed" },
    ]);
    expect(received).toHaveLength(1);
  });
});

describe("an answer of the target that repeats a secret", () => {
  const KEY = "sk_test_0123456789";

  it.each([
    ["as it is", () => Buffer.from(`{"key":"${KEY}"}`), "", (body: Buffer) => body.toString()],
    ["compressed", () => gzipSync(`{"key":"${KEY}"}`), "gzip", (body: Buffer) => gunzipSync(body).toString()],
  ])("is kept without it, %s", async (_, body, encoding, read) => {
    const { port, journal, forwardTo } = await setUpReplays({}, {}, {}, [KEY]);
    const { url } = await target((socket) => {
      socket.write(`HTTP/1.1 200 ${KEY}\r\nX-Key: ${KEY}\r\nContent-Encoding: ${encoding}\r\n\r\n`);
      socket.end(body());
    });
    forwardTo(url);
    await webhook(port, "1");
    await journal.until((each) => each.forwards.size === 1);
    const [record] = [...journal.forwards.values()];
    expect(record?.forwarded.answer).toMatchObject({
      statusText: SECRET_MASK,
      headers: [
        ["X-Key", SECRET_MASK],
        ["Content-Encoding", encoding],
      ],
      redacted: true,
    });
    expect(read(record?.body ?? Buffer.alloc(0))).toBe(`{"key":"${SECRET_MASK}"}`);
  });

  it("is not kept where it cannot be looked through", async () => {
    const { port, journal, forwardTo } = await setUpReplays({}, {}, {}, [KEY]);
    const { url } = await target((socket) => socket.end("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\nno gzip"));
    forwardTo(url);
    await webhook(port, "1");
    await journal.until((each) => each.forwards.size === 1);
    const [record] = [...journal.forwards.values()];
    expect([record?.forwarded.answer?.redacted, record?.body.length]).toEqual([true, 0]);
  });
});
