import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { createServer as createTcpServer, type Socket } from "node:net";
import { describe, expect, it } from "vitest";
import {
  CHARGE,
  CREDIT,
  json,
  LOOK_UP,
  listen,
  type ReceivedRequest,
  refusal,
  serve,
  serveBytes,
  setUpCalls,
} from "../../../tests/support/calls.ts";
import type { Action } from "../../shared/call-fields.ts";
import { SECRET_MASK } from "../../shared/primitives.ts";
import { DEFAULT_RUN_SETTINGS } from "../../shared/run.ts";
import { NO_FAULTS } from "../../shared/sandbox.ts";
import { Refusal } from "../refusal.ts";

const LINK = `{"link":{"id":"lnk_1"}}`;

function header({ headers }: ReceivedRequest, name: string): string[] {
  return headers.filter(([each]) => each.toLowerCase() === name).map(([, value]) => value);
}

describe("refusals", () => {
  it.each(["live", "unset"] as const)("never lets a simulation go to a profile that is %s", async (mode) => {
    const server = await serve(json(LINK));
    const { call } = setUpCalls({ profile: { baseUrl: server.url, mode } });
    for (const action of [CREDIT, CHARGE, { operation: "credit", body: { raw: "{}" } } satisfies Action]) {
      const { code, message } = await refusal(call(action));
      expect(code).toBe("mode");
      expect(message).toContain("Simulations are off");
    }
    await call(LOOK_UP);
    expect(server.requests.map(({ method }) => method)).toEqual(["GET"]);
  });

  it("name the field that they belong beside", async () => {
    const { call } = setUpCalls({ profile: { baseUrl: "http://127.0.0.1:9" } });
    const credit = { amount: "50,000", currency: "NGN", userReference: "x" };
    const refused = await refusal(call({ operation: "credit", body: credit }));
    expect([refused.code, refused.message]).toEqual(["field:amount", expect.stringContaining("50000")]);
    expect((await refusal(call({ operation: "link", linkId: "\ud800" }))).code).toBe("field:linkId");
  });

  it("say that the profile is gone, or that the sandbox does not run", async () => {
    const { service, call } = setUpCalls({ profile: { mode: "sandbox" } });
    expect((await refusal(service.send({ requestId: "r", profileId: "gone", action: LOOK_UP }))).code).toBe(
      "no-profile",
    );
    expect((await refusal(call(LOOK_UP))).code).toBe("sandbox-stopped");
  });

  it("send a sandbox profile to the embedded sandbox, with its key until the user sets one", async () => {
    const server = await serve(json(LINK));
    const sandbox = () => ({ baseUrl: server.url, key: "sandbox-key", faults: NO_FAULTS });
    const profile = { mode: "sandbox", baseUrl: "http://unused.invalid" } as const;
    await setUpCalls({ profile, sandbox }).call(LOOK_UP);
    await setUpCalls({ profile, sandbox, secrets: { authentication: "wrong-key" } }).call(LOOK_UP);
    expect(server.requests.map((request) => header(request, "x-api-key"))).toEqual([["sandbox-key"], ["wrong-key"]]);
  });
});

describe("the row of a call", () => {
  it("is committed before anything is sent, and completed at the end", async () => {
    const server = await serve(json(`{"message":"test complete"}`, 201, { "X-Answer": "1" }));
    const { call, journal, recorded } = setUpCalls({
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
    const { call, journal } = setUpCalls({ profile: { baseUrl: server.url } });
    journal.failWith(new Refusal("journal-full", "The disk is full."));
    expect((await refusal(call(LOOK_UP))).code).toBe("journal-full");
    expect(server.requests).toEqual([]);
  });

  it("reads its facts from a body of the user's own as far as that can be read", async () => {
    const server = await serve(json(`{"message":"x"}`));
    const { call } = setUpCalls({ profile: { baseUrl: server.url } });
    const raw = async (text: string) => (await call({ operation: "charge", body: { raw: text } })).summary.facts;
    expect(await raw('{"amount":1.50,"currency":null,"from":"a","user_reference":"b","remark":""}')).toEqual({
      subject: "charge",
      amount: "1.50",
      from: "a",
      remark: "",
    });
    expect(await raw("{")).toEqual({ subject: "charge" });
  });

  it.each([
    ['{"link":{"id":"lnk_1","user":{"reference":"CUS-77"}}}', { userReference: "CUS-77" }],
    ['{"link":{"user":{"reference":7700000000000000001}}}', { userReference: "7700000000000000001" }],
    ['{"link":{"user":{"reference":"sk_test_1"}}}', { userReference: SECRET_MASK }],
    ['{"link":{"user":{"reference":""}}}', {}],
    ['{"link":{"user":null}}', {}],
    ['{"message":"none"}', {}],
  ])("of a look-up names the user whom its answer names: %s", async (text, named) => {
    const server = await serve(json(text));
    const { call, recorded } = setUpCalls({
      profile: { baseUrl: server.url },
      secrets: { authentication: "sk_test_1" },
    });
    const { summary } = await call(LOOK_UP);
    expect(summary).toMatchObject({ kind: "call", facts: { subject: "link", ...named } });
    expect(recorded().detail.summary.facts).toEqual({ subject: "link", linkId: expect.any(String), ...named });
  });

  it("hands over bytes that share their memory with nothing else", async () => {
    const server = await serve(json(LINK));
    const { call, journal } = setUpCalls({ profile: { baseUrl: server.url } });
    await call(CREDIT);
    const body = journal.finishedCalls[0]?.[2];
    const row = journal.events[0]?.event;
    if (row?.kind !== "call") throw new Error("No call was recorded.");
    for (const bytes of [body, row.requestBody]) expect(bytes?.buffer.byteLength).toBe(bytes?.length);
  });
});

describe("what a simulation's webhook is to carry", () => {
  const settings = { ...DEFAULT_RUN_SETTINGS, limitMs: 5_000, tagRemarks: true };

  it("stands in its row from the start, as the profile was then and as the body was sent", async () => {
    const server = await serve(json(`{"message":"test complete"}`));
    const { call, journal } = setUpCalls({ profile: { baseUrl: server.url, runs: settings } });
    await call({ operation: "credit", body: { raw: '{"amount":"7","currency":"NGN","user_reference":"a/b"}' } });
    const expectation = {
      operation: "credit",
      amount: "7",
      currency: "NGN",
      user: "a/b",
      from: null,
      limit: 5_000_000,
    };
    expect(journal.events[0]?.event).toMatchObject({ kind: "call", expectation });
    expect(journal.finishedCalls[0]?.[1]).toMatchObject({ expectation });
    await call(LOOK_UP);
    expect(journal.events[1]?.event).not.toHaveProperty("expectation");
  });

  it("has a tag of its own in the remark of a charge, which is sent and recorded like that", async () => {
    const server = await serve(json(`{"message":"hook sent"}`));
    const tags = ["aaaaa", "bbbbb"].values();
    const newTag = () => tags.next().value ?? "";
    const { call } = setUpCalls({ profile: { baseUrl: server.url, runs: settings }, newTag });
    for (const tag of ["aaaaa", "bbbbb"]) {
      const { summary, expectation } = await call(CHARGE);
      expect(expectation).toMatchObject({ remark: `lunch [ld-${tag}]`, tag });
      expect(summary.facts.remark).toBe(`lunch [ld-${tag}]`);
      expect(server.requests.at(-1)?.body).toContain(`"remark":"lunch [ld-${tag}]"`);
    }
  });

  it("has a fresh tag where a call is repeated or its values are sent again, never that of the call before", async () => {
    const server = await serve(json(`{"message":"hook sent"}`));
    const { call, service } = setUpCalls({ profile: { baseUrl: server.url, runs: settings }, newTag: () => "bbbbb" });
    const before = { amount: "1", currency: "NGN", from: "ada", to: "tunde", remark: "lunch [ld-aaaaa]" };
    const changed = await call({ operation: "charge", body: before });
    expect(changed.expectation).toMatchObject({ remark: "lunch [ld-bbbbb]", tag: "bbbbb" });
    const raw = '{ "amount":1.0,"remark":"lunch [ld-aaaaa]" }';
    const action = { operation: "charge", body: { raw } } as const;
    const repeated = await service.send({ requestId: "r9", profileId: "p1", action, repeatOf: 4 });
    expect(server.requests.at(-1)?.body).toBe(raw.replace("aaaaa", "bbbbb"));
    expect(repeated).toMatchObject({ summary: { repeatOf: 4 }, expectation: { tag: "bbbbb" } });
    // A body that somebody typed goes as it is, and its tag is nobody's.
    expect((await call(action)).expectation).toMatchObject({ remark: "lunch [ld-aaaaa]", tag: null });
    expect(server.requests.at(-1)?.body).toBe(raw);
  });

  it("is sent as typed where the user writes the body, and an empty remark is still a mistake", async () => {
    const server = await serve(json(`{"message":"hook sent"}`));
    const { call } = setUpCalls({ profile: { baseUrl: server.url, runs: settings } });
    const raw = '{"remark":"mine"}';
    expect((await call({ operation: "charge", body: { raw } })).expectation).toMatchObject({
      remark: "mine",
      tag: null,
    });
    expect(server.requests.at(-1)?.body).toBe(raw);
    const empty = { amount: "50000", currency: "NGN", from: "ada", to: "tunde", remark: "" };
    expect((await refusal(call({ operation: "charge", body: empty }))).code).toBe("field:remark");
  });
});

describe("giving up", () => {
  it("cancels while the row is being written: nothing is sent", async () => {
    const server = await serve(json(LINK));
    const { call, service, journal } = setUpCalls({ profile: { baseUrl: server.url } });
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
    const { call, service } = setUpCalls({ profile: { baseUrl: `https://127.0.0.1:${port}` } });
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
    const { call, service } = setUpCalls({ profile: { baseUrl: server.url } });
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
    const { call, service } = setUpCalls({ profile: { baseUrl: server.url } });
    expect(service.cancel("r1")).toBe(false);
    await call(LOOK_UP);
    expect(service.cancel("r1")).toBe(false);
  });

  it("does not mix up two calls under way", async () => {
    const server = await serve(() => {});
    const { call, service } = setUpCalls({ profile: { baseUrl: server.url } });
    const [one, two] = [call(CREDIT, "one"), call(CREDIT, "two")];
    expect((await refusal(call(CREDIT, "one"))).code).toBe("request-id");
    service.cancel("two");
    expect((await two).summary.outcome).toMatchObject({ code: "cancelled" });
    service.cancel("one");
    expect((await one).summary.outcome).toMatchObject({ code: "cancelled" });
  });

  it("records what is under way as interrupted at the end, and takes no more", async () => {
    const server = await serve(() => {});
    const { call, service, recorded } = setUpCalls({ profile: { baseUrl: server.url } });
    const ended = call(CREDIT);
    await service.close();
    expect(recorded().detail.summary.outcome).toEqual({ code: "interrupted" });
    expect((await ended).summary.outcome).toEqual({ code: "interrupted" });
    expect((await refusal(call(LOOK_UP))).code).toBe("closing");
  });
});
