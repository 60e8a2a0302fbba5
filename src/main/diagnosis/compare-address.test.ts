import { describe, expect, it, test } from "vitest";
import { type AddressStatus, NO_ADDRESS } from "../../shared/address.ts";
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

function ready(url: string): AddressStatus {
  return { ...NO_ADDRESS, url, state: { name: "ready", since: 0, provenAt: 0 } };
}

function states(address: string, status = listening(), isLocal = false, led?: null) {
  const { parts, check } = compareAddress(address, status, isLocal, undefined, led);
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
      "not-tested",
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
    // Another port may be that of a proxy.
    ["http://192.168.1.20:8788/webhooks", "not-tested", /Whether its host, 192\.168\.1\.20:8788, leads here/],
    ["http://192.168.1.20/webhooks", "not-tested", /Whether its host, 192\.168\.1\.20, leads here/],
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
    const otherPort = states("http://127.0.0.1:1/webhooks", listening(), true, null);
    expect(otherPort).toMatchObject({ state: "problem", port: "wrong" });
  });

  it.each([
    ["http://localhost:9634/webhooks", true, "fine", /own local address/],
    ["https://hooks.acme.example/in", false, "fine", /own public address/],
    ["http://localhost:9634/webhooks", false, "problem", /means “this machine”/],
  ] as const)("that is Linkdesk's own need not have the listener's parts: %s", (own, isLocal, state, sentence) => {
    const { parts, check } = compareAddress(own, listening(), isLocal, ready(own));
    expect(parts.map((each) => each.state)).toEqual(["same", "same", "same", "same"]);
    expect(check).toMatchObject({ state, sentence: expect.stringMatching(sentence) });
    expect(check.addressToSet).toBeUndefined();
  });

  it.each(["off", "stopped", "failed"] as const)("is no longer Linkdesk's own once that is %s", (name) => {
    const own = "http://localhost:9634/webhooks";
    const { check } = compareAddress(own, listening(), true, { url: own, state: { name, at: 0 } as never });
    expect(check).toMatchObject({
      state: "not-tested",
      sentence: "It is the local address that Linkdesk had under Listener, and that is off.",
    });
  });

  const LOCAL = "http://127.0.0.1:41300/webhooks";
  const PUBLIC = "https://quiet-river.trycloudflare.com/webhooks";
  const LISTENER = "http://127.0.0.1:8787/webhooks";

  it.each([
    // On the host of Linkdesk's own, it is held against that.
    ["http://127.0.0.1:41300/webhook", true, ready(LOCAL), "path", LOCAL],
    ["http://localhost:41300/webhook", true, ready(LOCAL), "path", LOCAL],
    ["http://127.0.0.1:41300/webhook", true, { ...ready(LOCAL), state: { name: "off" } }, "path", LOCAL],
    ["https://quiet-river.trycloudflare.com/webhook", false, ready(PUBLIC), "path", PUBLIC],
    // Elsewhere, against the listener; what to set is the one in use, if the service can use it.
    ["https://acme.tunnel.example/webhook", false, ready(PUBLIC), "path", PUBLIC],
    ["https://acme.tunnel.example/webhook", false, { ...ready(PUBLIC), state: { name: "off" } }, "path", undefined],
    ["https://acme.tunnel.example/webhook", false, ready(LOCAL), "path", undefined],
    ["http://127.0.0.1:8787/webhooks", false, ready(PUBLIC), undefined, PUBLIC],
    ["http://127.0.0.1:41300/webhooks", false, ready(LOCAL), undefined, undefined],
    ["http://127.0.0.1:9999/webhooks", true, ready(LOCAL), "port", LOCAL],
    ["http://127.0.0.1:9999/webhooks", true, ready(PUBLIC), "port", LISTENER],
  ] as const)("%s (local: %s) is told which address to set", (address, isLocal, own, wrong, toSet) => {
    const { parts, check } = compareAddress(address, listening(), isLocal, own, null);
    expect(check.state).toBe("problem");
    expect(parts.find(({ state }) => state === "wrong")?.part).toBe(wrong);
    expect(check.addressToSet).toBe(toSet);
    if (toSet !== undefined) expect(check.nextStep).toContain(`Set ${toSet} on the dashboard`);
  });

  it("on another port of this machine is held against the address that it is told to set", () => {
    const { parts, check } = compareAddress("http://127.0.0.1:7799/webhooks", listening(), true, ready(LOCAL));
    expect(parts.find(({ part }) => part === "port")).toMatchObject({ given: "7799", here: "41300" });
    expect(check.sentence).toBe("The port is 7799 on the dashboard and 41300 in Linkdesk’s own local address.");
    // The listener's own is right beside it.
    expect(states(LISTENER, listening(), true).state).toBe("fine");
    expect(compareAddress(LISTENER, listening(), true, ready(LOCAL)).check.state).toBe("fine");
  });

  it.each([
    // What a proxy on this machine takes away in front stays in the address.
    ["http://127.0.0.1:9476/lk/webhoks", true, "/webhoks", "http://127.0.0.1:9476/lk/webhooks"],
    ["https://acme.tunnel.example/lk/webhoks", false, "/webhoks?a=1", "https://acme.tunnel.example/lk/webhooks"],
    ["http://127.0.0.1:8787/webhoks", true, "/webhoks", LISTENER],
    // The proxy makes another path of it: that is its rule's fault, not the address's.
    ["http://127.0.0.1:9476/webhoks", true, "/x", undefined],
  ] as const)("that led here on another path is told what holds then: %s", (address, isLocal, path, toSet) => {
    const led = { after: 3_000, path, onPath: false };
    const { check } = compareAddress(address, listening(), isLocal, undefined, led);
    expect(check).toMatchObject({ state: "problem", nextStep: expect.not.stringContaining("/lk/webhoks") });
    expect(check.addressToSet).toBe(toSet);
  });

  it.each(["http://127.0.0.1:9476/lk/webhooks", "https://acme.tunnel.example/in"])(
    "that led to the webhook path has nothing wrong, whatever its parts are: %s",
    (address) => {
      const led = { after: 3_000, path: "/webhooks", onPath: true };
      const { parts, check } = compareAddress(address, listening(), true, ready(LOCAL), led);
      expect(parts.filter(({ state }) => state === "wrong")).toEqual([]);
      expect(check.sentence).toMatch(/^A request through it came to the webhook path\./);
      expect(check.addressToSet).toBeUndefined();
    },
  );

  it("of which nobody knows whether it leads here is given no other in its place", () => {
    const { check } = compareAddress("http://127.0.0.1:9713/edge/webhoks", listening(), true);
    expect(check).toMatchObject({
      state: "problem",
      sentence: "The path is /edge/webhoks on the dashboard and /webhooks here.",
      nextStep: expect.stringMatching(/end in \/webhooks, and press “Test the address”/),
      otherwise: { sentence: expect.stringContaining("if nothing in between changes"), path: "/edge/webhoks" },
    });
    expect(check.addressToSet).toBeUndefined();
  });

  it.each([
    ["http://127.0.0.1:9713/edge/webhoks", "http://127.0.0.1:9713/edge/webhooks", "problem"],
    ["http://127.0.0.1:9713/edge/webhooks", "http://127.0.0.1:9713/edge/webhooks", "not-tested"],
    ["http://127.0.0.1:9713/edge/webhoks", null, "problem"],
  ] as const)("whose host what came here has named is put right on that host: %s", (address, right, state) => {
    const { check } = compareAddress(address, listening(), true, undefined, undefined, { right, onPath: true });
    expect(check.state).toBe(state);
    expect(check.addressToSet).toBe(right === address ? undefined : (right ?? undefined));
  });

  it("is not called wrong for what stands in front of the path, which something in between may take away", () => {
    const { parts, check } = compareAddress("https://acme.example/in/webhooks", listening(), false);
    expect(parts.at(-1)).toMatchObject({ part: "path", state: "elsewhere" });
    expect(check).toMatchObject({ state: "not-tested", nextStep: expect.stringContaining("press “Test the address”") });
  });

  it("is told one to try where what came through its host never came to the webhook path", () => {
    const right = "https://hooks.gull.example/webhooks";
    const came = { right, onPath: false };
    const given = "https://hooks.gull.example/gw/webhoks";
    const { check } = compareAddress(given, listening(), false, undefined, undefined, came);
    expect(check).toMatchObject({ addressToSet: right, addressUntried: true });
    expect(check.nextStep).toContain("Nothing has come through that one yet");
    const shown = compareAddress(given, listening(), false, undefined, undefined, { ...came, onPath: true });
    expect(shown.check.addressUntried).toBeUndefined();
  });

  it("names Linkdesk's own where another one is on the dashboard", () => {
    const { check } = compareAddress("https://acme.tunnel.example/webhooks", listening(), false, ready(PUBLIC));
    expect(check).toMatchObject({
      state: "not-tested",
      sentence: expect.stringContaining(`is another one: ${PUBLIC}.`),
    });
  });

  it("is compared with where the listener would listen, when it does not", () => {
    const stopped: ListenerStatus = { ...listening(), state: "stopped", url: null };
    expect(states("https://acme.tunnel.example/webhooks", stopped)).toMatchObject({ port: "elsewhere", path: "same" });
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
