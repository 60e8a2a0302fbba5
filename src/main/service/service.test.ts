import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { createServer } from "node:http";
import { createServer as createTcpServer, type Socket } from "node:net";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Action } from "../../shared/call-fields.ts";
import type { ExtraHeader } from "../../shared/profile.ts";
import { Refusal } from "../refusal.ts";
import { bench, CHARGE, CREDIT, json, LOOK_UP, listen, type ReceivedRequest, serve, serveBytes } from "./test-bench.ts";

const LINK = `{"link":{"id":"lnk_1"}}`;

function header({ headers }: ReceivedRequest, name: string): string[] {
  return headers.filter(([each]) => each.toLowerCase() === name).map(([, value]) => value);
}

async function refusal(promise: Promise<unknown>): Promise<Refusal> {
  const error: unknown = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof Refusal)) throw new Error(`Expected a refusal, not ${String(error)}`);
  return error;
}

describe("what goes over the wire", () => {
  it("is the three operations of the specification", async () => {
    const server = await serve(json(`{"message":"hook sent"}`));
    const { call } = bench({ profile: { baseUrl: server.url } });
    await call(LOOK_UP);
    await call({ operation: "credit", body: { amount: "9007199254740993123", currency: "NGN", userReference: "é\n" } });
    await call(CHARGE);
    expect(server.requests.map(({ method, path, body }) => [method, path, body])).toEqual([
      ["GET", "/link/lnk_1", ""],
      ["POST", "/test/credit", '{"amount":9007199254740993123,"currency":"NGN","user_reference":"é\\n"}'],
      ["POST", "/test/charge", '{"amount":50000,"currency":"NGN","from":"ada","to":"tunde","remark":"lunch"}'],
    ]);
    expect(server.requests.map((request) => header(request, "content-type"))).toEqual([
      [],
      ["application/json"],
      ["application/json"],
    ]);
  });

  it("carries any id as one path segment that decodes to exactly the id", async () => {
    const server = await serve(json(LINK));
    const { call } = bench({ profile: { baseUrl: `${server.url}/v1/` } });
    const check = async (linkId: string): Promise<void> => {
      await call({ operation: "link", linkId });
      const segments = (server.requests.at(-1)?.path ?? "").split("/");
      expect(segments.slice(0, 3)).toEqual(["", "v1", "link"]);
      expect(segments).toHaveLength(4);
      expect(decodeURIComponent(segments[3] ?? "")).toBe(linkId);
    };
    for (const id of ["a/b", "..", ".", "../../x", "?", "#", "a b", "😀", "%", "%2F", "+", "\\", "é", "\u0000", ";=&"])
      await check(id);
    const anyId = fc.string({ unit: "binary", minLength: 1, maxLength: 40 }).filter((id) => id.isWellFormed());
    await fc.assert(fc.asyncProperty(anyId, check), { numRuns: 60 });
  });

  it("carries an amount of any length as the digits typed", async () => {
    const server = await serve(json(`{"message":"test complete"}`));
    const { call } = bench({ profile: { baseUrl: server.url } });
    const check = async (amount: string): Promise<void> => {
      const { summary } = await call({ operation: "credit", body: { amount, currency: "NGN", userReference: "x" } });
      expect(server.requests.at(-1)?.body.startsWith(`{"amount":${amount},"currency"`)).toBe(true);
      expect(summary.facts.amount).toBe(amount);
    };
    await check("-0");
    const anyAmount = fc.bigInt({ min: -(10n ** 90n), max: 10n ** 90n }).map(String);
    await fc.assert(fc.asyncProperty(anyAmount, check), { numRuns: 30 });
  });

  it("carries a body of the user's own byte for byte, JSON or not", async () => {
    const server = await serve(json(`{"message":"test complete"}`));
    const { call } = bench({ profile: { baseUrl: server.url } });
    for (const raw of ["", "{ not json", '{"amount":1.0e5,\n"amount":2}', "\ufeff{}", "\u0000\u0007é😀"]) {
      await call({ operation: "credit", body: { raw } });
      expect(server.requests.at(-1)?.body).toBe(raw);
    }
  });

  it.each([
    ["/", "/link/x"],
    ["///", "/link/x"],
    ["/api/v1", "/api/v1/link/x"],
    ["/api/v1/", "/api/v1/link/x"],
    ["/a b/é", "/a%20b/%C3%A9/link/x"],
  ])("adds the path of the call to a base URL ending in %s", async (suffix, path) => {
    const server = await serve(json(LINK));
    const { call } = bench({ profile: { baseUrl: server.url + suffix } });
    const detail = await call({ operation: "link", linkId: "x" });
    expect(server.requests[0]?.path).toBe(path);
    expect(detail.url).toBe(server.url + path);
    expect(detail.summary.path).toBe(path);
  });

  it("goes to IPv6 addresses and to names beyond ASCII", async () => {
    const hosts: (string | undefined)[] = [];
    const proxy = await serve((request, response) => {
      hosts.push(request.headers.host);
      json(LINK)(request, response);
    });
    // No such names exist here, so a forward proxy stands in for them.
    const { call } = bench({
      profile: { baseUrl: "http://bücher.example:8080" },
      network: { environment: { HTTP_PROXY: proxy.url } },
    });
    await call(LOOK_UP);
    expect(hosts).toEqual(["xn--bcher-kva.example:8080"]);
    const six = createServer(json(LINK));
    const listening = await new Promise<boolean>((resolve) => {
      six.once("error", () => resolve(false)).listen(0, "::1", () => resolve(true));
    });
    if (!listening) return;
    const { port } = six.address() as { port: number };
    const { outcome } = (await bench({ profile: { baseUrl: `http://[::1]:${port}` } }).call(LOOK_UP)).summary;
    six.close();
    expect(outcome).toEqual({ code: "success", message: null });
  });

  it("is stored as it went: every header field, in order", async () => {
    const heads: string[] = [];
    const server = await serveBytes((socket, head) => {
      heads.push(head);
      socket.end('HTTP/1.1 200 OK\r\n\r\n{"message":"test complete"}');
    });
    const extra: ExtraHeader = { id: "h1", name: "X-Trace", value: "a", secret: false };
    const { call } = bench({
      profile: { baseUrl: server.url, extraHeaders: [extra, { ...extra, id: "h2", name: "x-trace", value: "" }] },
      secrets: { authentication: "sk_test_0123456789" },
    });
    for (const action of [LOOK_UP, CREDIT, { operation: "charge", body: { raw: "" } } satisfies Action]) {
      const { request } = await call(action);
      const lines = (heads.at(-1)?.split("\r\n\r\n")[0] ?? "").split("\r\n").slice(1);
      expect(request.headers.map(([name, value]) => `${name}: ${value}`)).toEqual(
        lines.map((line) => line.replace("sk_test_0123456789", "••••••••")),
      );
    }
  });

  it("gives way to the profile's own fields, and keeps those of the same name twice", async () => {
    const server = await serve(json(LINK));
    const extra = (id: string, name: string, value: string): ExtraHeader => ({ id, name, value, secret: false });
    const { call } = bench({
      profile: {
        baseUrl: server.url,
        authentication: { scheme: "none" },
        extraHeaders: [
          extra("1", "Accept", "text/plain"),
          extra("2", "Host", "virtual.test"),
          extra("3", "X-A", "1"),
          extra("4", "X-A", "2"),
        ],
      },
    });
    await call(LOOK_UP);
    const [request] = server.requests;
    if (request === undefined) throw new Error("Nothing arrived.");
    expect(header(request, "accept")).toEqual(["text/plain"]);
    expect(header(request, "host")).toEqual(["virtual.test"]);
    expect(header(request, "x-a")).toEqual(["1", "2"]);
    expect(header(request, "user-agent")).toEqual(["Linkdesk/1.2.3"]);
  });
});

describe("who the call is from", () => {
  it.each([
    [{ scheme: "header", name: "X-API-Key" }, "X-API-Key", "kéy-0123", "••••••••"],
    [{ scheme: "bearer" }, "authorization", "Bearer kéy-0123", "Bearer ••••••••"],
    // RFC 7617: UTF-8, then base64.
    [{ scheme: "basic", username: "jürgen" }, "authorization", "Basic asO8cmdlbjprw6l5LTAxMjM=", "Basic ••••••••"],
  ] as const)("is said as %j, and stored masked", async (authentication, name, value, shown) => {
    const server = await serve(json("{}", 401));
    const { call } = bench({
      profile: { baseUrl: server.url, authentication },
      secrets: { authentication: "kéy-0123" },
    });
    const { request, summary } = await call(LOOK_UP);
    expect(server.requests[0]?.headers).toContainEqual([name, value]);
    expect(request.headers).toContainEqual([name, shown]);
    expect(summary.outcome).toMatchObject({ code: "status", credentials: "sent" });
  });

  it("is not said where the profile asks for nothing", async () => {
    const server = await serve(json("{}", 401));
    const { call } = bench({
      profile: { baseUrl: server.url, authentication: { scheme: "none" } },
      secrets: { authentication: "left over" },
    });
    expect((await call(LOOK_UP)).summary.outcome).toMatchObject({ code: "status", credentials: "none" });
    expect(JSON.stringify(server.requests)).not.toContain("left over");
  });

  it("is left out when no secret is set, and a 401 says so", async () => {
    const server = await serve(json("{}", 401));
    const secretHeader: ExtraHeader = { id: "h", name: "x-tenant-key", value: "", secret: true };
    const { call } = bench({ profile: { baseUrl: server.url, extraHeaders: [secretHeader] } });
    expect((await call(LOOK_UP)).summary.outcome).toMatchObject({
      code: "status",
      status: 401,
      credentials: "missing",
    });
    expect(server.requests[0]?.headers.map(([name]) => name)).not.toContain("x-tenant-key");
  });

  it("keeps secret extra headers masked wherever they are stored", async () => {
    const server = await serve(json(LINK));
    const { call, journal } = bench({
      profile: { baseUrl: server.url, extraHeaders: [{ id: "h", name: "x-tenant-key", value: "", secret: true }] },
      secrets: { "header:h": "tenant-secret" },
    });
    await call(LOOK_UP);
    expect(server.requests[0]?.headers).toContainEqual(["x-tenant-key", "tenant-secret"]);
    expect(JSON.stringify([journal.events, journal.finishedCalls])).not.toContain("tenant-secret");
  });

  it.each([
    [{ baseUrl: "ftp://x" }, {}, "profile:baseUrl"],
    [{ baseUrl: "" }, {}, "profile:baseUrl"],
    [{}, { authentication: "two\nlines" }, "profile:authentication"],
    [
      { authentication: { scheme: "basic", username: "a:b" } as const },
      { authentication: "x" },
      "profile:authentication",
    ],
    [{ extraHeaders: [{ id: "h7", name: "Content-Length", value: "1", secret: false }] }, {}, "profile:header:h7"],
    [
      { extraHeaders: [{ id: "h7", name: "x", value: "", secret: true }] },
      { "header:h7": "a\u0000" },
      "profile:header:h7",
    ],
  ])("refuses %j before anything is sent", async (profile, secrets, code) => {
    const server = await serve(json(LINK));
    const { call, journal } = bench({ profile: { baseUrl: server.url, ...profile }, secrets });
    expect((await refusal(call(LOOK_UP))).code).toBe(code);
    expect(server.requests).toEqual([]);
    expect(journal.events).toEqual([]);
  });
});

describe("refusals", () => {
  it.each(["live", "unset"] as const)("never lets a simulation go to a profile that is %s", async (mode) => {
    const server = await serve(json(LINK));
    const { call } = bench({ profile: { baseUrl: server.url, mode } });
    for (const action of [CREDIT, CHARGE, { operation: "credit", body: { raw: "{}" } } satisfies Action]) {
      const { code, message } = await refusal(call(action));
      expect(code).toBe("mode");
      expect(message).toContain("Simulations are off");
    }
    await call(LOOK_UP);
    expect(server.requests.map(({ method }) => method)).toEqual(["GET"]);
  });

  it("name the field that they belong beside", async () => {
    const { call } = bench({ profile: { baseUrl: "http://127.0.0.1:9" } });
    const credit = { amount: "50,000", currency: "NGN", userReference: "x" };
    const refused = await refusal(call({ operation: "credit", body: credit }));
    expect([refused.code, refused.message]).toEqual(["field:amount", expect.stringContaining("50000")]);
    expect((await refusal(call({ operation: "link", linkId: "\ud800" }))).code).toBe("field:linkId");
  });

  it("say that the profile is gone, or that the sandbox does not run", async () => {
    const { service, call } = bench({ profile: { mode: "sandbox" } });
    expect((await refusal(service.send({ requestId: "r", profileId: "gone", action: LOOK_UP }))).code).toBe(
      "no-profile",
    );
    expect((await refusal(call(LOOK_UP))).code).toBe("sandbox-stopped");
  });

  it("send a sandbox profile to the embedded sandbox, with its key until the user sets one", async () => {
    const server = await serve(json(LINK));
    const sandbox = () => ({ baseUrl: server.url, key: "sandbox-key" });
    const profile = { mode: "sandbox", baseUrl: "http://unused.invalid" } as const;
    await bench({ profile, sandbox }).call(LOOK_UP);
    await bench({ profile, sandbox, secrets: { authentication: "wrong-key" } }).call(LOOK_UP);
    expect(server.requests.map((request) => header(request, "x-api-key"))).toEqual([["sandbox-key"], ["wrong-key"]]);
  });
});

describe("the row of a call", () => {
  it("is committed before anything is sent, and completed at the end", async () => {
    const server = await serve(json(`{"message":"test complete"}`, 201, { "X-Answer": "1" }));
    const { call, journal, recorded } = bench({
      profile: { baseUrl: server.url },
      secrets: { authentication: "sk_test_1" },
    });
    const release = journal.hold();
    const ended = call(CREDIT);
    await new Promise((resolve) => setImmediate(resolve));
    expect(server.requests).toEqual([]);
    release();
    const detail = await ended;
    const [row] = journal.events;
    expect(row?.event).toMatchObject({
      kind: "call",
      answer: null,
      summary: { outcome: null, status: null, duration: null },
    });
    expect(detail.summary).toMatchObject({
      id: row?.id,
      profile: { id: "p1", name: "Test", mode: "test" },
      operation: "credit",
      method: "POST",
      outcome: { code: "success", message: "test complete" },
      status: 201,
      facts: { subject: "credit", amount: "50000", currency: "NGN", userReference: "ref_1" },
    });
    expect(recorded()).toEqual({ detail, answer: `{"message":"test complete"}` });
    expect(detail.answer).toMatchObject({
      httpVersion: "1.1",
      status: 201,
      statusText: "Created",
      cut: false,
      redacted: false,
    });
    expect(detail.answer?.headers.slice(0, 2)).toEqual([
      ["content-type", "application/json"],
      ["X-Answer", "1"],
    ]);
    const { connected, sent, answerStarted, answerEnded } = detail.timing;
    const moments = [0, connected, sent, answerStarted, answerEnded, detail.summary.duration];
    expect(moments.toSorted((a, b) => Number(a) - Number(b))).toEqual(moments);
    expect(await journal.body(1, "request")).toEqual(
      new TextEncoder().encode('{"amount":50000,"currency":"NGN","user_reference":"ref_1"}'),
    );
  });

  it("is not there, and nothing is sent, when the log cannot keep it", async () => {
    const server = await serve(json(LINK));
    const { call, journal } = bench({ profile: { baseUrl: server.url } });
    journal.failWith(new Refusal("journal-full", "The disk is full."));
    expect((await refusal(call(LOOK_UP))).code).toBe("journal-full");
    expect(server.requests).toEqual([]);
  });

  it("reads its facts from a body of the user's own as far as that can be read", async () => {
    const server = await serve(json(`{"message":"x"}`));
    const { call } = bench({ profile: { baseUrl: server.url } });
    const raw = async (text: string) => (await call({ operation: "charge", body: { raw: text } })).summary.facts;
    expect(await raw('{"amount":1.50,"currency":null,"from":"a","user_reference":"b","remark":""}')).toEqual({
      subject: "charge",
      amount: "1.50",
      from: "a",
      remark: "",
    });
    expect(await raw("{")).toEqual({ subject: "charge" });
  });

  it("hands over bytes that share their memory with nothing else", async () => {
    const server = await serve(json(LINK));
    const { call, journal } = bench({ profile: { baseUrl: server.url } });
    await call(CREDIT);
    const body = journal.finishedCalls[0]?.[2];
    const row = journal.events[0]?.event;
    if (row?.kind !== "call") throw new Error("No call was recorded.");
    for (const bytes of [body, row.requestBody]) expect(bytes?.buffer.byteLength).toBe(bytes?.length);
  });
});

describe("giving up", () => {
  it("cancels while the row is being written: nothing is sent", async () => {
    const server = await serve(json(LINK));
    const { call, service, journal } = bench({ profile: { baseUrl: server.url } });
    const release = journal.hold();
    const ended = call(CREDIT);
    expect(service.cancel("r1")).toBe(true);
    release();
    expect((await ended).summary.outcome).toEqual({ code: "cancelled", sent: false });
    expect(server.requests).toEqual([]);
  });

  it("cancels while the connection is being made, and closes it", async () => {
    const tcp = createTcpServer();
    const accepted = new Promise<Socket>((resolve) => tcp.once("connection", resolve));
    const { port } = await listen(tcp);
    // TLS is never answered, so the connection never stands.
    const { call, service } = bench({ profile: { baseUrl: `https://127.0.0.1:${port}` } });
    const ended = call(LOOK_UP);
    const socket = await accepted;
    const closed = new Promise((resolve) => socket.resume().once("close", resolve));
    service.cancel("r1");
    expect((await ended).summary.outcome).toEqual({ code: "cancelled", sent: false });
    await closed;
  });

  it("cancels while the answer is awaited, and in the middle of it, keeping what came", async () => {
    let arrived: (socket: Socket) => void = () => {};
    const server = await serveBytes((socket) => arrived(socket));
    const { call, service } = bench({ profile: { baseUrl: server.url } });
    let next = new Promise<Socket>((resolve) => {
      arrived = resolve;
    });
    let ended = call(CHARGE);
    await next;
    service.cancel("r1");
    expect((await ended).summary.outcome).toEqual({ code: "cancelled", sent: true });

    next = new Promise((resolve) => {
      arrived = resolve;
    });
    ended = call(LOOK_UP);
    const received = new Promise((resolve) => {
      const told = () => {
        unsubscribe("undici:request:bodyChunkReceived", told);
        resolve(null);
      };
      subscribe("undici:request:bodyChunkReceived", told);
    });
    (await next).write("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\nhel");
    await received;
    service.cancel("r1");
    const detail = await ended;
    expect(detail.summary).toMatchObject({ outcome: { code: "cancelled", sent: true }, status: 200 });
    expect(detail.answer).toMatchObject({ cut: true, size: 3 });
  });

  it("knows no call of that name before and after", async () => {
    const server = await serve(json(LINK));
    const { call, service } = bench({ profile: { baseUrl: server.url } });
    expect(service.cancel("r1")).toBe(false);
    await call(LOOK_UP);
    expect(service.cancel("r1")).toBe(false);
  });

  it("does not mix up two calls under way", async () => {
    const server = await serve(() => {});
    const { call, service } = bench({ profile: { baseUrl: server.url } });
    const [one, two] = [call(CREDIT, "one"), call(CREDIT, "two")];
    expect((await refusal(call(CREDIT, "one"))).code).toBe("request-id");
    service.cancel("two");
    expect((await two).summary.outcome).toMatchObject({ code: "cancelled" });
    service.cancel("one");
    expect((await one).summary.outcome).toMatchObject({ code: "cancelled" });
  });

  it("records what is under way as interrupted at the end, and takes no more", async () => {
    const server = await serve(() => {});
    const { call, service, recorded } = bench({ profile: { baseUrl: server.url } });
    const ended = call(CREDIT);
    await service.close();
    expect(recorded().detail.summary.outcome).toEqual({ code: "interrupted" });
    expect((await ended).summary.outcome).toEqual({ code: "interrupted" });
    expect((await refusal(call(LOOK_UP))).code).toBe("closing");
  });
});
