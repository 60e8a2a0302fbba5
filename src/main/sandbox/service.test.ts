import { once } from "node:events";
import { connect } from "node:net";
import { expect, test } from "vitest";
import { startTestSandbox } from "../../../tests/support/sandboxes.ts";
import { linkSegment } from "../../shared/call-body.ts";
import { SANDBOX_PUBLIC_KEY, sandboxStatus } from "../../shared/sandbox.ts";
import { AWKWARD_LINK_ID } from "./links.ts";

test("every link that is offered is found, and has the specified fields", async () => {
  const service = await startTestSandbox();
  const { links } = service.sandbox.status().samples;
  expect(links.length).toBeGreaterThan(4);
  for (const { value } of links.filter((sample) => sample.value !== "lnk_nobody")) {
    const answer = await service.get(`/link/${linkSegment(value)}`);
    expect([value, answer.status]).toEqual([value, 200]);
    expect(answer.headers.get("content-type")).toBe("application/json");
    const { link, ...rest } = (await answer.json()) as Record<string, Record<string, unknown>>;
    expect(rest).toEqual({});
    expect(link).toMatchObject({
      id: value,
      user: { reference: expect.any(String) },
      peer: { user: {}, business: {} },
    });
  }
});

test("the links show what a client must cope with: absent, null, empty, unknown, digits, microseconds", async () => {
  const service = await startTestSandbox();
  const text = (
    await Promise.all(
      service.sandbox
        .status()
        .samples.links.map(async ({ value }) => (await service.get(`/link/${linkSegment(value)}`)).text()),
    )
  ).join("\n");
  for (const part of [
    '"email":""',
    '"email":null',
    '"updated_at":null',
    '"logo":null',
    '"identifier_type":"national_id"',
    '"serial":9007199254740993123',
    '"daily_limit":10.00',
    '"metadata":{',
    ".004213Z",
  ])
    expect(text).toContain(part);
  expect(text).toContain('"business":{"id":"biz_souk","name":"Souk & Sons"}');
});

test("an id is one segment, exactly as it was escaped", async () => {
  const service = await startTestSandbox();
  const status = async (path: string) => (await service.get(path)).status;
  expect(await status(`/link/${encodeURIComponent(AWKWARD_LINK_ID)}`)).toBe(200);
  expect(await status(`/link/${encodeURIComponent(encodeURIComponent(AWKWARD_LINK_ID))}`)).toBe(404);
  expect(await status("/link/lnk_ada_kwame?ignored=1")).toBe(200);
  expect(await status("/link/lnk_ada_kwame/")).toBe(404);
  expect(await status("/link/lnk_ada_kwam%65")).toBe(200);
  expect(await status("/link/%E0%A4%A")).toBe(400);
  expect(await (await service.get("/link/lnk_nobody")).json()).toEqual({ message: "link not found" });
});

test("only the secret key opens it", async () => {
  const service = await startTestSandbox();
  const path = "/link/lnk_ada_kwame";
  for (const headers of [{}, { "x-api-key": "" }, { "x-api-key": "guess" }, { "x-api-key": SANDBOX_PUBLIC_KEY }]) {
    const answer = await service.get(path, headers as Record<string, string>);
    expect(answer.status).toBe(401);
    expect(await answer.json()).toEqual({ message: expect.stringMatching(/^Unauthorized/) });
  }
  expect((await service.get(path, { authorization: "Bearer x" })).status).toBe(401);
});

test("simulations answer with the specified messages", async () => {
  const service = await startTestSandbox();
  expect(await (await service.credit()).json()).toEqual({ message: "test complete" });
  expect(await (await service.charge("9".repeat(300))).json()).toEqual({ message: "hook sent" });
});

const bad: readonly (readonly [what: string, path: string, body: string, fields: readonly string[]])[] = [
  ["an empty object", "/test/credit", "{}", ["amount", "currency", "user_reference"]],
  ["an empty charge", "/test/charge", "{}", ["amount", "currency", "from", "to", "remark"]],
  ["a text for the amount", "/test/credit", '{"amount":"5","currency":"NGN","user_reference":"ref_ada"}', ["amount"]],
  ["a fraction", "/test/credit", '{"amount":10.00,"currency":"NGN","user_reference":"ref_ada"}', ["amount"]],
  ["an exponent", "/test/credit", '{"amount":1e3,"currency":"NGN","user_reference":"ref_ada"}', ["amount"]],
  ["nothing", "/test/credit", '{"amount":0,"currency":"NGN","user_reference":"ref_ada"}', ["amount"]],
  ["less than nothing", "/test/credit", '{"amount":-1,"currency":"NGN","user_reference":"ref_ada"}', ["amount"]],
  ["null", "/test/credit", '{"amount":1,"currency":null,"user_reference":"ref_ada"}', ["currency"]],
  ["small letters", "/test/credit", '{"amount":1,"currency":"ngn","user_reference":"ref_ada"}', ["currency"]],
  ["a stranger", "/test/credit", '{"amount":1,"currency":"NGN","user_reference":"ref_nobody"}', ["user_reference"]],
  ["a number", "/test/charge", '{"amount":1,"currency":"NGN","from":1,"to":"ref_ada","remark":""}', ["from", "remark"]],
  ["no JSON", "/test/credit", "amount=5", ["body"]],
  ["no body", "/test/credit", "", ["body"]],
  ["a list", "/test/credit", "[]", ["body"]],
  ["deep nesting", "/test/credit", "[".repeat(60_000), ["body"]],
];

test.each(bad)("a simulation with %s is answered 422 with the fields", async (_, path, body, fields) => {
  const service = await startTestSandbox();
  const answer = await service.post(path, body);
  expect(answer.status).toBe(422);
  const { message, errors } = (await answer.json()) as { message: string; errors: Record<string, string[]> };
  expect(message).toMatch(/invalid/);
  expect(Object.keys(errors)).toEqual(fields);
  expect(
    Object.values(errors)
      .flat()
      .every((sentence) => sentence.endsWith(".")),
  ).toBe(true);
});

test("bytes that are not UTF-8 are refused, and a huge body is answered 413", async () => {
  const service = await startTestSandbox();
  expect((await service.post("/test/credit", new Uint8Array([0x7b, 0xff, 0x7d]))).status).toBe(422);
  expect((await service.post("/test/credit", "1".repeat(100_000))).status).toBe(413);
  expect((await service.credit()).status).toBe(200);
});

test("from and to may be the same", async () => {
  const service = await startTestSandbox();
  const body = '{"amount":1,"currency":"NGN","from":"ref_ada","to":"ref_ada","remark":"x"}';
  expect((await service.post("/test/charge", body)).status).toBe(200);
});

test("other methods and paths are told apart", async () => {
  const service = await startTestSandbox();
  const wrong = await service.get("/test/credit");
  expect([wrong.status, wrong.headers.get("allow")]).toEqual([405, "POST"]);
  for (const path of ["/", "/link", "/link/", "/test", "/test/other", "/v1/link/lnk_ada_kwame"])
    expect((await service.get(path)).status).toBe(404);
});

test("every logo that a link names is served as a drawing", async () => {
  const service = await startTestSandbox();
  const text = (
    await Promise.all(
      service.sandbox
        .status()
        .samples.links.map(async ({ value }) => (await service.get(`/link/${linkSegment(value)}`)).text()),
    )
  ).join();
  const logos = [...text.matchAll(/"logo":"([^"]+)"/g)].map((match) => match[1] ?? "");
  expect(logos.length).toBeGreaterThan(2);
  for (const logo of logos) {
    expect(new URL(logo).origin).toBe(service.url);
    const answer = await fetch(logo);
    expect(answer.headers.get("content-type")).toBe("image/svg+xml");
    expect(await answer.text()).toMatch(/^<svg [^]*<\/svg>$/);
  }
  expect((await fetch(`${service.url}/logos/none.svg`)).status).toBe(404);
});

test.each(["401", "403", "404", "406", "422", "429", "500", "503"] as const)(
  "the fault %s stands in the place of every answer and sends no webhook",
  async (answerFault) => {
    const service = await startTestSandbox();
    service.bend({ answerFault });
    const answers = [await service.get("/link/lnk_ada_kwame"), await service.credit(), await service.charge()];
    for (const answer of answers) {
      expect(answer.status).toBe(Number(answerFault));
      expect(await answer.json()).toMatchObject({ message: expect.any(String) });
    }
    service.bend({ answerFault: "none" });
    await service.credit();
    // The one webhook that is tried belongs to the call without the fault.
    const { attempts } = await service.untilTold((status) => status.attempts.length > 0);
    expect(attempts.filter((each) => each.attempt === 1)).toHaveLength(1);
  },
);

test("a 422 names fields, and a 429 says when to come back", async () => {
  const service = await startTestSandbox();
  service.bend({ answerFault: "422" });
  expect(await (await service.credit()).json()).toHaveProperty("errors.amount");
  service.bend({ answerFault: "429" });
  expect((await service.credit()).headers.get("retry-after")).toBe("30");
});

test("spoiled answers: not JSON, another shape, another message", async () => {
  const service = await startTestSandbox();
  service.bend({ answerFault: "malformed-json" });
  const malformed = await service.get("/link/lnk_ada_kwame");
  expect(malformed.status).toBe(200);
  await expect(malformed.json()).rejects.toThrow(SyntaxError);
  service.bend({ answerFault: "other-shape" });
  expect(await (await service.get("/link/lnk_ada_kwame")).json()).not.toHaveProperty("link");
  expect(await (await service.credit()).json()).not.toHaveProperty("message");
  service.bend({ answerFault: "other-message" });
  const other = await service.credit();
  expect([other.status, await other.json()]).toEqual([201, { message: "accepted for processing" }]);
  // An error stays what it is.
  expect((await service.get("/link/lnk_nobody")).status).toBe(404);
});

/**
 * Asks for a logo and looks up a link, one after the other on one connection: when the drawing is here, which nothing
 * holds up, the call behind it has been read too.
 */
async function callBehindLogo(url: string) {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  let text = "";
  const drawn = new Promise<void>((resolve) => {
    socket
      .on("error", () => {})
      .on("data", (chunk) => {
        text += chunk.toString("latin1");
        if (text.includes("</svg>")) resolve();
      });
  });
  socket.write("GET /logos/fjord.svg HTTP/1.1\r\nHost: x\r\n\r\nGET /link/lnk_ada_kwame HTTP/1.1\r\nHost: x\r\n\r\n");
  await drawn;
  return { socket, text: () => text };
}

test("a reset breaks the connection, a hang never answers, and both end with the sandbox", async () => {
  const service = await startTestSandbox();
  service.bend({ answerFault: "reset" });
  await expect(service.credit()).rejects.toMatchObject({ cause: { code: "ECONNRESET" } });
  service.bend({ answerFault: "hang" });
  const { socket, text } = await callBehindLogo(service.url);
  service.bend({ answerFault: "none" });
  expect((await service.get("/link/lnk_ada_kwame")).status).toBe(200);
  const closed = once(socket, "close");
  await service.sandbox.stop();
  await closed;
  expect(text().match(/HTTP\/1\.1 /g)).toHaveLength(1);
});

test("an answer waits as long as it is told to, and what is asked later overtakes it", async () => {
  const service = await startTestSandbox();
  service.bend({ answerDelayMs: 600_000 });
  const { socket, text } = await callBehindLogo(service.url);
  service.bend({ answerDelayMs: 1 });
  expect((await service.get("/link/lnk_ada_kwame")).status).toBe(200);
  const closed = once(socket, "close");
  await service.sandbox.stop();
  await closed;
  expect(text().match(/HTTP\/1\.1 /g)).toHaveLength(1);
});

test("a flood of simulations ends in a clear answer, not in a full memory", async () => {
  const service = await startTestSandbox();
  service.bend({ webhookDelayMs: 60_000 });
  const statuses = new Map<number, number>();
  for (let round = 0; round < 21; round += 1)
    for (const { status } of await Promise.all(Array.from({ length: 50 }, () => service.credit())))
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
  // The last round may be under way together, so a few more than the limit can get in, but never many.
  expect(statuses.get(200)).toBeGreaterThanOrEqual(1_000);
  expect(statuses.get(503)).toBeGreaterThan(0);
});

test("its status is what the contract says", async () => {
  const service = await startTestSandbox();
  await service.credit();
  const told = await service.untilTold((status) => status.attempts.length > 0);
  expect(sandboxStatus.parse(told)).toEqual(told);
});

test("it starts once, stops, starts again elsewhere and says so", async () => {
  const service = await startTestSandbox();
  expect(service.sandbox.status()).toMatchObject({ state: "running", url: service.url, problem: null });
  expect((await service.sandbox.start()).url).toBe(service.url);
  expect(await service.sandbox.stop()).toMatchObject({ state: "stopped", url: null });
  await expect(service.get("/")).rejects.toMatchObject({ cause: { code: "ECONNREFUSED" } });
  const [again] = await Promise.all([service.sandbox.start(), service.sandbox.start()]);
  expect(again.state).toBe("running");
  await service.untilTold((status) => status.url === again.url);
});
