import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { CHARGE, CREDIT, json, LOOK_UP, send, serve, setUpCalls, titleOf } from "../../../tests/support/calls.ts";
import { MEBIBYTE } from "../../shared/primitives.ts";

describe("answers of success", () => {
  it.each([
    [LOOK_UP, '\ufeff {"more":1,"link":{"id":7,"user":{},"peer":{}}} ', "Link found"],
    [LOOK_UP, '{"link":{}}', "Link found, but not whole"],
    [LOOK_UP, '{"link":{"id":"lnk_1","user":{},"peer":null}}', "Link found, but not whole"],
    [CREDIT, '{"message":"test complete"}', "Test complete"],
    [CHARGE, '{"message":"hook sent","id":1}', "Hook sent"],
    [CREDIT, '{"message":"hook sent"}', "Success, with another message"],
    [CHARGE, '{"message":"Hook sent"}', "Success, with another message"],
    [CHARGE, '{"message":""}', "Success, with another message"],
    [CHARGE, '{"message":null}', "Answer of another shape"],
    [CREDIT, '["test complete"]', "Answer of another shape"],
    [LOOK_UP, '{"link":null}', "Answer of another shape"],
    [LOOK_UP, "[]", "Answer of another shape"],
    [LOOK_UP, "", "Success without an answer"],
    [CREDIT, '{"message":"test complete"', "The answer is not JSON"],
    [CREDIT, '{"message":"test complete"} trailing', "The answer is not JSON"],
  ] as const)("%# %j", async (action, text, title) => {
    const server = await serve((_, response) => response.writeHead(202).end(text));
    expect((await send(server.url, action)).title).toBe(title);
  });

  it("are read from their bytes: what is not UTF-8 is not JSON", async () => {
    const server = await serve((_, response) => response.end(Buffer.from('{"message":"\xe9"}', "latin1")));
    expect((await send(server.url, CREDIT)).outcome).toEqual({
      code: "not-json",
      status: 200,
      body: "unreadable",
      detail: "The body is not text in UTF-8.",
      message: null,
    });
  });

  it("that are a web page are recognised as one", async () => {
    const server = await serve((_, response) =>
      response.setHeader("content-type", "text/html; charset=utf-8").end("<p>"),
    );
    expect((await send(server.url)).title).toBe("A web page came instead of JSON");
  });

  it("keep every byte of an answer", async () => {
    const text = '{"link":{"n":9007199254740993123,"d":10.00,"e":1E400,"dup":1,"dup":2}}\r\n';
    const server = await serve(json(text));
    const { call, recorded } = setUpCalls({ profile: { baseUrl: server.url } });
    await call(LOOK_UP);
    expect(recorded().answer).toBe(text);
  });
});

describe("answers under a content encoding", () => {
  const text = Buffer.from('{"message":"test complete"}');
  const encodings: [string, Buffer][] = [
    ["gzip", gzipSync(text)],
    ["x-gzip", gzipSync(text)],
    ["br", brotliCompressSync(text)],
    ["zstd", zstdCompressSync(text)],
    ["deflate", deflateSync(text)],
    ["deflate", deflateRawSync(text)],
    ["gzip, br", brotliCompressSync(gzipSync(text))],
    ["identity", text],
  ];
  it.each(encodings)("are read through %s and kept as received", async (encoding, encoded) => {
    const server = await serve((_, response) => response.setHeader("content-encoding", encoding).end(encoded));
    const { call, journal } = setUpCalls({ profile: { baseUrl: server.url } });
    expect((await call(CREDIT)).summary.outcome).toEqual({ code: "success", message: "test complete" });
    expect(Buffer.from(journal.finishedCalls[0]?.[2] ?? []).equals(encoded)).toBe(true);
  });

  it.each([
    ["gzip", text],
    ["gzip", gzipSync(text).subarray(0, 20)],
    ["compress", text],
    ["gzip,gzip,gzip,gzip,gzip", text],
  ])("that cannot be taken off, such as %s, cannot be read", async (encoding, encoded) => {
    const server = await serve((_, response) => response.setHeader("content-encoding", encoding).end(encoded));
    expect((await send(server.url, CREDIT)).title).toBe("The answer cannot be read");
  });

  it("that unfold without end are stopped at the cap, and kept only where no secret can be in them", async () => {
    const bomb = gzipSync(Buffer.alloc(40 * MEBIBYTE, " "));
    const server = await serve((_, response) => response.setHeader("content-encoding", "gzip").end(bomb));
    const { outcome, detail } = await send(server.url);
    expect(outcome).toEqual({ code: "too-large", limitBytes: 10 * MEBIBYTE, status: 200 });
    expect(detail.answer).toMatchObject({ cut: false, redacted: false, size: bomb.length });
    const keyed = setUpCalls({ profile: { baseUrl: server.url }, secrets: { authentication: "pssk_test_0123" } });
    expect((await keyed.call(LOOK_UP)).answer).toMatchObject({ redacted: true, size: 0 });
  });
});

describe("statuses", () => {
  it.each([
    [LOOK_UP, 401, "{}", "The key was not accepted", "No key is set"],
    [LOOK_UP, 403, "{}", "Not allowed"],
    [LOOK_UP, 404, '{"message":"link not found"}', "Link not found"],
    [LOOK_UP, 404, "<h1>Not Found</h1>", "Nothing at this address"],
    [CREDIT, 404, "{}", "Not found"],
    [CHARGE, 406, '{"message":"only available on live mode"}', "Not acceptable to the service"],
    [CREDIT, 422, "{}", "The values were not accepted"],
    [CREDIT, 429, "{}", "Too many calls"],
    [CREDIT, 418, "", "The service refused the call"],
    [CREDIT, 500, "{}", "The service failed"],
    [CREDIT, 502, "", "The service did not answer its gateway"],
    [CREDIT, 503, "", "The service is not available"],
    [CREDIT, 599, "", "The service failed"],
  ] as const)("%# %j: %i with %s", async (action, status, text, withKey, withoutKey: string = withKey) => {
    const server = await serve((_, response) => response.writeHead(status).end(text));
    const keyed = setUpCalls({ profile: { baseUrl: server.url }, secrets: { authentication: "pssk_test_1" } });
    expect(titleOf(await keyed.call(action))).toBe(withKey);
    expect((await send(server.url, action)).title).toBe(withoutKey);
  });

  it("quote the service's message, whatever key it is under", async () => {
    for (const text of ['{"message":"m"}', '{"error":"m"}', '{"error":{"message":"m","code":1}}', '{"detail":"m"}']) {
      const server = await serve(json(text, 400));
      expect((await send(server.url)).outcome).toMatchObject({ message: "m" });
    }
  });

  it.each([
    ['{"amount":["too small","odd"],"from":["unknown"]}', { amount: ["too small", "odd"], from: ["unknown"] }],
    ['{"amount":"too small"}', { amount: ["too small"] }],
    ['{"amount":{"message":"m","rule":1},"x":{"a":1.0}}', { amount: ["m"], x: ['{"a":1.0}'] }],
    [
      '["general",{"field":"to","message":"unknown"},{"field":"to","msg":"odd"},7]',
      { "": ["general", "7"], to: ["unknown", "odd"] },
    ],
    ['"just text"', { "": ["just text"] }],
    ["null", {}],
    ["[]", {}],
    ["{}", {}],
    ['{"amount":null,"from":[],"to":[null]}', {}],
    ['{"constructor":["a"]}', { constructor: ["a"] }],
    ['{"a":[[["deep"]]]}', { a: ["deep"] }],
  ])("422 with the errors %s", async (errors, expected) => {
    const server = await serve(json(`{"message":"m","errors":${errors}}`, 422));
    expect((await send(server.url, CREDIT)).outcome).toMatchObject({ code: "status", status: 422, errors: expected });
  });

  it("keep what a row carries small, and the body whole", async () => {
    const long = "x".repeat(20_000);
    const fields = Object.fromEntries(Array.from({ length: 80 }, (_, index) => [`f${index}`, [long]]));
    const text = JSON.stringify({ message: long, errors: fields });
    const server = await serve(json(text, 422));
    const { outcome, detail } = await send(server.url, CREDIT);
    expect(outcome).toMatchObject({ code: "status", status: 422, errors: { f0: [expect.stringMatching(/^x+…$/)] } });
    expect(JSON.stringify(outcome).length).toBeLessThan(80_000);
    expect(detail.answer?.size).toBe(text.length);
  });

  it("tell the wait of a 429 and of a 503", async () => {
    const waits: [Record<string, string>, number | null][] = [
      [{ "retry-after": "30" }, 30],
      [{ "retry-after": "Wed, 21 Oct 2026 07:28:10 GMT", date: "Wed, 21 Oct 2026 07:28:00 GMT" }, 10],
      [{ "retry-after": "soon" }, null],
      [{}, null],
    ];
    for (const status of [429, 503])
      for (const [headers, seconds] of waits) {
        const server = await serve(json("{}", status, headers));
        expect((await send(server.url)).outcome).toMatchObject({ status, retryAfterSeconds: seconds });
      }
  });
});
