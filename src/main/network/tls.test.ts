import { createSecureServer, type ServerHttp2Stream } from "node:http2";
import { createServer as createHttpsServer } from "node:https";
import { expect, it } from "vitest";
import { CHARGE, certificate, json, LOOK_UP, listen, serve, setUpCalls } from "../../../tests/support/calls.ts";
import type { TlsFault } from "../../shared/outcomes.ts";
import { type HeaderList, headerPairs } from "../../shared/primitives.ts";
import { explainOutcome } from "../../shared/text/explain-outcome.ts";

const key = certificate("server-key");
const trusted = { certificates: () => [certificate("root")] };
const LINK = json(`{"link":{"id":"lnk_1"}}`);

async function secureServer(name: string, options: object = {}) {
  const server = createHttpsServer({ key, cert: certificate(`server-${name}`), ...options }, LINK);
  return listen(server);
}

it("reaches a service whose certificate is trusted, by address and by name", async () => {
  const { port } = await secureServer("good");
  for (const host of ["127.0.0.1", "localhost"]) {
    const { call } = setUpCalls({ profile: { baseUrl: `https://${host}:${port}` }, network: trusted });
    const detail = await call(LOOK_UP);
    expect(detail.summary.outcome).toMatchObject({ code: "success" });
    expect(detail.answer?.httpVersion).toBe("1.1");
  }
});

it.each([
  ["expired", "expired", "The certificate has expired"],
  ["future", "not-yet-valid", "The certificate is not valid yet"],
  ["wrong-host", "wrong-host", "The certificate is for another host"],
  ["self-signed", "self-signed", "The certificate vouches for itself"],
  ["unknown-issuer", "unknown-issuer", "The certificate is from an unknown issuer"],
])("says what is wrong with a certificate that is %s", async (name, fault, title) => {
  const { port } = await secureServer(name);
  const { call } = setUpCalls({ profile: { baseUrl: `https://localhost:${port}` }, network: trusted });
  const { outcome } = (await call(LOOK_UP)).summary;
  expect(outcome).toEqual({ code: "tls", fault: fault as TlsFault, host: "localhost", detail: expect.any(String) });
  expect(outcome && explainOutcome(outcome, "link").title).toBe(title);
});

it("does not trust the test certificates where nobody says so", async () => {
  const { port } = await secureServer("good");
  const { call } = setUpCalls({ profile: { baseUrl: `https://localhost:${port}` } });
  expect((await call(LOOK_UP)).summary.outcome).toMatchObject({ code: "tls", fault: "unknown-issuer" });
});

it("says that a client certificate is wanted", async () => {
  const { port } = await secureServer("good", { requestCert: true, rejectUnauthorized: true, ca: certificate("root") });
  const { call } = setUpCalls({ profile: { baseUrl: `https://localhost:${port}` }, network: trusted });
  expect((await call(LOOK_UP)).summary.outcome).toMatchObject({ code: "tls", fault: "client-certificate" });
});

it("says when the other side speaks no TLS, or hangs up on it", async () => {
  const plain = await serve(LINK);
  const first = await setUpCalls({ profile: { baseUrl: `https://127.0.0.1:${plain.port}` }, network: trusted }).call(
    LOOK_UP,
  );
  expect(first.summary.outcome).toMatchObject({ code: "tls", fault: "protocol" });
  const old = await secureServer("good", { maxVersion: "TLSv1.1", minVersion: "TLSv1", ciphers: "DEFAULT@SECLEVEL=0" });
  const second = await setUpCalls({ profile: { baseUrl: `https://localhost:${old.port}` }, network: trusted }).call(
    LOOK_UP,
  );
  expect(second.summary.outcome).toMatchObject({ code: "tls", fault: "protocol" });
});

it("hints at https when a secure service is called without", async () => {
  const { port } = await secureServer("good");
  // Node's server just hangs up on what is no TLS, others send an alert: either way it is no secret of Linkdesk's.
  const { outcome } = (await setUpCalls({ profile: { baseUrl: `http://localhost:${port}` } }).call(LOOK_UP)).summary;
  expect(["reset", "protocol"]).toContain(outcome?.code);
});

it("speaks HTTP/2 where the service prefers it, and stores the fields as they were sent", async () => {
  const received: { fields: HeaderList; body: string }[] = [];
  const server = createSecureServer({ key, cert: certificate("server-good"), ALPNProtocols: ["h2"] });
  server.on("stream", (stream: ServerHttp2Stream, _headers: object, _flags: number, raw: string[]) => {
    let body = "";
    stream.on("data", (chunk: Buffer) => {
      body += chunk.toString();
    });
    stream.on("end", () => {
      received.push({ fields: headerPairs(raw), body });
      stream.respond({ ":status": 201, "content-type": "application/json", "set-cookie": ["a=1", "b=2"] });
      stream.end('{"message":"hook sent"}');
    });
  });
  const { port } = await listen(server);
  const extra = [
    { id: "1", name: "X-Trace", value: "a", secret: false },
    { id: "2", name: "x-trace", value: "b", secret: false },
  ];
  const { call } = setUpCalls({
    profile: { baseUrl: `https://localhost:${port}/v1`, extraHeaders: extra },
    secrets: { authentication: "pssk_test_0123" },
    network: trusted,
  });
  for (const action of [CHARGE, LOOK_UP]) {
    const detail = await call(action);
    const { fields } = received.at(-1) ?? { fields: [] };
    expect(detail.request.headers).toEqual(
      fields.map(([name, value]) => [name, value.replace("pssk_test_0123", "••••••••")]),
    );
    expect(detail.answer).toMatchObject({ httpVersion: "2", status: 201 });
    expect(detail.answer?.headers.filter(([name]) => name === "set-cookie")).toHaveLength(2);
  }
  expect(received[0]?.body).toContain('"remark":"lunch"');
});

it("sends a POST once, even where HTTP/2 would let it be sent again", async () => {
  let streams = 0;
  const server = createSecureServer({ key, cert: certificate("server-good"), ALPNProtocols: ["h2"] });
  const REFUSED_STREAM = 7;
  server.on("stream", (stream) => {
    streams += 1;
    stream.on("error", () => {});
    stream.close(REFUSED_STREAM);
  });
  const { port } = await listen(server);
  const { call } = setUpCalls({ profile: { baseUrl: `https://localhost:${port}` }, network: trusted });
  expect((await call(CHARGE)).summary.outcome).toMatchObject({ code: "reset" });
  expect(streams).toBe(1);
});

it("leaves no connection open behind", async () => {
  const server = createHttpsServer({ key, cert: certificate("server-good") }, LINK);
  const { port } = await listen(server);
  const closed = new Promise((resolve) =>
    server.once("secureConnection", (socket) => socket.once("close", (hadError) => resolve(hadError))),
  );
  await setUpCalls({ profile: { baseUrl: `https://localhost:${port}` }, network: trusted }).call(LOOK_UP);
  await expect(closed).resolves.toBe(false);
});
