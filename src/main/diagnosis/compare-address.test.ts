import { describe, expect, it, test } from "vitest";
import { dashboardAddressProblem } from "../../shared/diagnosis.ts";
import { DEFAULT_LISTENER_SETTINGS, type ListenerStatus } from "../../shared/listener.ts";
import { compareAddress } from "./compare-address.ts";

function listening(url = "http://127.0.0.1:8787/webhooks"): ListenerStatus {
  return {
    state: "listening",
    settings: DEFAULT_LISTENER_SETTINGS,
    url,
    problem: null,
    deliveries: 0,
    exposed: false,
    machineNames: [],
  };
}

function states(address: string, status = listening(), isLocal = false) {
  const { parts, check } = compareAddress(address, status, isLocal);
  return {
    ...Object.fromEntries(parts.map(({ part, state }) => [part, state])),
    state: check.state,
    said: check.sentence,
  };
}

describe("the address on the dashboard", () => {
  test.each([
    [
      "https://acme.tunnel.example/webhooks",
      "fine",
      { host: "elsewhere", path: "same" },
      /Whether its host, acme\.tunnel\.example, leads here/,
    ],
    [
      "https://acme.tunnel.example/webhook",
      "problem",
      { path: "wrong" },
      /path is \/webhook on the dashboard and \/webhooks here/,
    ],
    ["https://acme.tunnel.example/webhooks/", "problem", { path: "wrong" }, /\/webhooks\/ on/],
    ["https://acme.tunnel.example/Webhooks", "problem", { path: "wrong" }, /\/Webhooks on/],
    ["https://acme.tunnel.example", "problem", { path: "wrong" }, /path is \/ on/],
    ["http://127.0.0.1:8787/webhooks", "problem", { host: "same" }, /means “this machine”/],
    ["http://localhost:8787/webhooks", "problem", { host: "same" }, /localhost means/],
    ["http://0.0.0.0:8787/webhooks", "problem", { host: "same" }, /0\.0\.0\.0 means “this machine”/],
  ] as const)("%s", (address, state, parts, sentence) => {
    const found = states(address);
    expect(found).toMatchObject({ state, ...parts });
    expect(found.said).toMatch(sentence);
  });

  test.each([
    ["http://192.168.1.20:8787/webhooks", "fine", /Every part.*address\.$/],
    ["http://192.168.1.20:8787/webhooks?key=abc#x", "fine", /Every part.*query, \?key=abc, .*What follows # is never/],
    ["http://192.168.1.20:8788/webhooks", "problem", /port is 8788 on the dashboard and 8787 here/],
    ["http://192.168.1.20/webhooks", "problem", /port is 80 on/],
    ["https://192.168.1.20:8787/webhooks", "problem", /says https, and the listener itself speaks http only/],
  ] as const)("of a listener that others can reach: %s", (address, state, sentence) => {
    const found = states(address, listening("http://192.168.1.20:8787/webhooks"));
    expect(found.state).toBe(state);
    expect(found.said).toMatch(sentence);
  });

  it("set at the sandbox may be this machine's, and must be right in every part", () => {
    expect(states("http://127.0.0.1:8787/webhooks", listening(), true).state).toBe("fine");
    const otherName = states("http://localhost:8787/webhooks", listening(), true);
    expect(otherName).toMatchObject({
      state: "fine",
      said: expect.stringMatching(/localhost and 127\.0\.0\.1 are both/),
    });
    expect(states("http://127.0.0.1:1/webhooks", listening(), true)).toMatchObject({ state: "problem", port: "wrong" });
  });

  it.each([
    ["http://localhost:9634/webhooks", true, "fine", /own local address/],
    ["https://hooks.acme.example/in", false, "fine", /own public address/],
    ["http://localhost:9634/webhooks", false, "problem", /means “this machine”/],
  ] as const)("in use as Linkdesk's own need not have the listener's parts: %s", (own, isLocal, state, sentence) => {
    const { parts, check } = compareAddress(own, listening(), isLocal, own);
    expect(parts.map((each) => each.state)).not.toContain("wrong");
    expect(check).toMatchObject({ state, sentence: expect.stringMatching(sentence) });
    expect(check.addressToSet).toBeUndefined();
  });

  it("is compared with where the listener would listen, when it does not", () => {
    const stopped: ListenerStatus = { ...listening(), state: "stopped", url: null };
    expect(states("https://acme.tunnel.example/webhooks", stopped).state).toBe("fine");
  });

  test.each([
    ["", null],
    ["https://acme.example/webhooks?a=1", null],
    ["acme.example/webhooks", /not an address/],
    ["ftp://acme.example", /starts with https/],
    ["javascript:alert(1)", /starts with https/],
    ["https://ada:secret@acme.example", /name and password/],
  ])("%j can be one, or is refused in words", (text, problem) => {
    const found = dashboardAddressProblem(text);
    if (problem === null) expect(found).toBeNull();
    else expect(found).toMatch(problem);
  });
});
