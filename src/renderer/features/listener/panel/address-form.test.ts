import { describe, expect, it } from "vitest";
import { DEFAULT_LISTENER_SETTINGS, type ListenerStatus } from "../../../../shared/listener.ts";
import { addressText, listenerWords, readAddressText, wouldExpose } from "./address-form.ts";

const PORT = "A port is a number from 1 to 65535; 0 takes any free one.";
const NO_HOST = "This is neither the name of a machine nor an address. 127.0.0.1 is this machine.";
const TEXT = addressText(DEFAULT_LISTENER_SETTINGS);

describe("the listener's address as text", () => {
  it("comes back as it went in", () => {
    const settings = { host: "::1", port: 0, path: "/a/b", bodyCapBytes: 1_572_864 };
    for (const each of [DEFAULT_LISTENER_SETTINGS, settings])
      expect(readAddressText(addressText(each))).toEqual({ ok: true, value: each });
  });

  it.each(["localhost", "my-laptop.local", "0.0.0.0", "fe80::1%eth0"])("takes %s as a host", (host) => {
    expect(readAddressText({ ...TEXT, host }).ok).toBe(true);
  });

  it("takes an IPv6 address with its brackets and a cap with a comma", () => {
    expect(readAddressText({ ...TEXT, host: "[::1]", bodyCapBytes: "0,5" })).toMatchObject({
      value: { host: "::1", bodyCapBytes: 524_288 },
    });
  });

  it.each([
    ["port", "65536", PORT],
    ["port", "-1", PORT],
    ["port", "", PORT],
    ["port", "80a", PORT],
    ["host", "not a host", NO_HOST],
    ["host", "999.1.1.1", NO_HOST],
    ["host", "a/b", NO_HOST],
    ["bodyCapBytes", "65", "At most 64 MiB."],
    ["bodyCapBytes", "0.0001", "At least 1 KiB."],
    ["bodyCapBytes", "much", "Enter a number."],
  ] as const)("%s %j: %s", (field, value, sentence) => {
    const reading = readAddressText({ ...TEXT, [field]: value });
    expect(reading.ok ? null : Object.fromEntries(reading.problems)).toEqual({ [field]: sentence });
  });
});

it("warns of addresses that others can reach, and not of an empty field", () => {
  expect(["127.0.0.1", "localhost", "::1", "", " "].filter(wouldExpose)).toEqual([]);
  expect(["0.0.0.0", "::", "192.168.1.2", "my-laptop"].filter((host) => !wouldExpose(host))).toEqual([]);
});

describe("the words in the bar", () => {
  const status: ListenerStatus = {
    state: "listening",
    settings: DEFAULT_LISTENER_SETTINGS,
    url: "http://127.0.0.1:8787/webhooks",
    problem: null,
    deliveries: 0,
    exposed: false,
    machineNames: [],
  };

  it("name the port that is taken", () => {
    const problem = { code: "port-taken", port: 8787, nextFreePort: 8788 } as const;
    expect(listenerWords({ ...status, state: "failed", url: null, problem }).text).toBe(
      "Not listening: port 8787 is taken",
    );
  });

  it("are not green while nothing can be recorded", () => {
    const problem = { code: "cannot-record", reason: "The disk is full." } as const;
    expect(listenerWords(status).tone).toBe("good");
    expect(listenerWords({ ...status, problem }).tone).toBe("bad");
    expect(listenerWords({ ...status, exposed: true }).tone).toBe("odd");
  });
});
