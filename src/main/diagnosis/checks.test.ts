import { describe, expect, it } from "vitest";
import { NO_ADDRESS } from "../../shared/address.ts";
import { CHECKS, type Seen } from "./checks.ts";

const AT = 1_795_000_000_000_000;
const RUN = { summary: { id: 41, counts: { astray: 1 } }, alsoFits: [] };

const webhook = (changes: object = {}) => ({
  id: 50,
  at: AT,
  method: "POST",
  path: "/hook",
  onPath: true,
  completeness: "whole",
  status: 200,
  profile: { id: "acme" },
  ...changes,
});
const stray = (changes: object = {}) =>
  webhook({ id: 7, path: "/hooks/pelican", onPath: false, status: 404, ...changes });
const fitting = { tie: { runId: 41, role: "astray" } };

const seenWith = (deliveries: readonly object[], more: object = {}) =>
  ({
    run: RUN,
    profileId: "acme",
    deliveries,
    inboxes: [],
    relayOnly: false,
    lookedFrom: null,
    listener: { settings: { path: "/hook" } },
    compared: null,
    address: "",
    publicAddress: NO_ADDRESS,
    lastHere: null,
    proof: null,
    ...more,
  }) as unknown as Seen;

it("gives no tick to an address that led here once, before the simulation or where what came since went astray", () => {
  const lastHere = webhook({ at: AT });
  const begun = (startedAt: number) => ({ ...RUN, summary: { ...RUN.summary, startedAt } });
  expect(CHECKS.address(seenWith([], { run: begun(AT - 1), lastHere }))?.state).toBe("not-tested");
  expect(CHECKS.address(seenWith([], { run: begun(AT + 1), lastHere }))?.state).toBe("not-tested");
  const address = (...deliveries: object[]) => CHECKS.address(seenWith(deliveries, { run: null, lastHere }));
  expect(address()).toMatchObject({
    state: "not-tested",
    sentence: expect.stringMatching(/ at \d\d:\d\d:\d\d, so .* right at that time\.$/),
  });
  for (const other of [{ at: AT - 1 }, { at: AT + 1, method: "GET" }, { at: AT + 1, profile: { id: "other" } }])
    expect(address(stray(other))?.sentence).not.toContain("But");
  expect(address(stray({ at: AT + 1 }))).toMatchObject({
    state: "not-tested",
    sentence: expect.stringMatching(
      /right at that time\. But a webhook that came since then went to \/hooks\/pelican\.$/,
    ),
    events: [7],
  });
});

it("advises a public address only where nothing comes at all", () => {
  const step = (...deliveries: object[]) => CHECKS.address(seenWith(deliveries))?.nextStep;
  expect(step()).toMatch(/^Get a public address/);
  expect(step(webhook())).toBe("Copy the webhook URL from the dashboard and paste it above.");
});

describe("a webhook that fits and came to another path", () => {
  it("is said to fit, and not that one of them may be it", () => {
    const check = (...deliveries: object[]) => CHECKS.elsewhere(seenWith(deliveries));
    expect(check(stray(fitting))).toMatchObject({
      nextStep: "It fits this simulation: let the address on the dashboard end in /hook.",
      otherwise: { sentence: "Or let the listener have the path that it came to.", path: "/hooks/pelican" },
    });
    expect(check(stray())?.nextStep).toMatch(/^If it is the webhook, let/);
    expect(check(stray(), stray({ id: 8 }))?.nextStep).toMatch(/^If one of them is the webhook/);
    expect(check(stray(), stray({ id: 8, ...fitting }))).toMatchObject({
      nextStep: expect.stringMatching(/^1 of them fits this simulation/),
      events: [8, 7],
    });
    expect(check(webhook({ completeness: "cut" }))?.nextStep).toBe("Look at it: it may be the webhook.");
  });

  it("is told the address that would be right, as far as one is known", () => {
    const right = (more: object) => {
      const { nextStep = "", addressToSet } = CHECKS.elsewhere(seenWith([stray(fitting)], more)) ?? {};
      expect(addressToSet === undefined || nextStep.includes(`set ${addressToSet} on the dashboard.`)).toBe(true);
      return addressToSet;
    };
    expect(right({})).toBeUndefined();
    const compared = { state: "fine", sentence: "", nextStep: "" };
    const address = "https://acme.example/hooks/pelican?key=1";
    expect(right({ compared, address })).toBe("https://acme.example/hook?key=1");
    // What a proxy takes away in front stays; of an address that something else came by nothing is told.
    expect(right({ compared, address: "https://acme.example/in/hooks/pelican" })).toBe("https://acme.example/in/hook");
    expect(right({ compared, address: "https://acme.example/other" })).toBeUndefined();
    expect(
      CHECKS.elsewhere(seenWith([stray(fitting)], { compared, address: "https://acme.example/hook" })),
    ).toMatchObject({
      nextStep:
        "It fits this simulation: look at the address on the dashboard and at what is in between: the one known here ends in /hook, and what came went to /hooks/pelican.",
      otherwise: { path: "/hooks/pelican" },
    });
    expect(right({ compared: { ...compared, addressToSet: "https://own.example/hook" }, address })).toBe(
      "https://own.example/hook",
    );
    // What nothing has come through is to be tried, and not called right.
    const untried = (more: object) => CHECKS.elsewhere(seenWith([stray(fitting)], more))?.addressUntried;
    expect(untried({ compared, address })).toBe(true);
    expect(untried({ compared: { ...compared, addressToSet: "https://own.example/hook" }, address })).toBeUndefined();
    const own = { url: "https://own.example/hook", state: { name: "ready" } };
    expect(right({ publicAddress: own })).toBe(own.url);
    expect(right({ publicAddress: { ...own, state: { name: "stopped" } } })).toBeUndefined();
    // It was the path's fault then, and somebody has changed it since.
    const since = seenWith([stray(fitting)], { listener: { settings: { path: "/hooks/pelican" } } });
    expect(CHECKS.elsewhere(since)?.nextStep).toMatch(
      /simulate it again: by now \/hooks\/pelican is the webhook path\.$/,
    );
  });

  it("leaves no tick for the address, nor for nothing having come", () => {
    const right = { state: "fine", sentence: "Every part of it is the listener’s own address.", nextStep: "" };
    const proof = {
      at: AT,
      arrived: { after: 3_000, path: "/hook", onPath: true },
      answer: { kind: "ours" },
    };
    const more = { compared: right, address: "http://h/hook", lastHere: null, proof, publicAddress: { state: {} } };
    expect(CHECKS.address(seenWith([stray(fitting)], more))).toMatchObject({
      state: "problem",
      sentence: expect.stringContaining("a webhook that fits this simulation came to /hooks/pelican"),
      events: [7],
    });
    // One that a test has led here through since then is right; whether the dashboard has it by now is not known.
    const since = { ...more, proof: { ...proof, at: AT + 1 } };
    expect(CHECKS.address(seenWith([stray(fitting)], since))?.state).toBe("not-tested");
    // A test came through it: it is the right one, and to be copied.
    const set = { nextStep: expect.stringMatching(/ set http:\/\/h\/hook on the dashboard\. It leads here\. If it/) };
    for (const code of ["address", "elsewhere"] as const) {
      const check = CHECKS[code](seenWith([stray(fitting)], more));
      expect(check).toMatchObject({ ...set, addressToSet: more.address });
      expect(check).not.toHaveProperty("addressUntried");
      expect(check).not.toHaveProperty("otherwise");
    }
    const untested = seenWith([stray(fitting)], { ...more, publicAddress: NO_ADDRESS, proof: null });
    expect(CHECKS.address(untested)?.nextStep).toMatch(/^So look at the address on the dashboard and at what is in/);
    expect(CHECKS.address(seenWith([stray()], more))?.state).toBe("fine");
    expect(CHECKS.untied(seenWith([stray(fitting)]))).toMatchObject({ state: "problem", events: [7] });
    expect(CHECKS.untied(seenWith([stray()]))).toMatchObject({
      state: "fine",
      sentence: "No whole webhook came to the right path in that time.",
    });
    expect(CHECKS.untied(seenWith([]))?.sentence).toBe("No webhook came in that time at all.");
  });
});

it("gives no tick where a webhook that fits was given to another call", () => {
  const others = [webhook({ tie: { runId: 40, role: "match" } })];
  expect(CHECKS.untied(seenWith(others))?.state).toBe("fine");
  const given = { ...RUN, alsoFits: [{ deliveryId: 50, runId: 40 }] };
  expect(CHECKS.untied(seenWith(others, { run: given }))).toMatchObject({
    state: "problem",
    sentence: expect.stringMatching(/^1 webhook of that time fits just as well, and was given to another call/),
    events: [50],
  });
});

it("does not blame what went astray before webhooks of this profile came as they should", () => {
  const before = stray({ at: AT - 1 });
  const check = (...deliveries: object[]) => CHECKS.elsewhere(seenWith(deliveries, { run: null }));
  expect(check(before)?.state).toBe("problem");
  expect(check(webhook(), before)).toMatchObject({
    state: "fine",
    sentence: expect.stringMatching(/: \/hooks\/pelican\. Since then a webhook of this profile has come as it should/),
    events: [7],
  });
  // What comes to another profile says nothing of this one's address.
  expect(check(webhook({ profile: { id: "sandbox" } }), before)?.state).toBe("problem");
  const later = stray({ id: 8, at: AT + 1, path: "/later" });
  expect(check(later, webhook(), before)).toMatchObject({ state: "problem", events: [8] });
});

it("leaves aside what came while another profile was in use, and says so", () => {
  const check = (deliveries: object[], more: object = { run: null }) => CHECKS.elsewhere(seenWith(deliveries, more));
  const others = stray({ profile: { id: "other" } });
  expect(check([others])).toMatchObject({
    state: "fine",
    sentence: expect.stringMatching(/tests and what came while another profile was in use, nothing went astray/),
    events: [],
  });
  expect(check([webhook({ at: AT + 1 }), others])?.events).toEqual([]);
  expect(check([stray({ profile: null }), others])).toMatchObject({ state: "problem", events: [7] });
  expect(check([webhook()])?.sentence).toMatch(/^Leaving aside Linkdesk’s own tests, nothing/);
  // The webhook of a simulation may come after somebody has changed to another profile.
  expect(check([others], {})).toMatchObject({ state: "problem", events: [7] });
});

it("blames the answer script for what the profile’s own webhooks met", () => {
  const met = (id: string) => webhook({ status: 500, onPurpose: { does: "answer" }, profile: { id } });
  const check = (...ids: string[]) =>
    CHECKS["on-purpose"](seenWith(ids.map(met), { run: null, sandbox: null, scriptInUse: false }));
  expect(check("acme", "other")?.sentence).toMatch(/^The listener dealt badly with 1 delivery /);
  expect(check("other")).toBeNull();
});

it("says that the sandbox has no dashboard, and what stands in its place", () => {
  const right = { state: "fine", sentence: "Every part of it is the listener’s own address.", nextStep: "" };
  const known = (compared: object | null) =>
    seenWith([], {
      compared,
      address: "http://h/hook",
      addressKnown: true,
      lastHere: null,
      publicAddress: NO_ADDRESS,
      proof: null,
    });
  expect(CHECKS.address(known(right))?.sentence).toMatch(
    /^The sandbox has no dashboard: in its place is “Send webhooks to”, under Sandbox, now http:\/\/h\/hook\. Every part/,
  );
  expect(CHECKS.address(known(null))).toMatchObject({
    state: "problem",
    sentence: expect.stringMatching(/^The sandbox has no dashboard.*leads nowhere now/),
  });
});

it("takes from what came, and not from the addresses, what stands in between", () => {
  const sentence = "The path is /in/hooks/pelican on the dashboard and /hook here.";
  const otherwise = { sentence: "Or, if nothing changes the path, …", path: "/in/hooks/pelican" };
  const compared = { state: "problem", sentence, nextStep: "Let it end in /hook.", otherwise };
  const more = { compared, address: "https://acme.example/in/hooks/pelican" };
  expect(CHECKS.address(seenWith([], more))).toMatchObject({ otherwise });
  // The proxy takes away /in: with the dashboard's path the listener would never get it.
  expect(CHECKS.address(seenWith([stray(fitting)], more))).toMatchObject({
    sentence: `${sentence} A webhook that fits this simulation came to /hooks/pelican.`,
    nextStep: expect.stringMatching(/^So set https:\/\/acme\.example\/in\/hook on the dashboard\. Nothing has come/),
    otherwise: { path: "/hooks/pelican" },
  });
});

it("gives one remedy where the address is to be another one", () => {
  const proof = {
    at: AT,
    arrived: null,
    answer: { kind: "none", outcome: { code: "refused", host: "127.0.0.1", port: "7799" } },
  };
  const more = { address: "http://127.0.0.1:7799/hook", proof, publicAddress: { state: {} } };
  const toSet = { state: "problem", sentence: "", nextStep: "", addressToSet: "http://127.0.0.1:7742/hook" };
  expect(CHECKS["public-address"](seenWith([], { ...more, compared: null }))?.nextStep).toMatch(/use port 7799/);
  expect(CHECKS["public-address"](seenWith([], { ...more, compared: toSet }))).toMatchObject({
    state: "problem",
    nextStep: "",
  });
});
