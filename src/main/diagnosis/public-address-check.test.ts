import { expect, it } from "vitest";
import { type AddressStatus, NO_ADDRESS } from "../../shared/address.ts";
import { CHECKS, type Seen } from "./checks.ts";
import { ownAddressFinding } from "./public-address-check.ts";

const URL_ = "https://quiet-river.trycloudflare.com/webhooks";
const AT = 1_795_000_000_000_000;
const ended = { code: "ended", detail: "It was ended (SIGKILL)." } as const;
const status = (changes: Partial<AddressStatus>): AddressStatus => ({ ...NO_ADDRESS, url: URL_, ...changes });

it.each([
  ["ready", { name: "ready", since: AT, provenAt: AT }, "fine", /came back through it at \d\d:/],
  [
    "starting",
    { name: "starting", since: AT, waitingFor: "proof", problem: null },
    "not-tested",
    /waiting for a test request/,
  ],
  [
    "reconnecting",
    { name: "reconnecting", since: AT, problem: ended, nextTry: null },
    "problem",
    /is down\. The tunnel ended\. It was ended/,
  ],
  ["failed", { name: "failed", at: AT, problem: ended }, "problem", /is down/],
  ["off", { name: "off" }, "problem", /that is off/],
  ["stopped", { name: "stopped", at: AT }, "problem", /that is off/],
] as const)("the dashboard has Linkdesk's own public address, and that is %s", (_, state, expected, sentence) => {
  const found = ownAddressFinding(URL_, status({ state }));
  expect(found?.state).toBe(expected);
  expect(found?.sentence).toMatch(sentence);
  if (expected === "problem") expect(found?.nextStep).not.toBe("");
});

it.each([
  ["own", "not-tested", /no longer looks whether the public address leads here/, /Press “Test the address”/],
  ["cloudflared", "problem", /Linkdesk’s own public address, and that is off/, /Get it again/],
] as const)(
  "by the way “%s” is %s once it was stopped, whatever a test before that has shown",
  (way, state, sentence, step) => {
    const { settings } = NO_ADDRESS;
    const at = (testedAt: number) => ({
      address: URL_,
      inboxes: [],
      compared: null,
      listener: { settings: { path: "/webhooks" } },
      publicAddress: status({ state: { name: "stopped", at: AT }, settings: { ...settings, way } }),
      proof: {
        address: URL_,
        at: testedAt,
        arrived: { after: 5_000, path: "/webhooks", onPath: true },
        answer: { kind: "ours" },
      },
    });
    expect(CHECKS["public-address"](at(AT - 1) as unknown as Seen)).toMatchObject({
      state,
      sentence: expect.stringMatching(sentence),
      nextStep: expect.stringMatching(step),
    });
    // What was tested since then is what is known.
    expect(CHECKS["public-address"](at(AT + 1) as unknown as Seen)?.state).toBe("fine");
  },
);

it("is not called public where only this machine reaches it", () => {
  const url = "http://localhost:9634/webhooks";
  const found = ownAddressFinding(url, status({ url, state: { name: "ready", since: AT, provenAt: AT } }));
  expect(found?.sentence).toMatch(/^It is Linkdesk’s own local address: a test request/);
});

it("names the button that tests it, as the window does", () => {
  const seen = { address: URL_, publicAddress: NO_ADDRESS, proof: null, inboxes: [], relayOnly: false };
  expect(CHECKS["public-address"](seen as unknown as Seen)).toMatchObject({
    state: "not-tested",
    nextStep: expect.stringContaining("Press “Test the address”"),
  });
});

it("is told with its times where nothing of a simulation could be seen", () => {
  const run = (until: number | null) => ({
    run: { summary: { verdict: { code: "not-seen", spans: [{ from: AT, until, cause: "address-down" }] } } },
    listener: { state: "listening" },
  });
  const found = CHECKS.listener(run(AT + 43_000_000) as unknown as Seen);
  expect(found).toMatchObject({ state: "problem", nextStep: "Simulate it again." });
  expect(found?.sentence).toMatch(/the public address was down from \d\d:\d\d:\d\d to \d\d:\d\d:\d\d\.$/);
  expect(CHECKS.listener(run(null) as unknown as Seen)).toMatchObject({
    sentence: expect.stringMatching(/was down from \d\d:\d\d:\d\d on\.$/),
    nextStep: "Get the public address back, then simulate it again.",
  });
});

it("says that the dashboard has the former one, and nothing of an address that is another's", () => {
  const changed = { from: "https://former.trycloudflare.com/webhooks", to: URL_, at: AT };
  const ready = { name: "ready", since: AT, provenAt: AT } as const;
  expect(ownAddressFinding(changed.from, status({ changed, state: ready }))).toMatchObject({
    state: "problem",
    sentence: expect.stringContaining(URL_),
    nextStep: "Put the new address on the dashboard.",
  });
  expect(ownAddressFinding("https://elsewhere.example/webhooks", status({ state: ready }))).toBeNull();
  expect(ownAddressFinding(URL_, { ...NO_ADDRESS, state: ready })).toBeNull();
});

it("gives a known and wrong address no tick because a webhook came here", () => {
  const wrong = { state: "problem", sentence: "The path is /a on the dashboard and /b here.", nextStep: "Mend it." };
  const seen = {
    run: null,
    deliveries: [],
    compared: wrong,
    inboxes: [],
    address: "http://127.0.0.1:1/a",
    publicAddress: NO_ADDRESS,
    proof: null,
    lastHere: { id: 7, at: AT },
  };
  const found = CHECKS.address(seen as unknown as Seen);
  expect(found).toMatchObject({ state: "problem", nextStep: "Mend it.", events: [7] });
  expect(found?.sentence).toMatch(
    /^The path is .* But a webhook came here on .*: if the dashboard has another address/,
  );
});

it("leaves tests by Linkdesk itself aside where it says that nothing came on another path", () => {
  const seen = { deliveries: [], lookedFrom: null, listener: { settings: { path: "/hook" } } };
  expect(CHECKS.elsewhere(seen as unknown as Seen)?.sentence).toMatch(
    /^Leaving aside Linkdesk’s own tests, nothing went astray: no other path/,
  );
});

it.each(["elsewhere", "untied", "on-purpose"] as const)("gives no tick where not all was looked at: %s", (code) => {
  const seen = {
    run: { summary: { id: 1 }, alsoFits: [] },
    deliveries: [],
    scripted: [],
    scriptInUse: true,
    sandbox: null,
    lookedFrom: AT,
    listener: { settings: { path: "/hook" } },
  } as unknown as Seen;
  expect(CHECKS[code](seen)).toMatchObject({
    state: "not-tested",
    sentence: expect.stringMatching(/^Only what came since \d\d:\d\d:\d\d was looked at/),
    nextStep: expect.stringContaining("kind:webhook"),
  });
  expect(CHECKS[code]({ ...seen, lookedFrom: null })?.state).toBe("fine");
});

it.each([
  ["fine", "off", "not-tested", /^It is right\. But it does not lead here, as is said below\.$/],
  ["not-tested", "off", "not-tested", /^It is right\.$/],
  ["not-tested", "ready", "fine", /^It is right\.$/],
  ["problem", "ready", "problem", /^It is right\.$/],
] as const)("an address found %s whose way is %s is told as %s", (compared, way, state, sentence) => {
  const seen = {
    deliveries: [],
    compared: { state: compared, sentence: "It is right.", nextStep: "" },
    inboxes: [],
    address: URL_,
    publicAddress: status({ state: way === "off" ? { name: "off" } : { name: "ready", since: AT, provenAt: AT } }),
    proof: null,
    lastHere: null,
  };
  const found = CHECKS.address(seen as unknown as Seen);
  expect(found).toMatchObject({ state, sentence: expect.stringMatching(sentence) });
});
