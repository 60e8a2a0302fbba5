import { expect, it } from "vitest";
import { chooseRoute } from "./route.ts";

async function way(url: string, environment: Record<string, string>, system: string | null = null) {
  const route = await chooseRoute(new URL(url), { environment, resolveProxy: async () => system });
  return route.kind === "direct" ? "direct" : `${route.kind} ${route.proxy.host}`;
}

it.each([
  ["http://a.test", { HTTP_PROXY: "http://p:1" }, "forward p:1"],
  ["https://a.test", { HTTP_PROXY: "http://p:1" }, "direct"],
  ["https://a.test", { https_proxy: "p:1" }, "tunnel p:1"],
  ["https://a.test", { https_proxy: "http://lower:1", HTTPS_PROXY: "http://upper:1" }, "tunnel lower:1"],
  ["https://a.test", { https_proxy: " ", HTTPS_PROXY: "http://upper:1" }, "direct"],
  ["https://a.test", { ALL_PROXY: "socks5://p:1" }, "socks p:1"],
  ["http://localhost:9", { HTTP_PROXY: "http://p:1" }, "direct"],
  ["http://sub.localhost", { HTTP_PROXY: "http://p:1" }, "direct"],
  ["http://127.9.9.9", { HTTP_PROXY: "http://p:1" }, "direct"],
  ["http://[::1]:9", { HTTP_PROXY: "http://p:1" }, "direct"],
  ["http://a.test", { HTTP_PROXY: "http://p:1", NO_PROXY: "*" }, "direct"],
  ["http://a.test", { HTTP_PROXY: "http://p:1", NO_PROXY: "b.test a.test" }, "direct"],
  ["http://x.a.test", { HTTP_PROXY: "http://p:1", NO_PROXY: "a.test" }, "direct"],
  ["http://x.a.test", { HTTP_PROXY: "http://p:1", no_proxy: "*.A.test" }, "direct"],
  ["http://xa.test", { HTTP_PROXY: "http://p:1", NO_PROXY: "a.test" }, "forward p:1"],
  ["http://a.test:81", { HTTP_PROXY: "http://p:1", NO_PROXY: "a.test:80" }, "forward p:1"],
  ["http://a.test", { HTTP_PROXY: "http://p:1", NO_PROXY: "a.test:80" }, "direct"],
  ["http://[fd00::1]", { HTTP_PROXY: "http://p:1", NO_PROXY: "fd00::1" }, "direct"],
  ["http://[fd00::1]:81", { HTTP_PROXY: "http://p:1", NO_PROXY: "[fd00::1]:81" }, "direct"],
])("goes to %s with %j: %s", async (url, environment, expected) => {
  expect(await way(url, environment)).toBe(expected);
});

it("asks the system where the environment is silent, unless NO_PROXY speaks", async () => {
  expect(await way("http://a.test", {}, "http://sys:1")).toBe("forward sys:1");
  expect(await way("http://a.test", { NO_PROXY: "a.test" }, "http://sys:1")).toBe("direct");
  expect(await way("http://a.test", { HTTP_PROXY: "http://p:1" }, "http://sys:1")).toBe("forward p:1");
  const broken = { environment: {}, resolveProxy: () => Promise.reject(new Error("no settings")) };
  expect(await chooseRoute(new URL("http://a.test"), broken)).toEqual({ kind: "direct" });
});
