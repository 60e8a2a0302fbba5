import { createServer as createHttpsServer } from "node:https";
import { expect, it } from "vitest";
import { CREDIT, certificate, json, LOOK_UP, listen, serve, setUpCalls } from "../../../tests/support/calls.ts";
import type { ExtraHeader } from "../../shared/profile.ts";

const LINK = json(`{"link":{}}`);
const EXTRA: readonly ExtraHeader[] = [
  { id: "1", name: "x-tenant", value: "acme", secret: false },
  { id: "2", name: "x-second", value: "", secret: true },
];
const SECRETS = { authentication: "pssk_test_0123", "header:2": "second-secret" };

it("follows a look-up within the origin with everything it has", async () => {
  const server = await serve((request, response) => {
    if (request.url === "/link/lnk_1") response.writeHead(301, { location: "../v2/link/lnk_1?a=b#c" }).end("moved");
    else LINK(request, response);
  });
  const { call } = setUpCalls({ profile: { baseUrl: server.url, extraHeaders: EXTRA }, secrets: SECRETS });
  const detail = await call(LOOK_UP);
  expect(server.requests.map(({ path }) => path)).toEqual(["/link/lnk_1", "/v2/link/lnk_1?a=b"]);
  expect(server.requests[1]?.headers).toContainEqual(["x-api-key", "pssk_test_0123"]);
  expect(server.requests[1]?.headers).toContainEqual(["x-tenant", "acme"]);
  expect(detail).toMatchObject({
    url: `${server.url}/link/lnk_1`,
    summary: { outcome: { code: "success" }, path: "/link/lnk_1", status: 200 },
    redirects: [{ status: 301, url: `${server.url}/v2/link/lnk_1?a=b` }],
  });
});

it("leaves all that is the profile's behind when the origin changes, and does not take it up again", async () => {
  const away = await serve((_, response) => response.writeHead(307, { location: `${home.url}/back` }).end());
  const home = await serve((request, response) => {
    if (request.url === "/back") LINK(request, response);
    else response.writeHead(302, { location: `http://user:pass@127.0.0.1:${away.port}/there` }).end();
  });
  const { call } = setUpCalls({ profile: { baseUrl: home.url, extraHeaders: EXTRA }, secrets: SECRETS });
  expect((await call(LOOK_UP)).summary.outcome).toMatchObject({ code: "success", message: null });
  expect(home.requests[0]?.headers.flat()).toContain("pssk_test_0123");
  for (const request of [away.requests[0], home.requests[1]]) {
    expect(request?.headers.map(([name]) => name)).toEqual([
      "host",
      "connection",
      "accept",
      "accept-encoding",
      "user-agent",
    ]);
  }
});

it("never follows a simulation", async () => {
  for (const status of [301, 302, 303, 307, 308]) {
    const server = await serve((_, response) => response.writeHead(status, { location: "/else" }).end());
    const { call } = setUpCalls({ profile: { baseUrl: server.url } });
    const outcome = { code: "redirect", status, location: "/else", reason: "simulation" };
    expect((await call(CREDIT)).summary.outcome).toEqual(outcome);
    expect(server.requests).toHaveLength(1);
  }
});

it("stops after five hops", async () => {
  const server = await serve((request, response) => response.writeHead(302, { location: `${request.url}x` }).end());
  const { call } = setUpCalls({ profile: { baseUrl: server.url } });
  const detail = await call(LOOK_UP);
  expect(detail.summary.outcome).toMatchObject({ code: "redirect", reason: "too-many", location: "/link/lnk_1xxxxxx" });
  expect(detail.redirects).toHaveLength(5);
  expect(server.requests).toHaveLength(6);
});

it.each([
  [302, undefined, "no-location"],
  [302, "ftp://127.0.0.1/x", "unsupported"],
  [302, "http://[", "unsupported"],
  [300, "/x", "unsupported"],
])("does not follow %i to %s", async (status, location, reason) => {
  const server = await serve((_, response) =>
    response.writeHead(status, location === undefined ? {} : { location }).end(),
  );
  const outcome = { code: "redirect", status, location: location ?? null, reason };
  expect((await setUpCalls({ profile: { baseUrl: server.url } }).call(LOOK_UP)).summary.outcome).toEqual(outcome);
});

it("keeps one limit over all hops", async () => {
  const server = await serve((request, response) => {
    if (request.url === "/link/lnk_1") response.writeHead(302, { location: "/slow" }).end();
  });
  const { call } = setUpCalls({ profile: { baseUrl: server.url, timeouts: { connectMs: 5_000, totalMs: 300 } } });
  expect((await call(LOOK_UP)).summary.outcome).toEqual({ code: "answer-timeout", limitMs: 300 });
});

it("masks a secret that the service writes into the address", async () => {
  const server = await serve((request, response) => {
    if (request.url === "/seen?key=pssk_test_0123") LINK(request, response);
    else response.writeHead(302, { location: "/seen?key=pssk_test_0123" }).end();
  });
  const { call, journal } = setUpCalls({ profile: { baseUrl: server.url }, secrets: SECRETS });
  expect((await call(LOOK_UP)).summary.outcome).toMatchObject({ code: "success" });
  expect(JSON.stringify(journal.finishedCalls)).not.toContain("pssk_test_0123");
});

it("does not go from another machine to what listens on this one", async () => {
  const here = await serve(LINK);
  // No such host exists, so a forward proxy stands in for it.
  const proxy = await serve((_, response) => response.writeHead(302, { location: `${here.url}/inside` }).end());
  const { call } = setUpCalls({
    profile: { baseUrl: "http://service.test" },
    network: { environment: { HTTP_PROXY: proxy.url } },
  });
  expect((await call(LOOK_UP)).summary.outcome).toMatchObject({ code: "redirect", reason: "unsupported" });
  expect(here.requests).toEqual([]);
});

it("does not go from https into the clear", async () => {
  const clear = await serve(LINK);
  const secure = await listen(
    createHttpsServer({ key: certificate("server-key"), cert: certificate("server-good") }, (_, response) =>
      response.writeHead(302, { location: `${clear.url}/clear` }).end(),
    ),
  );
  const { call } = setUpCalls({
    profile: { baseUrl: `https://localhost:${secure.port}` },
    network: { certificates: () => [certificate("root")] },
  });
  expect((await call(LOOK_UP)).summary.outcome).toMatchObject({ code: "redirect", reason: "unsupported" });
  expect(clear.requests).toEqual([]);
});
