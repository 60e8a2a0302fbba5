import { createServer } from "node:http";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { HOSTILE_STRINGS } from "../../../tests/hostile/bodies-strings.ts";
import {
  CHARGE,
  CREDIT,
  json,
  LOOK_UP,
  type ReceivedRequest,
  refusal,
  serve,
  serveBytes,
  setUpCalls,
} from "../../../tests/support/calls.ts";
import type { Action } from "../../shared/call-fields.ts";
import type { ExtraHeader } from "../../shared/profile.ts";

const LINK = `{"link":{"id":"lnk_1"}}`;

function header({ headers }: ReceivedRequest, name: string): string[] {
  return headers.filter(([each]) => each.toLowerCase() === name).map(([, value]) => value);
}

describe("what goes over the wire", () => {
  it("is the three operations of the specification", async () => {
    const server = await serve(json(`{"message":"hook sent"}`));
    const { call } = setUpCalls({ profile: { baseUrl: server.url } });
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
    const { call } = setUpCalls({ profile: { baseUrl: `${server.url}/v1/` } });
    const check = async (linkId: string): Promise<void> => {
      await call({ operation: "link", linkId });
      const segments = (server.requests.at(-1)?.path ?? "").split("/");
      expect(segments.slice(0, 3)).toEqual(["", "v1", "link"]);
      expect(segments).toHaveLength(4);
      expect(decodeURIComponent(segments[3] ?? "")).toBe(linkId);
    };
    const known = ["a/b", "..", ".", "../../x", "?", "#", "a b", "😀", "%", "%2F", "+", "\\", "é", "\u0000", ";=&"];
    const hostile = Object.values(HOSTILE_STRINGS).filter((text) => text !== "" && text.isWellFormed());
    for (const id of [...known, ...hostile]) await check(id);
    const anyId = fc.string({ unit: "binary", minLength: 1, maxLength: 40 }).filter((id) => id.isWellFormed());
    await fc.assert(fc.asyncProperty(anyId, check), { numRuns: 60 });
  });

  it("carries an amount of any length as the digits typed", async () => {
    const server = await serve(json(`{"message":"test complete"}`));
    const { call } = setUpCalls({ profile: { baseUrl: server.url } });
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
    const { call } = setUpCalls({ profile: { baseUrl: server.url } });
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
    const { call } = setUpCalls({ profile: { baseUrl: server.url + suffix } });
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
    const { call } = setUpCalls({
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
    const { outcome } = (await setUpCalls({ profile: { baseUrl: `http://[::1]:${port}` } }).call(LOOK_UP)).summary;
    six.close();
    expect(outcome).toMatchObject({ code: "success", message: null });
  });

  it("is stored as it went: every header field, in order", async () => {
    const heads: string[] = [];
    const server = await serveBytes((socket, head) => {
      heads.push(head);
      socket.end('HTTP/1.1 200 OK\r\n\r\n{"message":"test complete"}');
    });
    const extra: ExtraHeader = { id: "h1", name: "X-Trace", value: "a", secret: false };
    const { call } = setUpCalls({
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
    const { call } = setUpCalls({
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
    [{ scheme: "bearer", word: "ApiKey" }, "authorization", "ApiKey kéy-0123", "ApiKey ••••••••"],
    [{ scheme: "bearer", word: "" }, "authorization", "kéy-0123", "••••••••"],
    // RFC 7617: UTF-8, then base64.
    [{ scheme: "basic", username: "jürgen" }, "authorization", "Basic asO8cmdlbjprw6l5LTAxMjM=", "Basic ••••••••"],
  ] as const)("is said as %j, and stored masked", async (authentication, name, value, shown) => {
    const server = await serve(json("{}", 401));
    const { call } = setUpCalls({
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
    const { call } = setUpCalls({
      profile: { baseUrl: server.url, authentication: { scheme: "none" } },
      secrets: { authentication: "left over" },
    });
    expect((await call(LOOK_UP)).summary.outcome).toMatchObject({ code: "status", credentials: "none" });
    expect(JSON.stringify(server.requests)).not.toContain("left over");
  });

  it("is left out when no secret is set, and a 401 says so", async () => {
    const server = await serve(json("{}", 401));
    const secretHeader: ExtraHeader = { id: "h", name: "x-tenant-key", value: "", secret: true };
    const { call } = setUpCalls({ profile: { baseUrl: server.url, extraHeaders: [secretHeader] } });
    expect((await call(LOOK_UP)).summary.outcome).toMatchObject({
      code: "status",
      status: 401,
      credentials: "missing",
    });
    expect(server.requests[0]?.headers.map(([name]) => name)).not.toContain("x-tenant-key");
  });

  it("keeps secret extra headers masked wherever they are stored", async () => {
    const server = await serve(json(LINK));
    const { call, journal } = setUpCalls({
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
    const { call, journal } = setUpCalls({ profile: { baseUrl: server.url, ...profile }, secrets });
    expect((await refusal(call(LOOK_UP))).code).toBe(code);
    expect(server.requests).toEqual([]);
    expect(journal.events).toEqual([]);
  });
});
