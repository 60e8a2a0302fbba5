import { createServer as createHttpsServer } from "node:https";
import { createServer as createTcpServer } from "node:net";
import { describe, expect, it } from "vitest";
import { CREDIT, certificate, json, LOOK_UP, listen, serve, setUpCalls } from "../../../tests/support/calls.ts";
import { startProxy } from "../../../tests/support/proxy.ts";
import { explainOutcome } from "../../shared/text/explain-outcome.ts";

const LINK = json(`{"link":{"id":"lnk_1"}}`);
const trusted = { certificates: () => [certificate("root")] };
const key = certificate("server-key");

function secureService() {
  return listen(createHttpsServer({ key, cert: certificate("server-good") }, LINK));
}

describe("a proxy of the environment", () => {
  it("gets plain requests whole, and the service's path unchanged", async () => {
    const proxy = await startProxy("http://unused.invalid");
    const { call } = setUpCalls({
      profile: { baseUrl: "http://service.test/v1" },
      network: { environment: { HTTP_PROXY: proxy.url } },
    });
    const detail = await call({ operation: "link", linkId: "../x" });
    expect(detail.summary.outcome).toMatchObject({ code: "success" });
    expect(proxy.seen[0]).toMatchObject({ method: "GET", target: "http://service.test/v1/link/..%2Fx" });
    expect(detail.request.headers).toEqual(
      Array.from({ length: detail.request.headers.length }, (_, index) =>
        proxy.seen[0]?.headers.slice(2 * index, 2 * index + 2),
      ),
    );
  });

  it("is told another host where the profile says so", async () => {
    const proxy = await startProxy("http://unused.invalid");
    const extraHeaders = [{ id: "1", name: "Host", value: "virtual.test", secret: false }];
    const { call } = setUpCalls({
      profile: { baseUrl: "http://service.test", extraHeaders },
      network: { environment: { HTTP_PROXY: proxy.url } },
    });
    expect((await call(LOOK_UP)).request.headers[0]).toEqual(["host", "virtual.test"]);
    expect(proxy.seen[0]?.headers.slice(0, 2)).toEqual(["host", "virtual.test"]);
  });

  it("gets CONNECT for https, and sees nothing of what goes through", async () => {
    const service = await secureService();
    const proxy = await startProxy(service.url);
    const { call } = setUpCalls({
      profile: { baseUrl: "https://service.test" },
      secrets: { authentication: "pssk_test_0123" },
      network: { environment: { https_proxy: proxy.url }, ...trusted },
    });
    expect((await call(LOOK_UP)).summary.outcome).toMatchObject({ code: "success" });
    expect(proxy.seen.map(({ method, target }) => [method, target])).toEqual([["CONNECT", "service.test:443"]]);
    expect(JSON.stringify(proxy.seen)).not.toContain("pssk_test_0123");
  });

  it("is spoken to over TLS when its address says so", async () => {
    const service = await secureService();
    const proxy = await startProxy(service.url, null, true);
    const environment = {
      HTTPS_PROXY: `https://localhost:${proxy.port}`,
      HTTP_PROXY: `https://localhost:${proxy.port}`,
    };
    for (const baseUrl of ["https://service.test", "http://service.test"]) {
      const { call } = setUpCalls({ profile: { baseUrl }, network: { environment, ...trusted } });
      expect((await call(LOOK_UP)).summary.outcome).toMatchObject({ code: "success" });
    }
    expect(proxy.seen.map(({ method }) => method)).toEqual(["CONNECT", "GET"]);
  });

  it("gets its own name and password, which are stored nowhere", async () => {
    const service = await secureService();
    const proxy = await startProxy(service.url, "ann:p@ss w%rd");
    const address = proxy.url.replace("http://", "http://ann:p%40ss%20w%25rd@");
    for (const baseUrl of ["http://service.test", "https://service.test"]) {
      const { call, journal } = setUpCalls({
        profile: { baseUrl },
        network: { environment: { HTTP_PROXY: address, HTTPS_PROXY: address }, ...trusted },
      });
      expect((await call(LOOK_UP)).summary.outcome).toMatchObject({ code: "success" });
      const stored = JSON.stringify([journal.events, journal.finishedCalls]);
      expect(stored).not.toContain("p%40ss");
      expect(stored).not.toContain(Buffer.from("ann:p@ss w%rd").toString("base64"));
    }
  });

  it("is not used for this machine, nor for what NO_PROXY names", async () => {
    const service = await serve(LINK);
    const environment = { HTTP_PROXY: "http://127.0.0.1:1", NO_PROXY: "elsewhere.test, .invalid" };
    const local = setUpCalls({ profile: { baseUrl: `http://localhost:${service.port}` }, network: { environment } });
    expect((await local.call(LOOK_UP)).summary.outcome).toMatchObject({ code: "success" });
    const excluded = setUpCalls({ profile: { baseUrl: "http://service.invalid" }, network: { environment } });
    expect((await excluded.call(LOOK_UP)).summary.outcome).toMatchObject({ code: "dns" });
  });
});

it("uses the system's proxy when the environment says nothing, and only then", async () => {
  const proxy = await startProxy("http://unused.invalid");
  const asked: string[] = [];
  const resolveProxy = async (url: string) => {
    asked.push(url);
    return proxy.url;
  };
  await setUpCalls({ profile: { baseUrl: "http://service.test/a" }, network: { resolveProxy } }).call(LOOK_UP);
  await setUpCalls({ profile: { baseUrl: "http://127.0.0.1:1" }, network: { resolveProxy } }).call(LOOK_UP);
  const environment = { NO_PROXY: "service.invalid" };
  await setUpCalls({ profile: { baseUrl: "http://service.invalid" }, network: { resolveProxy, environment } }).call(
    LOOK_UP,
  );
  expect(asked).toEqual(["http://service.test/a"]);
  expect(proxy.seen).toHaveLength(1);
});

describe("a proxy that fails", () => {
  async function outcomeThrough(proxy: string, baseUrl: string) {
    const { call } = setUpCalls({ profile: { baseUrl }, network: { environment: { all_proxy: proxy }, ...trusted } });
    const { outcome } = (await call(CREDIT)).summary;
    return { outcome, title: outcome === null ? "" : explainOutcome(outcome, "credit").title };
  }

  it("cannot be reached", async () => {
    for (const proxy of ["http://127.0.0.1:1", "127.0.0.1:1", "socks5://127.0.0.1:1", "http://no-such-proxy.invalid"])
      for (const baseUrl of ["http://service.test", "https://service.test"])
        expect(await outcomeThrough(proxy, baseUrl)).toMatchObject({
          outcome: { code: "proxy", fault: "unreachable" },
          title: "The proxy cannot be reached",
        });
  });

  it("wants a name and password (407), for plain requests and for CONNECT", async () => {
    const proxy = await startProxy("http://unused.invalid", "ann:secret");
    const address = proxy.url.replace("http://", "http://ann:wrong-password@");
    for (const baseUrl of ["http://service.test", "https://service.test"]) {
      const { outcome, title } = await outcomeThrough(address, baseUrl);
      expect(outcome).toMatchObject({ code: "proxy", fault: "authentication", proxy: proxy.url });
      expect(title).toBe("The proxy wants a name and password");
      expect(JSON.stringify(outcome)).not.toContain("wrong-password");
    }
  });

  it("refuses the connection", async () => {
    const proxy = await startProxy("http://unused.invalid");
    expect(await outcomeThrough(proxy.url, "https://forbidden.test")).toMatchObject({
      outcome: { code: "proxy", fault: "refused", detail: expect.stringContaining("403") },
      title: "The proxy refused the connection",
    });
  });

  it("hangs up, or speaks something else", async () => {
    const rude = await listen(createTcpServer((socket) => socket.once("data", () => socket.end("220 smtp\r\n"))));
    expect((await outcomeThrough(rude.url, "https://service.test")).outcome).toMatchObject({
      code: "proxy",
      fault: "unreachable",
    });
    expect((await outcomeThrough(rude.url.replace("http", "socks5"), "https://service.test")).outcome).toMatchObject({
      code: "proxy",
      fault: "unreachable",
    });
  });

  it("is of a kind that is not spoken here", async () => {
    for (const proxy of ["socks4://127.0.0.1:1", "http://["])
      expect(await outcomeThrough(proxy, "https://service.test")).toMatchObject({
        outcome: { code: "proxy", fault: "unsupported" },
        title: "This kind of proxy is not supported",
      });
  });

  it("is not blamed for a certificate of the service", async () => {
    const service = await listen(createHttpsServer({ key, cert: certificate("server-expired") }, LINK));
    const proxy = await startProxy(service.url);
    expect((await outcomeThrough(proxy.url, "https://service.test")).outcome).toMatchObject({
      code: "tls",
      fault: "expired",
    });
  });
});
